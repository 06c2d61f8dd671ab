package org.espalier.math;

/**
 * The inner loops of inference over rows of a flat {@code double[]}; all rows are dense and unpadded.
 *
 * <p>{@link #scalar()} is always present; {@link #best()} is the fastest that this Java virtual machine can run, chosen
 * once. Implementations agree within rounding, and each gives the same bits for the same input every time. They check
 * nothing: callers pass offsets that fit.
 */
public abstract class Kernels {

    protected Kernels() {}

    /** The plain Java kernels. */
    public static Kernels scalar() {
        return ScalarKernels.INSTANCE;
    }

    /** The fastest kernels available, see {@link KernelProvider}. */
    public static Kernels best() {
        return KernelProvider.Chosen.KERNELS;
    }

    /** The name shown to users, such as {@code scalar}. */
    public abstract String name();

    /** Row times matrix: out[j] = Σ<sub>i</sub> a[i] · m[i][j]. */
    public abstract void rowTimesMatrix(
            double[] a, int aOffset, double[] m, int mOffset, int size, double[] out, int outOffset);

    /** Adds listed rows of a matrix: out[j] += Σ<sub>begin ≤ k &lt; end</sub> m[rows[k]][j] for j &lt; size. */
    public abstract void addRows(
            double[] m, int mOffset, int stride, int[] rows, int begin, int end, double[] out, int outOffset, int size);

    /** Outer product: sum[i][j] += a[i] · b[j]. */
    public abstract void addOuterProduct(
            double[] a, int aOffset, double[] b, int bOffset, int size, double[] sum, int sumOffset);

    /** out[k] = exp(in[k] − shift). */
    public abstract void exp(double[] in, int inOffset, double shift, double[] out, int outOffset, int size);

    /** The larger of each column: best[j] = max<sub>i</sub> a[i] + m[i][j], from[j] the first i that attains it. */
    public abstract void maxPlus(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            double[] best,
            int bestOffset,
            int[] from,
            int fromOffset);

    /** out[k] = a[k] · b[k]; returns Σ out[k]. */
    public abstract double multiply(
            double[] a, int aOffset, double[] b, int bOffset, double[] out, int outOffset, int size);

    /** a[k] *= factor. */
    public abstract void scale(double[] a, int aOffset, double factor, int size);
}
