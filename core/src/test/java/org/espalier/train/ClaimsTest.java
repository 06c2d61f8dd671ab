package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.optimize.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said of the minimum is true: bounds hold for every loss and algorithm, and without convexity none is told. */
class ClaimsTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nB", "words");
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(40).withNotation(new LabelNotation("?", "|"));

    /** How much the labels say. */
    private enum Supervision {
        FULL,
        /** Some labels are not known at all. */
        UNKNOWN,
        /** Some are one of two. */
        SETS;

        List<Sequence> data() {
            List<Sequence> data = new ArrayList<>();
            int n = 0;
            for (Sequence sequence : SyntheticData.sequences(5, 30, 3)) {
                List<String> labels = new ArrayList<>();
                for (String label : sequence.labels()) {
                    boolean partial = this != FULL && n++ % 3 == 0;
                    labels.add(!partial ? label : this == UNKNOWN ? "?" : label.equals("L0") ? "L0|L1" : label + "|L0");
                }
                data.add(sequence.withLabels(labels));
            }
            return data;
        }

        boolean isConvex(boolean transitions) {
            return this == FULL || (this == UNKNOWN && !transitions);
        }
    }

    private record Run(Model model, TrainingReport report, List<String> warnings) {}

    private static Run train(TrainingOptions options, List<Sequence> data) {
        Recorder recorder = new Recorder();
        Model model = new Trainer(WORDS, options).withListener(recorder).train(data);
        return new Run(model, recorder.report(), recorder.warnings);
    }

    private static boolean goTogether(LossFunction loss, Algorithm algorithm) {
        try {
            OPTIONS.withLearning(loss, algorithm);
            return !algorithm.isOnline();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** All algorithms on one loss: none may find less than another one has proved. */
    @ParameterizedTest
    @EnumSource(LossFunction.class)
    void boundsHoldAndAreToldOfConvexObjectivesOnly(LossFunction loss) {
        for (boolean transitions : new boolean[] {true, false}) {
            for (Supervision supervision : Supervision.values()) {
                if ((loss.isOneVsRest() && transitions)
                        || (loss == LossFunction.LOCAL && supervision != Supervision.FULL)) {
                    continue; // refused, see LocalLossTest and StochasticTrainingTest
                }
                boundsHold(loss, transitions, supervision);
            }
        }
    }

    private static void boundsHold(LossFunction loss, boolean transitions, Supervision supervision) {
        boolean convex = supervision.isConvex(transitions);
        List<Sequence> data = supervision.data();
        TrainingOptions options = OPTIONS.withSelection(OPTIONS.selection().withTransitions(transitions));
        double proved = Double.NEGATIVE_INFINITY;
        double lowest = Double.POSITIVE_INFINITY;
        for (Algorithm algorithm : Algorithm.values()) {
            boolean refused = supervision != Supervision.FULL && algorithm.needsMoments();
            if (goTogether(loss, algorithm) && !refused) {
                Run run = train(options.withLearning(loss, algorithm), data);
                check(run, convex, loss + ", " + algorithm + ", " + supervision + ", transitions " + transitions);
                proved =
                        Math.max(proved, run.report().objective() - run.report().gapBound());
                lowest = Math.min(lowest, run.report().objective());
            }
        }
        if (convex) {
            Algorithm exact = loss.isSmooth() ? Algorithm.LBFGS : Algorithm.SUBGRADIENT;
            TrainingOptions longer =
                    options.withLearning(loss, exact).withMaxIterations(1500).withTolerance(0);
            lowest = Math.min(lowest, train(longer, data).report().objective());
            assertThat(proved).as("%s, %s", loss, supervision).isLessThanOrEqualTo(lowest * (1 + 1e-12));
            if (loss != LossFunction.SQUARED_HINGE) { // its gradient jumps at the minimum, and proves little
                assertThat(lowest - proved).as("%s, %s", loss, supervision).isLessThan(0.01 * lowest);
            }
        }
    }

    private static void check(Run run, boolean convex, String what) {
        TrainingReport report = run.report();
        assertThat(report.convex()).as(what).isEqualTo(convex);
        if (convex) {
            assertThat(report.gapBound()).as(what).isFinite().isNotNegative();
            assertThat(run.model().provenance().toString()).doesNotContain("convex");
        } else {
            assertThat(report.gapBound()).as(what).isNaN();
            assertThat(report.stopReason()).as(what).isNotIn(StopReason.CONVERGED_GAP, StopReason.CONVERGED_DUALITY);
            assertThat(report.stopText()).as(what).doesNotContain("prove");
            assertThat(run.model().provenance().toString())
                    .as(what)
                    .contains("convex=false")
                    .doesNotContainIgnoringCase("prove")
                    .doesNotContain("CONVERGED_GAP")
                    .doesNotContain("CONVERGED_DUALITY");
        }
    }

    /** Without convexity there is no dual: Frank–Wolfe says so, and is restarted with another order of the instances. */
    @Test
    void frankWolfeIsAHeuristicThen() {
        List<Sequence> data = Supervision.SETS.data();
        TrainingOptions options = OPTIONS.withLoss(LossFunction.HINGE).withMaxIterations(300);
        Run auto = train(options, data);
        Run several = train(options.withRestarts(4), data);

        assertThat(auto.warnings())
                .singleElement()
                .asString()
                .contains("not convex")
                .contains("no duality gap");
        assertThat(auto.report().stopReason()).isEqualTo(StopReason.CONVERGED_OBJECTIVE);
        assertThat(auto.report().isStationary()).isFalse();
        assertThat(several.report().startObjectives().stream().distinct().count())
                .isGreaterThan(1);
        assertThat(several.report().objective())
                .isLessThanOrEqualTo(auto.report().objective());
        assertThat(train(options, Supervision.FULL.data()).warnings()).isEmpty();
    }

    /** Sequences in which every third label is C and the others are A or B: who tells A from B can count to three. */
    private static List<Sequence> counting() {
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < 24; n++) {
            List<String> labels = new ArrayList<>();
            String[] words = new String[4 + n % 7];
            for (int t = 0; t < words.length; t++) {
                words[t] = "u";
                labels.add(t % 3 == 2 ? "C" : "A|B");
            }
            data.add(SyntheticData.sequence(labels, words));
        }
        return data;
    }

    private static TrainingReport counted(TrainingOptions options) {
        Recorder recorder = new Recorder();
        new Trainer(WORDS, options.withAllFeatures(true)).withListener(recorder).train(counting());
        return recorder.report();
    }

    /** At 0 the labels A and B are the same, and so are their gradients; from there all would end at a saddle, of 76.3. */
    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"AUTO", "LBFGS", "OWLQN", "CG", "NEWTON", "TRUST_REGION", "GRADIENT_DESCENT", "SGD", "ADAGRAD"})
    void aSymmetricStartIsLeft(Algorithm algorithm) {
        TrainingReport report = counted(OPTIONS.withAlgorithm(algorithm).withMaxIterations(200));

        assertThat(report.objective()).isLessThan(30);
        assertThat(counted(OPTIONS.withAlgorithm(algorithm).withMaxIterations(200))
                        .objective())
                .isEqualTo(report.objective());
    }

    /** Shards must leave the saddle on the same side: A of one shard is not B of the other. */
    @Test
    void shardsLeaveASymmetricStartTogether() {
        Recorder recorder = new Recorder();
        new Trainer(WORDS, OPTIONS.withAllFeatures(true).withMaxIterations(200))
                .withMixing(ParameterMixing.oneShot(2))
                .withListener(recorder)
                .train(counting());

        assertThat(recorder.report().objective()).isLessThan(40);
    }

    @Test
    void theSeedDecidesTheStartAndThreadsDoNot() {
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.LBFGS).withRestarts(2);
        List<Sequence> data = Supervision.SETS.data();
        double[] weights = train(options, data).model().weights();

        assertThat(train(options.withThreads(3), data).model().weights()).isEqualTo(weights);
        assertThat(train(options.withSeed(2), data).model().weights()).isNotEqualTo(weights);
    }

    @Test
    void convexObjectivesStillStartAtZero() {
        List<Sequence> data = Supervision.FULL.data();
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.LBFGS);

        assertThat(train(options.withSeed(2), data).model().weights())
                .isEqualTo(train(options, data).model().weights());
    }

    @Test
    void theBestOfSeveralStartsIsKept() {
        List<Sequence> data = Supervision.SETS.data();
        TrainingOptions options =
                OPTIONS.withAlgorithm(Algorithm.LBFGS).withMaxIterations(300).withL2(0.1);
        TrainingReport single = train(options, data).report();
        Run several = train(options.withRestarts(6), data);
        TrainingReport report = several.report();

        assertThat(report.startObjectives()).hasSize(6).contains(single.objective(), report.objective());
        assertThat(report.startObjectives().stream().distinct().count()).isGreaterThan(1);
        assertThat(report.objective())
                .isEqualTo(
                        report.startObjectives().stream().min(Double::compare).orElseThrow())
                .isLessThanOrEqualTo(single.objective());
        assertThat(report.evaluations()).isGreaterThan(5 * single.iterations());
        assertThat(objective(options, several.model(), data)).isEqualTo(report.objective(), within(report.objective()));
        assertThat(several.model().provenance().toString())
                .contains("restarts=6")
                .contains("startObjectives");
    }

    private static Offset<Double> within(double value) {
        return Offset.offset(1e-9 * Math.abs(value));
    }

    /** The objective at a model's weights. */
    private static double objective(TrainingOptions options, Model model, List<Sequence> data) {
        Recorder recorder = new Recorder();
        new Trainer(WORDS, options.withMaxIterations(0))
                .withInitial(model)
                .withListener(recorder)
                .train(data);
        return recorder.report().objective();
    }

    @Test
    void theDevelopmentSetChoosesAmongStarts() {
        List<Sequence> data = Supervision.SETS.data();
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.LBFGS)
                .withL2(0.1)
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 5));
        List<Sequence> dev = SyntheticData.sequences(6, 30, 3);
        Map<Integer, Double> scores = new TreeMap<>();
        for (int restarts : new int[] {1, 5}) {
            Recorder recorder = new Recorder();
            new Trainer(WORDS, options.withRestarts(restarts))
                    .withDev(dev)
                    .withListener(recorder)
                    .train(data);
            scores.put(restarts, recorder.report().devScore());
            double lowest = recorder.progress.stream()
                    .mapToDouble(TrainingProgress::devScore)
                    .min()
                    .orElseThrow();
            assertThat(recorder.report().devScore()).isEqualTo(lowest);
        }
        assertThat(scores.get(5)).isLessThanOrEqualTo(scores.get(1));
    }

    @Test
    void amongStartsATieKeepsTheFirst() {
        List<Sequence> data = Supervision.SETS.data();
        List<Sequence> dev = List.of(SyntheticData.sequence(List.of("L1"), "w1"));
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.LBFGS);
        List<double[]> weights = new ArrayList<>();
        for (int restarts : new int[] {1, 4}) {
            Recorder recorder = new Recorder();
            weights.add(new Trainer(WORDS, options.withRestarts(restarts))
                    .withDev(dev)
                    .withListener(recorder)
                    .train(data)
                    .weights());
            assertThat(recorder.report().devScore()).isEqualTo(1);
        }
        assertThat(weights.get(1)).isEqualTo(weights.get(0));
    }

    @Test
    void restartsOfConvexObjectivesAreSaidToBeInVain() {
        List<Sequence> data = Supervision.FULL.data();
        Run once = train(OPTIONS, data);
        Run more = train(OPTIONS.withRestarts(3), data);

        assertThat(more.warnings()).singleElement().asString().contains("3 restarts (--restarts) have no effect");
        assertThat(more.model().weights()).isEqualTo(once.model().weights());
        assertThat(more.report().startObjectives()).isEmpty();
        Recorder recorder = new Recorder();
        new OneVersusRest(new Trainer(WORDS, OPTIONS.withRestarts(3)).withListener(recorder)).train(data);
        assertThat(recorder.warnings).singleElement().asString().contains("3 restarts (--restarts) have no effect");
    }

    @Test
    void aStopEndsAllStarts() {
        List<Integer> asked = new ArrayList<>();
        Recorder recorder = new Recorder();
        new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.LBFGS).withRestarts(50))
                .withListener(recorder)
                .withStop(() -> {
                    asked.add(1);
                    return asked.size() > 60;
                })
                .train(Supervision.SETS.data());

        assertThat(recorder.report().startObjectives()).hasSizeBetween(2, 3);
    }

    @Test
    void restartsGoWithAnObjectiveOnly() {
        assertThatThrownBy(() -> OPTIONS.withRestarts(0)).hasMessageContaining("restarts = 0");
        assertThatThrownBy(() -> OPTIONS.withAlgorithm(Algorithm.PERCEPTRON).withRestarts(2))
                .hasMessageContaining("minimises no objective");
    }

    /** Mixed or not, an online learner minimises no objective, and nothing is proved of it. */
    @ParameterizedTest
    @EnumSource(ParameterMixing.Kind.class)
    void nothingIsProvedOfOnlineLearners(ParameterMixing.Kind kind) {
        Recorder recorder = new Recorder();
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.PERCEPTRON);
        new Trainer(WORDS, options)
                .withMixing(new ParameterMixing(kind, 3, ParameterMixing.Weighting.UNIFORM, 2))
                .withListener(recorder)
                .train(Supervision.FULL.data());

        assertThat(recorder.report().gapBound()).isNaN();
        assertThat(recorder.report().gradientNorm()).isNaN();
    }

    @Test
    void whatIsConvex() {
        Map<Supervision, Boolean> chain = new EnumMap<>(Supervision.class);
        for (Supervision supervision : Supervision.values()) {
            chain.put(
                    supervision,
                    train(OPTIONS.withMaxIterations(1), supervision.data())
                            .report()
                            .convex());
        }
        assertThat(chain)
                .isEqualTo(Map.of(Supervision.FULL, true, Supervision.UNKNOWN, false, Supervision.SETS, false));
        List<Sequence> silent = new ArrayList<>(Supervision.FULL.data());
        Sequence last = silent.get(silent.size() - 1);
        silent.add(last.withLabels(Collections.nCopies(last.length(), "?")));
        assertThat(train(OPTIONS.withMaxIterations(1), silent).report().convex())
                .as("a sequence without any label says nothing")
                .isTrue();
    }
}
