package org.espalier.optimize.batch;

/**
 * Solves A·x = b for a symmetric positive definite A by A = L·Lᵀ; O(n³/3), in place.
 *
 * <p>A matrix that is not positive definite, or nearly singular, gets a multiple of the identity added: as little as makes it so
 * among 0, 10⁻¹⁰, 10⁻⁹, … times its largest diagonal element.
 */
final class Cholesky {
    /** Smaller pivots, relative to the largest diagonal element, are rounding noise. */
    private static final double LEAST_PIVOT = 1e-13;

    private static final double FIRST_DAMPING = 1e-10;

    private final double[][] factor; // L, in the lower triangle [n][i + 1]
    private final double damping;

    private Cholesky(double[][] factor, double damping) {
        this.factor = factor;
        this.damping = damping;
    }

    /**
     * Decomposes a matrix of finite numbers, of which only the lower triangle is read; it is not changed.
     *
     * @param matrix // [n][at least i + 1]
     */
    static Cholesky of(double[][] matrix) {
        double largest = 0;
        for (int i = 0; i < matrix.length; i++) {
            largest = Math.max(largest, Math.abs(matrix[i][i]));
        }
        double scale = largest > 0 ? largest : 1;
        double[][] factor = new double[matrix.length][];
        double damping = 0;
        while (!decompose(matrix, damping, LEAST_PIVOT * scale, factor)) {
            damping = damping == 0 ? FIRST_DAMPING * scale : 10 * damping;
        }
        return new Cholesky(factor, damping);
    }

    /** What was added to the diagonal. */
    double damping() {
        return damping;
    }

    private static boolean decompose(double[][] matrix, double damping, double least, double[][] factor) {
        for (int i = 0; i < matrix.length; i++) {
            factor[i] = java.util.Arrays.copyOf(matrix[i], i + 1);
            factor[i][i] += damping;
            for (int j = 0; j <= i; j++) {
                double sum = factor[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                if (j < i) {
                    factor[i][j] = sum / factor[j][j];
                } else if (sum > least) {
                    factor[i][i] = Math.sqrt(sum);
                } else {
                    return false;
                }
            }
        }
        return true;
    }

    /** b ← A⁻¹·b. */
    void solve(double[] b) {
        int n = factor.length;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                b[i] -= factor[i][k] * b[k];
            }
            b[i] /= factor[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            b[i] /= factor[i][i];
            for (int k = 0; k < i; k++) {
                b[k] -= factor[i][k] * b[i];
            }
        }
    }
}
