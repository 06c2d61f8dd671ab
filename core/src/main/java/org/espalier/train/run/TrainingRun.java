package org.espalier.train.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
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
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.TwinWeights;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingSummary;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;
import org.jspecify.annotations.Nullable;

/** One training run: lays out θ, minimises the objective, watches the development set, and builds the model. */
public final class TrainingRun<S extends Structure> {
    private static final int MOST_NAMED = 10;

    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final TrainingData data;
    private final LinearScorer<S> scorer;
    private final DevSet<S> dev;
    private final Task<S> task;
    private final String identity;
    private final ModelAssembly assembly;
    private final boolean convex;
    private final int parameters; // of the model
    private Watch watch; // over the start under way
    private int resumedEvaluations;
    private @Nullable RunState resumed;

    /** The run of a plan: settles the structure on the labels of the data. */
    public static TrainingRun<?> of(TrainingPlan plan, TrainingData data) {
        long begun = System.nanoTime();
        TrainingData learnt = plan.mergesTwins(data.encoder().extractor()) ? data.merged() : data;
        return new TrainingRun<>(plan, learnt, plan.options().structure().settle(learnt), begun);
    }

    private TrainingRun(TrainingPlan plan, TrainingData data, LabelStructure<S> structure, long begun) {
        this.plan = plan;
        this.options = plan.options();
        this.data = data;
        Requirements.checkStructure(options, structure, plan.initial());
        ParameterLayout chosen = LayoutChoice.of(data, options.selection(), structure, plan.initial());
        TwinWeights twins = data.twins() == null ? null : new TwinWeights(chosen, data.twins());
        this.scorer = structure.scorer(twins == null ? chosen : twins.learnt());
        this.parameters = twins == null ? scorer.parameters() : twins.parameters();
        TagScheme scheme = data.scheme();
        this.task = new Task<>(structure, scorer, structure.inference(Kernels.best()));
        this.dev = new DevSet<>(task, plan.dev().isEmpty() ? null : twins, data.labels(), options, scheme);
        this.convex = (task.inference().isExact() || structure.learnsWithoutInference())
                && plan.isConvex(data.instances(), structure, scorer.layout());
        this.identity = RunIdentity.of(plan, data, scorer.parameters());
        this.assembly = new ModelAssembly(plan, data, scorer.layout(), twins, structure, scheme);
        this.watch = new Watch(plan, dev, identity, assembly::model, begun);
    }

    public Model run() {
        addDev();
        Requirements.check(options, data.instances(), task.labels(), scorer.layout());
        Requirements.checkRestarts(plan);
        Requirements.checkSizes(options, data, scorer, task.labels());
        warn();
        int resumedAt = resume();
        TrainingSummary summary = new TrainingSummary(
                data.instances().size(),
                data.instances().tokens(),
                data.labels().size(),
                data.encoder().attributes().size(),
                data.encoder().transitionAttributes().size(),
                parameters,
                dev.size(),
                options.workers(),
                resumedAt);
        plan.listener().onStart(summary);
        Learnt learnt = learnt(resumedAt);
        return assembly.finish(summary, learnt, convex, watch, resumedEvaluations);
    }

    private void warn() {
        if (data.labels().size() == 1) {
            plan.listener()
                    .onWarning(
                            "there is one label, '" + data.labels().name(0)
                                    + "': the model can predict nothing else; is this the right label column, and is the text annotated?");
        }
        if (!task.inference().isExact() && !task.labels().learnsWithoutInference()) {
            plan.listener()
                    .onWarning("inference is approximate: the objective, probabilities and best labels are estimates");
        }
        WarmStart.warn(plan, data.encoder().extractor().definition());
        String caution = Optimizers.caution(options, convex);
        if (caution != null) {
            plan.listener().onWarning(caution);
        }
        String idle = options.structure().idle(data, task.labels());
        if (idle != null) {
            plan.listener().onWarning(idle);
        }
        if (convex && options.restarts() > 1) {
            plan.listener()
                    .onWarning("the objective is convex, and every start leads to its minimum: " + options.restarts()
                            + " restarts (--restarts) have no effect");
        }
    }

    private Learnt learnt(int resumedAt) {
        ParameterMixing mixing = plan.mixing();
        if (mixing != null) {
            Result last = mixed(mixing);
            return new Learnt(asTold(last), bound(asTold(last)));
        }
        return options.algorithm().isOnline() ? new Learnt(asTold(learn()), Double.NaN) : minimize(resumedAt);
    }

    private Learnt minimize(int resumedAt) {
        try (Workers workers = new Workers(options.workers());
                Objective<S> objective = objective(workers)) {
            // A run that the development set had ended is over; it must not get another iteration.
            int limit = watch.stoppedEarly() ? resumedAt : options.optimizer().maxIterations();
            // Another seed for every start: for algorithms that start from 0 the order of the instances is all that
            // differs.
            IntFunction<Optimizer> optimizer =
                    number -> Optimizers.of(plan, options.withSeed(options.seed() + number), limit, hasSums(), workers);
            Function function = Optimizers.function(plan, objective, data.instances(), task.inference(), workers);
            return convex || options.restarts() == 1
                    ? minimize(optimizer.apply(0), function, objective, 0)
                    : best(optimizer, function, objective);
        } catch (IllegalArgumentException e) {
            throw notMinimised(e);
        } finally {
            watch.endExactly();
        }
    }

    /** Whether the loss is made of exact sums over outputs, on which dual steps rely. */
    private boolean hasSums() {
        return task.inference().isExact() && !task.labels().learnsWithoutInference();
    }

    private Objective<S> objective(Workers workers) {
        return new Objective<>(task, plan.instanceLoss(task), convex, data.instances(), Kernels.best(), workers);
    }

    private Learnt minimize(Optimizer optimizer, Function function, Objective<S> objective, int number) {
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
            return optimizer.minimize(function, options.penalty(), start(number, 1), new Minimisation());
        }
        if (plan.optimizer() != null && watch.stoppedEarly()) { // it knows no limit that would end it at once
            OptimizerState state = takeResumed();
            return new Result(
                    state.x(), state.value(), Double.NaN, state.iteration(), state.evaluations(), StopReason.STOPPED);
        }
        return optimizer.resume(function, options.penalty(), this::takeResumed, new Minimisation());
    }

    /** What the user's own optimiser says of its end is measured before anything is proved with it. */
    private Result verified(Result last, Objective<S> objective) {
        CustomOptimizer own = plan.optimizer();
        if (own == null) {
            return last;
        }
        if (last.x().length != scorer.parameters()) {
            throw new TrainingException("the optimiser " + own.name() + " returned " + last.x().length
                    + " weights; expected " + scorer.parameters());
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
    private Learnt best(IntFunction<Optimizer> optimizer, Function function, Objective<S> objective) {
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
            if (dev.size() > 0
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
    private Result learn() {
        if (!plan.listener().wantsExactObjective()) {
            return online();
        }
        try (Workers workers = new Workers(options.workers());
                Objective<S> objective = objective(workers)) {
            watch.evaluateExactly(objective);
            return online();
        } finally {
            watch.endExactly();
        }
    }

    private Result online() {
        OnlineRun<S> run = OnlineRun.of(plan, task, data.instances(), usualStart());
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

    private @Nullable VotedWeights votes(OnlineRun<S> run) {
        try {
            return run.votes();
        } catch (IllegalArgumentException e) {
            throw new TrainingException(
                    "there is nothing to vote with: " + e.getMessage()
                            + "; are all sequences empty or of weight 0, or are there huge values or weights?",
                    e);
        }
    }

    private void requireKeepable(OnlineRun<S> run) {
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

    private void takeUp(OnlineRun<S> run, OnlineState state, Path file) {
        try {
            run.restore(state);
        } catch (IllegalArgumentException e) {
            throw new TrainingException(
                    file + ": the checkpoint is damaged: " + e.getMessage() + "; use another checkpoint", e);
        }
    }

    private static TrainingException notMinimised(IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        return new TrainingException(
                "the objective cannot be minimised: " + message
                        + (message.contains("finite")
                                ? "; are there huge attribute values or weights in the data?"
                                : ""),
                e);
    }

    /** What shards learn by themselves, averaged. */
    private Result mixed(ParameterMixing mixing) {
        if (options.isVoting()) {
            throw new TrainingException(
                    "shards are mixed into one weight vector, so there is nothing to vote with; drop one of the two");
        }
        if (plan.checkpoint() != null) {
            throw new TrainingException("a checkpoint cannot be kept while shards are mixed; drop one of the two");
        }
        try (Workers workers = new Workers(Math.min(mixing.shards(), options.workers()));
                Shards<S> shards = Shards.of(data.instances(), mixing.shards(), task, plan, convex)) {
            return new MixingRun(mixing, shards.sizes(), shards, options, workers)
                    .run(start(0, mixing.shards()), this::afterMixing);
        } catch (IllegalArgumentException e) {
            throw notMinimised(e);
        }
    }

    private boolean afterMixing(Result average) {
        return watch.report(Reached.onAverage(average), () -> {
            throw new IllegalStateException("no checkpoint while weights are mixed");
        });
    }

    private void addDev() {
        for (Sequence sequence : plan.dev()) {
            dev.add(data.encoder(), sequence);
        }
        if (!plan.dev().isEmpty() && dev.knownTokens() == 0) {
            throw new TrainingException(
                    "no label of the development set occurs in the training data, so nothing can be measured on it"
                            + (dev.foreignTokens() == 0
                                    ? ""
                                    : ": found " + some(dev.foreignLabels()) + ", expected labels such as "
                                            + some(new TreeSet<>(data.labels().names()))
                                            + "; is the label in the same column in both?"));
        }
        plan.listener().onMetric(dev.measured());
        if (dev.unknownLabels() > 0) {
            plan.listener()
                    .onWarning(dev.unknownLabels()
                            + " sequences of the development set have labels that do not occur in the training data and cannot be"
                            + " predicted: " + dev.foreignTokens() + " tokens with "
                            + some(dev.foreignLabels())
                            + ", beside " + dev.knownTokens() + " that can be measured");
        }
    }

    private static String some(Set<String> labels) {
        return String.join(", ", labels.stream().limit(MOST_NAMED).toList())
                + (labels.size() > MOST_NAMED ? ", ..." : "");
    }

    /** Takes up the checkpoint, if there is one to go on from; returns its iteration, or 0. */
    private int resume() {
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
                identity,
                scorer.parameters(),
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

    private double[] start(int number, int shards) {
        return StartingPoint.of(usualStart(), convex, options, plan.isUsual(), number, shards);
    }

    private double[] usualStart() {
        return WarmStart.weights(plan.initial(), task.labels(), scorer.layout());
    }
}
