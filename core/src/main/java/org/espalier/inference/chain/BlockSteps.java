package org.espalier.inference.chain;

import org.espalier.math.Blocks;

/**
 * The loops of {@link ScaledBlockRows} that look up the labels of states; and those over single steps. Blocks of several steps are left to kernels.
 *
 * <pre>
 *   forward    α_t(j) = ψ_t(label of j) Σ_i α_{t−1}(i) E(i, j)
 *   backward   b(j) = ψ_t(label of j) β_t(j),   p(label) += α_t(j) β_t(j)
 * </pre>
 */
final class BlockSteps {
    private BlockSteps() {}

    /** Single steps: out[column] = Σ a[row] · m. */
    static void rowTimesSingles(
            Blocks singles, double[] a, int aOffset, double[] m, int mOffset, double[] out, int outOffset) {
        int[] rows = singles.rows();
        int[] columns = singles.columns();
        int firsts = singles.firsts();
        for (int n = 0; n < firsts; n++) {
            out[outOffset + columns[n]] = a[aOffset + rows[n]] * m[mOffset + n];
        }
        for (int n = firsts; n < rows.length; n++) {
            out[outOffset + columns[n]] += a[aOffset + rows[n]] * m[mOffset + n];
        }
    }

    /** Multiplies a row with ψ and returns its sum; four sums, so that additions need not wait for each other. */
    static double timesPsi(int[] labels, double[] psi, int psiOffset, double[] alpha, int at) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int n = 0; n < labels.length; n += 4) { // rows are padded
            double a0 = alpha[at + n] * psi[psiOffset + labels[n]];
            double a1 = alpha[at + n + 1] * psi[psiOffset + labels[n + 1]];
            double a2 = alpha[at + n + 2] * psi[psiOffset + labels[n + 2]];
            double a3 = alpha[at + n + 3] * psi[psiOffset + labels[n + 3]];
            alpha[at + n] = a0;
            alpha[at + n + 1] = a1;
            alpha[at + n + 2] = a2;
            alpha[at + n + 3] = a3;
            s0 += a0;
            s1 += a1;
            s2 += a2;
            s3 += a3;
        }
        return (s0 + s1) + (s2 + s3);
    }

    /**
     * Where forward and backward rows meet: β becomes b, and the probabilities of labels are added up. What no path from the left reaches gets b = 0: its β could
     * overflow and poison the rest.
     */
    static void meet(
            int[] labels, double[] psi, int psiOffset, double[] alpha, int at, double[] beta, double[] labelSums) {
        for (int n = 0; n < labels.length; n++) {
            double a = alpha[at + n];
            double b = beta[n];
            int label = labels[n];
            labelSums[label] += a * b;
            beta[n] = a == 0 ? 0 : b * psi[psiOffset + label];
        }
    }

    /** Single steps back, each of a row of its own: out[row] = m · b[column], and sum += a[row] · b[column]. */
    static void singlesTimesRow(
            Blocks singles,
            double[] m,
            int mOffset,
            double[] b,
            double[] out,
            double[] a,
            int aOffset,
            double[] sum,
            int sumOffset) {
        int[] rows = singles.rows();
        int[] columns = singles.columns();
        for (int n = 0; n < rows.length; n++) {
            int row = rows[n];
            double bn = b[columns[n]];
            out[row] = m[mOffset + n] * bn;
            sum[sumOffset + n] += a[aOffset + row] * bn;
        }
    }
}
