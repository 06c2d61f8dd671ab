package org.espalier.optimize.dual;

import org.espalier.optimize.Penalty;
import org.espalier.optimize.stochastic.StochasticOptimizer;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.optimize.stochastic.StochasticProblem;
import org.espalier.optimize.stochastic.StochasticRun;
import org.espalier.parallel.Workers;

/**
 * Block-coordinate Frank–Wolfe (Lacoste-Julien et al. 2013) for Σₙ φₙ(Aₙx) + ½λ₂‖x‖² with terms that are maxima of linear
 * functions, such as the hinge loss: the structured support vector machine.
 *
 * <p>It ascends in the dual, one term at a time, with the exact step length, and needs no rate. An epoch is as many visits as there
 * are terms; those that have nothing to gain are passed over for a while, the others visited more often. Every gapPeriod epochs the
 * duality gap F(x) − D is computed, with one evaluation of the whole function; the run ends when it is at most gapTolerance ·
 * F(x). With averaging the result is the mean of the points, the k-th counted k times, which is closer after few epochs. Starts
 * from 0 whatever the start. For a function that is not convex there is no such dual, and this is a heuristic: no gap is computed,
 * and the run ends when the function, evaluated as often, changed by less than tolerance · F(x). Memory 8 bytes per part of the terms.
 *
 * @param options gapTolerance, gapPeriod, averaging, epochs, seed; tolerance
 * @param workers who evaluates the whole function
 */
public record FrankWolfe(StochasticOptions options, Workers workers) implements StochasticOptimizer {

    /** In the caller's thread. */
    public FrankWolfe(StochasticOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public void check(Penalty penalty) {
        StochasticOptimizer.requireSmooth("Frank–Wolfe", penalty);
        if (penalty.l2() == 0) {
            throw new IllegalArgumentException(
                    "Frank–Wolfe needs l2 above 0, without which there is no dual; found l2 = 0");
        }
    }

    @Override
    public boolean hasRate() {
        return false;
    }

    @Override
    public StochasticRun run(StochasticProblem problem, StochasticOptions known, double[] start) {
        // One term at a time: the exact step length is that of a single block. The value met on the way proves nothing.
        return new FrankWolfeRun(problem, known.withBatch(1).withPeriod(Integer.MAX_VALUE), start);
    }
}
