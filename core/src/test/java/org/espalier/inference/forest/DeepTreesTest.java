package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.Output;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;
import org.espalier.structure.forest.Grammar;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees that branch to the left: a walk from the top leaves as many right tails behind as the tree is deep. */
class DeepTreesTest {

    /** Two ways for every word, with the parts 2t and 2t + 1. */
    private static Forest leftBranching(int words) {
        ForestBuilder builder = new ForestBuilder(words, 0, 2 * words);
        int top = word(builder, 0);
        for (int t = 1; t < words; t++) {
            int right = word(builder, t);
            int head = builder.node();
            builder.join(top, right, head);
            top = head;
        }
        return builder.goal(top).build();
    }

    private static int word(ForestBuilder builder, int t) {
        int node = builder.node();
        builder.axiom(node, 2 * t).axiom(node, 2 * t + 1);
        return node;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 13, 14, 15, 16, 17, 33, 100})
    void forestsOfAnyDepthAreWalked(int words) {
        Forest forest = leftBranching(words);
        Workspace workspace = new Workspace();
        workspace.reserve(forest);
        double best = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (int t = 0; t < words; t++) {
            double behind = 0.3 + t % 7;
            workspace.scores()[2 * t] = t % 3 == 0 ? 1 : 1 - behind;
            workspace.scores()[2 * t + 1] = t % 3 == 0 ? 1 - behind : 1;
            best += 1;
            smallest = Math.min(smallest, behind);
        }
        ForestInference inference = new ForestInference();
        assertThat(inference.best(forest, workspace).score()).isCloseTo(best, within(1e-9));
        List<? extends ScoredOutput<?>> two = inference.nBest(forest, workspace, 2);
        assertThat(two.get(0).score()).isCloseTo(best, within(1e-9));
        assertThat(two.get(1).score()).isCloseTo(best - smallest, within(1e-9));
        for (int k = 0; k < 2; k++) {
            assertEveryWordOnce(two.get(k).output(), words);
        }
        Random random = new Random(3);
        for (int n = 0; n < 5; n++) {
            assertEveryWordOnce(inference.sample(forest, workspace, random), words);
        }
    }

    private static void assertEveryWordOnce(Output output, int words) {
        double[] counts = new double[2 * words];
        output.addTo(counts, 1);
        for (int t = 0; t < words; t++) {
            assertThat(counts[2 * t] + counts[2 * t + 1]).as("word %d", t).isEqualTo(1);
        }
    }

    /** S → S W, S → W: one tree only, whose words differ in their tags. */
    @ParameterizedTest
    @ValueSource(ints = {1, 15, 17, 40})
    void chartsOfAnyDepthAreWalked(int words) {
        BitSet tags = new BitSet();
        tags.set(1, 3);
        int[][] binary = {{0, 0, 1}, {0, 0, 2}};
        int[][] unary = {{0, 1}, {0, 2}};
        Chart chart = Chart.of(Grammar.of(3, 0, tags, binary, unary), words);
        Workspace workspace = new Workspace();
        workspace.reserve(chart);
        for (int t = 0; t < words; t++) {
            workspace.scores()[chart.offset(Chart.WORDS, t) + 1] = t % 2 == 0 ? 1 : 0.5;
            workspace.scores()[chart.offset(Chart.WORDS, t) + 2] = t % 2 == 0 ? 0.25 : 1;
        }
        ChartInference inference = new ChartInference();
        assertThat(inference.best(chart, workspace).score()).isCloseTo(words, within(1e-9));
        List<? extends ScoredOutput<?>> two = inference.nBest(chart, workspace, 2);
        assertThat(two.get(0).score()).isCloseTo(words, within(1e-9));
        assertThat(two.get(1).score()).isCloseTo(words - (words == 1 ? 0.75 : 0.5), within(1e-9));
        Output drawn = inference.sample(chart, workspace, new Random(1));
        double[] counts = new double[chart.parts()];
        drawn.addTo(counts, 1);
        for (int t = 0; t < words; t++) {
            int offset = chart.offset(Chart.WORDS, t);
            assertThat(counts[offset + 1] + counts[offset + 2]).as("word %d", t).isEqualTo(1);
        }
    }
}
