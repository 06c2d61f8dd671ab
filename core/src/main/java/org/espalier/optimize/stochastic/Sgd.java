package org.espalier.optimize.stochastic;

import org.espalier.optimize.Penalty;
import org.espalier.optimize.VisitingOrder;
import org.espalier.parallel.Workers;

/**
 * Stochastic gradient descent for Σₙ φₙ(Aₙx) + ½λ₂‖x‖² (Bottou; CRFsuite's l2sgd).
 *
 * <pre>
 *   x ← (1 − ηₜλ)x      x ← x − ηₜ∇φₙ(x)      ηₜ = 1/(λ(t₀ + t)) = η₀/(1 + λη₀t)      λ = λ₂/N
 * </pre>
 *
 * With {@link StochasticOptions#averaging} the result is the mean of the points from the second epoch on (Polyak &amp; Juditsky
 * 1992), and ηₜ = η₀/(1 + λη₀t)^¾ (Xu 2011). Uses rate (η₀, 0: calibrated), keepBest, decay (instead of λη₀, per epoch), batch,
 * tolerance and period. An epoch costs about as much as an evaluation. Memory 8n bytes, 24n with averaging.
 *
 * @param options rate, batch, limits
 * @param workers who evaluates the terms of a batch
 * @param order in which the terms are visited
 */
public record Sgd(StochasticOptions options, Workers workers, VisitingOrder order) implements StochasticOptimizer {

    /** In an order that the seed decides. */
    public Sgd(StochasticOptions options, Workers workers) {
        this(options, workers, VisitingOrder.shuffled(options.seed()));
    }

    /** In the caller's thread. */
    public Sgd(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        StochasticOptimizer.requireSmooth("SGD", penalty);
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        return known.averaging()
                ? new SgdRun(problem, known, start, SgdRun.Mean.UNIFORM, 0.75)
                : new SgdRun(problem, known, start, SgdRun.Mean.NONE, 1);
    }
}
