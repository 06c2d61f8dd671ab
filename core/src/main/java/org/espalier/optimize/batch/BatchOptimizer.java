package org.espalier.optimize.batch;

import java.util.function.Supplier;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.parallel.Workers;

/** What the optimisers that see the whole function in every iteration have in common: how runs begin, and begin again. */
sealed interface BatchOptimizer extends Optimizer
        permits Lbfgs,
                Owlqn,
                Bfgs,
                ConjugateGradient,
                Newton,
                TrustRegionNewton,
                IterativeScaling,
                GradientDescent,
                Rprop,
                BlockCoordinateDescent {

    LbfgsOptions options();

    Workers workers();

    /**
     * What it does in an iteration of one run.
     *
     * @throws IllegalArgumentException when this optimiser cannot handle the function or the penalty
     */
    Method method(Problem problem);

    /** Whether the diagonal of the Hessian is to be used, if the function knows it. */
    default boolean preconditioned() {
        return false;
    }

    @Override
    default Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
        Problem problem = problem(function, penalty, monitor);
        return BatchRun.from(problem, options(), method(problem), start.clone(), 0)
                .run();
    }

    @Override
    default Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
        Problem problem = problem(function, penalty, monitor);
        return BatchRun.from(problem, options(), method(problem), state.get()).run();
    }

    private Problem problem(Function function, Penalty penalty, Monitor monitor) {
        return preconditioned()
                ? Problem.preconditioned(function, penalty, monitor, workers())
                : Problem.plain(function, penalty, monitor, workers());
    }
}
