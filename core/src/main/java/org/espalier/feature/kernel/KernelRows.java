package org.espalier.feature.kernel;

/** A kernel against a fixed list of points x₀ … x_{n−1}. Immutable and safe to share; scratch space is one thread's own. */
public interface KernelRows {

    /** The number n of points. */
    int size();

    /**
     * Computes into[k] = K(x_k, x) for begin ≤ k &lt; end. A value does not depend on where the block begins or ends.
     *
     * @param into // [n]
     * @throws org.espalier.data.DataFormatException when x lacks what the kernel reads
     */
    void row(Point x, int begin, int end, double[] into, KernelScratch scratch);

    /** K(x, x). */
    double self(Point x, KernelScratch scratch);
}
