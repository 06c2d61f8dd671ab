package org.espalier.continuous;

/**
 * The Cholesky factor of a symmetric positive definite matrix that has entries on its diagonal and at given pairs only: Q = L Lᵀ.
 *
 * <p>The places are known when it is made, the numbers come with {@link #factor}. One thread at a time.
 */
interface Cholesky {
    /** So narrow a band is always as good as an order that saves fill: chains with a few lags. */
    int NARROW = 8;

    /** A sparse factor spends so many times as long on a multiplication as a banded one, which walks through memory in order. */
    int SPARSE_COST = 6;

    /**
     * The cheaper of the two for these pairs.
     *
     * @param from smaller ends // [edges]
     * @param to larger ends // [edges]
     */
    static Cholesky of(int size, int[] from, int[] to) {
        int band = 0;
        for (int e = 0; e < from.length; e++) {
            band = Math.max(band, to[e] - from[e]);
        }
        if (band <= NARROW) {
            return new BandedCholesky(size, band, from, to);
        }
        Elimination elimination = Elimination.minimumDegree(size, from, to);
        return (double) size * band * band <= SPARSE_COST * elimination.multiplications()
                ? new BandedCholesky(size, band, from, to)
                : new SparseCholesky(elimination, from, to);
    }

    /**
     * Factors the matrix with this diagonal and these entries at the pairs; those of a pair that occurs more than once are added.
     *
     * @return whether it is positive definite; if not, nothing else may be asked
     */
    boolean factor(double[] diagonal, double[] pairs);

    /** log det Q. */
    double logDeterminant();

    /** Replaces b by Q⁻¹ b. */
    void solve(double[] b);

    /**
     * The entries of Q⁻¹ on the diagonal and at the pairs, by Takahashi's recurrence (1973), without the rest of Q⁻¹.
     *
     * @param diagonal overwritten // [size]
     * @param pairs overwritten // [edges]
     */
    void inverse(double[] diagonal, double[] pairs);
}
