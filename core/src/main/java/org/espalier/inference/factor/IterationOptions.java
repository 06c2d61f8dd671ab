package org.espalier.inference.factor;

/**
 * When an iterative method stops, and how far it steps.
 *
 * @param iterations the most rounds
 * @param tolerance it has converged when no probability changes by more
 * @param damping how much of the old message is kept, from 0 to below 1; helps where messages swing
 */
public record IterationOptions(int iterations, double tolerance, double damping) {
    public static final IterationOptions DEFAULTS = new IterationOptions(1000, 1e-10, 0);

    public IterationOptions {
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations = " + iterations + "; expected at least 1");
        }
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance = " + tolerance + "; expected at least 0 and below 1");
        }
        if (!(damping >= 0 && damping < 1)) {
            throw new IllegalArgumentException("damping = " + damping + "; expected at least 0 and below 1");
        }
    }

    public IterationOptions withIterations(int most) {
        return new IterationOptions(most, tolerance, damping);
    }

    public IterationOptions withTolerance(double newTolerance) {
        return new IterationOptions(iterations, newTolerance, damping);
    }

    public IterationOptions withDamping(double newDamping) {
        return new IterationOptions(iterations, tolerance, newDamping);
    }
}
