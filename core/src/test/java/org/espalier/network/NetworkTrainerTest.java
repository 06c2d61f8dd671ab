package org.espalier.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.network.NetworkFeatures;
import org.espalier.feature.network.NetworkOptions;
import org.espalier.feature.network.NetworkOptions.Letters;
import org.espalier.feature.text.FeatureSet;
import org.espalier.inspect.Inspection;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.optimize.stochastic.DescentOptions;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Trains small networks. */
final class NetworkTrainerTest {
    private static final NetworkOptions SMALL = NetworkOptions.DEFAULTS
            .withWords(12)
            .withLetterVector(16)
            .withLetterOutput(16)
            .withHidden(16)
            .withDropout(0.2);
    private static final DescentOptions STEPS = DescentOptions.DEFAULTS
            .withRate(0.05)
            .withDecay(0.01)
            .withEpochs(30)
            .withBatch(5);

    @TempDir
    Path folder;

    /** The label of the first words depends on the last: a digit at the end turns every B into an A. */
    private static List<Sequence> data(int count, long seed) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = 3 + random.nextInt(5);
            boolean turned = random.nextBoolean();
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < length - 1; t++) {
                boolean marked = random.nextInt(3) == 0;
                tokens.add(Token.ofColumns((marked ? "x" : "w") + random.nextInt(20)));
                labels.add(marked ? turned ? "B-A" : "B-B" : "O");
            }
            tokens.add(Token.ofColumns(turned ? "one" : "Two"));
            labels.add("O");
            sequences.add(Sequence.of(tokens, labels));
        }
        return sequences;
    }

    private static double accuracy(Model model, List<Sequence> data) {
        Tagger tagger = model.tagger();
        int right = 0;
        int all = 0;
        for (Sequence sequence : data) {
            List<String> found = tagger.tag(sequence.withLabels(null)).labels();
            for (int t = 0; t < found.size(); t++) {
                right += found.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
                all++;
            }
        }
        return right / (double) all;
    }

    @ParameterizedTest
    @EnumSource
    void learnsFiftySentencesByHeart(Letters letters) {
        List<Sequence> data = data(50, 1);
        Model model = NetworkTrainer.of(SMALL.withLetters(letters).withDropout(0), STEPS.withEpochs(60))
                .train(data);
        assertThat(accuracy(model, data)).isEqualTo(1.0);
    }

    @Test
    void seesWhatComesLater() {
        Model model = NetworkTrainer.of(SMALL, STEPS.withEpochs(40)).train(data(300, 1));
        assertThat(accuracy(model, data(200, 2))).isGreaterThan(0.98); // 0.83 without the last word
    }

    @Test
    void adamLearnsToo() {
        Model model = NetworkTrainer.of(
                        SMALL, STEPS.withMethod(DescentOptions.Method.ADAM).withRate(0.01))
                .train(data(300, 1));
        assertThat(accuracy(model, data(200, 2))).isGreaterThan(0.98);
    }

    @Test
    void hasTheSameBitsForAnyNumberOfThreads() {
        NetworkTrainer trainer = NetworkTrainer.of(SMALL, STEPS.withEpochs(3)).withExtractor(FeatureSet.parse("lower"));
        byte[] one = trainer.withOptions(trainer.options().withThreads(1))
                .train(data(60, 1))
                .toBytes();
        byte[] three = trainer.withOptions(trainer.options().withThreads(3))
                .train(data(60, 1))
                .toBytes();
        assertThat(three).isEqualTo(one);
        byte[] other = trainer.withOptions(trainer.options().withSeed(5))
                .train(data(60, 1))
                .toBytes();
        assertThat(other).isNotEqualTo(one);
    }

    @ParameterizedTest
    @EnumSource
    void goesOnAfterAnInterruptionWithTheSameBits(DescentOptions.Method method) {
        List<Sequence> data = data(60, 1);
        List<Sequence> dev = data(20, 2);
        NetworkTrainer trainer = NetworkTrainer.of(
                        SMALL, STEPS.withMethod(method).withRate(0.01).withEpochs(6))
                .withDev(dev);
        byte[] whole = trainer.train(data).toBytes();
        Path file = folder.resolve("state");
        AtomicInteger epochs = new AtomicInteger();
        trainer.withCheckpoint(file, 1, false)
                .withStop(() -> epochs.incrementAndGet() == 2)
                .train(data);
        assertThat(epochs).hasValue(2);
        byte[] resumed = trainer.withCheckpoint(file, 100, true).train(data).toBytes();
        assertThat(resumed).isEqualTo(whole);
        assertThatThrownBy(() -> NetworkTrainer.of(SMALL.withHidden(8), STEPS)
                        .withDev(dev)
                        .withCheckpoint(file, 1, true)
                        .train(data))
                .isInstanceOf(TrainingException.class);
    }

    @Test
    void theModelFileHoldsTheNetwork() {
        List<Sequence> data = data(60, 1);
        Model model = NetworkTrainer.of(SMALL, STEPS.withEpochs(5))
                .withInputs(FeatureSet.parse("lower,shape"), 1)
                .withExtractor(FeatureSet.parse("lower"))
                .train(data);
        Path file = folder.resolve("model.esp");
        model.save(file);
        Model read = Model.load(file);
        assertThat(read.toBytes()).isEqualTo(model.toBytes());
        for (Sequence sequence : data) {
            assertThat(read.tagger().tag(sequence).logProbability())
                    .isEqualTo(model.tagger().tag(sequence).logProbability());
        }
        assertThat(Inspection.of(read).toString()).isNotEmpty();
    }

    /** A network without weights leaves the linear model that is beside it. */
    @Test
    void aNetworkThatGivesZerosLeavesTheLinearModel() {
        List<Sequence> data = data(60, 1);
        Model model = NetworkTrainer.of(SMALL, STEPS.withEpochs(5))
                .withExtractor(FeatureSet.parse("lower"))
                .train(data);
        double[] weights = model.weights().clone();
        int first = model.layout().begin(1) - model.labels().size();
        for (int y = 0; y < model.labels().size(); y++) {
            assertThat(weights[first + y]).isEqualTo(1.0);
            weights[first + y] = 0;
        }
        Model linear = new Model(
                model.labels(), model.encoder(), model.layout(), weights, model.columns(), model.provenance());
        int differences = 0;
        for (Sequence sequence : data) {
            List<String> labels = sequence.labels();
            double score = score(linear, sequence, labels);
            double expected = 0;
            EncodedSequence encoded = linear.encoder().encode(sequence);
            for (int t = 0; t < labels.size(); t++) {
                int label = linear.labels().indexOf(labels.get(t));
                for (int k = encoded.begin(t); k < encoded.begin(t + 1); k++) {
                    int feature = linear.layout().stateFeatures().find(encoded.attribute(k), label);
                    boolean ofNetwork = linear.encoder()
                            .attributes()
                            .get(encoded.attribute(k))
                            .startsWith(NetworkFeatures.PREFIX);
                    expected += feature < 0 || ofNetwork ? 0 : encoded.value(k) * weights[feature];
                }
                int step = t == 0
                        ? -1
                        : linear.layout()
                                .lists(1)
                                .find(
                                        0,
                                        linear.labels().indexOf(labels.get(t - 1))
                                                        * linear.labels().size()
                                                + label);
                expected += step < 0 ? 0 : weights[linear.layout().begin(1) + step];
            }
            assertThat(score).isCloseTo(expected, within(1e-9));
            differences += Math.abs(score(model, sequence, labels) - score) > 1e-3 ? 1 : 0;
        }
        assertThat(differences).isEqualTo(data.size()); // the network did say something
    }

    private static double score(Model model, Sequence sequence, List<String> labels) {
        Tagging tagging = model.tagger().tag(sequence);
        return tagging.logProbability(labels) + tagging.logPartition();
    }

    @Test
    void standsBelowSegments() {
        NetworkTrainer trainer = NetworkTrainer.of(SMALL, STEPS.withEpochs(25));
        Model model = trainer.withOptions(trainer.options().withStructure(new SemiMarkov(3, Map.of(), false)))
                .train(data(150, 1));
        assertThat(model.structure().kind()).isEqualTo("segments");
        assertThat(accuracy(model, data(100, 2))).isGreaterThan(0.9);
    }
}
