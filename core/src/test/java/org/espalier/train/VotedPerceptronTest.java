package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.espalier.compress.Compression;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.inspect.Inspection;
import org.espalier.inspect.InspectionReport;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.online.OnlineWeights;
import org.espalier.online.Perceptron;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.scoring.VotedWeights;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VotedPerceptronTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB1:%x[0,0]\nB", "words");
    private static final Template ONLY_WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]", "words");
    private static final List<Sequence> TRAIN = SyntheticData.sequences(1, 30, 3);
    private static final List<Sequence> TEST = SyntheticData.sequences(2, 15, 3);
    private static final TrainingOptions AVERAGED = TrainingOptions.DEFAULTS
            .withThreads(1)
            .withAlgorithm(Algorithm.PERCEPTRON)
            .withOnline(OnlineOptions.DEFAULTS.withEpochs(3));
    private static final TrainingOptions VOTED =
            AVERAGED.withOnline(AVERAGED.online().withVoting(true));

    /** A perceptron that copies its weights after every visit: the vector of each vote. */
    private static final class Copying implements UpdateRule {
        private final Perceptron perceptron = new Perceptron();
        private final List<double[]> vectors = new ArrayList<>();

        @Override
        public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
            double loss = perceptron.update(instance, rivals, weight, weights);
            vectors.add(weights.current().clone());
            return loss;
        }
    }

    private static final class Shape implements TrainingListener {
        private @Nullable Model model;

        @Override
        public void onIteration(TrainingProgress progress, Supplier<Model> current) {
            model = current.get();
        }
    }

    /** Labels sequences with every vector of a run by itself; what is voted on must come to the same. */
    private static List<double[][]> bruteForce(
            AttributeExtractor extractor, List<Sequence> train, @Nullable Model initial, List<Sequence> test) {
        Copying rule = new Copying();
        Shape shape = new Shape();
        new Trainer(extractor, AVERAGED)
                .withOnline(new OnlineLearning("copying", (p, n) -> rule))
                .withInitial(initial)
                .withListener(shape)
                .train(train);
        Model model = Objects.requireNonNull(shape.model);
        List<double[][]> votes = new ArrayList<>();
        for (Sequence sequence : test) {
            votes.add(new double[sequence.length()][model.labels().size()]);
        }
        for (double[] weights : rule.vectors) {
            Tagger tagger = new Model(
                            model.labels(),
                            model.encoder(),
                            model.layout(),
                            weights,
                            model.columns(),
                            model.provenance())
                    .tagger();
            for (int n = 0; n < test.size(); n++) {
                List<String> labels = tagger.tag(test.get(n)).labels();
                for (int t = 0; t < labels.size(); t++) {
                    votes.get(n)[t][model.labels().indexOf(labels.get(t))]++;
                }
            }
        }
        votes.forEach(sequence ->
                Arrays.stream(sequence).forEach(row -> Arrays.setAll(row, s -> row[s] / rule.vectors.size())));
        return votes;
    }

    private static int first(double[] row) {
        int best = 0;
        for (int s = 1; s < row.length; s++) {
            best = row[s] > row[best] ? s : best;
        }
        return best;
    }

    private static void assertVotes(Model model, List<Sequence> test, List<double[][]> expected) {
        int split = 0;
        for (int n = 0; n < test.size(); n++) {
            Tagging tagging = model.tagger().tag(test.get(n));
            double[][] marginals = tagging.marginals();
            assertThat(marginals)
                    .hasDimensions(
                            expected.get(n).length,
                            expected.get(n).length == 0 ? 0 : model.labels().size());
            for (int t = 0; t < marginals.length; t++) {
                assertThat(marginals[t])
                        .as("sequence %d, token %d", n, t)
                        .containsExactly(expected.get(n)[t], within(1e-12));
                assertThat(tagging.labels().get(t)).isEqualTo(model.labels().name(first(expected.get(n)[t])));
                split += expected.get(n)[t][first(expected.get(n)[t])] < 1 ? 1 : 0;
            }
        }
        assertThat(split).as("votes that were not unanimous").isPositive();
    }

    @Test
    void inChainsTheVoteIsThatOfAllVectorsOneByOne() {
        Model model = new Trainer(WORDS, VOTED).train(TRAIN);
        assertVotes(model, TEST, bruteForce(WORDS, TRAIN, null, TEST));
        VotedWeights votes = Objects.requireNonNull(model.votes());
        assertThat(votes.vectors()).isGreaterThan(10);
        assertThat(votes.total())
                .isEqualTo(3
                        * TRAIN.stream()
                                .filter(sequence -> sequence.length() > 0)
                                .count());
    }

    @Test
    void withoutTransitionsEveryTokenIsVotedOnByItself() {
        assertVotes(new Trainer(ONLY_WORDS, VOTED).train(TRAIN), TEST, bruteForce(ONLY_WORDS, TRAIN, null, TEST));
    }

    /** Instances with real values, several attributes of the same name, and weights: nothing is rounded otherwise. */
    private static List<Sequence> instances(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Sequence> data = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int label = i % 3;
            List<Attribute> attributes = new ArrayList<>();
            for (int a = 0; a < 6; a++) {
                if (random.nextInt(3) > 0) {
                    attributes.add(new Attribute("x" + a % 5, random.nextGaussian() + (a == label ? 1 : 0)));
                }
            }
            data.add(Sequence.of(List.of(Token.ofAttributes(attributes)), List.of("y" + label))
                    .withWeight(1 + i % 2));
        }
        return data;
    }

    @Test
    void instancesWithRealValuesHaveTheSameVotesToo() {
        List<Sequence> train = instances(3, 60);
        List<Sequence> test = instances(4, 40);
        assertVotes(
                new Trainer(new GivenAttributes(), VOTED).train(train),
                test,
                bruteForce(new GivenAttributes(), train, null, test));
    }

    /** The first vector is then that of the initial model, and votes as long as it survives. */
    @Test
    void anInitialModelIsTheFirstToVote() {
        Model initial = new Trainer(WORDS, TrainingOptions.DEFAULTS.withThreads(1)).train(TRAIN.subList(0, 20));
        Model model = new Trainer(WORDS, VOTED).withInitial(initial).train(TRAIN);
        assertVotes(model, TEST, bruteForce(WORDS, TRAIN, initial, TEST));
        // And the average of a vote is what another training starts from.
        Model after = new Trainer(WORDS, AVERAGED).withInitial(model).train(TRAIN);
        assertThat(after.votes()).isNull();
    }

    @Test
    void theWeightsAreTheAverage() {
        Model voted = new Trainer(WORDS, VOTED).train(TRAIN);
        Model averaged = new Trainer(WORDS, AVERAGED).train(TRAIN);
        Tagger average = new Model(
                        voted.labels(),
                        voted.encoder(),
                        voted.layout(),
                        voted.weights(),
                        voted.columns(),
                        voted.provenance())
                .tagger();
        for (Sequence sequence : TEST) {
            assertThat(average.tag(sequence).score())
                    .isEqualTo(averaged.tagger().tag(sequence).score());
        }
    }

    @Test
    void onSeparableDataVoteAndAverageAgree() {
        List<Sequence> data = new ArrayList<>();
        for (String word : List.of("walking", "talking", "running", "walked", "talked", "jumped", "walks", "jumps")) {
            String label = word.endsWith("ing") ? "now" : word.endsWith("ed") ? "then" : "always";
            List<Attribute> attributes = List.of(Attribute.of(word), Attribute.of(word.substring(word.length() - 2)));
            data.add(Sequence.of(List.of(Token.ofAttributes(attributes)), List.of(label)));
        }
        TrainingOptions many = VOTED.withOnline(VOTED.online().withEpochs(20));
        Tagger voted = new Trainer(new GivenAttributes(), many).train(data).tagger();
        Tagger averaged = new Trainer(
                        new GivenAttributes(), many.withOnline(many.online().withVoting(false)))
                .train(data)
                .tagger();
        for (Sequence sequence : data) {
            assertThat(voted.tag(sequence).labels()).isEqualTo(sequence.labels());
            assertThat(averaged.tag(sequence).labels()).isEqualTo(sequence.labels());
        }
    }

    @Test
    void itLabelsAboutAsWellAsTheAverage() {
        int right = right(new Trainer(WORDS, VOTED).train(TRAIN));
        int all = TEST.stream().mapToInt(Sequence::length).sum();
        assertThat(right)
                .isGreaterThan(right(new Trainer(WORDS, AVERAGED).train(TRAIN)) - all / 8)
                .isGreaterThan(all / 2);
    }

    private static int right(Model model) {
        int right = 0;
        for (Sequence sequence : TEST) {
            List<String> labels = model.tagger().tag(sequence).labels();
            for (int t = 0; t < labels.size(); t++) {
                right += labels.get(t)
                                .equals(Objects.requireNonNull(sequence.labels())
                                        .get(t))
                        ? 1
                        : 0;
            }
        }
        return right;
    }

    @Test
    void savedAndLoadedItGivesTheSameBits(@TempDir Path folder) throws Exception {
        for (AttributeExtractor extractor : List.of(WORDS, ONLY_WORDS)) {
            Path file = folder.resolve("model.esp");
            Model model = new Trainer(extractor, VOTED).train(TRAIN);
            model.save(file);
            Model loaded = Model.load(file);
            assertThat(loaded.votes()).isEqualTo(model.votes());
            for (Sequence sequence : TEST) {
                Tagging expected = model.tagger().tag(sequence);
                assertThat(loaded.tagger().tag(sequence).marginals()).isDeepEqualTo(expected.marginals());
                assertThat(loaded.tagger().tag(sequence).score()).isEqualTo(expected.score());
            }
            loaded.save(folder.resolve("again.esp"));
            assertThat(Files.mismatch(file, folder.resolve("again.esp"))).isEqualTo(-1);
            new Trainer(extractor, VOTED.withThreads(3)).train(TRAIN).save(folder.resolve("threads.esp"));
            assertThat(Files.mismatch(file, folder.resolve("threads.esp"))).isEqualTo(-1);
        }
    }

    @Test
    void whatIsAskedOfATaggingIsThereAndFinite() {
        Model model = new Trainer(WORDS, VOTED).train(TRAIN);
        for (Sequence sequence : TEST) {
            Tagging tagging = model.tagger().tag(sequence);
            assertThat(tagging.logPartition()).isCloseTo(0, within(1e-9));
            assertThat(tagging.probability()).isBetween(0.0, 1.0);
            assertThat(tagging.entropy()).isNotNaN().isGreaterThanOrEqualTo(-1e-9);
            assertThat(tagging.sample(7)).hasSize(sequence.length());
            assertThat(tagging.nBest(5).get(0).labels()).isEqualTo(tagging.labels());
            double product = 1;
            for (double[] row : tagging.marginals()) {
                product *= Arrays.stream(row).max().orElse(0);
            }
            assertThat(tagging.probability()).isCloseTo(product, within(1e-9));
        }
    }

    @Test
    void aDevelopmentSetKeepsTheVoteOfTheBestEpoch() {
        Recorder recorder = new Recorder();
        Model model = new Trainer(WORDS, VOTED.withOnline(VOTED.online().withEpochs(8)))
                .withDev(TEST)
                .withListener(recorder)
                .train(TRAIN);
        int best = bestEpoch(model);
        Model expected = new Trainer(WORDS, VOTED.withOnline(VOTED.online().withEpochs(best))).train(TRAIN);
        assertThat(model.votes()).isEqualTo(expected.votes());
    }

    private static int bestEpoch(Model model) {
        Object training = model.provenance().get("training");
        assertThat(training).isInstanceOf(Map.class);
        return ((Number) ((Map<?, ?>) training).get("bestIteration")).intValue();
    }

    @Test
    void oneLabelHasAllVotes() {
        List<Sequence> data = List.of(Sequence.ofWords("a", "b").withLabels(List.of("L", "L")));
        Model model = new Trainer(WORDS, VOTED).train(data);
        assertThat(model.tagger().tag(Sequence.ofWords("b", "c", "d")).marginals())
                .isDeepEqualTo(new double[][] {{1}, {1}, {1}});
        assertThat(model.tagger().tag(Sequence.ofWords()).labels()).isEmpty();
    }

    @Test
    void inspectionTellsOfTheVote() {
        Model model = new Trainer(WORDS, VOTED).train(TRAIN);
        int vectors = Objects.requireNonNull(model.votes()).vectors();
        InspectionReport report = new InspectionReport(Inspection.of(model), 3, null);
        assertThat(report.summary()).contains("a vote of " + vectors + " weight vectors");
        assertThat(report.toMap()).containsEntry("vectors", vectors);
    }

    @Test
    void whatCannotBeDoneIsExplained(@TempDir Path folder) {
        Model model = new Trainer(WORDS, VOTED).train(TRAIN);
        assertThatThrownBy(() -> Compression.LOSSLESS.apply(model)).hasMessageContaining("Train it without voting");
        assertThatThrownBy(() -> Compression.LOSSLESS.pruningWithin(0.1, model, any -> 0))
                .hasMessageContaining("Train it without voting");
        assertThatThrownBy(() -> Toolkit.CRFSUITE.write(model, folder.resolve("m"), StandardCharsets.UTF_8))
                .hasMessageContaining("only Espalier's format supports");
        assertThatThrownBy(() -> new AllPairs(new Trainer(WORDS, VOTED), true).train(TRAIN))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("leave voting out");
        assertThatThrownBy(() -> new Trainer(WORDS, VOTED)
                        .withMixing(ParameterMixing.oneShot(2))
                        .train(TRAIN))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("nothing to vote with");
        assertThatThrownBy(() -> new Trainer(WORDS, VOTED)
                        .withCheckpoint(folder.resolve("c"), 1, false)
                        .train(TRAIN))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("voting cannot be combined with a checkpoint");
        assertThatThrownBy(() -> VOTED.withAlgorithm(Algorithm.MIRA)).hasMessageContaining("voting with mira");
        assertThatThrownBy(() -> VOTED.online().withEpochs(0)).hasMessageContaining("voting after 0 epochs");
        assertThatThrownBy(() -> VOTED.online().withAveraging(false)).hasMessageContaining("voting without averaging");
        List<Sequence> nothing =
                TRAIN.stream().map(sequence -> sequence.withWeight(0)).toList();
        assertThatThrownBy(() -> new Trainer(WORDS, VOTED).train(nothing)).isInstanceOf(TrainingException.class);
    }
}
