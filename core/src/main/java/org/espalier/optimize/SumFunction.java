package org.espalier.optimize;

/**
 * A sum of terms that each see x through few linear combinations: f(x) = Σₙ φₙ(Aₙx), with convex φₙ.
 *
 * <p>Aₙx are the <em>scores</em> of the term's parts and rₙ = ∇φₙ(Aₙx) is its part gradient, so ∇f = Σₙ Aₙᵀrₙ. For a
 * log-likelihood rₙ is weight · (probability of the part − whether the gold standard has it). Terms may be
 * evaluated by several workers at once.
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
     * @param worker who asks, from 0; a worker asks for one term at a time
     * @param partGradient overwritten with rₙ // [at least parts(term)]
     * @return φₙ(Aₙx)
     */
    double evaluateTerm(int term, double[] x, int worker, double[] partGradient);

    /**
     * Adds factor · Aₙᵀ·parts to the target; one thread at a time.
     *
     * @param parts one number per part of the term // [at least parts(term)]
     * @param target // [n]
     */
    void addTerm(int term, double factor, double[] parts, double[] target);

    /** About ‖Aₙᵀ·parts‖², rather more than less. */
    double squaredNorm(int term, double[] parts);
}
