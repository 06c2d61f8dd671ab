package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.arc.ArcColumns;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.feature.arc.ArcFilter;
import org.espalier.feature.arc.SecondOrderFeatures;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.tree.Dependencies;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.model.Parsing;
import org.espalier.structure.spanning.ArcSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parsers of second order are trained by the engine that trains all others. */
class SecondOrderTrainingTest {
    private static final ArcColumns COLUMNS = new ArcColumns(0, -1, 1, -1, -1);

    /**
     * Sentences that arcs alone cannot tell apart: a verb, then nouns, each with particles after it. The particles after a noun belong to it in
     * turn with the verb: the first to the noun, the second to the verb, and so on, which only siblings show.
     */
    private static List<Sequence> sentences(int count) {
        Random random = new Random(count);
        List<Sequence> sentences = new ArrayList<>();
        while (sentences.size() < count) {
            List<Token> tokens = new ArrayList<>(List.of(Token.ofColumns("runs", "V")));
            List<Mark> marks = new ArrayList<>(List.of(new Mark(-1, 0, "root")));
            int nouns = 1 + random.nextInt(2);
            for (int k = 0; k < nouns; k++) {
                int noun = tokens.size();
                tokens.add(Token.ofColumns("n" + random.nextInt(3), "N"));
                marks.add(new Mark(0, noun, "obj"));
                int particles = random.nextInt(4);
                for (int p = 0; p < particles; p++) {
                    marks.add(new Mark(p == 0 ? noun : 0, tokens.size(), p == 0 ? "of" : "adv"));
                    tokens.add(Token.ofColumns("p", "P"));
                }
            }
            sentences.add(Sequence.of(tokens, null).withMarks(marks));
        }
        return sentences;
    }

    private static TrainingOptions options(Algorithm algorithm) {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withStructure(new Dependencies(true, true).secondOrder())
                .withThreads(1);
        return options.withL2(algorithm.isOnline() ? 0 : 0.1).withLearning(LossFunction.LOG, algorithm);
    }

    private static SecondOrderFeatures features() {
        return new SecondOrderFeatures(COLUMNS, ArcPruning.of(COLUMNS).withThreads(1));
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

    private static Sequence withoutMarks(Sequence sentence) {
        return sentence.withMarks(null);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, LOG",
        "LBFGS, LOG",
        "LBFGS, SQUARED_HINGE",
        "PERCEPTRON, LOG",
        "PA, LOG",
        "MIRA, LOG",
        "AROW, LOG",
        "SGD, LOG",
        "AUTO, HINGE",
        "TRUST_REGION, LOG"
    })
    void everyAlgorithmLearnsTrees(Algorithm algorithm, LossFunction loss) {
        TrainingOptions options = options(algorithm).withLearning(loss, algorithm);
        options = algorithm.isOnline() ? options : options.withMaxIterations(60);
        assertThat(accuracy(train(options, sentences(120)), sentences(100))).isGreaterThan(0.97);
    }

    /** What the first particle belongs to can be told by arcs; whether one is the first cannot, where words are as far away. */
    @Test
    void siblingsAndGrandparentsSeeWhatArcsDoNot() {
        List<Sequence> data = sentences(200);
        TrainingOptions first = options(Algorithm.PA).withStructure(new Dependencies(true, true));
        double ofFirst = accuracy(new Trainer(new ArcFeatures(COLUMNS), first).train(data), sentences(150));
        double ofSecond = accuracy(train(options(Algorithm.PA), data), sentences(150));
        assertThat(ofSecond).isGreaterThan(0.99).isGreaterThanOrEqualTo(ofFirst);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void anyPairsOfArcs(boolean siblings, boolean grandparents) {
        TrainingOptions options =
                options(Algorithm.PA).withStructure(new Dependencies(true, false, siblings, grandparents));
        Model model = train(options, sentences(100));
        assertThat(accuracy(model, sentences(60))).isGreaterThan(0.9);
        assertThat(model.structure().families()).hasSize(1 + (siblings ? 1 : 0) + (grandparents ? 1 : 0));
    }

    @Test
    void threadsAndTheDiskDoNotChangeTheModel(@TempDir Path directory) {
        List<Sequence> data = sentences(120);
        TrainingOptions one = options(Algorithm.LBFGS);
        double[] weights = train(one, data).weights();
        assertThat(train(one.withThreads(3), data).weights()).isEqualTo(weights);
        assertThat(new Trainer(features(), one)
                        .withDataOnDisk(directory)
                        .train(data)
                        .weights())
                .isEqualTo(weights);
    }

    @Test
    void modelFilesGiveTheSameTrees(@TempDir Path directory) {
        Model model = train(options(Algorithm.PA), sentences(80));
        Path file = directory.resolve("parser.esp");
        model.save(file);
        Model again = Model.load(file);
        assertThat(again.weights()).isEqualTo(model.weights());
        Path copy = directory.resolve("copy.esp");
        again.save(copy);
        assertThat(copy).hasSameBinaryContentAs(file);
        for (Sequence sentence : sentences(20)) {
            Parsing expected = model.parser().parse(sentence);
            Parsing found = again.parser().parse(sentence);
            assertThat(found.marks()).isEqualTo(expected.marks());
            assertThat(found.score()).isEqualTo(expected.score());
            assertThat(found.logProbability()).isEqualTo(expected.logProbability());
        }
    }

    /** Rare attributes are cut, and every arc keeps its place. */
    @Test
    void rareAttributesCanBeCut() {
        TrainingOptions options = options(Algorithm.LBFGS);
        Model model = train(options.withSelection(options.selection().withMinCount(5)), sentences(120));
        assertThat(accuracy(model, sentences(60))).isGreaterThan(0.9);
    }

    @Test
    void probabilitiesFitEachOther() {
        Model model = train(options(Algorithm.AUTO).withL2(5), sentences(40));
        for (Sequence sentence : sentences(15)) {
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
            Parsing likely = model.parser().withDecoder(Decoder.POSTERIOR).parse(sentence);
            assertThat(Arrays.stream(best.probabilities(likely.marks())).sum())
                    .isGreaterThanOrEqualTo(
                            Arrays.stream(best.probabilities(best.marks())).sum() - 1e-9);
        }
    }

    /** The tree of a sentence that is parsed must not say which arcs it may have. */
    @Test
    void aModelDoesNotLookAtGoldTrees() {
        ArcFilter chain = new Chain();
        SecondOrderFeatures features = new SecondOrderFeatures(COLUMNS, data -> chain);
        Model model = new Trainer(features, options(Algorithm.PA))
                .withDev(sentences(30))
                .train(sentences(60));
        for (Sequence sentence : sentences(20)) {
            List<Mark> found = model.parser().parse(sentence).marks();
            assertThat(found)
                    .isEqualTo(model.parser().parse(withoutMarks(sentence)).marks());
            assertThat(found).allMatch(mark -> mark.from() == mark.to() - 1);
        }
    }

    /** Lets every word hang on the one before it only. */
    private record Chain() implements ArcFilter {
        @Override
        public ArcSet arcs(Sequence sentence) {
            return ArcSet.of(
                    sentence.length(),
                    IntStream.rangeClosed(1, sentence.length())
                            .flatMap(m -> IntStream.of(m - 1, m))
                            .toArray());
        }

        @Override
        public String definition() {
            return "chain";
        }

        @Override
        public ByteBuffer bytes() {
            return ByteBuffer.allocate(0);
        }
    }

    @Test
    void trainingGoesOnFromAModel() {
        Model start = train(options(Algorithm.PA), sentences(60));
        Model on = new Trainer(start.encoder().extractor(), options(Algorithm.PA))
                .withInitial(start)
                .train(sentences(80));
        assertThat(accuracy(on, sentences(60))).isGreaterThan(0.97);
    }

    /** Words without a head are left open: the rest of the tree is learnt all the same. */
    @Test
    void partOfATreeIsEnough() {
        List<Sequence> partial = sentences(150).stream()
                .map(sentence -> sentence.withMarks(sentence.marks().stream()
                        .filter(mark -> mark.to() % 4 != 3)
                        .toList()))
                .toList();
        assertThat(accuracy(train(options(Algorithm.PERCEPTRON), partial), sentences(60)))
                .isGreaterThan(0.9);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> new Dependencies(false, true).secondOrder()).hasMessageContaining("projective");
        List<Sequence> data = sentences(5);
        assertThatThrownBy(() -> new Trainer(new ArcFeatures(COLUMNS), options(Algorithm.PA)).train(data))
                .hasMessageContaining("SecondOrderFeatures");
        assertThatThrownBy(() -> new Trainer(
                                features(), options(Algorithm.PA).withStructure(new Dependencies(true, true)))
                        .train(data))
                .hasMessageContaining("use ArcFeatures");
    }
}
