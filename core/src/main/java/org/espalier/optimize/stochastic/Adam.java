package org.espalier.optimize.stochastic;

import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;

/**
 * Adam (Kingma &amp; Ba 2015) over mini-batches, lazily, for Σₙ φₙ(Aₙx) + ½λ₂‖x‖².
 *
 * <p>β₁ = 0.9, β₂ = 0.999; the rate of epoch e is η/(1 + decay·e), so that it comes to rest (decay 0: 1). It is for functions
 * whose gradients vary in scale over time, as those of networks do; for convex ones with sparse features {@link AdaGrad} and
 * {@link Sgd} are closer to the minimum after the same number of epochs. Uses rate (0: calibrated), decay, batch, tolerance and
 * period. Memory 40n bytes.
 *
 * @param options rate, decay, batch, limits
 * @param workers who evaluates the terms of a batch
 */
public record Adam(StochasticOptions options, Workers workers) implements StochasticOptimizer {

    /** In the caller's thread. */
    public Adam(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        StochasticOptimizer.requireSmooth("Adam", penalty);
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        return new AdamRun(problem, known, start);
    }
}
