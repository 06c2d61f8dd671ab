package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Minimum cuts against the junction tree. */
class GraphCutTest {

    private static Workspace scores(FactorGraph graph, Random random, boolean isInteger) {
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        double[] scores = workspace.scores();
        for (int part = 0; part < graph.parts(); part++) {
            scores[part] = isInteger ? random.nextInt(7) - 3 : random.nextGaussian();
        }
        for (int f = 0; f < graph.factors(); f++) {
            int at = graph.factorOffset(f);
            if (graph.factorSize(f) == 4 && scores[at] + scores[at + 3] < scores[at + 1] + scores[at + 2]) {
                for (int k = 0; k < 4; k++) {
                    scores[at + k] = -scores[at + k];
                }
            }
        }
        return workspace;
    }

    /** Any graph: loops, several factors over the same variables, variables without a choice; scores with ties too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theCutIsTheBestAssignment(int seed) {
        Random random = new Random(seed);
        int variables = 1 + random.nextInt(12);
        int[] cardinalities =
                random.ints(variables, 0, 6).map(x -> x == 0 ? 1 : 2).toArray();
        int[][] scopes = new int[random.nextInt(25)][];
        for (int f = 0; f < scopes.length; f++) {
            int u = random.nextInt(variables);
            int v = random.nextInt(variables);
            scopes[f] = u == v ? random.nextInt(5) == 0 ? new int[0] : new int[] {u} : new int[] {u, v};
        }
        FactorGraph graph = FactorGraph.of(cardinalities, scopes);
        Workspace workspace = scores(graph, random, seed % 2 == 0);
        assertThat(GraphCut.refusal(graph, workspace)).isEmpty();
        assertThat(GraphCut.best(graph, workspace).score())
                .isCloseTo(new JunctionTreeInference().best(graph, workspace).score(), within(1e-9));
    }

    @Test
    void aLargeGridIsNoTrouble() {
        int side = 200;
        int[][] scopes = new int[2 * side * (side - 1)][];
        int count = 0;
        for (int v = 0; v < side * side; v++) {
            if (v % side + 1 < side) {
                scopes[count++] = new int[] {v, v + 1};
            }
            if (v + side < side * side) {
                scopes[count++] = new int[] {v, v + side};
            }
        }
        int[] cardinalities = new int[side * side];
        Arrays.fill(cardinalities, 2);
        FactorGraph graph = FactorGraph.of(cardinalities, scopes);
        Workspace workspace = scores(graph, new Random(1), false);
        double cut = GraphCut.best(graph, workspace).score();
        // No single change is better, and messages find nothing better either.
        IterationOptions few = new IterationOptions(20, 1e-6, 0.1);
        assertThat(cut)
                .isGreaterThanOrEqualTo(
                        new TreeReweighted(few).best(graph, workspace).score() - 1e-9);
    }

    @Test
    void whatItCannotDoIsRefused() {
        Workspace workspace = new Workspace();
        FactorGraph three = FactorGraph.of(new int[] {3}, new int[0][]);
        workspace.reserve(three);
        assertThatThrownBy(() -> GraphCut.best(three, workspace)).hasMessageContaining("variable 0 has 3 values");
        FactorGraph triple = FactorGraph.of(new int[] {2, 2, 2}, new int[][] {{0, 1, 2}});
        workspace.reserve(triple);
        assertThatThrownBy(() -> GraphCut.best(triple, workspace)).hasMessageContaining("factor 0 has 3 variables");
        FactorGraph pair = FactorGraph.of(new int[] {2, 2}, new int[][] {{0, 1}});
        workspace.scores()[pair.factorOffset(0) + 1] = 1;
        assertThatThrownBy(() -> GraphCut.best(pair, workspace)).hasMessageContaining("not submodular");
        workspace.scores()[pair.factorOffset(0) + 1] = Double.NEGATIVE_INFINITY;
        assertThatThrownBy(() -> GraphCut.best(pair, workspace)).hasMessageContaining("finite");
        workspace.scores()[0] = Double.NEGATIVE_INFINITY; // then variable 0 has one value left, and there is no pair
        assertThat(GraphCut.best(pair, workspace).output().value(0)).isEqualTo(1);
    }
}
