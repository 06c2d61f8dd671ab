package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expansion moves against the list of all assignments. */
class AlphaExpansionTest {

    /** Potts, or linear in the distance of the values, cut off. */
    private static Workspace scores(FactorGraph graph, Random random) {
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        double[] scores = workspace.scores();
        for (int part = 0; part < graph.factorOffset(0); part++) {
            scores[part] = 2 * random.nextGaussian();
        }
        for (int f = 0; f < graph.factors(); f++) {
            double weight = random.nextDouble() * 2;
            int cut = 1 + random.nextInt(3);
            int columns = graph.cardinality(graph.variable(f, 1));
            for (int k = 0; k < graph.factorSize(f); k++) {
                scores[graph.factorOffset(f) + k] = -weight * Math.min(cut, Math.abs(k / columns - k % columns));
            }
        }
        return workspace;
    }

    private static boolean differsByAMove(int[] from, int[] to, int alpha) {
        for (int v = 0; v < from.length; v++) {
            if (to[v] != from[v] && to[v] != alpha) {
                return false;
            }
        }
        return true;
    }

    /** What it finds is a local optimum of all expansion moves, which are listed; for Potts at least half of what can be won and lost. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void noExpansionIsBetter(int seed) {
        Random random = new Random(seed);
        FactorGraph graph = SmallGraphs.grid(2, 3, 3);
        Workspace workspace = scores(graph, random);
        if (seed % 3 == 0) {
            AllowedValues.of(new int[][] {{1}, {0, 2}, null, null, null, null}).forbid(graph, workspace.scores());
        }
        assertThat(AlphaExpansion.refusal(graph, workspace)).isEmpty();
        ScoredOutput<Assignment> found = AlphaExpansion.best(graph, workspace);
        double best = Double.NEGATIVE_INFINITY;
        for (int[] values : SmallGraphs.assignments(graph)) {
            double score = SmallGraphs.score(graph, values, workspace.scores());
            best = Math.max(best, score);
            for (int alpha = 0; alpha < 3; alpha++) {
                if (differsByAMove(found.output().values(), values, alpha)) {
                    assertThat(score).isLessThanOrEqualTo(found.score() + 1e-9);
                }
            }
        }
        assertThat(found.score()).isLessThanOrEqualTo(best + 1e-12);
        assertThat(found.score())
                .isEqualTo(SmallGraphs.score(graph, found.output().values(), workspace.scores()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void ofTwoValuesTheFirstMovesAreACut(int seed) {
        FactorGraph graph = SmallGraphs.grid(4, 4, 2);
        Workspace workspace = scores(graph, new Random(seed));
        assertThat(AlphaExpansion.best(graph, workspace).score())
                .isCloseTo(GraphCut.best(graph, workspace).score(), within(1e-9));
    }

    @Test
    void whatItCannotDoIsRefused() {
        Workspace workspace = new Workspace();
        FactorGraph triple = FactorGraph.of(new int[] {2, 2, 2}, new int[][] {{0, 1, 2}});
        workspace.reserve(triple);
        assertThatThrownBy(() -> AlphaExpansion.best(triple, workspace)).hasMessageContaining("factor 0 has 3");
        FactorGraph pairs = FactorGraph.of(new int[] {3, 3, 3}, new int[][] {{0, 1}, {1, 2}});
        workspace.reserve(pairs);
        double[] scores = workspace.scores();
        scores[pairs.factorOffset(1)] = -1; // equal zeros are punished, which no metric does
        assertThatThrownBy(() -> AlphaExpansion.best(pairs, workspace))
                .hasMessageContaining("factor 1 is no metric: its values 0, 1 and 1");
        scores[pairs.factorOffset(0)] = Double.NEGATIVE_INFINITY;
        assertThatThrownBy(() -> AlphaExpansion.best(pairs, workspace))
                .hasMessageContaining("factor 0 has the score -Infinity");
    }

    @Test
    void whatSingleTablesForbidHasNoScore() {
        FactorGraph graph = FactorGraph.of(new int[] {2}, new int[0][]);
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        workspace.scores()[0] = Double.NEGATIVE_INFINITY;
        workspace.scores()[1] = Double.NEGATIVE_INFINITY;
        assertThat(AlphaExpansion.best(graph, workspace).score()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(GraphCut.best(graph, workspace).score()).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
