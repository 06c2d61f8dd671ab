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
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.evaluate.BracketScores;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.feature.span.WordTagger;
import org.espalier.feature.text.FeatureSet;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.tree.Constituents;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.model.Parsing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parsers of constituents are trained by the engine that trains chains. */
class ConstituencyTrainingTest {

    /** Noun phrases with prepositional ones, which belong to the noun before; the words tell nothing. */
    private static List<Sequence> sentences(int count, int seed) {
        Random random = new Random(seed);
        List<Sequence> sentences = new ArrayList<>();
        while (sentences.size() < count) {
            List<Token> tokens = new ArrayList<>();
            List<Mark> marks = new ArrayList<>();
            marks.add(new Mark(0, 1, "S"));
            nounPhrase(tokens, marks, random);
            int verb = tokens.size();
            marks.add(new Mark(verb, verb + 1, "VP"));
            int open = marks.size() - 1;
            add("V", tokens, random);
            if (random.nextBoolean()) {
                nounPhrase(tokens, marks, random);
            } else {
                int at = tokens.size();
                add("A", tokens, random);
                marks.add(new Mark(at, at + 1, "ADVP"));
            }
            marks.set(open, new Mark(verb, tokens.size(), "VP"));
            marks.set(0, new Mark(0, tokens.size(), "S"));
            sentences.add(Sequence.of(tokens, null).withMarks(marks));
        }
        return sentences;
    }

    private static void add(String tag, List<Token> tokens, Random random) {
        tokens.add(Token.ofColumns("w" + tag + random.nextInt(3), tag));
    }

    private static void nounPhrase(List<Token> tokens, List<Mark> marks, Random random) {
        int begin = tokens.size();
        boolean more = random.nextInt(3) == 0;
        int outer = marks.size();
        if (more) {
            marks.add(new Mark(begin, begin + 1, "NP"));
        }
        int inner = marks.size();
        marks.add(new Mark(begin, begin + 1, "NP"));
        for (int k = random.nextInt(3); k > 0; k--) {
            add("D", tokens, random);
        }
        add("N", tokens, random);
        marks.set(inner, new Mark(begin, tokens.size(), "NP"));
        if (more) {
            int at = tokens.size();
            int prepositional = marks.size();
            marks.add(new Mark(at, at + 1, "PP"));
            add("P", tokens, random);
            nounPhrase(tokens, marks, random);
            marks.set(prepositional, new Mark(at, tokens.size(), "PP"));
            marks.set(outer, new Mark(begin, tokens.size(), "NP"));
        }
    }

    private static TrainingOptions options() {
        return TrainingOptions.DEFAULTS
                .withStructure(Constituents.USUAL)
                .withL2(0.1)
                .withThreads(1);
    }

    private static Model train(TrainingOptions options, List<Sequence> data) {
        return new Trainer(SpanFeatures.all(true), options).train(data);
    }

    private static double f1(Parser parser, List<Sequence> data) {
        BracketScores scores = BracketScores.NONE;
        for (Sequence sentence : data) {
            scores = scores.plus(
                    sentence, sentence.marks(), parser.parse(sentence).marks());
        }
        return scores.f1();
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, LOG",
        "LBFGS, LOG",
        "LBFGS, SQUARED_HINGE",
        "OWLQN, LOG",
        "PERCEPTRON, LOG",
        "PA, LOG",
        "MIRA, LOG",
        "AROW, LOG",
        "SGD, LOG",
        "ADAGRAD, LOG",
        "AUTO, HINGE",
        "AUTO, SOFTMAX_MARGIN",
        "TRUST_REGION, LOG"
    })
    void everyAlgorithmLearnsTrees(Algorithm algorithm, LossFunction loss) {
        TrainingOptions options = (algorithm.isOnline() ? options().withL2(0) : options())
                .withLearning(loss, algorithm)
                .withMaxIterations(40);
        options = algorithm == Algorithm.OWLQN ? options.withL1(0.01) : options;
        assertThat(f1(train(options, sentences(80, 1)).parser(), sentences(60, 2)))
                .isGreaterThan(0.97);
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 2", "false, 0, 1", "false, 2, 2", "true, 1, 1"})
    void everyFactoringLearnsTrees(boolean right, int horizontal, int vertical) {
        TrainingOptions options = options()
                .withStructure(new Constituents(right, horizontal, vertical))
                .withL2(0)
                .withLearning(LossFunction.LOG, Algorithm.PA);
        Model model = new Trainer(SpanFeatures.all(right), options).train(sentences(80, 1));
        assertThat(f1(model.parser(), sentences(60, 2))).isGreaterThan(0.97);
    }

    @Test
    void threadsAndTheDiskDoNotChangeTheModel(@TempDir Path directory) {
        List<Sequence> data = sentences(100, 1);
        TrainingOptions one = options().withLearning(LossFunction.LOG, Algorithm.LBFGS);
        double[] weights = train(one, data).weights();
        assertThat(train(one.withThreads(3), data).weights()).isEqualTo(weights);
        assertThat(new Trainer(SpanFeatures.all(true), one)
                        .withDataOnDisk(directory)
                        .train(data)
                        .weights())
                .isEqualTo(weights);
    }

    @Test
    void aTrainingThatGoesOnEndsWithTheSameWeights(@TempDir Path folder) {
        List<Sequence> data = sentences(60, 1);
        Trainer trainer = new Trainer(
                SpanFeatures.all(true),
                options().withLearning(LossFunction.LOG, Algorithm.LBFGS).withMaxIterations(12));
        double[] whole = trainer.train(data).weights();
        Path file = folder.resolve("checkpoint");
        new Trainer(
                        SpanFeatures.all(true),
                        options()
                                .withLearning(LossFunction.LOG, Algorithm.LBFGS)
                                .withMaxIterations(5))
                .withCheckpoint(file, 1, false)
                .train(data);
        assertThat(trainer.withCheckpoint(file, 1, true).train(data).weights()).isEqualTo(whole);
    }

    @Test
    void aModelIsAStartForAnotherTraining() {
        List<Sequence> data = sentences(60, 1);
        Model first = train(options(), data);
        List<Sequence> more = new ArrayList<>(data);
        Sequence other = data.get(0);
        more.add(other.withMarks(List.of(new Mark(0, other.length(), "FRAGMENT"))));
        Model second = new Trainer(SpanFeatures.all(true), options().withLearning(LossFunction.LOG, Algorithm.LBFGS))
                .withInitial(first)
                .train(more);
        assertThat(f1(second.parser(), sentences(60, 2))).isGreaterThan(0.97);
        TrainingOptions left = options().withStructure(new Constituents(false, 0, 1));
        assertThatThrownBy(() -> new Trainer(SpanFeatures.all(false), left)
                        .withInitial(first)
                        .train(data))
                .hasMessageContaining("made binary in another way");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void modelFilesGiveTheSameTrees(boolean pruned, @TempDir Path directory) {
        SpanFeatures features = pruned ? SpanFeatures.chosen(true, SpanPruning.USUAL) : SpanFeatures.all(true);
        Model model = new Trainer(features, options()).train(sentences(80, 1));
        Path file = directory.resolve("parser.esp");
        model.save(file);
        Model again = Model.load(file);
        assertThat(again.weights()).isEqualTo(model.weights());
        for (Sequence sentence : sentences(20, 2)) {
            Parsing expected = model.parser().parse(sentence);
            Parsing found = again.parser().parse(sentence);
            assertThat(found.marks()).isEqualTo(expected.marks());
            assertThat(found.score()).isEqualTo(expected.score());
            assertThat(found.logProbability()).isEqualTo(expected.logProbability());
        }
    }

    /** The filter leaves out most spans of long sentences, and no right ones; a model does not look at gold trees. */
    @Test
    void spansThatAreChosenBeforehandAreEnough() {
        Model model = new Trainer(SpanFeatures.chosen(true, SpanPruning.USUAL), options()).train(sentences(80, 1));
        List<Sequence> test = sentences(60, 2);
        assertThat(f1(model.parser(), test)).isGreaterThan(0.97);
        for (Sequence sentence : test) {
            assertThat(model.parser().parse(sentence.withMarks(null)).marks())
                    .isEqualTo(model.parser().parse(sentence).marks());
        }
    }

    @Test
    void probabilitiesFitEachOther() {
        Model model = train(options().withL2(5), sentences(40, 1));
        for (Sequence sentence : sentences(15, 2)) {
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
            assertThat(best.logProbability(List.of(new Mark(0, 2, "XX")))).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(best.probabilities(List.of(new Mark(0, 2, "XX")))).containsExactly(0.0);
        }
        assertThat(f1(model.parser().withDecoder(Decoder.POSTERIOR), sentences(60, 2)))
                .isGreaterThan(0.9);
    }

    @Test
    void theDevelopmentSetChoosesTheModel() {
        TrainingOptions online = options().withL2(0).withLearning(LossFunction.LOG, Algorithm.PERCEPTRON);
        Model model = new Trainer(SpanFeatures.all(true), online)
                .withDev(sentences(30, 2))
                .train(sentences(60, 1));
        assertThat(f1(model.parser(), sentences(60, 3))).isGreaterThan(0.97);
    }

    /** Long sentences, unknown words and tags: a tree comes out, however bad. */
    @Test
    void anySentenceGetsATree() {
        Model model = train(options(), sentences(30, 1));
        Random random = new Random(4);
        for (int words : new int[] {1, 2, 3, 40}) {
            List<Token> tokens = new ArrayList<>();
            for (int t = 0; t < words; t++) {
                tokens.add(Token.ofColumns("?" + random.nextInt(), "unknown"));
            }
            Parsing parsing = model.parser().parse(Sequence.of(tokens, null));
            assertThat(parsing.probability()).isPositive();
        }
    }

    @Test
    void whatCannotBeLearntIsRefused() {
        Sequence words = Sequence.of(List.of(Token.ofColumns("a", "N"), Token.ofColumns("b", "N")), null);
        Sequence crossing = words.withMarks(List.of(new Mark(1, 2, "X"), new Mark(0, 2, "Y")));
        assertThatThrownBy(() -> train(options(), List.of(crossing)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("comes too late");
        assertThatThrownBy(() -> train(options(), List.of(words))).hasMessageContaining("no tree");
        Sequence untagged = Sequence.ofWords("a", "b").withMarks(List.of(new Mark(0, 2, "X")));
        assertThatThrownBy(() -> train(options(), List.of(untagged))).hasMessageContaining("tag the words");
        assertThatThrownBy(() -> new Trainer(FeatureSet.text(), options()).train(List.of(crossing)))
                .hasMessageContaining("use SpanFeatures");
        assertThatThrownBy(() -> new Constituents(true, 10, 1)).hasMessageContaining("expected 0 to 9");
        assertThatThrownBy(() -> new Constituents(true, 0, 0)).hasMessageContaining("1 to 9");
        assertThat(Constituents.USUAL.with("horizontal", 2)).isEqualTo(new Constituents(true, 2, 1));
        assertThatThrownBy(() -> Constituents.USUAL.with("order", 2)).hasMessageContaining("has no order");
    }

    @Test
    void aParserIsNoTagger() {
        Model parser = train(options(), sentences(20, 1));
        assertThatThrownBy(parser::tagger).hasMessageContaining("trees, not labels");
    }

    /** The tagger of a fold has not seen the sentences that it tags; equal sentences are in one fold. */
    @Test
    void trainingTagsAreThoseOfUnseenSentences() {
        List<Sequence> data = new ArrayList<>();
        for (int k = 0; k < 40; k++) { // every first word is there once, with a tag that no other word has
            data.add(Sequence.of(List.of(Token.ofColumns("w" + k, "T" + k), Token.ofColumns("end", "E")), null)
                    .withMarks(List.of(new Mark(0, 2, "X"))));
        }
        WordTagger unseen = TagLearning.USUAL.withThreads(1).crossFitted(data);
        WordTagger seen = TagLearning.USUAL.withThreads(1).learn(data);
        int right = 0;
        for (Sequence sentence : data) {
            String tag = unseen.tagged(sentence).tokens().get(0).columns().get(1);
            assertThat(tag).isNotEqualTo(sentence.tokens().get(0).columns().get(1));
            assertThat(unseen.tagged(sentence).marks()).isEqualTo(sentence.marks());
            right += seen.tagged(sentence).tokens().equals(sentence.tokens()) ? 1 : 0;
        }
        assertThat(right).isGreaterThan(35);
        assertThatThrownBy(unseen::bytes).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void plainWordsAreTaggedFirst() {
        List<Sequence> data = sentences(150, 1);
        List<Sequence> test = sentences(40, 2);
        TrainingOptions options = options().withL2(0).withLearning(LossFunction.LOG, Algorithm.PA);
        SpanFeatures features = SpanFeatures.all(true).withTagger(TagLearning.USUAL.withThreads(1));
        Model model = new Trainer(features, options).withDev(test).train(data);
        Model again = Model.load(model.toBytes());
        assertThat(model.parser().findsTags()).isTrue();
        assertThat(f1(model.parser(), test)).isGreaterThan(0.9); // words tell their tags here
        for (Sequence sentence : test) {
            List<Token> words = sentence.tokens().stream()
                    .map(token -> Token.ofColumns(token.columns().get(0)))
                    .toList();
            Parsing parsing = model.parser().parse(Sequence.of(words, null));
            assertThat(parsing.sequence().tokens()).isEqualTo(sentence.tokens());
            Parsing other = again.parser().parse(sentence);
            assertThat(other.marks()).isEqualTo(parsing.marks());
            assertThat(other.score()).isEqualTo(parsing.score());
            assertThat(other.logProbability()).isEqualTo(parsing.logProbability());
        }
        Model twoThreads = new Trainer(
                        SpanFeatures.all(true).withTagger(TagLearning.USUAL.withThreads(2)), options.withThreads(2))
                .withDev(test)
                .train(data);
        assertThat(twoThreads.weights()).containsExactly(model.weights());
    }
}
