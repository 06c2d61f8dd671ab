package org.espalier.math;

/**
 * The inner loops of networks, in single precision: products of matrices, and the functions of neurons.
 *
 * <p>{@link #scalar()} is always present; {@link #best()} is the fastest that this Java virtual machine can run. All implementations give the
 * same bits: every sum adds its terms in their order, each by one fused multiplication and addition, and no function is the machine's own.
 * So a network has the same weights and the same answers wherever it runs. They check nothing: callers pass offsets that fit.
 */
public abstract class MatrixKernels {

    /** For {@link KernelProvider}s. */
    protected MatrixKernels() {}

    /** The plain Java kernels. */
    public static MatrixKernels scalar() {
        return ScalarMatrixKernels.INSTANCE;
    }

    /** The fastest kernels available, see {@link KernelProvider}. */
    public static MatrixKernels best() {
        return KernelProvider.ChosenMatrices.KERNELS;
    }

    /** The name shown to users, such as {@code scalar}. */
    public abstract String name();

    /**
     * c[i][j] += Σ<sub>p</sub> a[i][p] · b[p][j], in the order of p. A is read by two strides, so that it may be a transposed matrix, or rows
     * that overlap.
     *
     * @param a element (i, p) is at aAt + i · aRow + p · aColumn
     * @param b element (p, j) is at bAt + p · bRow + j
     * @param c element (i, j) is at cAt + i · cRow + j
     * @param m rows of A and C
     * @param k columns of A, rows of B
     * @param n columns of B and C
     */
    public abstract void addProduct(
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow,
            int m,
            int k,
            int n);

    /** x ← 1 / (1 + e<sup>−x</sup>). */
    public abstract void sigmoid(float[] x, int at, int size);

    /** x ← tanh x. */
    public abstract void tanh(float[] x, int at, int size);
}
