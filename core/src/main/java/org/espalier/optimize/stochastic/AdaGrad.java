package org.espalier.optimize.stochastic;

import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;

/**
 * AdaGrad (Duchi et al. 2011) for Σₙ φₙ(Aₙx) + λ₁‖x‖₁ + ½λ₂‖x‖²: every coordinate has its own rate η/√(Σ g²), so that rare
 * features learn as fast as frequent ones.
 *
 * <p>The penalty is handled by proximal steps, taken when a coordinate is looked at next; L1 gives exact zeros. Uses rate (η,
 * 0: calibrated), batch, tolerance and period. Memory 32n bytes.
 *
 * @param options rate, batch, limits
 * @param workers who evaluates the terms of a batch
 */
public record AdaGrad(StochasticOptions options, Workers workers) implements StochasticOptimizer {

    /** In the caller's thread. */
    public AdaGrad(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        // takes any
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        return new AdaGradRun(problem, known, start);
    }
}
