package org.espalier.generative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.tree.Constituents;
import org.espalier.model.Model;
import org.espalier.model.Parsing;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counted grammars, beside a count of our own in strings and maps. */
class PcfgTest {
    /** Words are ambiguous: "saw" is a noun and a verb, "a" a determiner and a noun. No constituent has more than two children. */
    private static final String TREES = """
            (TOP (S (NP (DT a) (NN dog)) (VP (VB saw) (NP (DT a) (NN saw)))))
            (TOP (S (NP (NN a)) (VP (VB ran))))
            (TOP (S (NP (NP (NN saw)) (PP (IN in) (NP (NN dog)))) (VP (VP (VB saw) (NP (NN dog))) (PP (IN in) (NP (DT a) (NN saw))))))
            (TOP (S (VP (VB dog) (NP (NN a)))))
            """;

    /** Relative frequencies as they are, so that rows and unknown words have no probability. */
    private static final PcfgOptions PLAIN = PcfgOptions.DEFAULTS
            .withRows(Smoothing.NONE)
            .withWords(HmmOptions.DEFAULTS.withUnknown(UnknownWords.NONE).withEmissions(Smoothing.NONE));

    private static List<Sequence> read(String trees) {
        try (SequenceReader reader = Sequences.open(
                DataOptions.BRACKETS, new ByteArrayInputStream(trees.getBytes(StandardCharsets.UTF_8)), "trees")) {
            return Sequences.readAll(reader);
        }
    }

    private static Sequence words(String text) {
        List<Token> tokens = new ArrayList<>();
        for (String word : text.split(" ")) {
            tokens.add(Token.ofColumns(word));
        }
        return Sequence.of(tokens, null);
    }

    /** Counts rules over spans: a node is its labels in a chain, its children, and at the end the word. */
    private static final class Counts {
        private final Map<String, Double> rules = new HashMap<>();
        private final Map<String, Double> parents = new HashMap<>();

        private record Node(String symbol, int begin, int end, List<Node> children) {}

        private static Node tree(Sequence sentence, List<Mark> marks) {
            Node top = new Node("TOP", 0, sentence.length(), new ArrayList<>());
            fill(top, sentence, new ArrayList<>(marks));
            return top;
        }

        private static void fill(Node node, Sequence sentence, List<Mark> marks) {
            int at = node.begin;
            while (at < node.end) {
                if (!marks.isEmpty()
                        && marks.get(0).from() == at
                        && marks.get(0).to() <= node.end) {
                    Mark first = marks.remove(0);
                    StringBuilder chain = new StringBuilder(first.label());
                    while (!marks.isEmpty()
                            && marks.get(0).from() == at
                            && marks.get(0).to() == first.to()) {
                        chain.append('+').append(marks.remove(0).label());
                    }
                    Node child = new Node(chain.toString(), at, first.to(), new ArrayList<>());
                    node.children.add(child);
                    fill(child, sentence, marks);
                    at = first.to();
                } else {
                    String tag = sentence.tokens().get(at).columns().get(1);
                    node.children.add(new Node(
                            tag,
                            at,
                            at + 1,
                            List.of(new Node(sentence.tokens().get(at).columns().get(0), at, at, List.of()))));
                    at++;
                }
            }
        }

        private void count(Node node) {
            if (!node.children.isEmpty()) {
                rules.merge(rule(node), 1.0, Double::sum);
                parents.merge(node.symbol, 1.0, Double::sum);
                node.children.forEach(this::count);
            }
        }

        private static String rule(Node node) {
            StringBuilder text = new StringBuilder(node.symbol).append(" ->");
            node.children.forEach(child -> text.append(' ').append(child.symbol));
            return text.toString();
        }

        private double logProbability(Node node) {
            if (node.children.isEmpty()) {
                return 0;
            }
            double sum = Math.log(rules.getOrDefault(rule(node), 0.0) / parents.getOrDefault(node.symbol, 1.0));
            for (Node child : node.children) {
                sum += logProbability(child);
            }
            return sum;
        }
    }

    /** The score of a tree is the logarithm of its probability, its share of all trees p(tree | words), and log Z is log p(words). */
    @ParameterizedTest
    @ValueSource(strings = {"a dog saw a saw", "saw a", "dog saw dog in a saw", "a saw in dog saw", "ran a dog"})
    void aGrammarIsTheRandomFieldOfItsLogProbabilities(String text) {
        List<Sequence> data = read(TREES);
        Model model = new PcfgTrainer(PLAIN).train(data);
        Counts counts = new Counts();
        data.forEach(sentence -> counts.count(Counts.tree(sentence, List.copyOf(sentence.marks()))));

        Parsing best = model.parser().parse(words(text));
        double sum = 0;
        int possible = 0;
        List<Parsing> all = best.nBest(20_000);
        for (Parsing tree : all) {
            double expected = counts.logProbability(Counts.tree(tree.sequence(), tree.marks()));
            if (expected == Double.NEGATIVE_INFINITY) {
                assertThat(tree.score()).isLessThan(-600); // a floor stands for 0
                continue;
            }
            assertThat(tree.score()).isCloseTo(expected, within(1e-9));
            sum += Math.exp(expected);
            possible++;
        }
        assertThat(possible).isPositive();
        assertThat(best.logPartition()).isCloseTo(Math.log(sum), within(1e-9));
        assertThat(best.probability()).isCloseTo(Math.exp(best.score()) / sum, within(1e-9));
        assertThat(all.get(0).marks()).isEqualTo(best.marks());
        for (Mark mark : best.marks()) {
            double share = 0;
            for (Parsing tree : all) {
                share += tree.marks().contains(mark) ? Math.exp(tree.score()) / sum : 0;
            }
            assertThat(best.probabilities(List.of(mark))[0]).isCloseTo(share, within(1e-9));
        }
        assertThat(best.logProbability(best.marks())).isCloseTo(best.logProbability(), within(1e-12));
        assertThat(best.sequence().tokens()).allMatch(token -> token.columns().size() == 2);
    }

    /** The tree with the most expected symbols right, among all. */
    @Test
    void thePosteriorTreeHasTheMostExpectedSymbols() {
        Model model = new PcfgTrainer(PLAIN).train(read(TREES));
        Parsing chosen = model.parser().withDecoder(Decoder.POSTERIOR).parse(words("dog saw dog in a saw"));
        Parsing best = model.parser().parse(words("dog saw dog in a saw"));
        assertThat(best.nBest(100).stream().map(Parsing::marks)).contains(chosen.marks());
        // Where a tree has as many symbols with labels as another, the labels alone decide.
        for (Parsing other : best.nBest(100)) {
            if (other.marks().size() == chosen.marks().size()
                    && other.sequence().tokens().equals(chosen.sequence().tokens())) {
                assertThat(sum(best, chosen.marks())).isGreaterThanOrEqualTo(sum(best, other.marks()) - 1e-9);
            }
        }
    }

    private static double sum(Parsing parsing, List<Mark> marks) {
        double sum = 0;
        for (double p : parsing.probabilities(marks)) {
            sum += p;
        }
        return sum;
    }

    @Test
    void anySentenceHasATree() {
        Model model = new PcfgTrainer(PcfgOptions.DEFAULTS).train(read(TREES));
        for (String text : List.of("in", "zzz", "in in in in", "dog dog dog in", "xyzzy saw the Qux")) {
            Parsing parsing = model.parser().parse(words(text));
            assertThat(parsing.probability()).isBetween(0.0, 1.0).isPositive();
            assertThat(parsing.sequence().length()).isEqualTo(words(text).length());
        }
    }

    @Test
    void givenTagsAreKept() {
        Model model = new PcfgTrainer(PcfgOptions.DEFAULTS.withTagsGiven(true)).train(read(TREES));
        for (Sequence sentence : read(TREES)) {
            Parsing parsing = model.parser().parse(sentence);
            assertThat(parsing.sequence().tokens()).isEqualTo(sentence.tokens());
        }
        assertThatThrownBy(() -> model.parser().parse(words("a dog"))).isInstanceOf(DataFormatException.class);
    }

    @Test
    void weightsCountSentencesSeveralTimes() {
        List<Sequence> data = read(TREES);
        List<Sequence> twice = new ArrayList<>(data);
        twice.add(data.get(0));
        List<Sequence> weighted = new ArrayList<>(data);
        weighted.set(0, data.get(0).withWeight(2));
        assertThat(new PcfgTrainer(PLAIN).train(weighted).weights())
                .containsExactly(new PcfgTrainer(PLAIN).train(twice).weights());
    }

    @Test
    void modelsAreSavedAndRead() {
        List<Sequence> data = Sequences.read(DataOptions.BRACKETS, Path.of("../samples/brackets/train.mrg"));
        for (PcfgOptions options : List.of(
                PcfgOptions.DEFAULTS,
                PcfgOptions.DEFAULTS.withTagsGiven(true).withTrees(new Constituents(false, 1, 2)))) {
            Model model = new PcfgTrainer(options).train(data);
            Model again = Model.load(model.toBytes());
            for (Sequence sentence : data.subList(0, 20)) {
                Parsing one = model.parser().parse(sentence);
                Parsing other = again.parser().parse(sentence);
                assertThat(other.marks()).isEqualTo(one.marks());
                assertThat(other.score()).isEqualTo(one.score());
                assertThat(other.sequence().tokens()).isEqualTo(one.sequence().tokens());
            }
        }
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        assertThatThrownBy(() -> new PcfgTrainer(PLAIN).train(List.of()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no trees");
        assertThatThrownBy(() -> new PcfgTrainer(PLAIN).train(List.of(words("a dog"))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("has no tree");
        assertThatThrownBy(() ->
                        new PcfgTrainer(PLAIN).train(List.of(words("a dog").withMarks(List.of(new Mark(0, 2, "NP"))))))
                .hasMessageContaining("expected the word and its tag");
    }
}
