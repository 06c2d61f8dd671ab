package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.compress.Compression;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.template.Template;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.chain.Decoder;
import org.espalier.interop.Toolkit;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LossFunction;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.math.Kernels;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Latent-dynamic CRFs: several hidden states for every label, against sums over all paths of states. */
class LatentDynamicTest {
    private static final Template FEATURES = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB\n", "features");
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withPenalty(Penalty.l2(0.1)).withThreads(2);

    @TempDir
    private Path folder;

    /** The label of a token depends on how many marks came before, which a first-order chain over labels cannot count. */
    private static List<Sequence> counting(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = 1 + random.nextInt(8);
            String[] words = new String[length];
            List<String> labels = new ArrayList<>();
            int marks = 0;
            for (int t = 0; t < length; t++) {
                words[t] = random.nextInt(3) == 0 ? "mark" : "x";
                marks += words[t].equals("mark") ? 1 : 0;
                labels.add(marks % 3 == 2 ? "yes" : "no");
            }
            data.add(Sequence.ofWords(words).withLabels(labels));
        }
        return data;
    }

    private static Model train(TrainingOptions options, List<Sequence> data) {
        return new Trainer(FEATURES, options).train(data);
    }

    @Test
    void oneHiddenStateIsTheConditionalRandomField() {
        List<Sequence> data = counting(1, 40);

        Model plain = train(OPTIONS, data);
        Model one = train(OPTIONS.withHiddenStates(1), data);

        assertThat(one.weights()).isEqualTo(plain.weights());
        assertThat(states(one).isIdentity()).isTrue();
        assertThat(one.provenance()).isEqualTo(plain.provenance());
    }

    /** All labellings and all paths of a short sequence. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void probabilitiesAreSumsOverPathsOfStates(int hidden) {
        Model model = train(OPTIONS.withHiddenStates(hidden).withRestarts(1), counting(2, 60));
        Sequence sequence = Sequence.ofWords("x", "mark", "mark", "x");
        Tagging tagging = model.tagger().tag(sequence);
        EncodedSequence encoded = model.encoder().encode(sequence);
        LinearScorer<Trellis> scorer = model.scorer();
        Trellis trellis = scorer.structure(encoded);
        double[] scores = new double[trellis.parts()];
        scorer.scoreShared(model.weights(), scores);
        scorer.score(model.weights(), encoded, trellis, scores);
        int labels = model.labels().size();
        double total = 0;
        double[] byLabels = new double[(int) Math.pow(labels, 4)];
        double[][] byToken = new double[4][labels];
        int[] path = new int[4];
        int states = states(model).states();
        for (int code = 0; code < Math.pow(states, 4); code++) {
            int labelling = 0;
            for (int t = 0, rest = code; t < 4; t++, rest /= states) {
                path[t] = rest % states;
                labelling = labelling * labels + path[t] / hidden;
            }
            double mass = Math.exp(trellis.score(scores, path));
            total += mass;
            byLabels[labelling] += mass;
            for (int t = 0; t < 4; t++) {
                byToken[t][path[t] / hidden] += mass;
            }
        }

        assertThat(tagging.logPartition()).isCloseTo(Math.log(total), within(1e-9));
        for (int labelling = 0; labelling < byLabels.length; labelling++) {
            List<String> names = new ArrayList<>();
            for (int t = 3, rest = labelling; t >= 0; t--, rest /= labels) {
                names.add(0, model.labels().name(rest % labels));
            }
            assertThat(Math.exp(tagging.logProbability(names)))
                    .as(names.toString())
                    .isCloseTo(byLabels[labelling] / total, within(1e-9));
        }
        for (int t = 0; t < 4; t++) {
            int best = 0;
            for (int label = 0; label < labels; label++) {
                assertThat(tagging.marginals()[t][label]).isCloseTo(byToken[t][label] / total, within(1e-9));
                best = byToken[t][label] > byToken[t][best] ? label : best;
            }
            assertThat(tagging.labels().get(t)).isEqualTo(model.labels().name(best));
        }
        List<Labelling> all = tagging.nBest(byLabels.length);
        assertThat(all).hasSize(byLabels.length);
        for (int k = 1; k < all.size(); k++) {
            assertThat(all.get(k).logProbability())
                    .isLessThanOrEqualTo(all.get(k - 1).logProbability() + 1e-12);
        }
        assertThat(all.stream()
                        .mapToDouble(one -> Math.exp(one.logProbability()))
                        .sum())
                .isCloseTo(1, within(1e-9));
        List<String> byPath =
                model.tagger().withDecoder(Decoder.VITERBI).tag(sequence).labels();
        assertThat(byPath).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = LossFunction.class,
            names = {"LOG", "SOFTMAX_MARGIN", "SQUARED_HINGE"})
    void theGradientIsThatOfTheObjective(LossFunction function) {
        List<Sequence> sequences = counting(3, 12);
        TrainingOptions options = OPTIONS.withHiddenStates(2);
        Iterator<Sequence> source = sequences.iterator();
        try (TrainingData data = Collector.collect(
                        () -> source.hasNext() ? source.next() : null, FEATURES, options, null, ChunkStore.in(null));
                Workers workers = new Workers(2)) {
            StateMap states = StateMap.substates(data.labels().size(), 2);
            LinearScorer<Trellis> scorer =
                    LinearScorer.chain(LayoutChoice.of(data, options.selection(), ChainLabels.of(states), null));
            ChainInference inference = new ChainInference(Kernels.scalar());
            try (Objective<Trellis> objective = new Objective<>(
                    new Task<>(ChainLabels.of(states), scorer, inference),
                    ChainLosses.of(function, inference, 1),
                    false,
                    data.instances(),
                    Kernels.scalar(),
                    workers)) {
                double[] x = new Random(4).doubles(objective.dimension(), -1, 1).toArray();
                double[] gradient = new double[x.length];
                objective.evaluate(x, gradient);
                double[] ignored = new double[x.length];
                for (int k = 0; k < x.length; k++) {
                    double step = 1e-6;
                    double before = x[k];
                    x[k] = before + step;
                    double above = objective.evaluate(x, ignored);
                    x[k] = before - step;
                    double below = objective.evaluate(x, ignored);
                    x[k] = before;
                    assertThat(gradient[k])
                            .as("%s %d", function, k)
                            .isCloseTo((above - below) / (2 * step), within(1e-4));
                }
            }
        }
    }

    @Test
    void hiddenStatesLearnWhatLabelsCannotTell() {
        List<Sequence> data = counting(5, 200);
        List<Sequence> unseen = counting(6, 200);

        double plain = accuracy(train(OPTIONS, data), unseen);
        double latent = accuracy(train(OPTIONS.withHiddenStates(3).withRestarts(5), data), unseen);

        assertThat(latent).isGreaterThan(plain + 0.05);
    }

    private static double accuracy(Model model, List<Sequence> data) {
        int right = 0;
        int all = 0;
        for (Sequence sequence : data) {
            List<String> found = model.tagger().tag(sequence).labels();
            for (int t = 0; t < found.size(); t++) {
                right += found.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
                all++;
            }
        }
        return right / (double) all;
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"AUTO", "LBFGS", "OWLQN", "TRUST_REGION", "SGD", "PERCEPTRON", "MIRA", "BCD"})
    void theBitsDoNotDependOnThreads(Algorithm algorithm) {
        List<Sequence> data = counting(7, 40);
        TrainingOptions options = OPTIONS.withHiddenStates(2)
                .withPenalty(Penalty.l2(1))
                .withAlgorithm(algorithm)
                .withMaxIterations(8);

        Model one = train(options.withThreads(1), data);
        Model three = train(options.withThreads(3), data);

        assertThat(three.weights()).isEqualTo(one.weights());
        assertThat(one.weights()).isNotEmpty().doesNotContain(Double.NaN);
    }

    @Test
    void theFileKeepsTheStates() throws IOException {
        Model model = train(OPTIONS.withHiddenStates(3), counting(8, 50));
        Path file = folder.resolve("latent.esp");
        model.save(file);

        Model loaded = Model.load(file);
        Model smaller = Compression.LOSSLESS.apply(loaded);
        smaller.save(folder.resolve("compact.esp"));
        Model compact = Model.load(folder.resolve("compact.esp"));

        for (Model copy : List.of(loaded, compact)) {
            assertThat(states(copy).labelsOfStates()).isEqualTo(states(model).labelsOfStates());
            for (Sequence sequence : counting(9, 20)) {
                Tagging expected = model.tagger().tag(sequence);
                Tagging found = copy.tagger().tag(sequence);
                assertThat(found.labels()).isEqualTo(expected.labels());
                assertThat(found.logProbability()).isCloseTo(expected.logProbability(), within(1e-9));
            }
        }
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes[8]).as("the version of the file").isEqualTo((byte) 5);
        assertThatThrownBy(() -> Toolkit.CRFSUITE.write(
                        model, folder.resolve("model.crfsuite"), java.nio.charset.StandardCharsets.UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hidden states");
    }

    @Test
    void anInterruptedTrainingEndsWithTheSameBits() {
        List<Sequence> data = counting(10, 60);
        TrainingOptions options = OPTIONS.withHiddenStates(2).withAlgorithm(Algorithm.LBFGS);
        Path checkpoint = folder.resolve("checkpoint");
        AtomicInteger iterations = new AtomicInteger();

        Model whole = train(options, data);
        new Trainer(FEATURES, options)
                .withCheckpoint(checkpoint, 1, false)
                .withStop(() -> iterations.incrementAndGet() > 6)
                .train(data);
        Model resumed = new Trainer(FEATURES, options)
                .withCheckpoint(checkpoint, 1, true)
                .train(data);

        assertThat(resumed.weights()).isEqualTo(whole.weights());
    }

    @Test
    void goesOnFromAModelWithAsManyStatesOnly() {
        List<Sequence> data = counting(11, 40);
        Model two = train(OPTIONS.withHiddenStates(2), data);

        Model further = new Trainer(FEATURES, OPTIONS.withHiddenStates(2))
                .withInitial(two)
                .train(data);

        assertThat(states(further).states()).isEqualTo(4);
        assertThatThrownBy(() -> new Trainer(FEATURES, OPTIONS.withHiddenStates(3))
                        .withInitial(two)
                        .train(data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("as many hidden states");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> OPTIONS.withHiddenStates(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1");
        assertThatThrownBy(() -> OPTIONS.withHiddenStates(2).withLoss(LossFunction.LOCAL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scores labels one by one");
        assertThatThrownBy(() ->
                        OPTIONS.withHiddenStates(2).withPenalty(Penalty.NONE).withAlgorithm(Algorithm.GIS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hidden states are not");
    }

    private static StateMap states(Model model) {
        return ((ChainLabels) model.structure()).states();
    }
}
