package org.espalier.continuous;

import java.util.Arrays;
import org.espalier.math.Logarithm;

/**
 * The factor of a band matrix, row by row: O(n w²) for n rows and a band of w entries beside the diagonal, and (w + 1) n numbers twice.
 *
 * <pre>
 *   l_ij = (q_ij − Σ_{k&lt;j} l_ik l_jk) / l_jj            j &lt; i
 *   l_ii = √(q_ii − Σ_{k&lt;i} l_ik²)
 *   Σ_ij = δ_ij / l_ii² − (1 / l_ii) Σ_{k&gt;i} l_ki Σ_kj     j ≥ i, from the last row up
 * </pre>
 */
final class BandedCholesky implements Cholesky {
    private final int size;
    private final int band;
    private final int[] from;
    private final int[] to;
    private final double[] lower; // [size][band + 1]: column j of row i at i·(band + 1) + j − i + band
    private double[] covariance = {}; // the same of the inverse, once it is asked for

    BandedCholesky(int size, int band, int[] from, int[] to) {
        this.size = size;
        this.band = band;
        this.from = from;
        this.to = to;
        if ((long) size * (band + 1) > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(size + " positions whose neighbours are up to " + band
                    + " apart are too many for a band; use smaller lags, or shorter sequences");
        }
        this.lower = new double[size * (band + 1)];
    }

    /** For a matrix without zeros, to be filled by {@link #factor(double[])}. */
    static BandedCholesky full(int size) {
        return new BandedCholesky(size, Math.max(0, size - 1), new int[0], new int[0]);
    }

    /**
     * Factors a matrix without zeros.
     *
     * @param triangle its lower triangle, row by row // [size (size + 1) / 2]
     */
    boolean factor(double[] triangle) {
        for (int i = 0; i < size; i++) {
            System.arraycopy(triangle, i * (i + 1) / 2, lower, at(i, 0), i + 1);
        }
        return factor();
    }

    /** Where an entry of the lower triangle stands. */
    private int at(int row, int column) {
        return row * (band + 1) + column - row + band;
    }

    @Override
    public boolean factor(double[] diagonal, double[] pairs) {
        Arrays.fill(lower, 0);
        for (int i = 0; i < size; i++) {
            lower[at(i, i)] = diagonal[i];
        }
        for (int e = 0; e < from.length; e++) {
            lower[at(to[e], from[e])] += pairs[e];
        }
        return factor();
    }

    private boolean factor() {
        for (int i = 0; i < size; i++) {
            int first = Math.max(0, i - band);
            int row = at(i, 0);
            for (int j = first; j < i; j++) {
                int other = at(j, 0);
                double sum = lower[row + j];
                for (int k = Math.max(first, j - band); k < j; k++) {
                    sum -= lower[row + k] * lower[other + k];
                }
                lower[row + j] = sum / lower[other + j];
            }
            double pivot = lower[row + i];
            for (int k = first; k < i; k++) {
                pivot -= lower[row + k] * lower[row + k];
            }
            if (!(pivot > 0) || Double.isInfinite(pivot)) {
                return false;
            }
            lower[row + i] = Math.sqrt(pivot);
        }
        return true;
    }

    @Override
    public double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += Logarithm.of(lower[at(i, i)]);
        }
        return 2 * sum;
    }

    @Override
    public void solve(double[] b) {
        for (int i = 0; i < size; i++) {
            int row = at(i, 0);
            double sum = b[i];
            for (int k = Math.max(0, i - band); k < i; k++) {
                sum -= lower[row + k] * b[k];
            }
            b[i] = sum / lower[row + i];
        }
        for (int i = size - 1; i >= 0; i--) {
            int row = at(i, 0);
            double value = b[i] / lower[row + i];
            b[i] = value;
            for (int k = Math.max(0, i - band); k < i; k++) {
                b[k] -= lower[row + k] * value;
            }
        }
    }

    @Override
    public void inverse(double[] diagonal, double[] pairs) {
        if (covariance.length < lower.length) {
            covariance = new double[lower.length];
        }
        for (int i = size - 1; i >= 0; i--) {
            double pivot = lower[at(i, i)];
            int last = Math.min(size - 1, i + band);
            for (int j = last; j > i; j--) {
                double sum = 0;
                for (int k = i + 1; k <= last; k++) {
                    sum += lower[at(k, i)] * covariance[k < j ? at(j, k) : at(k, j)];
                }
                covariance[at(j, i)] = -sum / pivot;
            }
            double sum = 1 / pivot;
            for (int k = i + 1; k <= last; k++) {
                sum -= lower[at(k, i)] * covariance[at(k, i)];
            }
            covariance[at(i, i)] = sum / pivot;
            diagonal[i] = covariance[at(i, i)];
        }
        for (int e = 0; e < from.length; e++) {
            pairs[e] = covariance[at(to[e], from[e])];
        }
    }
}
