package org.espalier.labelling.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Labels;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.inference.forest.ChartInference;
import org.espalier.labelling.MarkDecoding.ScoredMarks;
import org.espalier.labelling.Marks;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Parse;
import org.espalier.structure.forest.SpanSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees become binary and come back as they were. */
class TreeGrammarTest {
    private static final int LABELS = 3;
    private static final int S = 0;
    private static final int NP = 1;
    private static final int VP = 2;
    private static final Labels NAMES = Labels.of(List.of("S", "NP", "VP"));

    private record Tree(int words, Marks marks) {}

    /** Any trees, with chains, also over single words, and sentences without constituents. */
    private static List<Tree> trees(int count, Random random) {
        return trees(count, random, false);
    }

    /** With tags, the lowest mark over every word is one of two. */
    private static List<Tree> trees(int count, Random random, boolean tags) {
        List<Tree> trees = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int words = 1 + random.nextInt(7);
            List<Integer> marks = new ArrayList<>();
            grow(0, words, marks, random, tags);
            trees.add(new Tree(
                    words, Marks.of(marks.stream().mapToInt(Integer::intValue).toArray())));
        }
        return trees;
    }

    private static void grow(int begin, int end, List<Integer> marks, Random random, boolean tags) {
        for (int k = random.nextInt(3); k > 0; k--) {
            marks.addAll(List.of(begin, end, random.nextInt(LABELS)));
        }
        if (tags && end == begin + 1) {
            marks.addAll(List.of(begin, end, LABELS + random.nextInt(2)));
        }
        for (int from = begin; from < end && end > begin + 1; ) {
            int to = from + 1 + random.nextInt(Math.min(end - from, end - begin - 1));
            grow(from, to, marks, random, tags);
            from = to;
        }
    }

    private static TreeGrammar grammar(Factoring factoring, List<Tree> trees) {
        TreeGrammar.Builder builder = new TreeGrammar.Builder(factoring);
        trees.forEach(tree -> builder.add(tree.words, tree.marks, 1));
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0, 1, false",
        "false, 0, 1, false",
        "true, 1, 2, false",
        "false, 2, 1, false",
        "true, 9, 3, false",
        "false, 1, 3, false",
        "true, 0, 2, false",
        "true, 0, 1, true",
        "false, 0, 1, true",
        "true, 1, 2, true",
        "false, 2, 1, true",
        "true, 9, 3, true"
    })
    void everyTreeComesBackAsItWas(boolean right, int horizontal, int vertical, boolean tags) {
        List<Tree> trees = trees(300, new Random(horizontal + 10L * vertical), tags);
        TreeGrammar grammar = grammar(new Factoring(right, horizontal, vertical, tags), trees);
        TreeGrammar again = TreeGrammar.read(grammar.definition(), LABELS + 2);
        for (Tree tree : trees) {
            Chart chart = Chart.of(grammar.grammar(), tree.words);
            Parse parse = grammar.parse(chart, tree.marks);
            assertThat(parse).as("%s", tree).isNotNull();
            assertThat(grammar.marks(parse)).isEqualTo(tree.marks);
            assertThat(again.parse(Chart.of(again.grammar(), tree.words), tree.marks))
                    .isEqualTo(parse);
        }
        assertThat(again.definition()).isEqualTo(grammar.definition());
    }

    /** A binary tree of the grammar is that of its constituents: no tree is counted twice. */
    @ParameterizedTest
    @CsvSource({
        "true, 0, 1, false", "false, 0, 1, false", "true, 1, 2, false", "false, 2, 1, false", "true, 0, 2, false",
        "true, 0, 1, true", "false, 0, 1, true", "true, 1, 2, true", "false, 2, 1, true", "true, 0, 2, true"
    })
    void everyBinaryTreeIsThatOfItsConstituents(boolean right, int horizontal, int vertical, boolean tags) {
        Random random = new Random(3);
        TreeGrammar grammar = grammar(new Factoring(right, horizontal, vertical, tags), trees(25, random, tags));
        for (int words = 1; words <= 5; words++) {
            Chart chart = Chart.of(grammar.grammar(), words);
            Workspace workspace = new Workspace();
            workspace.reserve(chart);
            Arrays.setAll(workspace.scores(), part -> random.nextGaussian());
            for (int k = 0; k < 40; k++) {
                Parse parse = new ChartInference().sample(chart, workspace, random);
                assertThat(grammar.parse(chart, grammar.marks(parse))).isEqualTo(parse);
            }
        }
    }

    /** (S (NP a b c) (VP d)): NP → • @NP, and VP over a word. */
    @Test
    void namesTellHowTreesAreMade() {
        Tree tree = new Tree(4, Marks.of(0, 4, S, 0, 3, NP, 3, 4, VP));
        TreeGrammar right = grammar(new Factoring(true, 0, 1), List.of(tree));
        assertThat(right.ruleNames(NAMES)).contains("NP → • @NP", "@NP → • •", "S → NP VP", "TOP → S");
        assertThat(right.symbolNames(NAMES)).contains("TOP", "•", "@NP", "NP", "VP", "S");
        TreeGrammar left = grammar(new Factoring(false, 1, 2), List.of(tree));
        assertThat(left.ruleNames(NAMES)).contains("NP^S → @NP^S|• •", "@NP^S|• → • •", "S → NP^S VP^S");
        Tree chain = new Tree(2, Marks.of(0, 2, S, 0, 2, VP));
        assertThat(grammar(new Factoring(true, 0, 1), List.of(chain)).ruleNames(NAMES))
                .contains("S+VP → • •", "TOP → S+VP");
    }

    /** Sentences of any length have a tree, whatever the grammar has learnt. */
    @ParameterizedTest
    @CsvSource({"true, 0, 1", "false, 2, 2"})
    void everySentenceHasTheTreeWithoutConstituents(boolean right, int horizontal, int vertical) {
        Tree tree = new Tree(2, Marks.of(0, 2, S));
        TreeGrammar grammar = grammar(new Factoring(right, horizontal, vertical), List.of(tree));
        for (int words = 1; words <= 12; words++) {
            int[] spans = new int[4 * words];
            int count = 0;
            for (int b = 0; b < words; b++) {
                for (int e = b + 1; e <= words; e++) {
                    if (e == b + 1 || (right ? e == words : b == 0)) {
                        spans[count++] = b;
                        spans[count++] = e;
                    }
                }
            }
            Chart chart = Chart.of(grammar.grammar(), SpanSet.of(words, Arrays.copyOf(spans, count)));
            Workspace workspace = new Workspace();
            workspace.reserve(chart);
            Arrays.fill(workspace.scores(), 0, chart.parts(), 0);
            assertThat(new ChartInference().logSum(chart, workspace)).isGreaterThan(Double.NEGATIVE_INFINITY);
            assertThat(grammar.parse(chart, Marks.NONE)).isNotNull();
        }
    }

    @Test
    void whatIsNoTreeIsRefused() {
        Factoring factoring = new Factoring(true, 0, 1);
        assertThatThrownBy(() -> factoring.binary(3, Marks.of(0, 2, S, 1, 3, S)))
                .hasMessageContaining("crosses another");
        assertThatThrownBy(() -> factoring.binary(3, Marks.of(1, 2, S, 0, 3, S)))
                .hasMessageContaining("comes too late");
        assertThatThrownBy(() -> factoring.binary(3, Marks.of(0, 4, S))).hasMessageContaining("a sentence of 3 words");
        assertThatThrownBy(() -> factoring.binary(3, Marks.of(1, 1, S)))
                .hasMessageContaining("expected one word or more");
        assertThatThrownBy(() -> new Factoring(true, -1, 1)).hasMessageContaining("at least 0");
        TreeGrammar grammar = grammar(factoring, List.of(new Tree(2, Marks.of(0, 2, S))));
        Chart chart = Chart.of(grammar.grammar(), 2);
        assertThat(grammar.parse(chart, Marks.of(0, 2, NP))).isNull();
        assertThat(grammar.parse(chart, Marks.of(0, 2, -1))).isNull();
        assertThat(grammar.parse(chart, Marks.of(0, 1, S))).isNull();
    }

    @Test
    void deepTreesAndLongChains() {
        int depth = 10_000;
        int[] marks = new int[3 * depth];
        for (int k = 0; k < depth; k++) {
            marks[3 * k + 1] = 2;
        }
        Tree chain = new Tree(2, Marks.of(marks));
        TreeGrammar grammar = grammar(new Factoring(true, 0, 1), List.of(chain));
        Parse parse = grammar.parse(Chart.of(grammar.grammar(), 2), chain.marks);
        assertThat(grammar.marks(parse)).isEqualTo(chain.marks);
    }

    /** Posterior decoding: of all trees, none has more nodes that are expected to be right. */
    @Test
    void posteriorDecodingMaximisesTheExpectedNumberOfRightNodes() {
        Random random = new Random(11);
        for (int round = 0; round < 30; round++) {
            TreeGrammar grammar = grammar(new Factoring(round % 2 == 0, 0, 1), trees(6, random));
            Chart chart = Chart.of(grammar.grammar(), 1 + random.nextInt(4));
            Workspace workspace = new Workspace();
            workspace.reserve(chart);
            Arrays.setAll(workspace.scores(), part -> 2 * random.nextGaussian());
            ChartInference inference = new ChartInference();
            ConstituentDecoding decoding = new ConstituentDecoding(inference, Decoder.POSTERIOR, grammar);
            double logSum = inference.logSum(chart, workspace);
            var all = inference.nBest(chart, workspace, 10_000);
            double highest = 0;
            for (var candidate : all) {
                highest = Math.max(highest, expected(candidate.output(), all, logSum));
            }
            ScoredMarks chosen = decoding.best(chart, workspace);
            Parse parse = grammar.parse(chart, chosen.marks());
            assertThat(expected(parse, all, logSum)).isCloseTo(highest, within(1e-9));
            double[] found = decoding.probabilities(chart, workspace, chosen.marks());
            double[] listed = new double[found.length];
            for (var candidate : all) {
                Marks marks = grammar.marks(candidate.output());
                for (int k = 0; k < listed.length; k++) {
                    Marks one = Marks.of(
                            chosen.marks().from(k),
                            chosen.marks().to(k),
                            chosen.marks().label(k));
                    listed[k] += marks.common(one) * Math.exp(candidate.score() - logSum);
                }
            }
            assertThat(found).containsExactly(listed, within(1e-9));
            assertThat(decoding.nBest(chart, workspace, 1).get(0).marks())
                    .isEqualTo(new ConstituentDecoding(inference, Decoder.VITERBI, grammar)
                            .best(chart, workspace)
                            .marks());
        }
    }

    private static double expected(Parse parse, List<ScoredOutput<Parse>> all, double logSum) {
        double sum = 0;
        for (var other : all) {
            int same = 0;
            for (int k = 0; k < parse.size(); k++) {
                for (int j = 0; j < other.output().size(); j++) {
                    same += parse.span(k) == other.output().span(j)
                                    && parse.lower(k) == other.output().lower(j)
                            ? 1
                            : 0;
                }
            }
            sum += same * Math.exp(other.score() - logSum);
        }
        return sum;
    }

    /** (S (NP (DT a) (NN b)) (VP (VB c))): the constituent over a word stands above its tag, by a unary rule. */
    @Test
    void tagsAreSymbolsOfWords() {
        Labels names = Labels.of(List.of("S", "NP", "VP", "DT", "NN", "VB"));
        Tree tree = new Tree(3, Marks.of(0, 3, 0, 0, 2, 1, 0, 1, 3, 1, 2, 4, 2, 3, 2, 2, 3, 5));
        TreeGrammar grammar = grammar(new Factoring(true, 0, 1, true), List.of(tree));
        assertThat(grammar.ruleNames(names))
                .contains("S → NP VP", "NP → DT NN", "VP → VB", "TOP → S", "@ → NP @", "@ → VB", "TOP → @", "@ → S");
        Tree word = new Tree(1, Marks.of(0, 1, 0, 0, 1, 2, 0, 1, 5));
        assertThat(grammar(new Factoring(true, 0, 1, true), List.of(word)).ruleNames(names))
                .contains("TOP → S+VP/VB", "TOP → VB");
    }

    /** Any tags have a tree, even where no tree of the data has so many words. */
    @ParameterizedTest
    @CsvSource({"true, 0, 1", "false, 1, 2"})
    void everyRowOfTagsHasATree(boolean right, int horizontal, int vertical) {
        Tree tree = new Tree(2, Marks.of(0, 2, S, 0, 1, 3, 1, 2, 4));
        TreeGrammar grammar = grammar(new Factoring(right, horizontal, vertical, true), List.of(tree));
        Random random = new Random(1);
        for (int words = 1; words <= 9; words++) {
            int[] tags = new int[3 * words];
            for (int t = 0; t < words; t++) {
                tags[3 * t] = t;
                tags[3 * t + 1] = t + 1;
                tags[3 * t + 2] = 3 + random.nextInt(2);
            }
            assertThat(grammar.parse(Chart.of(grammar.grammar(), words), Marks.of(tags)))
                    .isNotNull();
        }
        assertThatThrownBy(() -> new Factoring(true, 0, 1, true).binary(2, Marks.of(0, 2, S, 0, 1, 3)))
                .hasMessageContaining("word 1 has no tag");
    }
}
