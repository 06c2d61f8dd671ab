package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-9)
            .withThreads(1);
    private static final AttributeExtractor GIVEN = new GivenAttributes();
    private static final LabelNotation PARTIAL = new LabelNotation("?", "|");

    /** A bigram template with observations: transitions of their own at most positions. */
    private static final Template BIGRAMS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB0:%x[0,0]\nB", "bigrams");

    @TempDir
    Path folder;

    private static Model train(AttributeExtractor extractor, TrainingOptions options, List<Sequence> data) {
        return new Trainer(extractor, options).train(data);
    }

    private static double penalised(Model model, List<Sequence> data, Penalty penalty) {
        Tagger tagger = model.tagger();
        double sum = penalty.value(model.weights());
        for (Sequence sequence : data) {
            sum -= sequence.weight() * tagger.tag(sequence).logProbability(Objects.requireNonNull(sequence.labels()));
        }
        return sum;
    }

    private static Model withWeights(Model model, double[] weights) {
        return new Model(model.labels(), model.encoder(), model.layout(), weights, model.columns(), model.provenance());
    }

    private static Sequence weighted(Sequence sequence, double weight) {
        return sequence.withWeight(weight);
    }

    @ParameterizedTest
    @CsvSource({"false,false,false", "true,false,true", "false,true,true", "true,true,false"})
    void reachesAnOptimumOfTheObjectiveThatTheTaggerComputes(boolean all, boolean bigrams, boolean boundaries) {
        List<Sequence> data = new ArrayList<>(SyntheticData.sequences(1, 40, 3));
        data.set(5, weighted(data.get(5), 2.5));
        TrainingOptions options =
                TIGHT.withAllFeatures(all).withBoundaries(boundaries).withL2(0.3);
        Recorder recorder = new Recorder();
        Model model = new Trainer(bigrams ? BIGRAMS : GIVEN, options)
                .withListener(recorder)
                .train(data);
        double objective = recorder.report().objective();
        assertThat(recorder.report().stopReason().converged()).isTrue();
        assertThat(penalised(model, data, options.penalty())).isCloseTo(objective, within(1e-9 * objective));
        // The gradient by central differences, without any of the trainer's code.
        double[] weights = model.weights();
        for (int k = 0; k < weights.length; k += 1 + weights.length / 40) {
            double[] higher = weights.clone();
            double[] lower = weights.clone();
            higher[k] += 1e-4;
            lower[k] -= 1e-4;
            double slope = (penalised(withWeights(model, higher), data, options.penalty())
                            - penalised(withWeights(model, lower), data, options.penalty()))
                    / 2e-4;
            assertThat(slope).as("weight %d", k).isCloseTo(0, within(1e-5));
        }
    }

    @Test
    void weightTwoIsTheSequenceTwiceAndWeightZeroIsItsAbsence() {
        List<Sequence> data = SyntheticData.sequences(2, 30, 3);
        List<Sequence> weighted = new ArrayList<>();
        List<Sequence> repeated = new ArrayList<>();
        for (int n = 0; n < data.size(); n++) {
            int weight = n % 3;
            weighted.add(weighted(data.get(n), weight));
            repeated.addAll(Collections.nCopies(weight, data.get(n)));
        }
        // Labels, attributes and pairs that occur nowhere else.
        weighted.add(weighted(SyntheticData.sequence(List.of("new", "L0"), "newer", "w1"), 0));
        weighted.add(weighted(Sequence.of(List.of(SyntheticData.token("other", 3)), List.of("newest")), 0));
        for (AttributeExtractor extractor : List.of(GIVEN, BIGRAMS)) {
            List<Sequence> usable = extractor == GIVEN ? weighted : weighted.subList(0, weighted.size() - 1);
            Model one = train(extractor, TIGHT, usable);
            Model two = train(extractor, TIGHT, repeated);
            assertThat(one.labels()).isEqualTo(two.labels());
            assertThat(one.encoder().attributes().size())
                    .isEqualTo(two.encoder().attributes().size());
            for (Sequence sequence : data) {
                List<String> labels = Objects.requireNonNull(sequence.labels());
                assertThat(one.tagger().tag(sequence).logProbability(labels))
                        .isCloseTo(two.tagger().tag(sequence).logProbability(labels), within(1e-8));
            }
        }
        List<Sequence> none =
                data.stream().map(sequence -> weighted(sequence, 0)).toList();
        assertThatThrownBy(() -> train(GIVEN, TIGHT, none))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("weight 0");
    }

    @Test
    void anElasticNetWithoutL1IsL2AndWithAlmostNoneIsClose() {
        List<Sequence> data = SyntheticData.sequences(3, 30, 3);
        double[] smooth =
                train(GIVEN, TIGHT.withAlgorithm(Algorithm.LBFGS), data).weights();
        assertThat(train(GIVEN, TIGHT.withAlgorithm(Algorithm.OWLQN), data).weights())
                .isEqualTo(smooth);
        assertThat(train(GIVEN, TIGHT, data).weights()).containsExactly(smooth, within(1e-6));
        double[] almost = train(GIVEN, TIGHT.withL1(1e-9), data).weights();
        assertThat(almost).hasSameSizeAs(smooth);
        for (int k = 0; k < smooth.length; k++) {
            assertThat(almost[k]).isCloseTo(smooth[k], within(1e-6));
        }
        assertThatThrownBy(() -> TIGHT.withAlgorithm(Algorithm.LBFGS).withL1(1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void theModelFileHasTheSameBytesForAnyNumberOfThreads(double l1) throws IOException {
        List<Sequence> data = SyntheticData.sequences(4, 1500, 4); // 6 shards
        byte[][] files = new byte[3][];
        int[] threads = {1, 2, 7};
        for (int k = 0; k < threads.length; k++) {
            Path file = folder.resolve("model" + k);
            train(
                            BIGRAMS,
                            TrainingOptions.DEFAULTS
                                    .withThreads(threads[k])
                                    .withMaxIterations(12)
                                    .withL1(l1),
                            data)
                    .save(file);
            files[k] = Files.readAllBytes(file);
        }
        assertThat(files[1]).isEqualTo(files[0]);
        assertThat(files[2]).isEqualTo(files[0]);
    }

    @Test
    void l1DropsFeaturesAndAttributesAndTheFileTagsAsTheModelDid() {
        List<Sequence> data = SyntheticData.sequences(5, 60, 3);
        Recorder recorder = new Recorder();
        TrainingOptions options = TIGHT.withL1(2).withL2(0).withGradientTolerance(1e-6);
        Model model = new Trainer(BIGRAMS, options).withListener(recorder).train(data);
        TrainingReport report = recorder.report();
        assertThat(report.activeFeatures())
                .isEqualTo(model.weights().length)
                .isLessThan(report.summary().features());
        assertThat(model.encoder().attributes().size())
                .isLessThan(report.summary().attributes());
        assertThat(model.weights()).doesNotContain(0.0);
        assertThat(penalised(model, data, options.penalty())).isCloseTo(report.objective(), within(1e-8));
        Path file = folder.resolve("model");
        model.save(file);
        Tagger read = Model.load(file).tagger();
        for (Sequence sequence : data) {
            assertThat(read.tag(sequence).score())
                    .isEqualTo(model.tagger().tag(sequence).score());
            assertThat(read.tag(sequence).labels())
                    .isEqualTo(model.tagger().tag(sequence).labels());
        }
    }

    @Test
    void cutsRareAttributesAndRarePairs() {
        List<Sequence> data = List.of(
                SyntheticData.sequence(List.of("A", "B", "A"), "x", "y", "z"),
                SyntheticData.sequence(List.of("A", "B"), "x", "y"),
                SyntheticData.sequence(List.of("B"), "x"));
        Template words = Template.parse("U:%x[0,0]\nB", "words");
        Model two = train(words, TIGHT.withMinCount(2), data);
        assertThat(two.encoder().attributes().size()).isEqualTo(2);
        assertThat(two.encoder().attributes().indexOf("U:z")).isEqualTo(-1);
        // Pairs: x–A twice, x–B once, y–B twice, z–A once; A–B twice, B–A once.
        assertThat(train(words, TIGHT, data).weights()).hasSize(6);
        assertThat(train(words, TIGHT.withMinFeatureCount(2), data).weights()).hasSize(3);
        // A weight may end at exactly 0, so the summary tells what was laid out.
        Recorder all = new Recorder();
        new Trainer(words, TIGHT.withAllFeatures(true)).withListener(all).train(data);
        assertThat(all.summary().features()).isEqualTo(3 * 2 + 4);
        assertThat(train(words, TIGHT.withMinCount(9), data)
                        .encoder()
                        .attributes()
                        .size())
                .isZero();
    }

    @Test
    void aReferenceLabelHasNoWeights() {
        List<Sequence> data = List.of(
                SyntheticData.sequence(List.of("A", "B", "C"), "x", "y", "z"),
                SyntheticData.sequence(List.of("B", "A"), "x", "y"));
        Template words = Template.parse("U:%x[0,0]", "words");
        for (String reference : new String[] {"A", "B", "C"}) {
            Recorder recorder = new Recorder();
            FeatureSelection selection =
                    FeatureSelection.OBSERVED.withReferenceLabel(reference).withTransitions(false);
            Model model = new Trainer(words, TIGHT.withSelection(selection))
                    .withListener(recorder)
                    .train(data);
            assertThat(recorder.summary().features()).isEqualTo(3 * 2);
            int state = model.labels().indexOf(reference);
            for (int a = 0; a < 3; a++) {
                assertThat(model.layout().stateFeatures().find(a, state)).isNegative();
            }
        }
    }

    @Test
    void withoutTransitionsNoFeatureMayLookAtTwoLabels() {
        TrainingOptions apart = TIGHT.withSelection(FeatureSelection.OBSERVED.withTransitions(false));
        List<Sequence> data = SyntheticData.sequences(1, 10, 2);
        assertThatThrownBy(() -> train(BIGRAMS, apart, data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the features look at pairs of labels");
        Template bare = Template.parse("U:%x[0,0]\nB", "bare");
        assertThat(train(bare, apart, data).layout().sharedCount()).isZero();
        assertThat(train(bare, TIGHT, data).layout().sharedCount()).isPositive();
    }

    /** Frequencies are sums of value · weight, and then the counts are not looked at. */
    @Test
    void cutsPairsByTheSumOfTheirValues() {
        List<Sequence> data = List.of(
                Sequence.of(List.of(SyntheticData.token("x", 0.5), SyntheticData.token("y", 4)), List.of("A", "B")),
                weighted(Sequence.of(List.of(SyntheticData.token("x", 0.5)), List.of("A")), 3));
        // x–A: 0.5 · 1 + 0.5 · 3 = 2; y–B: 4; the step A–B: 1
        int[] features = {3, 3, 2, 1, 0};
        double[] frequencies = {0, 1, 2, 2.5, 5};
        for (int k = 0; k < frequencies.length; k++) {
            Recorder recorder = new Recorder();
            FeatureSelection selection =
                    FeatureSelection.OBSERVED.withMinFeatureCount(2).withMinFrequency(frequencies[k]);
            new Trainer(GIVEN, TIGHT.withSelection(selection))
                    .withListener(recorder)
                    .train(data);
            assertThat(recorder.summary().features())
                    .as("at least %s", frequencies[k])
                    .isEqualTo(features[k]);
        }
    }

    @Test
    void boundariesAreFeaturesOfTheFirstAndTheLastToken() {
        List<Sequence> data = Collections.nCopies(
                5, SyntheticData.sequence(List.of("first", "middle", "middle", "last"), "a", "a", "a", "a"));
        Template words = Template.parse("U:%x[0,0]", "words");
        Sequence longer = Sequence.ofWords("a", "a", "a", "a", "a", "a");
        Model with = train(words, TIGHT.withBoundaries(true).withL2(0.01), data);
        assertThat(with.tagger().tag(longer).labels())
                .containsExactly("first", "middle", "middle", "middle", "middle", "last");
        assertThat(train(words, TIGHT.withL2(0.01), data).tagger().tag(longer).labels())
                .containsOnly("middle");
    }

    @Test
    void realValuesOfAllSizesAreLearntFrom() {
        List<Sequence> data = new ArrayList<>();
        for (double value : new double[] {-1000, -3.5, -1e-3, 0, 1e-3, 2, 1000}) {
            data.add(Sequence.of(List.of(SyntheticData.token("v", value)), List.of(value > 0 ? "plus" : "minus")));
        }
        Recorder recorder = new Recorder();
        Model model = new Trainer(GIVEN, TIGHT.withL2(1e-4).withAllFeatures(true))
                .withListener(recorder)
                .train(data);
        assertThat(recorder.report().stopReason().converged()).isTrue();
        assertThat(penalised(model, data, Penalty.l2(1e-4)))
                .isCloseTo(recorder.report().objective(), within(1e-9));
        assertThat(model.tagger().tag(data.get(0)).labels()).containsExactly("minus");
        assertThat(model.tagger().tag(data.get(6)).labels()).containsExactly("plus");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e308, 1e200, 1e160, 1e100, 1e16, 1e15})
    void enormousValuesGiveAFiniteModelOrAClearError(double value) {
        List<Sequence> data = List.of(
                Sequence.of(List.of(SyntheticData.token("v", value), SyntheticData.token("v", 1)), List.of("A", "B")),
                Sequence.of(
                        List.of(SyntheticData.token("v", -value), SyntheticData.token("v", value)), List.of("B", "A")));
        List<Sequence> heavy = SyntheticData.sequences(6, 9, 2).stream()
                .map(sequence -> weighted(sequence, value))
                .toList();
        for (List<Sequence> each : List.of(data, heavy)) {
            try {
                assertThat(Arrays.stream(train(GIVEN, TIGHT, each).weights())).allMatch(Double::isFinite);
            } catch (DataFormatException e) {
                assertThat(e)
                        .hasMessageMatching(
                                "(?s).*(has the value|the weight of the sequence is) .*; expected .*1(e|.0E)15.*");
            }
        }
    }

    @Test
    void oneLabelNeedsNoDecision() {
        Recorder recorder = new Recorder();
        List<Sequence> data = List.of(SyntheticData.sequence(List.of("A", "A"), "x", "y"));
        Model model = new Trainer(BIGRAMS, TIGHT).withListener(recorder).train(data);
        assertThat(recorder.report().objective()).isZero();
        assertThat(model.weights()).isEmpty();
        assertThat(model.tagger().tag(Sequence.ofWords("new", "words")).labels())
                .containsExactly("A", "A");
        assertThat(model.tagger().tag(Sequence.ofWords("new")).probability()).isEqualTo(1);
        model.save(folder.resolve("one"));
        assertThat(Model.load(folder.resolve("one"))
                        .tagger()
                        .tag(Sequence.ofWords("z"))
                        .labels())
                .containsExactly("A");
    }

    @Test
    void fiveHundredLabels() {
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < 500; n += 4) {
            data.add(SyntheticData.sequence(
                    IntStream.range(n, n + 4).mapToObj(k -> "L" + k).toList(),
                    "w" + n,
                    "w" + (n + 1),
                    "w" + (n + 2),
                    "w" + (n + 3)));
        }
        Template words = Template.parse("U:%x[0,0]\nB", "words");
        Model model = train(
                words,
                TrainingOptions.DEFAULTS.withL2(0.01).withMaxIterations(4).withThreads(2),
                data);
        assertThat(model.labels().size()).isEqualTo(500);
        Tagger tagger = model.tagger();
        for (Sequence sequence : data.subList(0, 10)) {
            assertThat(tagger.tag(sequence).labels()).isEqualTo(sequence.labels());
        }
        model.save(folder.resolve("many"));
        assertThat(Model.load(folder.resolve("many")).weights()).isEqualTo(model.weights());
    }

    /** −log p(allowed) by the tagger's own probabilities of every labelling. */
    private static double lossByEnumeration(Model model, Sequence sequence) {
        List<String> gold = Objects.requireNonNull(sequence.labels());
        List<List<String>> paths = new ArrayList<>(List.of(List.of()));
        for (String label : gold) {
            List<String> allowed = label.equals("?")
                    ? model.labels().names()
                    : List.copyOf(new TreeSet<>(List.of(label.split("\\|", -1))));
            List<List<String>> longer = new ArrayList<>();
            for (List<String> path : paths) {
                for (String next : allowed) {
                    List<String> extended = new ArrayList<>(path);
                    extended.add(next);
                    longer.add(extended);
                }
            }
            paths = longer;
        }
        double probability = 0;
        for (List<String> path : paths) {
            probability += Math.exp(model.tagger().tag(sequence).logProbability(path));
        }
        return -Math.log(probability);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void partialLabelsAreTheSumOverWhatTheyAllow(boolean all) {
        List<Sequence> data = new ArrayList<>(SyntheticData.sequences(7, 12, 3));
        data.add(SyntheticData.sequence(List.of("L0|L1", "?", "L2"), "w1", "w2", "w3"));
        data.add(SyntheticData.sequence(List.of("?", "?", "?"), "w4", "w5", "w3"));
        data.add(SyntheticData.sequence(List.of("L1|L1", "L2|L0|L1"), "w1", "w1"));
        data.add(SyntheticData.sequence(List.of("?"), "unseen"));
        TrainingOptions options =
                TIGHT.withNotation(PARTIAL).withAllFeatures(all).withL2(0.5);
        Recorder recorder = new Recorder();
        Model model = new Trainer(BIGRAMS, options).withListener(recorder).train(data);
        assertThat(model.labels().names()).containsExactly("L0", "L1", "L2");
        double expected = options.penalty().value(model.weights());
        for (Sequence sequence : data) {
            expected += lossByEnumeration(model, sequence);
        }
        assertThat(recorder.report().objective()).isCloseTo(expected, within(1e-8));
        assertThat(recorder.report().stopReason().converged()).isTrue();
    }

    @Test
    void notationsThatMeanNothingAreRefused() {
        for (String label : List.of("A|", "|A", "A||B", "|")) {
            List<Sequence> data = List.of(SyntheticData.sequence(List.of("A", label), "x", "y"));
            assertThatThrownBy(() -> train(BIGRAMS, TIGHT.withNotation(PARTIAL), data))
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageContaining("label '" + label + "' of token 2 has an empty alternative");
            assertThat(train(BIGRAMS, TIGHT, data).labels().names()).contains(label);
        }
        List<Sequence> any = List.of(SyntheticData.sequence(List.of("A", "B", "A|?"), "x", "y", "z"));
        assertThat(train(BIGRAMS, TIGHT.withNotation(PARTIAL), any).labels().names())
                .containsExactly("A", "B");
    }

    @Test
    void dataWithoutAnythingToLearnAreRefused() {
        assertThatThrownBy(() -> train(BIGRAMS, TIGHT, List.of()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no tokens");
        assertThatThrownBy(() -> train(BIGRAMS, TIGHT, List.of(SyntheticData.sequence(List.of()))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no tokens");
        assertThatThrownBy(() -> train(BIGRAMS, TIGHT, List.of(SyntheticData.sequence(List.of("?", "?"), "a", "b"))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("every label is '?'");
        assertThatThrownBy(() -> train(BIGRAMS, TIGHT, List.of(Sequence.ofWords("a"))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no labels");
    }

    @Test
    void tooManyLabelsNameTheLikelyCause() {
        List<String> labels = IntStream.range(0, 40_001).mapToObj(k -> "L" + k).toList();
        Sequence sequence = Sequence.of(Collections.nCopies(labels.size(), Token.ofColumns("x")), labels);
        assertThatThrownBy(() -> train(Template.parse("U:%x[0,0]", "t"), TIGHT, List.of(sequence)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("40001 different labels")
                .hasMessageContaining("column");
    }

    @Test
    void theIterationLimitIsReported() {
        Recorder recorder = new Recorder();
        TrainingOptions options = TIGHT.withMaxIterations(3).withAlgorithm(Algorithm.LBFGS);
        new Trainer(GIVEN, options).withListener(recorder).train(SyntheticData.sequences(8, 30, 3));
        assertThat(recorder.report().stopReason()).isEqualTo(StopReason.MAX_ITERATIONS);
        assertThat(recorder.report().iterations()).isEqualTo(3);
        assertThat(recorder.progress).hasSize(3);
        assertThat(recorder.progress.get(2).objective())
                .isEqualTo(recorder.report().objective());
    }

    @Test
    void epochsAreIterationsToo() {
        Recorder recorder = new Recorder();
        new Trainer(GIVEN, TIGHT.withMaxIterations(2)).withListener(recorder).train(SyntheticData.sequences(8, 30, 3));
        assertThat(recorder.report().stopReason()).isEqualTo(StopReason.MAX_ITERATIONS);
        assertThat(recorder.progress).hasSize(2);
        assertThat(recorder.progress.get(1).gradientNorm()).isNaN();
        assertThat(recorder.report().gradientNorm()).isPositive();
        assertThat(recorder.report().gapBound()).isPositive().isFinite();
    }
}
