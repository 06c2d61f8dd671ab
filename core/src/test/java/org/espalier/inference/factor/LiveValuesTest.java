package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;

/** Values that no table supports go, one after the other, until every value that is left has support in every table. */
class LiveValuesTest {

    /** By definition: a value lives while each factor has an entry with it that is allowed and whose other values live. */
    private static List<TreeSet<Integer>> plain(FactorGraph graph, double[] scores) {
        List<TreeSet<Integer>> live = new ArrayList<>();
        for (int v = 0; v < graph.variables(); v++) {
            TreeSet<Integer> mine = new TreeSet<>();
            for (int x = 0; x < graph.cardinality(v); x++) {
                if (scores[graph.variableOffset(v) + x] != Double.NEGATIVE_INFINITY) {
                    mine.add(x);
                }
            }
            live.add(mine);
        }
        boolean changes = true;
        while (changes) {
            changes = false;
            for (int f = 0; f < graph.factors(); f++) {
                for (int k = 0; k < graph.arity(f); k++) {
                    int factor = f;
                    int place = k;
                    changes |= live.get(graph.variable(f, k))
                            .removeIf(x -> !isSupported(graph, scores, factor, place, x, live));
                }
            }
        }
        return live;
    }

    private static boolean isSupported(
            FactorGraph graph, double[] scores, int f, int place, int x, List<TreeSet<Integer>> live) {
        for (int entry = 0; entry < graph.factorSize(f); entry++) {
            boolean supports = scores[graph.factorOffset(f) + entry] != Double.NEGATIVE_INFINITY;
            for (int k = 0; k < graph.arity(f); k++) {
                int value = entry / graph.stride(f, k) % graph.cardinality(graph.variable(f, k));
                supports &=
                        k == place ? value == x : live.get(graph.variable(f, k)).contains(value);
            }
            if (supports) {
                return true;
            }
        }
        return false;
    }

    private static List<Integer> values(LiveValues live, int variable) {
        List<Integer> values = new ArrayList<>();
        for (int k = 0; k < live.count(variable); k++) {
            values.add(live.value(variable, k));
        }
        return values;
    }

    @Test
    void valuesWithoutSupportGo() {
        int empty = 0;
        int pruned = 0;
        for (long seed = 0; seed < 300; seed++) {
            FactorGraph graph = seed % 2 == 0 ? SmallGraphs.loopy() : SmallGraphs.grid(2, 3, 3);
            Random random = new Random(seed);
            Workspace workspace = SmallGraphs.scored(graph, seed, 1);
            double[] scores = workspace.scores();
            double share = 0.1 + 0.1 * (seed % 6);
            for (int part = 0; part < graph.parts(); part++) {
                scores[part] = random.nextDouble() < share ? Double.NEGATIVE_INFINITY : scores[part];
            }
            LiveValues live = LiveValues.of(graph, scores);
            List<TreeSet<Integer>> expected = plain(graph, scores);
            // Once a variable has no value left, nothing else matters.
            assertThat(live.isEmpty())
                    .as("seed %d", seed)
                    .isEqualTo(expected.stream().anyMatch(TreeSet::isEmpty));
            for (int v = 0; v < graph.variables() && !live.isEmpty(); v++) {
                assertThat(values(live, v))
                        .as("seed %d, variable %d", seed, v)
                        .containsExactlyElementsOf(expected.get(v));
                assertThat(live.isFree(v)).isEqualTo(expected.get(v).size() > 1);
            }
            empty += live.isEmpty() ? 1 : 0;
            pruned += live.isFree(0) ? 0 : 1;
            assertThat(live.sameAs(LiveValues.of(graph, scores))).isTrue();
            if (!live.isEmpty()) {
                assertThat(live.sameAs(LiveValues.of(graph, new double[graph.parts()])))
                        .isEqualTo(allLive(graph, expected));
            }
        }
        assertThat(empty).isBetween(20, 280);
        assertThat(pruned).isBetween(20, 290);
    }

    private static boolean allLive(FactorGraph graph, List<TreeSet<Integer>> live) {
        boolean all = true;
        for (int v = 0; v < graph.variables(); v++) {
            all &= live.get(v).size() == graph.cardinality(v);
        }
        return all;
    }

    /** x₀ = x₁ = … = x₉, and x₉ is known: the news goes back through all tables. */
    @Test
    void evidenceGoesThroughAChainOfEqualities() {
        int[][] scopes = new int[9][];
        for (int f = 0; f < 9; f++) {
            scopes[f] = new int[] {f, f + 1};
        }
        FactorGraph graph = FactorGraph.of(new int[] {3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, scopes);
        double[] scores = new double[graph.parts()];
        for (int f = 0; f < 9; f++) {
            for (int entry = 0; entry < 9; entry++) {
                scores[graph.factorOffset(f) + entry] = entry % 4 == 0 ? 0 : Double.NEGATIVE_INFINITY;
            }
        }
        scores[graph.variableOffset(9)] = Double.NEGATIVE_INFINITY;
        scores[graph.variableOffset(9) + 2] = Double.NEGATIVE_INFINITY;
        LiveValues live = LiveValues.of(graph, scores);
        for (int v = 0; v < 10; v++) {
            assertThat(values(live, v)).containsExactly(1);
        }
    }
}
