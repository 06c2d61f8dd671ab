package org.espalier.optimize.dual;

import java.util.function.Supplier;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Perturbation;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.batch.BatchRun;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.Problem;
import org.espalier.parallel.Workers;

/**
 * Stochastic dual coordinate ascent, and from where it ends L-BFGS or OWL-QN, preconditioned with the Hessian's diagonal.
 *
 * <p>Far from the optimum one epoch of dual ascent is worth many evaluations of the whole function; near it quasi-Newton
 * steps are parallel, and show by the gradient how near. The first phase is for functions that are sums ({@link
 * SumFunction}) with a penalty, from 0; otherwise the second phase does all. With λ₁ &gt; 0 the first phase is short and
 * minimises f(x) + ½(λ₁ + λ₂)‖x‖² instead, which is a start, no more. Without a diagonal ({@link
 * Function#hasDiagonal}) the second phase is plain {@link org.espalier.optimize.batch.Lbfgs} or {@link org.espalier.optimize.batch.Owlqn}.
 *
 * <p>Should the first phase end above the value at 0, the second starts from 0.
 *
 * <p>An epoch counts as an iteration and as an evaluation.
 *
 * @param options of the quasi-Newton steps; the limit of iterations is one of epochs and steps together
 * @param dual of the dual ascent
 * @param workers who runs the loops over vectors
 */
public record Hybrid(LbfgsOptions options, DualOptions dual, Workers workers) implements Optimizer {
    private static final int MOST_L1_EPOCHS = 5;

    /** A value that is so much lower than an estimate of the one at 0 is lower, however bad the estimate is. */
    private static final double CLEARLY_LOWER = 0.25;

    private static final double[] NOTHING = {};

    /** In the caller's thread. */
    public Hybrid(LbfgsOptions options, DualOptions dual) {
        this(options, dual, new Workers(1));
    }

    @Override
    public Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
        if (function instanceof SumFunction sum && isDual(penalty, start)) {
            start = NOTHING; // not needed any more, and with millions of weights it is missed elsewhere
            return ascend(sum, penalty, 0, monitor);
        }
        return descend(function, penalty, start.clone(), 0, monitor).run();
    }

    @Override
    public Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
        OptimizerState taken = state.get();
        if (taken.phase() == Phase.DUAL_ASCENT && function instanceof SumFunction sum) {
            return ascend(sum, penalty, taken.iteration(), monitor);
        }
        Problem problem = Problem.preconditioned(function, penalty, monitor, workers);
        return BatchRun.quasiNewton(problem, options, taken).run();
    }

    private boolean isDual(Penalty penalty, double[] start) {
        return dual.epochs() > 0 && penalty.l1() + penalty.l2() > 0 && Vectors.nonZeros(start) == 0;
    }

    /** Both phases; the epochs that an interrupted run had done are done again, unseen. */
    private Result ascend(SumFunction function, Penalty penalty, int unseen, Monitor monitor) {
        Ascent ascent = epochs(function, penalty, unseen, monitor);
        function.leaveTerms();
        leaveSaddle(function, ascent.x);
        BatchRun steps = descend(function, penalty, ascent.x, ascent.epochs, monitor);
        if (!(steps.value() < CLEARLY_LOWER * ascent.lossAtZero)) {
            steps = lower(steps, function, penalty, monitor);
        }
        return ascent.stopped ? steps.result(StopReason.STOPPED) : steps.run();
    }

    /** The run from where the first phase ended, or from 0 if that is lower: the phase must not do harm. */
    private BatchRun lower(BatchRun steps, SumFunction function, Penalty penalty, Monitor monitor) {
        double[] zero = new double[function.dimension()];
        double value = function.evaluate(zero, new double[zero.length]);
        if (!(value < steps.value())) {
            steps.count(1);
            return steps;
        }
        leaveSaddle(function, zero);
        BatchRun chosen = descend(function, penalty, zero, steps.iteration(), monitor);
        chosen.count(2);
        return chosen;
    }

    /** An objective that is not convex may have a saddle there, which no gradient leads away from. */
    private void leaveSaddle(SumFunction function, double[] x) {
        if (!function.isConvex()) {
            new Perturbation(Perturbation.SMALL, dual.seed()).move(x);
        }
    }

    /** What is left of the first phase: its dual variables are let go before the second needs the memory. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Ascent(double[] x, int epochs, double lossAtZero, boolean stopped) {}

    private Ascent epochs(SumFunction function, Penalty penalty, int unseen, Monitor monitor) {
        DualOptions epochs = penalty.l1() > 0 ? dual.withEpochs(Math.min(dual.epochs(), MOST_L1_EPOCHS)) : dual;
        Penalty smooth = Penalty.l2(penalty.l1() + penalty.l2());
        DualRun run = DualRun.from(function, smooth, new Vectors(workers), epochs);
        boolean stopped = false;
        while (!stopped && run.hasNext() && run.iteration() < Math.max(unseen, options.maxIterations())) {
            run.next();
            stopped = run.iteration() > unseen && run.isFinite() && !monitor.afterIteration(new Progress(run));
        }
        double[] x = run.isFinite() ? run.x() : new double[function.dimension()];
        return new Ascent(x, run.iteration(), run.lossAtZero(), stopped);
    }

    private BatchRun descend(Function function, Penalty penalty, double[] start, int iteration, Monitor monitor) {
        Problem problem = Problem.preconditioned(function, penalty, monitor, workers);
        return BatchRun.quasiNewton(problem, options, start, iteration);
    }
}
