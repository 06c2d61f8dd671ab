package org.espalier.optimize;

/**
 * A sum of terms that each see x through few linear combinations: f(x) = Σₙ φₙ(Aₙx), with convex φₙ.
 *
 * <p>Aₙx are the <em>scores</em> of the term's parts and rₙ = ∇φₙ(Aₙx) is its part gradient, so ∇f = Σₙ Aₙᵀrₙ. For a
 * log-likelihood rₙ is weight · (probability of the part − whether the gold standard has it). One thread at a time.
 */
public interface SumFunction extends Function {

    /** The number of terms. */
    int terms();

    /** The number of parts of a term. */
    int parts(int term);

    /**
     * How many of a term's first parts exclude each other in groups, such as the states of a position: their part
     * gradients lie between −weight and weight. Those of the others may be sums of such, and depend on the first ones.
     */
    int exclusiveParts(int term);

    /** The weight of a term. */
    double weight(int term);

    /**
     * Evaluates one term.
     *
     * @param x the point // [n]
     * @param partGradient overwritten with rₙ // [at least parts(term)]
     * @return φₙ(Aₙx)
     */
    double evaluateTerm(int term, double[] x, double[] partGradient);

    /**
     * Adds factor · Aₙᵀ·parts to the target.
     *
     * @param parts one number per part of the term // [at least parts(term)]
     * @param target // [n]
     */
    void addTerm(int term, double factor, double[] parts, double[] target);

    /** About ‖Aₙᵀ·parts‖², rather more than less. */
    double squaredNorm(int term, double[] parts);
}
