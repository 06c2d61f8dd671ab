package org.espalier.generative;

/**
 * Options of Baum–Welch, for data that are not labelled throughout.
 *
 * @param iterations the maximum number of E-steps; 0 leaves unknown labels evenly divided
 * @param tolerance stop when the objective rises by less than this fraction
 * @param restarts how often to restart from another random point; the best result wins
 * @param seed of those points
 * @param prior λ of the Dirichlet prior Σ λ log p over all parameters, added to every expected count; 0 is maximum likelihood
 */
public record EmOptions(int iterations, double tolerance, int restarts, long seed, double prior) {

    public static final EmOptions DEFAULTS = new EmOptions(50, 1e-5, 0, 1, 0.01);

    public EmOptions {
        if (iterations < 0 || restarts < 0) {
            throw new IllegalArgumentException(
                    iterations + " iterations, " + restarts + " restarts; expected numbers from 0");
        }
        if (!(tolerance >= 0) || !(prior >= 0) || Double.isInfinite(tolerance) || Double.isInfinite(prior)) {
            throw new IllegalArgumentException(
                    "tolerance " + tolerance + ", prior " + prior + "; expected finite numbers from 0");
        }
    }

    public EmOptions withIterations(int value) {
        return new EmOptions(value, tolerance, restarts, seed, prior);
    }

    public EmOptions withTolerance(double value) {
        return new EmOptions(iterations, value, restarts, seed, prior);
    }

    public EmOptions withRestarts(int value) {
        return new EmOptions(iterations, tolerance, value, seed, prior);
    }

    public EmOptions withSeed(long value) {
        return new EmOptions(iterations, tolerance, restarts, value, prior);
    }

    public EmOptions withPrior(double value) {
        return new EmOptions(iterations, tolerance, restarts, seed, value);
    }
}
