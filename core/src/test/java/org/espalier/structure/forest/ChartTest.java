package org.espalier.structure.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.inference.forest.ChartInference;
import org.junit.jupiter.api.Test;

class ChartTest {
    private static final int S = 0;
    private static final int NP = 1;
    private static final int VP = 2;
    private static final int N = 3;
    private static final int V = 4;

    private static Grammar grammar() {
        int[][] binary = {{S, NP, VP}, {VP, V, NP}};
        int[][] unary = {{NP, N}, {VP, V}};
        return Grammar.of(5, S, words(), binary, unary);
    }

    private static BitSet words() {
        BitSet words = new BitSet();
        words.set(N);
        words.set(V);
        return words;
    }

    private static Workspace workspace(Chart chart) {
        Workspace workspace = new Workspace();
        workspace.reserve(chart);
        Arrays.fill(workspace.scores(), 0, chart.parts(), 0);
        return workspace;
    }

    /** birds eat worms: (S (NP N) (VP V (NP N))) is the only tree. */
    @Test
    void oneTree() {
        Chart chart = Chart.of(grammar(), 3);
        ChartInference inference = new ChartInference();
        Parse best = inference.best(chart, workspace(chart)).output();

        assertThat(inference.logSum(chart, workspace(chart))).isCloseTo(0, within(1e-15));
        assertThat(best)
                .isEqualTo(new Parse(
                        chart, new int[] {S, NP, VP, V, NP}, new int[] {S, N, VP, V, N}, new int[] {1, 0, 2, 0, 0}));
        assertThat(best.toString()).isEqualTo("span 2 0 span 0 1/3 span 4 2 span 3 4 span 5 1/3");
        assertThat(inference.nBest(chart, workspace(chart), 5)).hasSize(1);
    }

    @Test
    void aSentenceThatTheGrammarCannotDeriveHasNoProbabilityAndAClearMessage() {
        ChartInference inference = new ChartInference();
        for (int words : new int[] {0, 1, 5}) {
            Chart chart = Chart.of(grammar(), words);
            double[] marginals = new double[chart.parts()];
            assertThat(inference.addMarginals(chart, workspace(chart), 1, marginals))
                    .isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(marginals).containsOnly(0);
            assertThat(inference.nBest(chart, workspace(chart), 3)).isEmpty();
            assertThatThrownBy(() -> inference.best(chart, workspace(chart)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the grammar derives no tree for a sentence of " + words + " words");
            assertThatThrownBy(() -> inference.sample(chart, workspace(chart), new Random(1)))
                    .hasMessageContaining("nothing to draw from");
        }
    }

    @Test
    void chainsOfUnaryRulesAreClosed() {
        int[][] unary = {{0, 1}, {1, 2}, {2, 1}, {2, 3}};
        BitSet words = new BitSet();
        words.set(3);
        Grammar open = Grammar.of(4, 0, words, new int[0][], unary);
        Grammar closed = open.closed();
        ChartInference inference = new ChartInference();

        assertThat(inference.logSum(Chart.of(open, 1), workspace(Chart.of(open, 1))))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(inference.logSum(Chart.of(closed, 1), workspace(Chart.of(closed, 1))))
                .isEqualTo(0.0);
        assertThat(closed.unaryRules()).isEqualTo(7); // 0→2, 0→3 and 1→3 are new
        assertThat(closed.unaryRule(0, 3)).isGreaterThanOrEqualTo(4);
        assertThat(closed.unaryRule(1, 2)).isEqualTo(1);
        assertThat(closed.unaryRule(1, 1)).isEqualTo(-1);
    }

    @Test
    void wrongGrammarsAndTreesAreRefused() {
        int[][] none = {};
        assertThatThrownBy(() -> Grammar.of(2, 2, words(), none, none)).hasMessageContaining("start symbol 2");
        assertThatThrownBy(() -> Grammar.of(5, 0, words(), new int[][] {{0, 1}}, none))
                .hasMessageContaining("expected 3 symbols");
        assertThatThrownBy(() -> Grammar.of(5, 0, words(), none, new int[][] {{1, 1}}))
                .hasMessageContaining("to itself");
        assertThatThrownBy(() -> Grammar.of(5, 0, words(), none, new int[][] {{1, 2}, {1, 2}}))
                .hasMessageContaining("rule [1, 2] comes twice");
        Chart chart = Chart.of(grammar(), 2);
        int[] splits = {1, 0, 0};
        assertThatThrownBy(() -> new Parse(chart, new int[] {VP, N, V}, new int[] {VP, N, V}, splits))
                .hasMessageContaining("expected the start symbol 0");
        assertThatThrownBy(() -> new Parse(chart, new int[] {S, N, V}, new int[] {S, N, V}, splits))
                .hasMessageContaining("no rule 0 → 3 4");
        assertThatThrownBy(() -> new Parse(chart, new int[] {S, NP, VP}, new int[] {S, NP, V}, splits))
                .hasMessageContaining("word 0 has symbol 1, which no word has");
        assertThatThrownBy(() -> new Parse(chart, new int[] {S, VP, V}, new int[] {S, N, V}, splits))
                .hasMessageContaining("no rule 2 → 3");
        assertThatThrownBy(() -> new Parse(chart, new int[] {S, N, V}, new int[] {S, N, V}, new int[3]))
                .hasMessageContaining("is split at 0");
        assertThatThrownBy(() -> new Parse(chart, new int[1], new int[1], new int[1]))
                .hasMessageContaining("expected 3 for 2 words");
        assertThatThrownBy(() -> Chart.of(grammar(), 100_000)).hasMessageContaining("split the sentence");
        BitSet shared = new BitSet();
        shared.set(0);
        assertThatThrownBy(() -> GoldSpans.without(chart, shared)).hasMessageContaining("expected parts of spans");
    }
}
