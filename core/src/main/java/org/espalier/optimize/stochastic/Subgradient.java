package org.espalier.optimize.stochastic;

import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;

/**
 * The stochastic subgradient method for Σₙ φₙ(Aₙx) + ½λ₂‖x‖² with terms that have kinks, such as the hinge loss (Pegasos,
 * Shalev-Shwartz et al. 2007; Ratliff et al. 2007).
 *
 * <pre>
 *   x ← (1 − ηₜλ)x − ηₜgₙ      ηₜ = 1/(λ(t₀ + t))      λ = λ₂/N      result: Σₜ t·xₜ / Σₜ t
 * </pre>
 *
 * The steps are those of {@link Sgd}; the weighted mean converges as O(1/t) where the last point need not
 * (Lacoste-Julien et al. 2012). t₀ is calibrated, or 1/(λ·rate).
 *
 * @param options rate, batch, limits; averaging is always on
 * @param workers who evaluates the terms of a batch
 */
public record Subgradient(StochasticOptions options, Workers workers) implements StochasticOptimizer {

    /** In the caller's thread. */
    public Subgradient(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        StochasticOptimizer.requireSmooth("the subgradient method", penalty);
        if (penalty.l2() == 0) {
            throw new IllegalArgumentException(
                    "the subgradient method needs l2 above 0, which decides how fast its steps shrink; found l2 = 0");
        }
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        return new SgdRun(problem, known, start, SgdRun.Mean.LINEAR, 1);
    }
}
