package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.train.EarlyStopping.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EarlyStoppingTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB", "words");
    private static final List<Sequence> TRAIN = SyntheticData.sequences(1, 40, 3);
    private static final List<Sequence> DEV = SyntheticData.sequences(2, 40, 3);

    private static TrainingOptions options(Metric metric) {
        // Hardly any penalty, so that the weights soon fit the noise and the development set notices.
        return TrainingOptions.DEFAULTS
                .withL2(1e-3)
                .withTolerance(0)
                .withThreads(1)
                .withEarlyStopping(new EarlyStopping(metric, 4));
    }

    private static double score(Model model, List<Sequence> dev, Metric metric) {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        double loss = 0;
        int tokens = 0;
        for (Sequence sequence : dev) {
            List<String> gold = Objects.requireNonNull(sequence.labels());
            evaluation.add(gold, model.tagger().tag(sequence).labels());
            loss -= model.tagger().tag(sequence).logProbability(gold);
            tokens += sequence.length();
        }
        // These labels mark no spans, so that F1 falls back to the share of right tokens.
        return metric == Metric.LOSS ? loss / tokens : evaluation.scores().tokenAccuracy();
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void theBestIterationWinsAndIsTheModel(Metric metric) {
        Recorder recorder = new Recorder();
        Model model = new Trainer(WORDS, options(metric))
                .withDev(DEV)
                .withListener(recorder)
                .train(TRAIN);
        TrainingReport report = recorder.report();
        assertThat(report.stoppedEarly()).isTrue();
        assertThat(report.stopName()).isEqualTo("EARLY_STOPPING");
        assertThat(report.iterations()).isEqualTo(report.bestIteration() + 4);
        assertThat(score(model, DEV, metric)).isCloseTo(report.devScore(), within(1e-12));
        for (TrainingProgress progress : recorder.progress) {
            double sign = metric == Metric.LOSS ? -1 : 1;
            assertThat(sign * progress.devScore()).isLessThanOrEqualTo(sign * report.devScore());
        }
        Model again = new Trainer(WORDS, options(metric).withMaxIterations(report.bestIteration())).train(TRAIN);
        assertThat(again.weights()).isEqualTo(model.weights());
    }

    /** Of iterations that are equally good the first is kept, and patience counts from it. */
    @Test
    void aTieDoesNotReplaceTheBest() {
        List<Sequence> data =
                List.of(SyntheticData.sequence(List.of("A", "B"), "x", "y"), SyntheticData.sequence(List.of("B"), "y"));
        Recorder recorder = new Recorder();
        Trainer trainer = new Trainer(WORDS, options(Metric.F1).withAlgorithm(Algorithm.LBFGS));
        Model model = trainer.withDev(data).withListener(recorder).train(data);
        TrainingReport report = recorder.report();

        assertThat(recorder.progress).extracting(TrainingProgress::devScore).containsOnly(1.0);
        assertThat(report.bestIteration()).isEqualTo(1);
        assertThat(report.iterations()).isEqualTo(5);
        assertThat(report.stoppedEarly()).isTrue();
        Model first = new Trainer(
                        WORDS, options(Metric.F1).withAlgorithm(Algorithm.LBFGS).withMaxIterations(1))
                .train(data);
        assertThat(model.weights()).isEqualTo(first.weights());
    }

    @Test
    void spansDecideWhenThereAreAny() {
        List<Sequence> data = List.of(
                SyntheticData.sequence(List.of("O", "B-X", "I-X"), "a", "b", "c"),
                SyntheticData.sequence(List.of("B-X", "O"), "b", "a"));
        Recorder recorder = new Recorder();
        new Trainer(WORDS, options(Metric.F1))
                .withDev(data)
                .withListener(recorder)
                .train(data);
        assertThat(recorder.report().devScore()).isEqualTo(1.0);
    }

    /** The same data, one label with another name. */
    private static List<Sequence> renamed(List<Sequence> data, String from, String to) {
        return data.stream()
                .map(sequence -> sequence.withLabels(Objects.requireNonNull(sequence.labels()).stream()
                        .map(label -> label.equals(from) ? to : label)
                        .toList()))
                .toList();
    }

    @Test
    void aPlainLabelThatIsCalledLikeAPrefixChangesNothing() {
        String label = TRAIN.stream()
                .flatMap(sequence -> Objects.requireNonNull(sequence.labels()).stream())
                .findFirst()
                .orElseThrow();
        Recorder plain = new Recorder();
        Model expected = new Trainer(WORDS, options(Metric.F1))
                .withDev(DEV)
                .withListener(plain)
                .train(TRAIN);
        for (String name : List.of("E", "B", "I", "[")) {
            Recorder recorder = new Recorder();
            Model model = new Trainer(WORDS, options(Metric.F1))
                    .withDev(renamed(DEV, label, name))
                    .withListener(recorder)
                    .train(renamed(TRAIN, label, name));
            assertThat(recorder.report().devScore())
                    .as(name)
                    .isCloseTo(plain.report().devScore(), within(0.05));
            assertThat(recorder.report().devScore())
                    .as(name)
                    .isEqualTo(score(model, renamed(DEV, label, name), Metric.ACCURACY));
        }
        assertThat(expected.scheme()).isEqualTo(TagScheme.NONE);
    }

    @Test
    void spansOfIobesAreJudgedStrictlyAndAccuracyCanBeAskedFor() {
        // Neighbours of one type, which conlleval joins.
        List<Sequence> data = List.of(
                SyntheticData.sequence(List.of("S-X", "S-X", "O"), "a", "a", "b"),
                SyntheticData.sequence(List.of("B-X", "E-X", "S-X"), "c", "d", "a"));
        List<Sequence> dev = List.of(
                SyntheticData.sequence(List.of("B-X", "E-X", "O"), "a", "a", "b"),
                SyntheticData.sequence(List.of("B-X", "E-X", "S-X"), "c", "d", "a"));
        Recorder spans = new Recorder();
        Model model = new Trainer(WORDS, options(Metric.F1))
                .withDev(dev)
                .withListener(spans)
                .train(data);
        Evaluation strict = new Evaluation(Convention.strict(TagScheme.IOBES));
        Evaluation lenient = new Evaluation(Convention.CONLLEVAL);
        for (Sequence sequence : dev) {
            List<String> predicted = model.tagger().tag(sequence).labels();
            strict.add(Objects.requireNonNull(sequence.labels()), predicted);
            lenient.add(Objects.requireNonNull(sequence.labels()), predicted);
        }
        assertThat(spans.report().devScore()).isEqualTo(strict.scores().spans().f1());
        assertThat(spans.report().devScore())
                .isLessThan(lenient.scores().spans().f1());
        Recorder tokens = new Recorder();
        new Trainer(WORDS, options(Metric.ACCURACY))
                .withDev(dev)
                .withListener(tokens)
                .train(data);
        assertThat(tokens.report().devScore()).isEqualTo(4.0 / 6);
    }

    @Test
    void aSchemeWithAMistakeIsKeptWithTheModel() {
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            data.add(SyntheticData.sequence(List.of("B-X", "I-X", "O"), "a", "b", "c"));
        }
        data.add(SyntheticData.sequence(List.of("oops"), "d"));
        Model model = new Trainer(WORDS, options(Metric.F1)).train(data);
        assertThat(model.scheme()).isEqualTo(TagScheme.IOB2);
        assertThat(model.provenance()).containsEntry(Model.SCHEME, "IOB2");
        assertThat(model.tagger().tag(Sequence.ofWords("a", "b", "c")).spans()).hasSize(1);
        Model clean = new Trainer(WORDS, options(Metric.F1)).train(data.subList(0, 20));
        assertThat(clean.provenance()).doesNotContainKey(Model.SCHEME);
        assertThat(clean.scheme()).isEqualTo(TagScheme.IOB2);
    }

    @Test
    void aDevelopmentSetWithForeignLabelsOnlyIsRefusedForEveryMetric() {
        List<Sequence> foreign = DEV.stream()
                .map(sequence -> sequence.withLabels(Objects.requireNonNull(sequence.labels()).stream()
                        .map(label -> label + "?!")
                        .toList()))
                .toList();
        for (Metric metric : Metric.values()) {
            assertThatThrownBy(() ->
                            new Trainer(WORDS, options(metric)).withDev(foreign).train(TRAIN))
                    .hasMessageContaining("no label of the development set occurs in the training data")
                    .hasMessageContaining("?!")
                    .hasMessageContaining("same column");
        }
    }

    @Test
    void unknownLabelsAreToldAndDoNotStopTheRest() {
        List<Sequence> dev = new ArrayList<>(DEV);
        dev.add(SyntheticData.sequence(List.of("new"), "w1"));
        for (Metric metric : Metric.values()) {
            Recorder recorder = new Recorder();
            new Trainer(WORDS, options(metric))
                    .withDev(dev)
                    .withListener(recorder)
                    .train(TRAIN);
            assertThat(recorder.warnings)
                    .singleElement()
                    .asString()
                    .startsWith("1 sequences of the development set")
                    .contains("1 tokens with new, beside ");
            assertThat(recorder.report().devScore()).isFinite();
        }
    }

    /** The loss is infinite where a label is unknown, so that it leaves out the whole sequence, and its known tokens. */
    @Test
    void tokensThatCanBeMeasuredAreCounted() {
        List<Sequence> dev = List.of(
                SyntheticData.sequence(List.of("L0", "new", "L1", "newer", "new"), "a", "b", "c", "d", "e"),
                SyntheticData.sequence(List.of("L2", "?", "L1"), "a", "b", "c"),
                SyntheticData.sequence(List.of()));
        for (Metric metric : Metric.values()) {
            Recorder recorder = new Recorder();
            new Trainer(WORDS, options(metric).withMaxIterations(1))
                    .withDev(dev)
                    .withListener(recorder)
                    .train(TRAIN);
            assertThat(recorder.warnings)
                    .singleElement()
                    .asString()
                    .contains("3 tokens with new, newer, beside " + (metric == Metric.LOSS ? 2 : 4) + " that can");
            assertThat(recorder.summary().devSequences())
                    .as("without the empty one")
                    .isEqualTo(2);
        }
    }

    @Test
    void aDevelopmentSetThatMeasuresNothingIsRefused() {
        List<Sequence> foreign = List.of(SyntheticData.sequence(List.of("new"), "w1"));
        List<Sequence> unknown = List.of(SyntheticData.sequence(List.of("?", "?"), "w1", "w2"));
        List<Sequence> empty = List.of(SyntheticData.sequence(List.of()));
        for (List<Sequence> dev : List.of(foreign, unknown, empty)) {
            assertThatThrownBy(() -> new Trainer(WORDS, options(Metric.LOSS))
                            .withDev(dev)
                            .train(TRAIN))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageContaining("nothing can be measured");
        }
        assertThatThrownBy(() ->
                        new Trainer(WORDS, options(Metric.F1)).withDev(unknown).train(TRAIN))
                .isInstanceOf(TrainingException.class);
        assertThatThrownBy(() -> new Trainer(WORDS, options(Metric.F1))
                        .withDev(List.of(Sequence.ofWords("x")))
                        .train(TRAIN))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no labels");
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void partialLabelsCountAsWhatTheyAllow(Metric metric) {
        List<Sequence> data = List.of(SyntheticData.sequence(List.of("A", "B", "C"), "x", "y", "z"));
        List<Sequence> dev = List.of(SyntheticData.sequence(List.of("A/C", "_", "B/C"), "x", "y", "z"));
        Recorder recorder = new Recorder();
        TrainingOptions options =
                options(metric).withNotation(new LabelNotation("_", "/")).withMaxIterations(60);
        Model model =
                new Trainer(WORDS, options).withDev(dev).withListener(recorder).train(data);
        double[][] marginals = model.tagger().tag(dev.get(0)).marginals();
        if (metric != Metric.LOSS) {
            assertThat(recorder.report().devScore()).isEqualTo(1.0);
        } else {
            // At least what the two positions cost on their own, and next to nothing after training.
            assertThat(recorder.report().devScore()).isBetween(-Math.log(1 - marginals[0][1]) / 3, 0.01);
        }
    }
}
