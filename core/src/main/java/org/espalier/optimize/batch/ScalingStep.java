package org.espalier.optimize.batch;

/**
 * The step of one weight in iterative scaling: the δ with Σ_b E_b·exp(δ·T_b) + λ₂·(x + δ) = observed (Chen &amp; Rosenfeld 1999).
 *
 * <p>The left side is convex and rises, so Newton's method comes down to the solution from any point right of it, and such a
 * point is known.
 */
final class ScalingStep {
    private static final int MOST_ITERATIONS = 100;
    /** A weight that nothing holds back, because its feature was never observed, falls by this much per total. */
    private static final double LARGEST_FALL = 10;

    private ScalingStep() {}

    /**
     * Solves for δ.
     *
     * @param expected E by total, not negative // [B][n]
     * @param k the weight's number
     * @param totals T, positive // [B]
     */
    static double solve(double[][] expected, int k, double[] totals, double observed, double l2, double x) {
        double wanted = observed - l2 * x;
        double all = 0;
        for (double[] row : expected) {
            all += row[k];
        }
        double delta = all < wanted ? upperBound(expected, k, totals, wanted, all, l2) : 0;
        double lowest = -LARGEST_FALL / totals[totals.length - 1];
        for (int n = 0; n < MOST_ITERATIONS; n++) {
            double value = l2 * delta - wanted;
            double slope = l2;
            for (int b = 0; b < totals.length; b++) {
                double term = expected[b][k] * Math.exp(delta * totals[b]);
                value += term;
                slope += totals[b] * term;
            }
            double change = value / slope;
            if (!(change > 0)) {
                break; // at the solution, within rounding; or there is no slope and no solution
            }
            delta -= change;
            if (delta < lowest && l2 == 0 && !(wanted > 0)) {
                return lowest;
            }
        }
        return delta;
    }

    /** Some δ at which the left side is already large enough. */
    private static double upperBound(
            double[][] expected, int k, double[] totals, double wanted, double all, double l2) {
        double bound = l2 > 0 ? (wanted - all) / l2 : Double.POSITIVE_INFINITY;
        for (int b = 0; b < totals.length; b++) {
            if (expected[b][k] > 0) {
                bound = Math.min(bound, Math.log(wanted / expected[b][k]) / totals[b]);
            }
        }
        return bound == Double.POSITIVE_INFINITY ? 0 : bound;
    }
}
