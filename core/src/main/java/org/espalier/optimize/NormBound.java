package org.espalier.optimize;

/** A bound of what the steps of terms that move at the same time do to x, term by term. */
public interface NormBound {

    /**
     * Σⱼ βⱼ·(Aₙᵀ·parts)ⱼ², exactly or more.
     *
     * @param parts one number per part of the term // [at least parts(term)]
     * @param worker who asks, from 0
     */
    double squaredNorm(int term, double[] parts, int worker);
}
