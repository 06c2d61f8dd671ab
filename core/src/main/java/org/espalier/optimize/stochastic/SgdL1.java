package org.espalier.optimize.stochastic;

import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;

/**
 * Stochastic gradient descent for Σₙ φₙ(Aₙx) + λ₁‖x‖₁ with the cumulative penalty of Tsuruoka et al. (2009); Wapiti's
 * sgd-l1.
 *
 * <p>The rate falls exponentially, η₀·α^(t/N) with α the decay (0: 0.85), so that the run ends near the minimum rather than at it.
 * Uses rate (η₀, 0: calibrated), decay, batch, tolerance and period. Memory 28n bytes.
 *
 * @param options rate, decay, batch, limits
 * @param workers who evaluates the terms of a batch
 */
public record SgdL1(StochasticOptions options, Workers workers) implements StochasticOptimizer {

    /** Checks the decay. */
    public SgdL1 {
        if (options.decay() > 1) {
            throw new IllegalArgumentException("decay = " + options.decay()
                    + "; SGD-L1 multiplies its rate by it in every epoch, so it must not be above 1");
        }
    }

    /** In the caller's thread. */
    public SgdL1(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        if (penalty.l2() > 0) {
            throw new IllegalArgumentException("SGD-L1 works with an L1 penalty only, found l2 = " + penalty.l2()
                    + "; use l2 = 0, or AdaGrad or OWL-QN for both");
        }
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        return new SgdL1Run(problem, known, start);
    }
}
