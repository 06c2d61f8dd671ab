package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Mark;
import org.espalier.data.Projective;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.arc.ArcColumns;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.tree.Dependencies;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.model.Parsing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependency parsers are trained by the engine that trains chains. */
class DependencyTrainingTest {
    private static final List<String> TAGS = List.of("D", "N", "A");

    /** Sentences of determiners, adjectives, nouns and verbs, whose trees follow from the tags; some trees have crossing arcs. */
    private static List<Sequence> sentences(int count, boolean projective) {
        Random random = new Random(count);
        List<Sequence> sentences = new ArrayList<>();
        while (sentences.size() < count) {
            int length = 1 + random.nextInt(7);
            String[] tags = new String[length];
            Arrays.setAll(tags, t -> TAGS.get(random.nextInt(TAGS.size())));
            int root = random.nextInt(length);
            tags[root] = "V";
            List<Token> tokens = new ArrayList<>();
            List<Mark> marks = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                tokens.add(Token.ofColumns("w" + tags[t] + random.nextInt(3), tags[t]));
                int head = t == root ? -1 : head(tags, t, root);
                marks.add(new Mark(head, t, t == root ? "root" : tags[t].equals("D") ? "det" : "dep"));
            }
            Sequence sentence = Sequence.of(tokens, null).withMarks(marks);
            if (!projective || Projective.isProjective(sentence)) {
                sentences.add(sentence);
            }
        }
        return sentences;
    }

    /** A determiner or an adjective belongs to the next noun, anything else to the root. */
    private static int head(String[] tags, int t, int root) {
        for (int next = t + 1; next < tags.length && !tags[t].equals("N") && !tags[t].equals("V"); next++) {
            if (tags[next].equals("N")) {
                return next;
            }
        }
        return root;
    }

    /** Online learners have no penalty. */
    private static TrainingOptions online(Algorithm algorithm, boolean projective) {
        return options(projective).withL2(0).withLearning(LossFunction.LOG, algorithm);
    }

    private static TrainingOptions options(boolean projective) {
        return TrainingOptions.DEFAULTS
                .withStructure(new Dependencies(projective, true))
                .withL2(0.1)
                .withThreads(1);
    }

    private static ArcFeatures features() {
        return new ArcFeatures(new ArcColumns(0, -1, 1, -1, -1));
    }

    private static Model train(TrainingOptions options, List<Sequence> data) {
        return new Trainer(features(), options).train(data);
    }

    private static double accuracy(Model model, List<Sequence> data) {
        Parser parser = model.parser();
        long right = 0;
        long all = 0;
        for (Sequence sentence : data) {
            List<Mark> found = parser.parse(sentence).marks();
            right += found.stream().filter(sentence.marks()::contains).count();
            all += sentence.length();
        }
        return (double) right / all;
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, LOG, true", "AUTO, LOG, false", "LBFGS, LOG, true", "LBFGS, SQUARED_HINGE, false", "OWLQN, LOG, true",
        "PERCEPTRON, LOG, true", "PERCEPTRON, LOG, false", "PA, LOG, true", "MIRA, LOG, false", "AROW, LOG, true",
        "SGD, LOG, false", "AUTO, HINGE, true", "AUTO, SOFTMAX_MARGIN, false", "TRUST_REGION, LOG, true"
    })
    void everyAlgorithmLearnsTrees(Algorithm algorithm, LossFunction loss, boolean projective) {
        List<Sequence> data = sentences(120, projective);
        TrainingOptions options = algorithm.isOnline()
                ? online(algorithm, projective)
                : options(projective).withLearning(loss, algorithm).withMaxIterations(60);
        if (algorithm == Algorithm.OWLQN) {
            options = options.withL1(0.01);
        }
        assertThat(accuracy(train(options, data), sentences(100, projective))).isGreaterThan(0.97);
    }

    @Test
    void threadsAndTheDiskDoNotChangeTheModel(@TempDir Path directory) {
        List<Sequence> data = sentences(150, true);
        TrainingOptions one = options(true).withLearning(LossFunction.LOG, Algorithm.LBFGS);
        double[] weights = train(one, data).weights();
        assertThat(train(one.withThreads(3), data).weights()).isEqualTo(weights);
        assertThat(new Trainer(features(), one)
                        .withDataOnDisk(directory)
                        .train(data)
                        .weights())
                .isEqualTo(weights);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void modelFilesGiveTheSameTrees(boolean projective, @TempDir Path directory) {
        List<Sequence> data = sentences(80, projective);
        Model model = train(options(projective), data);
        Path file = directory.resolve("parser.esp");
        model.save(file);
        Model again = Model.load(file);
        assertThat(again.weights()).isEqualTo(model.weights());
        for (Sequence sentence : sentences(20, projective)) {
            Parsing expected = model.parser().parse(sentence);
            Parsing found = again.parser().parse(sentence);
            assertThat(found.marks()).isEqualTo(expected.marks());
            assertThat(found.score()).isEqualTo(expected.score());
            assertThat(found.logProbability()).isEqualTo(expected.logProbability());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void probabilitiesFitEachOther(boolean projective) {
        Model model = train(options(projective).withL2(5), sentences(40, projective));
        for (Sequence sentence : sentences(15, projective)) {
            Parsing best = model.parser().parse(sentence);
            List<Parsing> ranked = best.nBest(5);
            assertThat(ranked.get(0).marks()).isEqualTo(best.marks());
            double sum = 0;
            for (int k = 0; k < ranked.size(); k++) {
                assertThat(k == 0 || ranked.get(k).score() <= ranked.get(k - 1).score())
                        .isTrue();
                assertThat(best.logProbability(ranked.get(k).marks()))
                        .isCloseTo(ranked.get(k).logProbability(), within(1e-9));
                sum += ranked.get(k).probability();
            }
            assertThat(sum).isLessThanOrEqualTo(1 + 1e-9);
            assertThat(Arrays.stream(best.probabilities(best.marks())).min().orElse(1))
                    .isGreaterThanOrEqualTo(best.probability() - 1e-9);
            assertThat(best.entropy()).isGreaterThanOrEqualTo(-1e-9);
            assertThat(best.logProbability(best.sample(3))).isGreaterThan(Double.NEGATIVE_INFINITY);
            assertThat(best.logProbability(List.of())).isEqualTo(Double.NEGATIVE_INFINITY);
        }
    }

    /** The tree by posterior decoding has at least as many arcs that are expected to be right. */
    @Test
    void posteriorDecodingMakesMoreArcsRightInExpectation() {
        Model model = train(options(true).withL2(20), sentences(30, true));
        for (Sequence sentence : sentences(15, true)) {
            Parsing best = model.parser().parse(sentence);
            Parsing likely = model.parser().withDecoder(Decoder.POSTERIOR).parse(sentence);
            assertThat(Arrays.stream(best.probabilities(likely.marks())).sum())
                    .isGreaterThanOrEqualTo(
                            Arrays.stream(best.probabilities(best.marks())).sum() - 1e-9);
        }
    }

    @Test
    void theDevelopmentSetChoosesTheModel() {
        Model model = new Trainer(features(), online(Algorithm.PERCEPTRON, true))
                .withDev(sentences(30, true))
                .train(sentences(60, true));
        assertThat(accuracy(model, sentences(30, true))).isGreaterThan(0.97);
    }

    /** Words without a head are left open: the rest of the tree is learnt all the same. */
    @Test
    void partOfATreeIsEnough() {
        List<Sequence> partial = sentences(150, false).stream()
                .map(sentence -> sentence.withMarks(sentence.marks().stream()
                        .filter(mark -> mark.to() % 3 != 1)
                        .toList()))
                .toList();
        assertThat(accuracy(train(options(false), partial), sentences(60, false)))
                .isGreaterThan(0.95);
    }

    @Test
    void crossingArcsAreRefusedWithTheirNumber() {
        List<Sequence> data = sentences(150, false);
        long crossing = data.stream().filter(s -> !Projective.isProjective(s)).count();
        assertThat(crossing).isPositive();
        assertThatThrownBy(() -> train(options(true), data))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(crossing + " of 150 trees")
                .hasMessageContaining("--crossing-arcs");
    }

    @Test
    void whatIsNoTreeIsRefused() {
        Sequence twoRoots = Sequence.of(List.of(Token.ofColumns("a", "N"), Token.ofColumns("b", "N")), null)
                .withMarks(List.of(new Mark(-1, 0, "root"), new Mark(-1, 1, "root")));
        assertThatThrownBy(() -> train(options(false), List.of(twoRoots)))
                .hasMessageContaining("2 words have the root");
        Sequence circle = twoRoots.withMarks(List.of(new Mark(1, 0, "x"), new Mark(0, 1, "x")));
        assertThatThrownBy(() -> train(options(false), List.of(circle))).hasMessageContaining("above itself");
        Sequence twoHeads = twoRoots.withMarks(List.of(new Mark(1, 0, "x"), new Mark(-1, 0, "x")));
        assertThatThrownBy(() -> train(options(false), List.of(twoHeads))).hasMessageContaining("two heads");
        assertThatThrownBy(() -> train(options(false), List.of(twoRoots.withMarks(null))))
                .hasMessageContaining("no tree");
    }

    @Test
    void aParserIsNoTagger() {
        Model parser = train(options(true), sentences(20, true));
        assertThatThrownBy(parser::tagger).hasMessageContaining("trees, not labels");
    }
}
