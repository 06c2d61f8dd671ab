package org.espalier.train;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.feature.Encoder;
import org.espalier.feature.FeatureDefinition;
import org.espalier.inference.Inference;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.optimize.Function;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Compaction;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.VotedWeights;
import org.jspecify.annotations.Nullable;

/** One training run: lays out θ, minimises the objective, watches the development set, and builds the model. */
final class TrainingRun {
    private final Trainer trainer;
    private final TrainingOptions options;
    private final TrainingData data;
    private final LinearScorer scorer;
    private final DevSet dev;
    private final Inference inference = new Inference(Kernels.best());
    private final String identity;
    private final long begun = System.nanoTime();

    private double @Nullable [] best;
    private @Nullable VotedWeights bestVotes;
    private @Nullable VotedWeights votes; // as of the last epoch, when weight vectors vote
    private final List<TrainingProgress> history = new ArrayList<>();
    private double bestScore = Double.NEGATIVE_INFINITY;
    private int bestIteration;
    private boolean stoppedEarly;
    private int resumedEvaluations;
    private @Nullable OptimizerState resumed;
    private @Nullable Objective exact;
    private long paused;

    TrainingRun(Trainer trainer, TrainingData data) {
        this.trainer = trainer;
        this.options = trainer.options;
        this.data = data;
        this.scorer = new LinearScorer(layout());
        this.dev = new DevSet(scorer, inference, data.labels(), options);
        this.identity = identity();
    }

    private ParameterLayout layout() {
        int reference = options.selection().reference(data.labels());
        return reference < 0 ? fullLayout() : fullLayout().withoutState(reference);
    }

    private ParameterLayout fullLayout() {
        Encoder encoder = data.encoder();
        if (!options.selection().transitions() && encoder.transitionAttributes().size() > 0) {
            throw new TrainingException(
                    "the features look at pairs of labels, as B lines of a template do, but the model"
                            + " has no transitions; leave these features out, or train a chain");
        }
        LayoutBuilder builder = new LayoutBuilder(
                data.labels().size(),
                encoder.attributes().size(),
                encoder.transitionAttributes().size(),
                encoder.extractor().sharedTransitions() && options.selection().transitions());
        if (options.selection().allFeatures()) {
            return builder.complete();
        }
        LayoutBuilder.Counter counter = builder.counter(options.selection().choice());
        for (Instance instance : data.instances()) {
            counter.add(instance.sequence(), instance.gold(), instance.weight());
        }
        Model initial = trainer.initial;
        return counter.layout(initial == null ? null : initial.layout());
    }

    Model run() {
        addDev();
        checkSupervision();
        checkAlgorithm();
        warnOfOtherFeatures();
        int resumedAt = resume();
        TrainingSummary summary = new TrainingSummary(
                data.instances().size(),
                data.instances().tokens(),
                data.labels().size(),
                data.encoder().attributes().size(),
                data.encoder().transitionAttributes().size(),
                scorer.parameters(),
                dev.size(),
                options.workers(),
                resumedAt);
        trainer.listener.onStart(summary);
        return model(summary, learnt(resumedAt));
    }

    private Result learnt(int resumedAt) {
        ParameterMixing mixing = trainer.mixing;
        if (mixing != null) {
            return mixed(mixing);
        }
        return options.algorithm().isOnline() ? learn() : minimize(resumedAt);
    }

    private Result minimize(int resumedAt) {
        try (Workers workers = new Workers(options.workers());
                Objective objective = new Objective(
                        scorer,
                        options.loss().with(inference, options.cost()),
                        data.instances(),
                        Kernels.best(),
                        workers)) {
            // A run that the development set had ended is over; it must not get another iteration.
            Optimizer optimizer = Optimizers.of(
                    options, stoppedEarly ? resumedAt : options.optimizer().maxIterations(), workers);
            exact = trainer.listener.wantsExactObjective() ? objective : null;
            Function function = Optimizers.function(options, objective, data.instances(), inference, workers);
            return resumed == null
                    ? optimizer.minimize(function, options.penalty(), start(), this::afterIteration)
                    : optimizer.resume(function, options.penalty(), this::takeResumed, this::afterIteration);
        } catch (IllegalArgumentException e) {
            throw notMinimised(e);
        } finally {
            exact = null;
        }
    }

    /** Online: update steps instead of an objective and an optimiser. */
    private Result learn() {
        if (trainer.checkpoint != null) {
            throw new TrainingException(
                    "online learners keep no checkpoints, since their epochs are short; train without"
                            + " a checkpoint, and go on from a finished model with an initial model");
        }
        if (!trainer.listener.wantsExactObjective()) {
            return online();
        }
        try (Workers workers = new Workers(options.workers());
                Objective objective = new Objective(
                        scorer, options.loss().with(inference), data.instances(), Kernels.best(), workers)) {
            exact = objective;
            return online();
        } finally {
            exact = null;
        }
    }

    private Result online() {
        OnlineRun run = OnlineRun.of(trainer, scorer, inference, data.instances(), start());
        OnlineRun.Outcome outcome = run.run((epoch, loss, learnt) -> {
            votes = votes(run);
            return report(Reached.afterEpoch(epoch, loss, learnt), () -> {
                throw new IllegalStateException("no checkpoint of an online learner");
            });
        });
        return new Result(
                outcome.learnt(), outcome.loss(), Double.NaN, outcome.epochs(), outcome.epochs(), outcome.reason());
    }

    private static @Nullable VotedWeights votes(OnlineRun run) {
        try {
            return run.votes();
        } catch (IllegalArgumentException e) {
            throw new TrainingException(
                    "there is nothing to vote with: " + e.getMessage()
                            + "; are all sequences empty or of weight 0, or are values or weights of enormous size?",
                    e);
        }
    }

    private static TrainingException notMinimised(IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        return new TrainingException(
                "the objective cannot be minimised: " + message
                        + (message.contains("finite")
                                ? "; are there attribute values or weights of enormous size in the data?"
                                : ""),
                e);
    }

    /** What shards learn by themselves, averaged. */
    private Result mixed(ParameterMixing mixing) {
        if (options.isVoting()) {
            throw new TrainingException(
                    "weights of shards are mixed to one vector, of which none can vote; leave one of" + " the two out");
        }
        if (trainer.checkpoint != null) {
            throw new TrainingException(
                    "a checkpoint cannot be kept while the weights of shards are mixed; leave one of the" + " two out");
        }
        try (Workers workers = new Workers(Math.min(mixing.shards(), options.workers()));
                Shards shards = Shards.of(data.instances(), mixing.shards(), scorer, trainer)) {
            return new MixingRun(mixing, shards.sizes(), shards, options, workers).run(start(), this::afterMixing);
        } catch (IllegalArgumentException e) {
            throw notMinimised(e);
        }
    }

    private boolean afterMixing(Result average) {
        return report(Reached.onAverage(average), () -> {
            throw new IllegalStateException("no checkpoint while weights are mixed");
        });
    }

    private void addDev() {
        for (Sequence sequence : trainer.dev) {
            dev.add(data.encoder(), sequence);
        }
        if (!trainer.dev.isEmpty() && dev.knownTokens() == 0) {
            throw new TrainingException("the development set has no tokens with labels that the training data have;"
                    + " nothing can be measured on it");
        }
        if (dev.unknownLabels() > 0) {
            trainer.listener.onWarning(dev.unknownLabels()
                    + " sequences of the development set have labels that the training data do not have;"
                    + " they cannot be predicted");
        }
    }

    private void checkAlgorithm() {
        if (Optimizers.needsMemory(options) && data.instances().isOnDisk()) {
            throw new TrainingException(
                    "the algorithm visits the sequences in random order, so they must be in memory and"
                            + " not on disk; leave out the option that keeps them there, or use L-BFGS or OWL-QN");
        }
        if (options.loss().isOneVsRest() && hasTransitions()) {
            for (Instance instance : data.instances()) {
                if (instance.sequence().length() > 1) {
                    throw new TrainingException("the loss " + options.loss() + " judges every token by itself, but the"
                            + " model has transitions; train without them (maximum entropy, SVM), or use the loss hinge or"
                            + " softmax-margin");
                }
            }
        }
    }

    private boolean hasTransitions() {
        ParameterLayout layout = scorer.layout();
        return layout.parameters() > layout.stateFeatures().features();
    }

    private void checkSupervision() {
        if (options.loss() == LossFunction.LOCAL) {
            int n = 0;
            for (Instance instance : data.instances()) {
                n++;
                if (!instance.gold().isPath()) {
                    throw new TrainingException("sequence " + n + " has a token without exactly one label; a"
                            + " maximum-entropy Markov model predicts each label from the one before it, so all must be"
                            + " known: complete the labels, or train a conditional random field");
                }
            }
        }
    }

    private void warnOfOtherFeatures() {
        Model initial = trainer.initial;
        if (initial == null) {
            return;
        }
        FeatureDefinition before = initial.encoder().extractor().definition();
        if (!before.equals(data.encoder().extractor().definition())
                || initial.encoder().boundaries() != options.selection().boundaries()) {
            trainer.listener.onWarning("the initial model has other features (" + before.kind()
                    + "); only the weights of attributes with the same names serve");
        }
    }

    /** Takes up the checkpoint, if there is one to go on from; returns its iteration, or 0. */
    private int resume() {
        if (trainer.checkpoint == null || !trainer.resume) {
            return 0;
        }
        if (!Files.exists(trainer.checkpoint)) {
            trainer.listener.onWarning(
                    "there is no checkpoint " + trainer.checkpoint + " yet; training starts from the beginning");
            return 0;
        }
        Checkpoint checkpoint = Checkpoint.read(trainer.checkpoint, identity, scorer.parameters());
        best = checkpoint.best();
        bestScore = checkpoint.bestScore();
        bestIteration = checkpoint.bestIteration();
        resumed = checkpoint.state();
        resumedEvaluations = checkpoint.state().evaluations();
        int iteration = checkpoint.state().iteration();
        stoppedEarly = dev.size() > 0 && isPatienceOver(iteration);
        return iteration;
    }

    /** Lets go of the state, so that the optimiser can free its arrays. */
    private OptimizerState takeResumed() {
        OptimizerState state = Objects.requireNonNull(resumed);
        resumed = null;
        return state;
    }

    private boolean isPatienceOver(int iteration) {
        return iteration - bestIteration >= options.earlyStopping().patience();
    }

    private boolean afterIteration(Progress progress) {
        Reached now = Reached.of(progress);
        // What is met on the way is no objective of one point: neither is its gradient.
        boolean estimated = progress.phase() == Phase.DUAL_ASCENT || progress.phase() == Phase.STOCHASTIC;
        boolean asked = exact != null && estimated;
        return report(asked ? now.withObjective(now.value(), Double.NaN) : now, progress::snapshot);
    }

    /** Measures, tells, and keeps what has been reached; returns whether to go on. */
    private boolean report(Reached after, Supplier<OptimizerState> snapshot) {
        Reached now = exactly(after);
        double score = Double.NaN;
        boolean goOn = true;
        if (dev.size() > 0) {
            score = dev.score(now.x(), votes);
            if (score > bestScore) {
                bestScore = score;
                bestIteration = now.iteration();
                best = now.x().clone();
                bestVotes = votes;
            } else if (isPatienceOver(now.iteration())) {
                stoppedEarly = true;
                goOn = false;
            }
        }
        TrainingProgress reached = new TrainingProgress(
                now.iteration(),
                now.evaluations(),
                now.value(),
                now.gradientNorm(),
                now.nonZeros(),
                seconds(),
                shown(score),
                now.norm(),
                now.step());
        history.add(reached);
        VotedWeights current = votes;
        trainer.listener.onIteration(reached, () -> model(data.encoder(), scorer.layout(), now.x(), Map.of(), current));
        boolean stopped = trainer.stop.getAsBoolean();
        if (trainer.checkpoint != null && (stopped || now.iteration() % trainer.checkpointEvery == 0)) {
            new Checkpoint(identity, snapshot.get(), best, bestScore, bestIteration).write(trainer.checkpoint);
        }
        return goOn && !stopped;
    }

    /** With the objective itself, where the algorithm told another value and the listener wants to know. */
    private Reached exactly(Reached now) {
        Objective objective = exact;
        if (objective == null || !Double.isNaN(now.gradientNorm())) {
            return now;
        }
        long begin = System.nanoTime();
        double[] x = now.x();
        double[] gradient = new double[x.length];
        double value = objective.evaluate(x, gradient) + options.penalty().value(x);
        options.penalty().addSmoothGradient(x, gradient);
        options.penalty().pseudoGradient(x, gradient, gradient);
        double norm = Math.sqrt(Arrays.stream(gradient).map(g -> g * g).sum());
        paused += System.nanoTime() - begin;
        return now.withObjective(value, norm);
    }

    /** A loss is compared with its sign turned, and shown as it is. */
    private double shown(double score) {
        return options.earlyStopping().metric() == EarlyStopping.Metric.LOSS ? -score : score;
    }

    private double seconds() {
        return (System.nanoTime() - begun - paused) / 1e9;
    }

    /** Zeros, or the weights of the initial model at their new places. */
    private double[] start() {
        double[] start = new double[scorer.parameters()];
        Model initial = trainer.initial;
        if (initial != null) {
            ParameterLayout from = initial.layout();
            ParameterLayout to = scorer.layout();
            copy(initial.weights(), from.stateFeatures(), 0, start, to.stateFeatures(), 0, from.states(), to.states());
            for (int arc = 0; arc < from.sharedFeatures().length; arc++) {
                int target = to.sharedFeatures()[arc / from.states() * to.states() + arc % from.states()];
                if (from.sharedFeatures()[arc] >= 0 && target >= 0) {
                    start[to.sharedBegin() + target] =
                            initial.weights()[from.sharedBegin() + from.sharedFeatures()[arc]];
                }
            }
            copy(
                    initial.weights(),
                    from.transitionFeatures(),
                    from.transitionBegin(),
                    start,
                    to.transitionFeatures(),
                    to.transitionBegin(),
                    from.states(),
                    to.states());
        }
        return start;
    }

    /** Labels and attributes of the initial model have the same numbers in the new one; a pair i·S + j does not. */
    private static void copy(
            double[] weights,
            FeatureLists from,
            int fromBegin,
            double[] start,
            FeatureLists to,
            int toBegin,
            int fromStates,
            int toStates) {
        for (int a = 0; a < from.attributes(); a++) {
            for (int f = from.offsets()[a]; f < from.offsets()[a + 1]; f++) {
                int target = from.target(a, f);
                int feature = to.find(a, target / fromStates * toStates + target % fromStates);
                if (feature >= 0) {
                    start[toBegin + feature] = weights[fromBegin + f];
                }
            }
        }
    }

    private Model model(TrainingSummary summary, Result result) {
        double[] weights = best == null ? result.x() : best;
        for (double weight : weights) {
            if (!Double.isFinite(weight)) {
                throw new TrainingException("a weight became " + weight
                        + "; are there attribute values or weights of enormous size in the data?");
            }
        }
        VotedWeights voting = best == null ? votes : bestVotes;
        Compaction compact = Compaction.of(scorer.layout(), voting == null ? weights : numbers(voting));
        double seconds = seconds();
        TrainingReport report = new TrainingReport(
                summary,
                result.value(),
                result.gradientNorm(),
                Double.isNaN(result.gap()) ? options.penalty().gapBound(result.gradientNorm()) : result.gap(),
                result.iterations(),
                result.evaluations(),
                result.reason(),
                stoppedEarly,
                best == null ? result.iterations() : bestIteration,
                best == null ? Double.NaN : shown(bestScore),
                compact.weights().length,
                seconds,
                seconds / Math.max(1, result.evaluations() - resumedEvaluations),
                history);
        Encoder encoder = data.encoder();
        Encoder smaller = new Encoder(
                encoder.extractor(),
                encoder.boundaries(),
                encoder.attributes()
                        .toVocabulary()
                        .keep(a -> compact.attributes()[a])
                        .vocabulary(),
                encoder.transitionAttributes()
                        .toVocabulary()
                        .keep(a -> compact.transitionAttributes()[a])
                        .vocabulary());
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("espalier", Version.text());
        provenance.put("data", data.fingerprint());
        provenance.put("sequences", summary.sequences());
        provenance.put("tokens", summary.tokens());
        Map<String, Object> chosen = new LinkedHashMap<>(recipe());
        int reference = options.selection().reference(data.labels());
        if (reference >= 0) {
            chosen.put("referenceLabel", data.labels().name(reference));
        }
        provenance.put("options", chosen);
        if (trainer.mixing != null) {
            provenance.put("mixing", trainer.mixing.provenance());
        }
        provenance.put("training", report.provenance());
        Model model = voting == null
                ? model(smaller, compact.layout(), compact.weights(), provenance, null)
                : voted(smaller, compact, weights, provenance, voting);
        trainer.listener.onFinish(report);
        return model;
    }

    /** Numbers from 1 for the features that are not 0 in every vector: those whose average is 0 stay. */
    private static double[] numbers(VotedWeights voting) {
        double[] numbers = new double[voting.parameters()];
        for (int place : voting.places()) {
            numbers[place] = place + 1.0;
        }
        return numbers;
    }

    private Map<String, Object> recipe() {
        Map<String, Object> recipe = options.provenance();
        if (trainer.online != null) {
            recipe.put("algorithm", trainer.online.name());
        }
        return recipe;
    }

    private Model voted(
            Encoder encoder,
            Compaction numbered,
            double[] weights,
            Map<String, Object> provenance,
            VotedWeights voting) {
        int[] places = Arrays.stream(numbered.weights())
                .mapToInt(number -> (int) number - 1)
                .toArray();
        double[] kept =
                Arrays.stream(places).mapToDouble(place -> weights[place]).toArray();
        return model(encoder, numbered.layout(), kept, provenance, voting.at(places));
    }

    private Model model(
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            Map<String, Object> provenance,
            @Nullable VotedWeights voting) {
        Model model = new Model(
                data.labels(),
                encoder,
                layout,
                weights,
                data.columns(),
                provenance,
                FileForm.PLAIN,
                options.normalisation());
        return voting == null ? model : model.withVotes(voting);
    }

    /** Everything that decides the weights, but for the limit of iterations, which may be raised on resuming. */
    private String identity() {
        Map<String, Object> map = new LinkedHashMap<>();
        FeatureDefinition definition = data.encoder().extractor().definition();
        map.put("data", data.fingerprint());
        Map<String, Object> fixed = new LinkedHashMap<>(options.provenance());
        fixed.remove("maxIterations");
        map.put("options", fixed);
        map.put("features", definition.kind() + " " + definition.text());
        map.put("gazetteers", Fingerprint.of(Json.write(definition.gazetteers())));
        map.put("weights", scorer.parameters());
        Fingerprint devPrint = new Fingerprint();
        trainer.dev.forEach(devPrint::add);
        map.put("dev", devPrint.hex());
        map.put("initial", trainer.initial == null ? "" : Fingerprint.of(trainer.initial));
        return Json.write(map);
    }
}
