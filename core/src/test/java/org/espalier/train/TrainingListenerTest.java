package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.BagOfWords;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.optimize.CalibrationReport;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a training run tells its listener on the way, compared with the models that the listener can look at. */
class TrainingListenerTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nB", "words");
    private static final List<Sequence> DATA = SyntheticData.sequences(1, 30, 3);
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(4).withL2(0.5);
    private static final LabelNotation PARTIAL = new LabelNotation("?", "|");

    private static double objective(Model model, List<Sequence> data, Penalty penalty) {
        Tagger tagger = model.tagger();
        double sum = penalty.value(model.weights());
        for (Sequence sequence : data) {
            sum -= tagger.tag(sequence).logProbability(Objects.requireNonNull(sequence.labels()));
        }
        return sum;
    }

    /** Compares every objective that it is told with the model of that moment. */
    private static final class Exact implements TrainingListener {
        final List<TrainingProgress> told = new ArrayList<>();
        final List<Double> found = new ArrayList<>();
        private final boolean wanted;

        Exact(boolean wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean wantsExactObjective() {
            return wanted;
        }

        @Override
        public void onIteration(TrainingProgress progress, Supplier<Model> model) {
            told.add(progress);
            found.add(objective(model.get(), DATA, OPTIONS.penalty()));
        }
    }

    /** Dual ascent, stochastic gradients and online learners meet another value on the way. */
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "SGD", "LBFGS", "PERCEPTRON"})
    void theObjectiveIsThatOfTheWeightsWhenItIsAskedFor(Algorithm algorithm) {
        TrainingOptions options = OPTIONS.withL2(1)
                .withAlgorithm(algorithm)
                .withOnline(OPTIONS.online().withEpochs(4))
                .withL2(algorithm.isOnline() ? 1 : 0.5);
        Exact asked = new Exact(true);
        Exact silent = new Exact(false);
        Model exact = new Trainer(WORDS, options).withListener(asked).train(DATA);
        Model plain = new Trainer(WORDS, options).withListener(silent).train(DATA);

        assertThat(exact.weights()).as("looking changes nothing").isEqualTo(plain.weights());
        assertThat(asked.told).hasSize(silent.told.size()).isNotEmpty();
        for (int k = 0; k < asked.told.size(); k++) {
            // The listener computes with λ₂ = 0.5, the perceptron's options have the usual 1.
            double more = algorithm.isOnline() ? square(asked.told.get(k).weightNorm()) / 4 : 0;
            double expected = asked.found.get(k) + more;
            assertThat(asked.told.get(k).objective()).isCloseTo(expected, within(1e-9 * expected));
            assertThat(asked.told.get(k).gradientNorm()).isPositive();
        }
        boolean estimates = algorithm != Algorithm.LBFGS;
        assertThat(silent.told.get(0).objective() == asked.told.get(0).objective())
                .isNotEqualTo(estimates);
        assertThat(Double.isNaN(silent.told.get(0).gradientNorm())).isEqualTo(estimates);
    }

    private static double square(double value) {
        return value * value;
    }

    @Test
    void secondsAreThoseThatPass() {
        long begin = System.nanoTime();
        Recorder recorder = new Recorder();
        new Trainer(WORDS, OPTIONS).withListener(recorder).train(DATA);
        double passed = (System.nanoTime() - begin) / 1e9;
        double before = 0;
        for (TrainingProgress progress : recorder.progress) {
            assertThat(progress.seconds()).isGreaterThan(before);
            before = progress.seconds();
        }
        TrainingReport report = recorder.report();
        assertThat(report.seconds()).isBetween(before, passed);
        assertThat(report.secondsPerEvaluation()).isCloseTo(report.seconds() / report.evaluations(), within(1e-9));
    }

    /** Keeps what only some runs tell. */
    private static final class Seldom implements TrainingListener {
        final List<EarlyStopping.Metric> metrics = new ArrayList<>();
        final List<CalibrationReport> calibrations = new ArrayList<>();
        final List<String> restarts = new ArrayList<>();

        @Override
        public void onMetric(EarlyStopping.Metric measured) {
            metrics.add(measured);
        }

        @Override
        public void onCalibration(CalibrationReport report) {
            calibrations.add(report);
        }

        @Override
        public void onRestart(int number, int restarts) {
            this.restarts.add(number + " of " + restarts);
        }
    }

    @Test
    void metricCalibrationAndRestartsAreTold() {
        Seldom told = new Seldom();
        new Trainer(WORDS, OPTIONS).withListener(told).train(DATA);
        new Trainer(WORDS, OPTIONS.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 3)))
                .withListener(told)
                .train(DATA);
        assertThat(told.metrics)
                .as("labels without spans have no F1")
                .containsExactly(EarlyStopping.Metric.ACCURACY, EarlyStopping.Metric.LOSS);
        assertThat(told.calibrations).isEmpty();

        new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.SGD))
                .withListener(told)
                .train(DATA);
        assertThat(told.calibrations)
                .singleElement()
                .satisfies(report -> assertThat(report.trials())
                        .extracting(CalibrationReport.Trial::rate)
                        .contains(report.rate()));

        List<Sequence> partial = new ArrayList<>(DATA);
        partial.add(SyntheticData.sequence(List.of("L0|L1", "L2"), "w1", "w2"));
        Recorder recorder = new Recorder();
        TrainingOptions options = OPTIONS.withNotation(PARTIAL).withAlgorithm(Algorithm.LBFGS);
        assertThat(told.restarts).isEmpty();
        new Trainer(WORDS, options.withRestarts(3)).withListener(told).train(partial);
        assertThat(told.restarts).containsExactly("2 of 3", "3 of 3");
        new Trainer(WORDS, options.withRestarts(3)).withListener(recorder).train(partial);
        int evaluations = 0;
        for (int k = 0; k < recorder.progress.size(); k++) {
            boolean last = k + 1 == recorder.progress.size()
                    || recorder.progress.get(k + 1).iteration() == 1;
            evaluations += last ? recorder.progress.get(k).evaluations() : 0;
        }
        assertThat(recorder.report().evaluations()).as("those of all starts").isEqualTo(evaluations);
    }

    /** Labels of which many are one of two, so that the objective has several minima. */
    private static List<Sequence> ambiguous() {
        List<Sequence> data = new ArrayList<>(DATA.subList(0, 6));
        for (Sequence sequence : SyntheticData.sequences(5, 30, 3)) {
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < sequence.length(); t++) {
                labels.add(t % 3 == 2 ? "L2" : "L0|L1");
            }
            data.add(sequence.withLabels(labels));
        }
        return data;
    }

    @Test
    void theBestOfSeveralStartsIsTheModel() {
        TrainingOptions options = OPTIONS.withNotation(PARTIAL)
                .withAlgorithm(Algorithm.LBFGS)
                .withMaxIterations(30)
                .withL2(0.05)
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 3));
        for (long seed = 1; seed < 5; seed++) { // the best start is not always the same
            Recorder recorder = new Recorder();
            TrainingOptions several = options.withRestarts(3).withSeed(seed);
            new Trainer(WORDS, several).withListener(recorder).train(ambiguous());
            TrainingReport report = recorder.report();
            assertThat(report.startObjectives()).hasSize(3).doesNotHaveDuplicates();
            assertThat(report.objective())
                    .isEqualTo(report.startObjectives().stream()
                            .min(Double::compare)
                            .orElseThrow());
            assertThat(report.convex()).isFalse();
            assertThat(report.gapBound()).isNaN();

            Recorder withDev = new Recorder();
            new Trainer(WORDS, several)
                    .withDev(SyntheticData.sequences(6, 20, 3))
                    .withListener(withDev)
                    .train(ambiguous());
            assertThat(withDev.report().devScore())
                    .isEqualTo(withDev.progress.stream()
                            .mapToDouble(TrainingProgress::devScore)
                            .min()
                            .orElseThrow());
            List<TrainingProgress> history = withDev.report().history();
            assertThat(withDev.progress).as("the history of the kept start").containsSubsequence(history);
            assertThat(history.get(withDev.report().bestIteration() - 1).devScore())
                    .isEqualTo(withDev.report().devScore());
        }
    }

    @Test
    void restartsGoWithNeitherCheckpointsNorShards(@TempDir Path folder) {
        Trainer trainer = new Trainer(WORDS, OPTIONS.withRestarts(2));
        assertThatThrownBy(() ->
                        trainer.withCheckpoint(folder.resolve("c"), 1, false).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("records a single start");
        assertThatThrownBy(() -> trainer.withMixing(ParameterMixing.oneShot(2)).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("different minima");
    }

    @Test
    void oneLabelIsWorthAWarning() {
        Recorder one = new Recorder();
        Recorder two = new Recorder();
        new Trainer(WORDS, OPTIONS)
                .withListener(one)
                .train(List.of(SyntheticData.sequence(List.of("A", "A"), "x", "y")));
        new Trainer(WORDS, OPTIONS)
                .withListener(two)
                .train(List.of(SyntheticData.sequence(List.of("A", "B"), "x", "y")));
        assertThat(one.warnings).singleElement().asString().contains("there is one label, 'A'");
        assertThat(two.warnings).isEmpty();
    }

    /** Weights that another iteration chose cost one evaluation more: that of the objective there. */
    @Test
    void theEvaluationOfTheChosenWeightsCounts() {
        Recorder recorder = new Recorder();
        TrainingOptions options = OPTIONS.withL2(1e-3)
                .withMaxIterations(100)
                .withTolerance(0)
                .withAlgorithm(Algorithm.LBFGS)
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 3));
        new Trainer(WORDS, options)
                .withDev(SyntheticData.sequences(2, 30, 3))
                .withListener(recorder)
                .train(DATA);
        TrainingReport report = recorder.report();
        assertThat(report.bestIteration()).isEqualTo(report.iterations() - 3);
        int last = recorder.progress.get(recorder.progress.size() - 1).evaluations();
        assertThat(report.evaluations()).isEqualTo(last + 1);
    }

    /** Of a run that goes on from a checkpoint only its own evaluations took its seconds. */
    @Test
    void evaluationsBeforeACheckpointTookNoneOfTheSeconds(@TempDir Path folder) {
        Path checkpoint = folder.resolve("c");
        Recorder first = new Recorder();
        new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.LBFGS).withMaxIterations(2))
                .withCheckpoint(checkpoint, 1, false)
                .withListener(first)
                .train(DATA);
        Recorder second = new Recorder();
        new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.LBFGS))
                .withCheckpoint(checkpoint, 1, true)
                .withListener(second)
                .train(DATA);
        TrainingReport report = second.report();
        int before = first.progress.get(1).evaluations();
        assertThat(report.history()).hasSize(2);
        assertThat(report.secondsPerEvaluation())
                .isCloseTo(report.seconds() / (report.evaluations() - before), within(1e-9));
    }

    @ParameterizedTest
    @EnumSource(names = {"LBFGS", "PERCEPTRON"})
    void aStopReachesTheShards(Algorithm algorithm) {
        Recorder recorder = new Recorder();
        new Trainer(WORDS, OPTIONS.withL2(1).withAlgorithm(algorithm))
                .withMixing(ParameterMixing.oneShot(1))
                .withListener(recorder)
                .withStop(() -> true)
                .train(DATA);
        assertThat(recorder.report().iterations()).isEqualTo(1);
        assertThat(recorder.report().stopReason()).isEqualTo(StopReason.STOPPED);
    }

    @Test
    void aStopEndsMixingAfterTheRound() {
        AtomicInteger asked = new AtomicInteger();
        Recorder recorder = new Recorder();
        TrainingOptions options = OPTIONS.withMaxIterations(40).withTolerance(0);
        new Trainer(WORDS, options)
                .withMixing(ParameterMixing.iterated(1, 2))
                .withListener(recorder)
                // Asked after each of the two iterations, and after the average.
                .withStop(() -> asked.incrementAndGet() == 6)
                .train(DATA);
        assertThat(recorder.progress).hasSize(2);
    }

    @Test
    void longListsOfForeignLabelsAreCutShort() {
        for (int count : new int[] {10, 11}) {
            List<Sequence> dev = new ArrayList<>(DATA);
            String[] words = new String[count];
            Arrays.fill(words, "w1");
            dev.add(SyntheticData.sequence(
                    IntStream.range(0, count)
                            .mapToObj(k -> "X" + (char) ('a' + k))
                            .toList(),
                    words));
            Recorder recorder = new Recorder();
            new Trainer(WORDS, OPTIONS).withDev(dev).withListener(recorder).train(DATA);
            assertThat(recorder.warnings)
                    .singleElement()
                    .asString()
                    .contains("Xi, Xj" + (count > 10 ? ", ..., beside" : ", beside"))
                    .doesNotContain("Xk");
        }
        List<Sequence> unknown = List.of(SyntheticData.sequence(List.of("?"), "w1"));
        Trainer measuringNothing = new Trainer(WORDS, OPTIONS.withNotation(PARTIAL)).withDev(unknown);
        assertThatThrownBy(() -> measuringNothing.train(DATA))
                .hasMessageContaining("nothing can be measured")
                .hasMessageNotContaining("found");
    }

    @Test
    void weightsOfEnormousSizeCannotBeTheStart() {
        Model model = new Trainer(WORDS, OPTIONS).train(DATA);
        double[] enormous = model.weights().clone();
        Arrays.fill(enormous, 1e200);
        Model initial = new Model(
                model.labels(), model.encoder(), model.layout(), enormous, model.columns(), model.provenance());
        Trainer trainer = new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.LBFGS)).withInitial(initial);
        assertThatThrownBy(() -> trainer.train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the objective cannot be minimised")
                .hasMessageContaining("huge");
    }

    /** In the given order the seed decides nothing. */
    @Test
    void anOrderOfOnesOwnTakesThePlaceOfTheSeed() {
        List<double[]> given = new ArrayList<>();
        List<double[]> shuffled = new ArrayList<>();
        for (long seed = 1; seed < 3; seed++) {
            TrainingOptions options =
                    TrainingOptions.DEFAULTS.withSeed(seed).withThreads(1).withAlgorithm(Algorithm.PERCEPTRON);
            Trainer trainer =
                    new Trainer(WORDS, options.withOnline(options.online().withEpochs(3)));
            given.add(trainer.withOrder(VisitingOrder.GIVEN).train(DATA).weights());
            shuffled.add(trainer.train(DATA).weights());
        }
        assertThat(given.get(1)).isEqualTo(given.get(0));
        assertThat(shuffled.get(1)).isNotEqualTo(shuffled.get(0));
        assertThatThrownBy(() -> new Trainer(WORDS, OPTIONS).withOrder(VisitingOrder.GIVEN))
                .hasMessageContaining("expected SGD or an online algorithm");
    }

    private static SequenceReader reader(List<Sequence> sequences) {
        Iterator<Sequence> iterator = sequences.iterator();
        return new SequenceReader() {
            @Override
            public Sequence next() {
                return iterator.hasNext() ? iterator.next() : null;
            }

            @Override
            public void close() {}
        };
    }

    /** Features that depend on the data are settled on all of them first, as a bag of words with its document frequencies. */
    @Test
    void readingOnTheWayGivesTheSameModel() {
        List<Sequence> texts = new ArrayList<>();
        for (String text : new String[] {"one two two", "two three", "one"}) {
            texts.add(SyntheticData.sequence(List.of(text.contains("one") ? "A" : "B"), text));
        }
        AttributeExtractor bag = BagOfWords.parse("words(1,tfidf)");
        assertThat(bag.isFitted()).isFalse();
        assertThat(WORDS.isFitted()).isTrue();
        for (AttributeExtractor extractor : List.of(bag, WORDS)) {
            Trainer trainer = new Trainer(extractor, OPTIONS);
            Model read = trainer.train(reader(texts));
            Model given = trainer.train(texts);
            assertThat(read.weights()).isEqualTo(given.weights()).isNotEmpty();
            assertThat(read.provenance()).isEqualTo(given.provenance());
        }
    }

    @Test
    void theVersionIsThatOfTheJar() {
        String version = Trainer.class.getPackage().getImplementationVersion();
        Model model = new Trainer(WORDS, OPTIONS).train(DATA);
        assertThat(model.provenance()).containsEntry("espalier", version == null ? "development" : version);
    }
}
