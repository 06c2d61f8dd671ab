package org.espalier.scoring;

/**
 * Probabilities of labels from those of pairs, r<sub>ij</sub> ≈ p<sub>i</sub> / (p<sub>i</sub> + p<sub>j</sub>) (Wu, Lin &amp; Weng 2004,
 * their second method). O(S²) a step, some steps.
 */
public final class PairwiseCoupling {
    private static final int MOST_SWEEPS = 1000;
    private static final double TOLERANCE = 1e-13;

    private PairwiseCoupling() {}

    /**
     * The probabilities.
     *
     * @param pairs r, p(i | i or j) for i ≠ j // [S][S]
     */
    public static double[] couple(double[][] pairs) {
        int states = pairs.length;
        double[] r = new double[states * states];
        for (int i = 0; i < states; i++) {
            System.arraycopy(pairs[i], 0, r, i * states, states);
        }
        double[] p = new double[states];
        couple(states, r, new double[r.length], new double[states], p);
        return p;
    }

    /**
     * Minimises ½ pᵀQp with Σ p = 1, where Q<sub>ii</sub> = Σ<sub>j≠i</sub> r<sub>ji</sub>² and Q<sub>ij</sub> = −r<sub>ji</sub>
     * r<sub>ij</sub>: each step sets p<sub>i</sub> so that its equation holds, and divides by the sum.
     *
     * @param r r<sub>ij</sub>, the diagonal not looked at // [S][S]
     * @param q room // [S][S]
     * @param qp room // [S]
     * @param p the result // [S]
     */
    static void couple(int states, double[] r, double[] q, double[] qp, double[] p) {
        for (int i = 0; i < states; i++) {
            double diagonal = 0;
            for (int j = 0; j < states; j++) {
                if (j != i) {
                    diagonal += r[j * states + i] * r[j * states + i];
                    q[i * states + j] = -r[j * states + i] * r[i * states + j];
                }
            }
            q[i * states + i] = diagonal;
            p[i] = 1.0 / states;
        }
        for (int sweep = 0; sweep < MOST_SWEEPS && states > 1; sweep++) {
            double pqp = 0;
            for (int i = 0; i < states; i++) {
                qp[i] = 0;
                for (int j = 0; j < states; j++) {
                    qp[i] += q[i * states + j] * p[j];
                }
                pqp += p[i] * qp[i];
            }
            double error = 0;
            for (int i = 0; i < states; i++) {
                error = Math.max(error, Math.abs(qp[i] - pqp));
            }
            if (error < TOLERANCE) {
                return;
            }
            for (int i = 0; i < states; i++) {
                double step = (pqp - qp[i]) / q[i * states + i];
                p[i] += step;
                pqp = (pqp + step * (step * q[i * states + i] + 2 * qp[i])) / ((1 + step) * (1 + step));
                for (int j = 0; j < states; j++) {
                    qp[j] = (qp[j] + step * q[i * states + j]) / (1 + step);
                    p[j] /= 1 + step;
                }
            }
        }
    }
}
