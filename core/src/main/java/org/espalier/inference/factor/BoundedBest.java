package org.espalier.inference.factor;

import org.espalier.inference.ScoredOutput;
import org.espalier.structure.factor.Assignment;

/**
 * The best assignment that was found, and a score that none exceeds.
 *
 * @param best the assignment
 * @param bound no assignment scores more, up to rounding
 * @param convergence how the method ended; the change is that of the bound
 */
public record BoundedBest(ScoredOutput<Assignment> best, double bound, Convergence convergence) {
    private static final double ROUNDING = 1e-9;

    /** By how much the best assignment may score more than the one that was found, at least 0. */
    public double gap() {
        return bound <= best.score() ? 0 : bound - best.score();
    }

    /** Whether the bound is met, up to 10⁻⁹ of it: then no assignment is better. */
    public boolean isOptimal() {
        return bound < Double.POSITIVE_INFINITY && gap() <= ROUNDING * Math.max(1, Math.abs(bound));
    }
}
