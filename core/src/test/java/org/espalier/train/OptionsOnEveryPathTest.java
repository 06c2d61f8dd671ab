package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.compress.Measure;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.tune.CrossValidation;
import org.espalier.tune.GridSearch;
import org.espalier.tune.Hyperparameter;
import org.espalier.tune.Recipe;
import org.espalier.tune.RegularisationPath;
import org.espalier.tune.SearchSpace;
import org.espalier.tune.Tuner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walks over all options and all ways to train: a changed option changes what is learnt, or the table says why not.
 *
 * <p>The options are found by reflection, so that a new one is missing here until somebody says how it shows.
 */
class OptionsOnEveryPathTest {
    private static final List<Sequence> DATA = data();
    private static final List<Sequence> DEV = SyntheticData.sequences(12, 12, 3);
    private static final TrainingOptions USUAL =
            TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(12);

    @TempDir
    private Path folder;

    /** With a few labels that a separator splits. */
    private static List<Sequence> data() {
        List<Sequence> data = new ArrayList<>(SyntheticData.sequences(11, 30, 3));
        data.add(ambiguous(SyntheticData.sequences(13, 30, 3).get(5), 2));
        return data;
    }

    private static Sequence ambiguous(Sequence sequence, int period) {
        List<String> labels = new ArrayList<>();
        for (int t = 0; t < sequence.length(); t++) {
            labels.add(t % period == period - 1 ? "L2" : "L0|L1");
        }
        return sequence.withLabels(labels);
    }

    private static List<Sequence> manyAmbiguous() {
        List<Sequence> data = new ArrayList<>(SyntheticData.sequences(11, 6, 3));
        SyntheticData.sequences(13, 30, 3).forEach(sequence -> data.add(ambiguous(sequence, 3)));
        return data;
    }

    /** The ways to train. */
    private enum Way {
        PLAIN,
        WITH_DEV,
        ONE_SHOT,
        ITERATED,
        ONE_VERSUS_REST,
        ALL_PAIRS,
        WARM_START,
        RESUMED,
        CROSS_VALIDATION,
        PENALTY_PATH
    }

    private static final Set<Way> ALL = EnumSet.allOf(Way.class);
    private static final Set<Way> BINARY = EnumSet.of(Way.ONE_VERSUS_REST, Way.ALL_PAIRS);
    private static final Set<Way> MIXED = EnumSet.of(Way.ONE_SHOT, Way.ITERATED);

    /** What an option is changed from and to, so that it shows. */
    private record Probe(TrainingOptions base, Object value, List<Sequence> data) {
        Probe(TrainingOptions base, Object value) {
            this(base, value, DATA);
        }
    }

    /** Why an option does not change what is learnt. */
    private record Reason(String option, Set<Way> ways, String text, boolean refused) {
        static Reason none(String option, Set<Way> ways, String text) {
            return new Reason(option, ways, text, false);
        }

        static Reason refused(String option, Set<Way> ways, String message) {
            return new Reason(option, ways, message, true);
        }
    }

    private static TrainingOptions algorithm(Algorithm algorithm) {
        return USUAL.withAlgorithm(algorithm);
    }

    private static TrainingOptions online(Algorithm algorithm) {
        return algorithm(algorithm).withOnline(TrainingOptions.DEFAULTS.online().withEpochs(5));
    }

    private static final Map<String, Probe> PROBES = probes();

    private static Map<String, Probe> probes() {
        Map<String, Probe> map = new LinkedHashMap<>();
        TrainingOptions lbfgs = algorithm(Algorithm.LBFGS);
        TrainingOptions sgd = algorithm(Algorithm.SGD);
        TrainingOptions restless = Leaves.with(
                Leaves.with(sgd.withMaxIterations(11).withSeed(3), "stochastic.rate", 1.0), "stochastic.decay", 1e-9);
        TrainingOptions slow = Leaves.with(sgd, "stochastic.calibration.firstRate", 1e-3);
        TrainingOptions few = Leaves.with(slow, "stochastic.calibration.samples", 3);
        TrainingOptions rprop = algorithm(Algorithm.RPROP);
        TrainingOptions ambiguous = lbfgs.withMaxIterations(40)
                .withNotation(new LabelNotation("?", "|"))
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 15));
        TrainingOptions frankWolfe = USUAL.withLearning(LossFunction.HINGE, Algorithm.FRANK_WOLFE);
        map.put("loss", new Probe(USUAL, LossFunction.SOFTMAX_MARGIN));
        map.put("algorithm", new Probe(USUAL, Algorithm.LBFGS));
        map.put("penalty.l1", new Probe(USUAL, 0.5));
        map.put("penalty.l2", new Probe(USUAL, 3.0));
        map.put("optimizer.memory", new Probe(lbfgs, 1));
        map.put("optimizer.maxIterations", new Probe(lbfgs, 4));
        map.put("optimizer.gradientTolerance", new Probe(lbfgs.withTolerance(0), 1.5));
        map.put("optimizer.objectiveTolerance", new Probe(lbfgs, 0.3));
        map.put("optimizer.period", new Probe(lbfgs.withTolerance(0.02), 1));
        map.put("optimizer.enough", new Probe(lbfgs.withTolerance(0), 0.9));
        map.put("optimizer.maxLineSearchSteps", new Probe(algorithm(Algorithm.GRADIENT_DESCENT), 1));
        map.put("optimizer.form", new Probe(lbfgs, LbfgsOptions.Form.PLAIN));
        map.put("selection.minCount", new Probe(USUAL, 12));
        map.put("selection.minFeatureCount", new Probe(USUAL, 4));
        map.put("selection.minFrequency", new Probe(USUAL, 4.0));
        map.put("selection.allStates", new Probe(USUAL, true));
        map.put("selection.allTransitions", new Probe(USUAL, true));
        map.put("selection.transitions", new Probe(USUAL, false));
        map.put("selection.boundaries", new Probe(USUAL, true));
        map.put("selection.referenceLabel", new Probe(USUAL.withAllFeatures(true), FeatureSelection.LAST_LABEL));
        map.put("notation.unknown", new Probe(USUAL, "L2"));
        map.put("notation.separator", new Probe(USUAL, "|"));
        map.put("earlyStopping.metric", new Probe(lbfgs.withL2(1e-3), EarlyStopping.Metric.LOSS));
        map.put("earlyStopping.patience", new Probe(lbfgs.withL2(1e-3), 1));
        map.put("threads", new Probe(USUAL, 3));
        map.put("seed", new Probe(sgd, 7L));
        map.put("online.epochs", new Probe(online(Algorithm.PERCEPTRON), 2));
        map.put("online.tolerance", new Probe(online(Algorithm.PERCEPTRON), 100.0));
        map.put("online.averaging", new Probe(online(Algorithm.PERCEPTRON), false));
        map.put("online.type", new Probe(online(Algorithm.PA), PassiveAggressive.Type.QUADRATIC));
        map.put("online.aggressiveness", new Probe(online(Algorithm.PA), 0.01));
        map.put("online.errorSensitive", new Probe(online(Algorithm.PA), false));
        map.put("online.candidates", new Probe(online(Algorithm.MIRA), 1));
        map.put("online.variance", new Probe(online(Algorithm.AROW), 0.2));
        map.put("online.gamma", new Probe(online(Algorithm.AROW), 3.0));
        map.put("online.voting", new Probe(online(Algorithm.PERCEPTRON), true));
        map.put("cost", new Probe(USUAL.withLoss(LossFunction.SOFTMAX_MARGIN), 3.0));
        map.put("stochastic.epochs", new Probe(sgd, 3));
        map.put("stochastic.rate", new Probe(sgd, 0.02));
        map.put("stochastic.decay", new Probe(sgd, 0.9));
        map.put("stochastic.batch", new Probe(sgd, 4));
        map.put("stochastic.averaging", new Probe(sgd, true));
        map.put("stochastic.keepBest", new Probe(restless, true));
        map.put("stochastic.tolerance", new Probe(sgd, 0.5));
        map.put("stochastic.period", new Probe(sgd, 1));
        map.put("stochastic.gapTolerance", new Probe(frankWolfe, 0.9));
        map.put("stochastic.gapPeriod", new Probe(Leaves.with(frankWolfe, "stochastic.gapTolerance", 0.9), 1));
        map.put("stochastic.calibration.firstRate", new Probe(sgd, 0.07));
        map.put("stochastic.calibration.factor", new Probe(slow, 3.0));
        map.put("stochastic.calibration.samples", new Probe(sgd, 2));
        map.put("stochastic.calibration.candidates", new Probe(slow, 1));
        map.put("stochastic.calibration.trials", new Probe(slow, 1));
        map.put("stochastic.calibration.exhaustive", new Probe(few, true));
        map.put("stochastic.seed", new Probe(sgd, 5L));
        map.put("rprop.stepMin", new Probe(rprop, 0.2));
        map.put("rprop.stepMax", new Probe(rprop, 0.11));
        map.put("rprop.stepIncrease", new Probe(rprop, 1.4));
        map.put("rprop.stepDecrease", new Probe(rprop, 0.3));
        map.put("rprop.cutoff", new Probe(rprop.withL1(1), true));
        map.put("rprop.free", new Probe(rprop.withL1(1), true));
        map.put("rprop.backtracking", new Probe(rprop, false));
        map.put("restarts", new Probe(ambiguous, 4, manyAmbiguous()));
        map.put("structure", new Probe(lbfgs, new HiddenStates(2)));
        map.put("kappa", new Probe(algorithm(Algorithm.BCD), 20.0));
        return map;
    }

    private static final String NO_DEV = "there is no development set";
    private static final String SINGLE = "every token is classified by itself";
    private static final List<Reason> REASONS = List.of(
            Reason.none("threads", ALL, "the model does not depend on them"),
            Reason.none("earlyStopping.metric", EnumSet.complementOf(EnumSet.of(Way.WITH_DEV)), NO_DEV),
            Reason.none("earlyStopping.patience", EnumSet.complementOf(EnumSet.of(Way.WITH_DEV)), NO_DEV),
            Reason.none("stochastic.keepBest", EnumSet.of(Way.WITH_DEV), "the development set chooses the epoch"),
            Reason.none("penalty.l2", EnumSet.of(Way.PENALTY_PATH), "the path has penalties of its own"),
            Reason.none("selection.minCount", EnumSet.of(Way.WARM_START), "a model's attributes stay, however rare"),
            Reason.none("selection.allTransitions", BINARY, SINGLE),
            Reason.none("selection.transitions", BINARY, SINGLE),
            Reason.refused("selection.boundaries", BINARY, "leave the boundaries out"),
            Reason.none("stochastic.epochs", ALL, "optimizer.maxIterations is the limit"),
            Reason.none("stochastic.tolerance", ALL, "optimizer.objectiveTolerance is the tolerance"),
            Reason.none("stochastic.period", ALL, "optimizer.period is the period"),
            Reason.none("stochastic.seed", ALL, "seed is the seed"),
            Reason.refused("restarts", MIXED, "drop one of the two"),
            Reason.refused("restarts", EnumSet.of(Way.RESUMED), "drop one of the two"),
            Reason.none("restarts", BINARY, "every start leads to the minimum of a convex problem"),
            Reason.refused("structure", BINARY, "leave out the hidden states"),
            Reason.refused("structure", EnumSet.of(Way.WARM_START), "as many hidden states"),
            Reason.refused("online.", EnumSet.of(Way.PENALTY_PATH), "has no penalty"),
            Reason.refused("online.voting", BINARY, "leave voting out"),
            Reason.refused("online.voting", MIXED, "nothing to vote with"),
            Reason.refused("online.voting", EnumSet.of(Way.RESUMED), "voting cannot be combined with a checkpoint"));

    @Test
    void everyOptionHasItsProbe() {
        assertThat(PROBES.keySet()).containsExactlyInAnyOrderElementsOf(Leaves.of(TrainingOptions.class));
    }

    static List<String> options() {
        return List.copyOf(PROBES.keySet());
    }

    @ParameterizedTest
    @MethodSource("options")
    void everyOptionReachesEveryWay(String option) {
        Probe probe = PROBES.get(option);
        TrainingOptions changed = Leaves.with(probe.base(), option, probe.value());
        List<String> wrong = new ArrayList<>();
        for (Way way : Way.values()) {
            Reason reason = reason(option, way);
            if (reason != null && reason.refused()) {
                assertThatThrownBy(() -> learnt(way, changed, probe.data()))
                        .as("%s, %s", option, way)
                        .hasMessageContaining(reason.text());
                continue;
            }
            boolean shows = !learnt(way, probe.base(), probe.data()).equals(learnt(way, changed, probe.data()));
            if (shows && reason != null) {
                wrong.add(way + ": it shows, although " + reason.text());
            } else if (!shows && reason == null) {
                wrong.add(way + ": it does not show");
            }
        }
        assertThat(wrong).as(option).isEmpty();
    }

    private static Reason reason(String option, Way way) {
        return REASONS.stream()
                .filter(reason ->
                        option.startsWith(reason.option()) && reason.ways().contains(way))
                .findAny()
                .orElse(null);
    }

    /** What the model file says of the options: a model that is another one must not claim the same. */
    @ParameterizedTest
    @MethodSource("options")
    void whatChangesTheModelIsInItsProvenance(String option) {
        Probe probe = PROBES.get(option);
        Way way = option.startsWith("earlyStopping") ? Way.WITH_DEV : Way.PLAIN;
        if (reason(option, way) == null) {
            Object before =
                    trainer(probe.base(), way).train(probe.data()).provenance().get("options");
            TrainingOptions changed = Leaves.with(probe.base(), option, probe.value());
            Object after =
                    trainer(changed, way).train(probe.data()).provenance().get("options");
            assertThat(after).as(option).isNotEqualTo(before);
        }
    }

    private Trainer trainer(TrainingOptions options, Way way) {
        Trainer trainer = new Trainer(new GivenAttributes(), options);
        return switch (way) {
            case WITH_DEV -> trainer.withDev(DEV);
            case ONE_SHOT -> trainer.withMixing(ParameterMixing.oneShot(2));
            case ITERATED -> trainer.withMixing(ParameterMixing.iterated(2, 6));
            case WARM_START ->
                trainer.withInitial(new Trainer(
                                new GivenAttributes(),
                                algorithm(Algorithm.LBFGS).withMaxIterations(1))
                        .train(DATA));
            default -> trainer;
        };
    }

    /** All that can be seen of what was learnt. */
    private String learnt(Way way, TrainingOptions options, List<Sequence> data) {
        Trainer trainer = trainer(options, way);
        return switch (way) {
            case ONE_VERSUS_REST -> text(new OneVersusRest(trainer).train(data));
            case ALL_PAIRS -> text(new AllPairs(trainer, true).train(data));
            case RESUMED -> text(resumed(trainer, data));
            case CROSS_VALIDATION ->
                tuner(options)
                        .search(new GridSearch(SearchSpace.EMPTY), data)
                        .best()
                        .orElseThrow()
                        .scores()
                        .toString();
            case PENALTY_PATH ->
                tuner(options)
                        .path(new RegularisationPath(Hyperparameter.L2, List.of(3.0, 0.3)), data)
                        .toString()
                        .replaceAll("seconds=[0-9.E-]+", "");
            default -> text(trainer.train(data));
        };
    }

    private static Tuner tuner(TrainingOptions options) {
        Recipe recipe = new Recipe(new GivenAttributes(), options);
        return new Tuner(recipe, new CrossValidation(2, 1), Measure.Metric.LIKELIHOOD).withThreads(1);
    }

    private static String text(Model model) {
        return Arrays.toString(model.weights()) + model.labels() + (model.votes() == null ? "" : " and votes");
    }

    /** Stopped after the first iteration, and resumed. */
    private Model resumed(Trainer trainer, List<Sequence> data) {
        try {
            Path file = Files.createTempFile(folder, "run", ".check");
            Files.delete(file);
            AtomicInteger asked = new AtomicInteger();
            trainer.withCheckpoint(file, 1, false)
                    .withStop(() -> asked.incrementAndGet() >= 1)
                    .train(data);
            return trainer.withCheckpoint(file, 1, true).train(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
