package org.espalier.math;

/**
 * The inner loops of inference over rows of a flat {@code double[]}.
 *
 * <p>A <em>padded</em> row has a multiple of {@value #WIDTH} entries, its stride, and a padded matrix as many rows: what
 * stands behind the last entry is 0, so that no loop needs a tail. Rows that belong to callers are not padded.
 *
 * <p>{@link #scalar()} is always present; {@link #best()} is the fastest that this Java virtual machine can run, chosen
 * once. Implementations agree within rounding, and each gives the same bits for the same input every time. They check
 * nothing: callers pass offsets that fit.
 */
public abstract class Kernels {
    /** What the stride of padded rows is a multiple of. */
    public static final int WIDTH = 4;

    protected Kernels() {}

    /** The plain Java kernels. */
    public static Kernels scalar() {
        return ScalarKernels.INSTANCE;
    }

    /** The fastest kernels available, see {@link KernelProvider}. */
    public static Kernels best() {
        return KernelProvider.Chosen.KERNELS;
    }

    /** The stride of padded rows of so many entries. */
    public static int stride(int size) {
        return (size + WIDTH - 1) & -WIDTH;
    }

    /** The name shown to users, such as {@code scalar}. */
    public abstract String name();

    /** out[k] = exp(in[k] − shift). */
    public abstract void exp(double[] in, int inOffset, double shift, double[] out, int outOffset, int size);

    /**
     * Exponentials of several rows, each relative to its largest entry: out[r][k] = exp(in[r][k] − largest[r]). A row in
     * which everything is −∞ gives zeros.
     *
     * @param in unpadded // [rows][size]
     * @param out padded // [rows][stride(size)]
     * @param largest the largest entry of each row // [rows]
     * @param smallest the smallest entry of each row, −∞ included // [rows]
     */
    public abstract void expRows(
            double[] in,
            int inOffset,
            int rows,
            int size,
            double[] out,
            int outOffset,
            double[] largest,
            double[] smallest);

    /** Padded row times padded matrix: out[j] = Σ<sub>i</sub> a[i] · m[i][j]. */
    public abstract void rowTimesMatrix(
            double[] a, int aOffset, double[] m, int mOffset, int stride, double[] out, int outOffset);

    /**
     * A row times small matrices: out[j] = Σ<sub>i</sub> a[i] · m[i][j] over the rows i of the matrices that lead to j. What none leads to is left alone.
     *
     * @param m the numbers of the matrices
     */
    public abstract void rowTimesBlocks(
            Blocks blocks, double[] a, int aOffset, double[] m, int mOffset, double[] out, int outOffset);

    /**
     * Small matrices times a row, and outer products: out[i] += Σ<sub>j</sub> m[i][j] · b[j], and sum[i][j] += a[i] · b[j] for every number of a matrix.
     *
     * @param m the numbers of the matrices
     * @param sum in the same order
     * @param scratch as long as m
     */
    public abstract void blocksTimesRow(
            Blocks blocks,
            double[] m,
            int mOffset,
            double[] b,
            int bOffset,
            double[] out,
            int outOffset,
            double[] a,
            int aOffset,
            double[] sum,
            int sumOffset,
            double[] scratch);

    /** Adds listed rows of a matrix: out[j] += Σ<sub>begin ≤ k &lt; end</sub> m[rows[k]][j] for j &lt; size, unpadded or padded. */
    public abstract void addRows(
            double[] m, int mOffset, int stride, int[] rows, int begin, int end, double[] out, int outOffset, int size);

    /**
     * The sum of the outer products of padded rows: sum[i][j] += Σ<sub>r</sub> a[r][i] · b[r][j].
     *
     * @param a // [rows][stride]
     * @param b // [rows][stride]
     * @param sum // [stride][stride]
     */
    public abstract void addOuterProducts(
            double[] a, int aOffset, double[] b, int bOffset, int rows, int stride, double[] sum, int sumOffset);

    /** Padded rows: out[k] = a[k] · b[k]; returns Σ out[k]. */
    public abstract double multiply(
            double[] a, int aOffset, double[] b, int bOffset, double[] out, int outOffset, int stride);

    /** Padded rows: out[k] = a[k] · b[k] · factor. */
    public abstract void multiply(
            double[] a, int aOffset, double[] b, int bOffset, double factor, double[] out, int outOffset, int stride);

    /** into[k] += weight · (a[k] · b[k]). */
    public abstract void addProducts(
            double weight, double[] a, int aOffset, double[] b, int bOffset, double[] into, int intoOffset, int size);

    /** Padded rows: a[k] *= b[k] · factor, and sum[k] += a[k] · c[k]. */
    public abstract void multiplyAndAdd(
            double[] a,
            int aOffset,
            double[] b,
            int bOffset,
            double factor,
            double[] c,
            int cOffset,
            double[] sum,
            int sumOffset,
            int stride);

    /** Padded rows: a[k] *= b[k] · factor, and out[k] = a[k] · c[k] · d[k]. */
    public abstract void multiplyAndWrite(
            double[] a,
            int aOffset,
            double[] b,
            int bOffset,
            double factor,
            double[] c,
            int cOffset,
            double[] d,
            int dOffset,
            double[] out,
            int outOffset,
            int stride);

    /** Padded rows: running[k] += a[k], sum[k] += a[k], and total[k] += running[k]. */
    public abstract void addRunning(
            double[] a,
            int aOffset,
            double[] running,
            int runningOffset,
            double[] sum,
            int sumOffset,
            double[] total,
            int totalOffset,
            int stride);

    /** A padded row: a[k] *= factor. */
    public abstract void scale(double[] a, int aOffset, double factor, int stride);

    /** The largest of each column of an unpadded matrix: best[j] = x[j] + max<sub>i</sub> (a[i] + m[i][j]). */
    public abstract void maxPlus(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            double[] x,
            int xOffset,
            double[] best,
            int bestOffset);

    /** Unpadded rows: a[k] += x[k], and best[k] = max(best[k], a[k] + b[k]). */
    public abstract void addAndMax(
            double[] a,
            int aOffset,
            double[] x,
            int xOffset,
            double[] b,
            int bOffset,
            double[] best,
            int bestOffset,
            int size);
}
