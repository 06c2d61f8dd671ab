package org.espalier.entropy;

/**
 * Entropies and divergences of discrete distributions, in nats or bits; 0·log 0 is 0.
 *
 * <pre>
 *   H(p)      = −Σ_y p(y) log p(y)
 *   H(Y | X)  = −Σ_{x,y} p(x, y) log (p(x, y) / p(x))
 *   KL(p‖q)   =  Σ_y p(y) log (p(y) / q(y))
 * </pre>
 */
public final class Entropy {
    private static final double TOLERANCE = 1e-9;

    private Entropy() {}

    /** What an entropy is measured in. */
    public enum Unit {
        /** Natural logarithms. */
        NATS,
        /** Logarithms to base 2. */
        BITS
    }

    /** H(p) in nats. */
    public static double entropy(double[] distribution) {
        return entropy(distribution, Unit.NATS);
    }

    /**
     * H(p).
     *
     * @param distribution probabilities, which add up to 1
     */
    public static double entropy(double[] distribution, Unit unit) {
        require(distribution, "the distribution");
        double sum = 0;
        for (double p : distribution) {
            sum -= timesLog(p, p);
        }
        return in(unit, Math.max(0, sum));
    }

    /** H(Y | X) in nats. */
    public static double conditionalEntropy(double[][] joint) {
        return conditionalEntropy(joint, Unit.NATS);
    }

    /**
     * H(Y | X) of a joint distribution.
     *
     * @param joint p(x, y), which adds up to 1 // [X][Y]
     */
    public static double conditionalEntropy(double[][] joint, Unit unit) {
        double total = 0;
        double sum = 0;
        for (double[] row : joint) {
            double marginal = 0;
            for (double p : row) {
                requireProbability(p, "the joint distribution");
                marginal += p;
            }
            for (double p : row) {
                sum -= p > 0 ? timesLog(p, p / marginal) : 0;
            }
            total += marginal;
        }
        requireOne(total, "the joint distribution");
        return in(unit, Math.max(0, sum));
    }

    /** KL(p‖q) in nats. */
    public static double divergence(double[] p, double[] q) {
        return divergence(p, q, Unit.NATS);
    }

    /** KL(p‖q), the Kullback–Leibler divergence: +∞ when q(y) = 0 where p(y) is not. */
    public static double divergence(double[] p, double[] q, Unit unit) {
        if (p.length != q.length) {
            throw new IllegalArgumentException(
                    p.length + " and " + q.length + " outcomes; expected two distributions over the same outcomes");
        }
        require(p, "the first distribution");
        require(q, "the second distribution");
        double sum = 0;
        for (int y = 0; y < p.length; y++) {
            if (p[y] > 0) {
                sum += q[y] == 0 ? Double.POSITIVE_INFINITY : timesLog(p[y], p[y] / q[y]);
            }
        }
        return in(unit, Math.max(0, sum));
    }

    private static double timesLog(double p, double q) {
        return p > 0 ? p * Math.log(q) : 0;
    }

    private static double in(Unit unit, double nats) {
        return unit == Unit.NATS ? nats : nats / Math.log(2);
    }

    private static void require(double[] distribution, String what) {
        double sum = 0;
        for (double p : distribution) {
            requireProbability(p, what);
            sum += p;
        }
        requireOne(sum, what);
    }

    private static void requireProbability(double p, String what) {
        if (!(p >= 0) || p > 1 + TOLERANCE) {
            throw new IllegalArgumentException(what + " has the probability " + p + "; expected a number from 0 to 1");
        }
    }

    private static void requireOne(double sum, String what) {
        if (!(Math.abs(sum - 1) <= TOLERANCE)) {
            throw new IllegalArgumentException(
                    "the probabilities of " + what + " add up to " + sum + "; expected 1: divide them by their sum");
        }
    }
}
