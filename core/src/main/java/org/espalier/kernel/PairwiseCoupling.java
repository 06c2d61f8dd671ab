package org.espalier.kernel;

import java.util.Arrays;

/**
 * Probabilities of labels from those of pairs, r_ij ≈ p_i / (p_i + p_j): minimises Σ_i Σ_{j≠i} (r_ji p_i − r_ij p_j)² with
 * Σ p = 1 (Wu, Lin &amp; Weng 2004, their second method). O(Y²) per round, some rounds.
 */
final class PairwiseCoupling {
    private static final double TOLERANCE = 1e-10;
    private static final int MAX_ROUNDS = 10_000;

    private PairwiseCoupling() {}

    /**
     * The probabilities.
     *
     * @param pairs r, p(i | i or j) for i ≠ j // [Y][Y]
     */
    static double[] couple(double[][] pairs) {
        int classes = pairs.length;
        double[][] q = new double[classes][classes];
        for (int i = 0; i < classes; i++) {
            for (int j = 0; j < classes; j++) {
                if (j != i) {
                    q[i][i] += pairs[j][i] * pairs[j][i];
                    q[i][j] = -pairs[j][i] * pairs[i][j];
                }
            }
        }
        double[] p = new double[classes];
        Arrays.fill(p, 1.0 / classes);
        for (int round = 0; round < MAX_ROUNDS && error(q, p) > TOLERANCE; round++) {
            for (int i = 0; i < classes; i++) {
                p[i] += (quadratic(q, p) - dot(q[i], p)) / q[i][i];
                double sum = Arrays.stream(p).sum();
                Arrays.setAll(p, k -> p[k] / sum);
            }
        }
        return p;
    }

    /** At the minimum Qp is the same for all labels: pᵀQp. */
    private static double error(double[][] q, double[] p) {
        double quadratic = quadratic(q, p);
        double error = 0;
        for (double[] row : q) {
            error = Math.max(error, Math.abs(dot(row, p) - quadratic));
        }
        return error;
    }

    private static double quadratic(double[][] q, double[] p) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            sum += p[i] * dot(q[i], p);
        }
        return sum;
    }

    private static double dot(double[] row, double[] p) {
        double sum = 0;
        for (int j = 0; j < p.length; j++) {
            sum += row[j] * p[j];
        }
        return sum;
    }
}
