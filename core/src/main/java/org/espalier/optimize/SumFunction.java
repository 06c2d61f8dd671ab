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
     * The first of the parts of a term that exclude each other in groups, such as the states of a position: their part
     * gradients lie between −weight and weight. Those of the others may be sums of such, and depend on these.
     */
    int exclusiveBegin(int term);

    /** The end of the parts that exclude each other in groups. */
    int exclusiveEnd(int term);

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
    default double evaluateTerm(int term, double[] x, int worker, double[] partGradient) {
        return evaluateTerm(term, x, 1, worker, partGradient);
    }

    /**
     * Evaluates one term at a multiple of x, for optimisers that shrink x in O(1).
     *
     * @param x the point is scale · x // [n]
     * @param scale above 0
     * @param worker who asks, from 0; a worker asks for one term at a time
     * @param partGradient overwritten with rₙ // [at least parts(term)]
     * @return φₙ(Aₙ · scale · x)
     */
    double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient);

    /** The scores Aₙx of the parts of the term that a worker evaluated last; valid until it evaluates another. */
    double[] scores(int worker);

    /**
     * Which coordinates a term looks at, as ranges: begin and end of the first, begin and end of the second, and so on.
     * Ranges of the same term or of different ones are either equal or disjoint; a range may come several times.
     */
    int[] ranges(int term);

    /**
     * Adds Aₙᵀ·parts to one share of the target's elements; shares are disjoint and together they are all of it.
     *
     * @param parts one number per part of the term // [at least parts(term)]
     * @param target // [n]
     * @param share which share, from 0
     * @param shares how many there are, a power of two
     */
    void addTerm(int term, double[] parts, double[] target, int share, int shares);

    /** About ‖Aₙᵀ·parts‖²: rather more than less where no attribute comes twice in a term, and far less where many do. */
    double squaredNorm(int term, double[] parts);

    /**
     * Bounds for random terms of which several move at the same time. With βⱼ = 1 + (together − 1)·(ωⱼ − 1)/(N − 1), where ωⱼ
     * of the N terms look at xⱼ, E‖Σ Aₙᵀdₙ‖² ≤ E Σₙ Σⱼ βⱼ·(Aₙᵀdₙ)ⱼ² (Takáč et al. 2013; Qu, Richtárik &amp; Zhang 2015). Walks
     * through all terms.
     *
     * @param together how many move at the same time
     */
    NormBound normBound(int together);

    /** Tells that no term will be asked for any more, so that what only they need can be let go; the sum is still evaluated. */
    default void leaveTerms() {}

    /** About how much work it is to evaluate a term: a unit is some nanoseconds. */
    int work(int term);

    /** Whether a term is in memory; those that are not have no parts and the weight 0. */
    default boolean isPresent(int term) {
        return true;
    }
}
