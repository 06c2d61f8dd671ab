package org.espalier.optimize.stochastic;

import java.util.function.Supplier;
import org.espalier.optimize.CalibrationReport;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Result;
import org.espalier.optimize.VisitingOrder;
import org.espalier.parallel.Workers;

/** What the optimisers that visit terms have in common: how runs begin, and begin again. */
public interface StochasticOptimizer extends Optimizer {

    /** Rate, epochs, tolerances. */
    StochasticOptions options();

    /** Who evaluates the terms of a batch, and runs the loops over vectors. */
    Workers workers();

    /** Refuses penalties that this optimiser cannot handle. */
    void check(Penalty penalty);

    /** A run before its first epoch. */
    StochasticRun run(StochasticProblem problem, StochasticOptions options, double[] start);

    /** In which order the terms are visited. */
    default VisitingOrder order() {
        return VisitingOrder.shuffled(options().seed());
    }

    /** Whether {@link StochasticOptions#rate()} means something here. */
    default boolean hasRate() {
        return true;
    }

    @Override
    default Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
        return begin(function, penalty, start.clone(), monitor).run(0, monitor);
    }

    @Override
    default Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
        OptimizerState taken = state.get();
        if (taken.phase() != Phase.STOCHASTIC) {
            throw new IllegalArgumentException("the state belongs to " + taken.phase()
                    + ", not to a stochastic optimiser; resume with the algorithm that saved it");
        }
        return begin(function, penalty, taken.start(), monitor).run(taken.iteration(), monitor);
    }

    private StochasticRun begin(Function function, Penalty penalty, double[] start, Monitor monitor) {
        check(penalty);
        StochasticProblem problem = StochasticProblem.of(function, penalty, start, workers(), order());
        StochasticOptions known = options();
        if (hasRate() && known.rate() == 0 && problem.terms().length > 0) {
            CalibrationReport report = calibrate(problem, start);
            monitor.afterCalibration(report);
            known = known.withRate(report.rate());
        }
        return run(problem, known, start);
    }

    private CalibrationReport calibrate(StochasticProblem problem, double[] start) {
        CalibrationOptions calibration = options().calibration();
        StochasticProblem sample = problem.sample(calibration.samples());
        StochasticOptions trial = options().withAveraging(false).withBatch(1);
        double initial = sample.loss(start) + sample.penalty(start);
        return Calibration.run(calibration, sample.terms().length, initial, rate -> {
            StochasticRun run = run(sample, trial.withRate(rate), start);
            run.next();
            return calibration.exhaustive() ? run.value() : sample.loss(run.x()) + sample.penalty(run.x());
        });
    }

    /** Refuses an L1 penalty. */
    static void requireSmooth(String name, Penalty penalty) {
        if (penalty.l1() > 0) {
            throw new IllegalArgumentException(name + " needs a smooth penalty, found l1 = " + penalty.l1()
                    + "; use SGD-L1, AdaGrad or OWL-QN, or l1 = 0");
        }
    }
}
