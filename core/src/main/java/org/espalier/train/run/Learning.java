package org.espalier.train.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.espalier.optimize.CalibrationReport;
import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.parallel.Workers;
import org.espalier.scoring.VotedWeights;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/**
 * Learns the weights of a problem, whatever it is: by an optimiser from one start or several, or by an online learner. It takes up a
 * checkpoint, watches the development set, tells the listener, stops when it is told to, and says what can be proved of the end.
 */
public final class Learning {
    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final TrainingProblem problem;
    private final boolean convex;
    private Watch watch; // over the start under way
    private int resumedEvaluations;
    private @Nullable RunState resumed;

    /**
     * The learning of a problem.
     *
     * @param begun when the run began, in nanoseconds
     */
    public Learning(TrainingPlan plan, TrainingProblem problem, long begun) {
        this.plan = plan;
        this.options = plan.options();
        this.problem = problem;
        this.convex = problem.isConvex();
        this.watch = new Watch(plan, problem, begun);
    }

    /** Warns of an algorithm that does less than usual because the objective is not convex. */
    void warnOfKinks() {
        String caution = Optimizers.caution(options, convex);
        if (caution != null) {
            plan.listener().onWarning(caution);
        }
    }

    /** Warns of restarts that all lead to one minimum. */
    void warnOfRestarts() {
        if (convex && options.restarts() > 1) {
            plan.listener()
                    .onWarning("the objective is convex, and every start leads to its minimum: " + options.restarts()
                            + " restarts (--restarts) have no effect");
        }
    }

    Watch watch() {
        return watch;
    }

    /**
     * Learns.
     *
     * @param resumedAt what {@link #resume} said
     */
    public Learnt learn(int resumedAt) {
        return options.algorithm().isOnline() ? told(learnOnline()) : minimize(resumedAt);
    }

    /** What has come of a run that minimised no objective itself. */
    Learnt told(Result last) {
        return new Learnt(asTold(last), bound(asTold(last)));
    }

    private Learnt minimize(int resumedAt) {
        try (Workers workers = new Workers(options.workers());
                TrainingProblem.Opened objective = problem.objective(workers)) {
            // A run that the development set had ended is over; it must not get another iteration.
            int limit = watch.stoppedEarly() ? resumedAt : options.optimizer().maxIterations();
            DualOptions dual = problem.isBrief() ? DualOptions.SHORT : DualOptions.DEFAULTS;
            // Another seed for every start: for algorithms that start from 0 the order of the instances is all that
            // differs.
            IntFunction<Optimizer> optimizer = number -> Optimizers.of(
                    plan, options.withSeed(options.seed() + number), limit, problem.hasExactSums(), dual, workers);
            Function function = objective.view();
            return convex || options.restarts() == 1
                    ? minimize(optimizer.apply(0), function, objective, 0)
                    : best(optimizer, function, objective);
        } catch (IllegalArgumentException e) {
            throw notMinimised(e);
        } finally {
            watch.endExactly();
        }
    }

    private Learnt minimize(Optimizer optimizer, Function function, Function objective, int number) {
        watch.evaluateExactly(objective);
        Result last = verified(ended(optimizer, function, number), objective);
        double[] best = watch.best();
        if (best == null || Arrays.equals(best, last.x())) {
            return new Learnt(last, bound(last));
        }
        Measured there = Measured.at(best, objective, options.penalty());
        Result chosen = Learnt.at(best, there.value(), there.gradientNorm(), last.evaluations() + 1, last);
        // The last point may prove more of the minimum than the chosen one does.
        double below = there.value() - (last.value() - bound(last));
        return new Learnt(chosen, Math.min(bound(chosen), Math.max(0, below)));
    }

    private Result ended(Optimizer optimizer, Function function, int number) {
        if (resumed == null) {
            return optimizer.minimize(function, options.penalty(), problem.start(number), new Minimisation());
        }
        if (plan.optimizer() != null && watch.stoppedEarly()) { // it knows no limit that would end it at once
            OptimizerState state = takeResumed();
            return new Result(
                    state.x(), state.value(), Double.NaN, state.iteration(), state.evaluations(), StopReason.STOPPED);
        }
        return optimizer.resume(function, options.penalty(), this::takeResumed, new Minimisation());
    }

    /** What the user's own optimiser says of its end is measured before anything is proved with it. */
    private Result verified(Result last, Function objective) {
        CustomOptimizer own = plan.optimizer();
        if (own == null) {
            return last;
        }
        if (last.x().length != problem.parameters()) {
            throw new TrainingException("the optimiser " + own.name() + " returned " + last.x().length
                    + " weights; expected " + problem.parameters());
        }
        Measured there = Measured.at(last.x(), objective, options.penalty());
        if (!Double.isFinite(there.value())) {
            throw new TrainingException("the optimiser " + own.name() + " ended where the objective is " + there.value()
                    + "; expected a finite number");
        }
        return new Result(
                last.x(),
                there.value(),
                there.gradientNorm(),
                last.iterations(),
                last.evaluations() + 1,
                last.reason());
    }

    /** Of several starts the best model: by the development set, or else by the objective. */
    private Learnt best(IntFunction<Optimizer> optimizer, Function function, Function objective) {
        Watch kept = watch;
        Learnt best = minimize(optimizer.apply(0), function, objective, 0);
        List<Double> objectives = new ArrayList<>(List.of(best.result().value()));
        int evaluations = best.result().evaluations();
        while (objectives.size() < options.restarts() && !plan.stop().getAsBoolean()) {
            plan.listener().onRestart(objectives.size() + 1, options.restarts());
            watch = watch.again();
            int number = objectives.size();
            Learnt next = minimize(optimizer.apply(number), function, objective, number);
            objectives.add(next.result().value());
            evaluations += next.result().evaluations();
            if (problem.development().size() > 0
                    ? watch.isBetterThan(kept)
                    : next.result().value() < best.result().value()) {
                best = next;
                kept = watch;
            }
        }
        watch = kept;
        Result result = best.result();
        Result all = Learnt.at(result.x(), result.value(), result.gradientNorm(), evaluations, result);
        return new Learnt(all, best.bound(), objectives);
    }

    /** How far the value is above the minimum at most, where that can be known. */
    private double bound(Result result) {
        if (!convex || options.algorithm().isOnline()) {
            return Double.NaN;
        }
        return Double.isNaN(result.gap()) ? options.penalty().gapBound(result.gradientNorm()) : result.gap();
    }

    /** The end with what was told of the weights that the model gets. */
    private Result asTold(Result last) {
        double[] best = watch.best();
        return best == null || Arrays.equals(best, last.x())
                ? last
                : Learnt.at(best, watch.bestValue(), watch.bestGradientNorm(), last.evaluations(), last);
    }

    /** Online: update steps instead of an objective and an optimiser. */
    private Result learnOnline() {
        if (!plan.listener().wantsExactObjective()) {
            return online();
        }
        try (Workers workers = new Workers(options.workers());
                TrainingProblem.Opened objective = problem.objective(workers)) {
            watch.evaluateExactly(objective);
            return online();
        } finally {
            watch.endExactly();
        }
    }

    private Result online() {
        if (problem instanceof VisitedProblem<?> visited) {
            return online(OnlineRun.of(plan, visited));
        }
        throw new TrainingException(
                options.algorithm() + " visits instances one by one, and this model has no such instances; use lbfgs");
    }

    private Result online(OnlineRun<?> run) {
        CheckpointPlan checkpoint = plan.checkpoint();
        if (checkpoint != null) {
            requireKeepable(run);
        }
        if (checkpoint != null && resumed instanceof OnlineState state) {
            takeUp(run, state, checkpoint.file());
            resumed = null;
        }
        return watch.stoppedEarly()
                ? run.stopped()
                : run.run((epoch, loss, learnt) ->
                        watch.report(Reached.afterEpoch(epoch, loss, learnt, votes(run)), run::snapshot));
    }

    private @Nullable VotedWeights votes(OnlineRun<?> run) {
        try {
            return run.votes();
        } catch (IllegalArgumentException e) {
            throw new TrainingException(
                    "there is nothing to vote with: " + e.getMessage()
                            + "; are all sequences empty or of weight 0, or are there huge values or weights?",
                    e);
        }
    }

    private void requireKeepable(OnlineRun<?> run) {
        if (options.online().voting()) {
            throw new TrainingException(
                    "voting cannot be combined with a checkpoint, because a vote needs all steps since the first; train"
                            + " without one of the two");
        }
        if (!run.canBeKept()) {
            throw new TrainingException(
                    "a checkpoint cannot be kept: the update rule does not say what it remembers between epochs; train without"
                            + " a checkpoint, or implement UpdateRule.state");
        }
        if (plan.order() != null && plan.order() != VisitingOrder.GIVEN) {
            throw new TrainingException(
                    "a checkpoint cannot be kept: the instances are visited in a custom order, whose state it cannot hold;"
                            + " train without one of the two");
        }
    }

    private void takeUp(OnlineRun<?> run, OnlineState state, Path file) {
        try {
            run.restore(state);
        } catch (IllegalArgumentException e) {
            throw new TrainingException(
                    file + ": the checkpoint is damaged: " + e.getMessage() + "; use another checkpoint", e);
        }
    }

    static TrainingException notMinimised(IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        return new TrainingException(
                "the objective cannot be minimised: " + message
                        + (message.contains("finite")
                                ? "; are there huge attribute values or weights in the data?"
                                : ""),
                e);
    }

    /** Takes up the checkpoint, if there is one to go on from; returns its iteration, or 0. */
    public int resume() {
        CheckpointPlan checkpoint = plan.checkpoint();
        if (checkpoint == null || !checkpoint.resume()) {
            return 0;
        }
        if (!Files.exists(checkpoint.file())) {
            plan.listener()
                    .onWarning(
                            "there is no checkpoint " + checkpoint.file() + " yet; training starts from the beginning");
            return 0;
        }
        Checkpoint kept = Checkpoint.read(
                checkpoint.file(),
                problem.identity(),
                problem.parameters(),
                options.algorithm().isOnline());
        watch.resume(kept);
        resumed = kept.state();
        resumedEvaluations = kept.state().evaluations();
        return kept.state().iteration();
    }

    /** Lets go of the state, so that the optimiser can free its arrays. */
    private OptimizerState takeResumed() {
        RunState.Optimizing state = (RunState.Optimizing) Objects.requireNonNull(resumed);
        resumed = null;
        return state.state();
    }

    /** Tells the watch what an optimiser does. */
    private final class Minimisation implements Monitor {
        @Override
        public void afterCalibration(CalibrationReport report) {
            plan.listener().onCalibration(report);
        }

        @Override
        public boolean afterIteration(Progress progress) {
            Reached now = Reached.of(progress);
            // What is met on the way is no objective of one point: neither is its gradient.
            boolean estimated = progress.phase() == Phase.DUAL_ASCENT || progress.phase() == Phase.STOCHASTIC;
            boolean asked = watch.isExact() && estimated;
            return watch.report(
                    asked ? now.withObjective(now.value(), Double.NaN) : now,
                    () -> new RunState.Optimizing(progress.snapshot()));
        }
    }

    /**
     * What has come of it.
     *
     * @param nonZeros how many weights are kept
     */
    public TrainingReport report(TrainingSummary summary, Learnt learnt, int nonZeros) {
        Result result = learnt.result();
        boolean chosen = watch.best() != null; // by the development set
        double seconds = watch.seconds();
        return new TrainingReport(
                summary,
                result.value(),
                result.gradientNorm(),
                learnt.bound(),
                convex,
                result.iterations(),
                result.evaluations(),
                result.reason(),
                watch.stoppedEarly(),
                chosen ? watch.bestIteration() : result.iterations(),
                chosen ? watch.bestScore() : Double.NaN,
                nonZeros,
                seconds,
                seconds / Math.max(1, result.evaluations() - resumedEvaluations),
                watch.history(),
                learnt.objectives());
    }
}
