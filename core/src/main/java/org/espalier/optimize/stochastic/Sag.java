package org.espalier.optimize.stochastic;

import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;

/**
 * The stochastic average gradient (Schmidt, Le Roux &amp; Bach 2013; with non-uniform sampling for conditional random fields
 * Schmidt et al. 2015) for Σₙ φₙ(Aₙx) + ½λ₂‖x‖² with smooth terms.
 *
 * <p>It keeps the last gradient of every term, in part space, and goes along their mean, so that its steps need not shrink:
 * it converges linearly to the minimum, as batch methods do, at the cost of stochastic ones. It finds its step size by itself. The
 * run ends when the gradient proves a convex objective to be within tolerance of the minimum, relatively. Memory 4 bytes per part of
 * the terms and 36n bytes.
 *
 * @param options tolerance, period, epochs, seed
 * @param workers who evaluates the whole function at the end
 */
public record Sag(StochasticOptions options, Workers workers) implements StochasticOptimizer {

    /** In the caller's thread. */
    public Sag(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        StochasticOptimizer.requireSmooth("SAG", penalty);
    }

    @Override
    public boolean hasRate() {
        return false;
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        return new SagRun(problem, known.withBatch(1).withPeriod(Integer.MAX_VALUE), start);
    }
}
