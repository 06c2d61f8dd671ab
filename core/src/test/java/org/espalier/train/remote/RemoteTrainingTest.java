package org.espalier.train.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.VisitingOrder;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.ParameterMixing;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Training on shards that are kept elsewhere is training: the same objective, and the same bits wherever the shards are. */
class RemoteTrainingTest {
    private static final long SEED = 4036;
    private static final int SHARDS = 8;
    private static final List<Sequence> DATA = SyntheticData.sequences(SEED, 150, 3);
    private static final AttributeExtractor GIVEN = new GivenAttributes();

    /** So close to the minimum that two runs agree on the objective to many digits. */
    private static final TrainingOptions CLOSE = TrainingOptions.DEFAULTS
            .withThreads(1)
            .withTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(2000);

    private static List<List<Integer>> keepers(int... counts) {
        List<List<Integer>> keepers = new ArrayList<>();
        int first = 0;
        for (int count : counts) {
            keepers.add(IntStream.range(first, first + count).boxed().toList());
            first += count;
        }
        return keepers;
    }

    static Stream<Arguments> problems() {
        Template template = Template.parse("U00:%x[0,0]\nU01:%x[-1,0]/%x[0,0]\nB01:%x[0,0]\nB\n", "a template");
        return Stream.of(
                Arguments.of("attributes with values", GIVEN, CLOSE),
                Arguments.of("a template with pairs", template, CLOSE),
                Arguments.of(
                        "twins, which are merged on one machine",
                        FeatureSet.parse("text-small").fit(DATA),
                        CLOSE),
                Arguments.of("rare attributes left out", template, CLOSE.withMinCount(3)),
                Arguments.of("rare features left out", template, CLOSE.withMinFeatureCount(4)),
                Arguments.of(
                        "all features and boundaries",
                        template,
                        CLOSE.withAllFeatures(true).withBoundaries(true)),
                Arguments.of(
                        "features of a minimal frequency",
                        GIVEN,
                        CLOSE.withSelection(FeatureSelection.OBSERVED.withMinFrequency(0.25))),
                Arguments.of("an L1 penalty", GIVEN, CLOSE.withL1(0.5).withL2(0.1)),
                Arguments.of("L-BFGS", GIVEN, CLOSE.withAlgorithm(Algorithm.LBFGS)),
                Arguments.of("trust regions", GIVEN, CLOSE.withAlgorithm(Algorithm.TRUST_REGION)),
                Arguments.of("conjugate gradients", GIVEN, CLOSE.withAlgorithm(Algorithm.CG)),
                Arguments.of("order 2", GIVEN, CLOSE.withStructure(new HigherOrder(2))),
                Arguments.of("a Markov model of maximum entropy", template, CLOSE.withLoss(LossFunction.LOCAL)),
                Arguments.of(
                        "a softmax margin",
                        GIVEN,
                        CLOSE.withLoss(LossFunction.SOFTMAX_MARGIN).withCost(2)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("problems")
    void reachesTheObjectiveOfOneMachine(String name, AttributeExtractor extractor, TrainingOptions options) {
        Recorder here = new Recorder();
        Model local = new Trainer(extractor, options).withListener(here).train(DATA);
        Recorder there = new Recorder();
        Model remote = new Trainer(extractor, options)
                .withListener(there)
                .train(ShardsHere.corpus(DATA, extractor, options, SHARDS, keepers(3, 5)));

        double expected = here.report().objective();
        assertThat(there.report().objective()).isCloseTo(expected, within(1e-9 * expected));
        assertThat(there.summary().features()).isEqualTo(here.summary().features());
        Tagger localTagger = local.tagger();
        Tagger remoteTagger = remote.tagger();
        for (Sequence sequence : SyntheticData.sequences(SEED + 1, 100, 3)) {
            assertThat(remoteTagger.tag(sequence.withLabels(null)).labels())
                    .isEqualTo(localTagger.tag(sequence.withLabels(null)).labels());
        }
    }

    @Test
    void theBitsDependNeitherOnTheKeepersNorOnTheOrderOfTheData() {
        TrainingOptions options = TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(12);
        List<Sequence> shuffled = new ArrayList<>(DATA);
        Collections.shuffle(shuffled, new Random(SEED));
        List<Model> models = new ArrayList<>();
        for (List<List<Integer>> keepers : List.of(
                keepers(8),
                keepers(4, 4),
                keepers(1, 2, 3, 2),
                keepers(1, 1, 1, 1, 1, 1, 1, 1),
                List.of(List.of(7, 0, 3), List.of(5, 6, 1), List.of(2, 4)))) {
            models.add(new Trainer(GIVEN, options)
                    .train(ShardsHere.corpus(models.isEmpty() ? DATA : shuffled, GIVEN, options, SHARDS, keepers)));
        }

        byte[] first = models.get(0).toBytes();
        for (Model model : models) {
            assertThat(model.toBytes()).isEqualTo(first);
        }
    }

    @Test
    void partialLabelsAndHiddenStatesAreNotConvex() {
        LabelNotation notation = LabelNotation.DEFAULT;
        List<Sequence> partial = new ArrayList<>(DATA);
        Sequence first = partial.get(5);
        List<String> labels = new ArrayList<>(first.labels());
        labels.set(0, notation.unknown());
        partial.set(5, first.withLabels(labels));
        TrainingOptions options = CLOSE.withMaxIterations(5);

        assertThat(convex(DATA, options)).isTrue();
        assertThat(convex(partial, options)).isFalse();
        assertThat(convex(DATA, options.withHiddenStates(2))).isFalse();
    }

    private static boolean convex(List<Sequence> data, TrainingOptions options) {
        Recorder recorder = new Recorder();
        new Trainer(GIVEN, options)
                .withListener(recorder)
                .train(ShardsHere.corpus(data, GIVEN, options, SHARDS, keepers(8)));
        return recorder.report().convex();
    }

    @Test
    void segmentsAreLearntToo() {
        TrainingOptions options = CLOSE.withStructure(new SemiMarkov(8)).withMaxIterations(4);
        Model model = new Trainer(GIVEN, options).train(ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(2, 6)));

        assertThat(model.structure().kind()).contains("segment");
    }

    @Test
    void goesOnFromACheckpointAndFromAModel(@TempDir Path folder) {
        TrainingOptions options = TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(20);
        Path file = folder.resolve("checkpoint");
        Model whole = new Trainer(GIVEN, options).train(ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(8)));
        new Trainer(GIVEN, options.withMaxIterations(7))
                .withCheckpoint(file, 1, false)
                .train(ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(8)));
        Recorder recorder = new Recorder();
        Model resumed = new Trainer(GIVEN, options)
                .withCheckpoint(file, 1, true)
                .withListener(recorder)
                .train(ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(3, 5)));

        assertThat(recorder.summary().resumedAt()).isEqualTo(7);
        assertThat(resumed.weights()).isEqualTo(whole.weights());
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"SGD", "SAG", "PERCEPTRON", "PA", "AROW", "GIS", "BCD"})
    void refusesWhatVisitsSequencesSingly(Algorithm algorithm) {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withPenalty(algorithm == Algorithm.GIS ? Penalty.NONE : TrainingOptions.DEFAULTS.penalty())
                .withAlgorithm(algorithm);
        RemoteCorpus corpus = ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(8));

        assertThatThrownBy(() -> new Trainer(GIVEN, options).train(corpus))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining(algorithm.toString())
                .hasMessageContaining("parameter mixing");
    }

    @Test
    void refusesTheDualOfHingeLossesAndOtherNumbersOfShards() {
        TrainingOptions hinge = TrainingOptions.DEFAULTS.withLoss(LossFunction.HINGE);
        RemoteCorpus corpus = ShardsHere.corpus(DATA, GIVEN, hinge, SHARDS, keepers(8));

        assertThatThrownBy(() -> new Trainer(GIVEN, hinge).train(corpus))
                .hasMessageContaining("auto with the loss hinge visits the sequences one by one");
        assertThatThrownBy(() -> new Trainer(GIVEN, CLOSE)
                        .withMixing(ParameterMixing.oneShot(2))
                        .train(ShardsHere.corpus(DATA, GIVEN, CLOSE, SHARDS, keepers(8))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("kept in 8 shards, but 2 are to be mixed");
    }

    static Stream<Arguments> mixed() {
        TrainingOptions few = TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(6);
        return Stream.of(
                Arguments.of("maximum entropy and L-BFGS", few.withAlgorithm(Algorithm.LBFGS)),
                Arguments.of("auto, whose first phase visits sequences singly", few),
                Arguments.of("an L1 penalty", few.withL1(0.5).withL2(0.1)),
                Arguments.of("SGD", few.withAlgorithm(Algorithm.SGD)),
                Arguments.of("the perceptron", online(Algorithm.PERCEPTRON)),
                Arguments.of("passive-aggressive steps", online(Algorithm.PA)),
                Arguments.of("MIRA", online(Algorithm.MIRA)),
                Arguments.of("AROW", online(Algorithm.AROW)),
                Arguments.of("a hinge loss in the dual", few.withLoss(LossFunction.HINGE)),
                Arguments.of("order 2", few.withStructure(new HigherOrder(2))));
    }

    private static TrainingOptions online(Algorithm algorithm) {
        TrainingOptions options = TrainingOptions.DEFAULTS.withThreads(1).withAlgorithm(algorithm);
        return options.withOnline(options.online().withEpochs(4));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mixed")
    void mixesTheSameBitsWhoeverKeepsTheShards(String name, TrainingOptions options) {
        for (ParameterMixing mixing : List.of(
                ParameterMixing.oneShot(SHARDS),
                ParameterMixing.iterated(SHARDS, 2).withWeighting(ParameterMixing.Weighting.BY_SIZE))) {
            Trainer trainer = new Trainer(GIVEN, options).withMixing(mixing);
            Recorder recorder = new Recorder();
            byte[] one = trainer.withListener(recorder)
                    .train(ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(8)))
                    .toBytes();
            byte[] several = trainer.train(ShardsHere.corpus(DATA, GIVEN, options, SHARDS, keepers(1, 3, 4)))
                    .toBytes();

            assertThat(several).isEqualTo(one);
            assertThat(recorder.report().objective()).isPositive();
        }
    }

    @Test
    void aMixedShardWithoutSequencesIsRefused() {
        List<Sequence> few = DATA.subList(0, 3);

        assertThatThrownBy(() -> new Trainer(GIVEN, CLOSE)
                        .withMixing(ParameterMixing.oneShot(SHARDS))
                        .train(ShardsHere.corpus(few, GIVEN, CLOSE, SHARDS, keepers(8))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("ask for fewer shards");
    }

    @Test
    void objectsOfThisProcessAreNotMixedElsewhere() {
        assertThatThrownBy(() -> new Trainer(GIVEN, online(Algorithm.PERCEPTRON))
                        .withMixing(ParameterMixing.oneShot(SHARDS))
                        .withOrder(VisitingOrder.GIVEN)
                        .train(ShardsHere.corpus(DATA, GIVEN, CLOSE, SHARDS, keepers(8))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("cannot be sent");
    }
}
