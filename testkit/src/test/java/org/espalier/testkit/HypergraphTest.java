package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.structure.Output;
import org.junit.jupiter.api.Test;

/** The walk over hyperedges with two tails, on binary trees: part 0 is shared by all splits, part 1 + span by those of a span. */
class HypergraphTest {

    /** The span from i to j of n words. */
    private static int node(int n, int i, int j) {
        return IntStream.range(1, j - i).map(size -> n - size + 1).sum() + i;
    }

    private static Hypergraph trees(int n) {
        List<Hyperedge> edges = new ArrayList<>();
        for (int size = 1; size <= n; size++) {
            for (int i = 0; i + size <= n; i++) {
                int head = node(n, i, i + size);
                if (size == 1) {
                    edges.add(Hyperedge.axiom(head));
                }
                for (int k = i + 1; k < i + size; k++) {
                    edges.add(new Hyperedge(head, new int[] {node(n, i, k), node(n, k, i + size)}, 0, 1 + head));
                }
            }
        }
        return Hypergraph.of(edges.stream());
    }

    /** The parts of every tree over a span, by recursion. */
    private static List<int[]> list(int n, int i, int j) {
        if (j - i == 1) {
            return List.of(new int[0]);
        }
        int[] here = {0, 1 + node(n, i, j)};
        List<int[]> trees = new ArrayList<>();
        for (int k = i + 1; k < j; k++) {
            for (int[] left : list(n, i, k)) {
                for (int[] right : list(n, k, j)) {
                    trees.add(Stream.of(here, left, right)
                            .flatMapToInt(Arrays::stream)
                            .toArray());
                }
            }
        }
        return trees;
    }

    @Test
    void binaryTreesAreAsManyAsCatalansNumbers() {
        long[] catalan = {1, 1, 2, 5, 14, 42, 132, 429};
        for (int n = 1; n <= catalan.length; n++) {
            double[] scores = new double[1 + n * (n + 1) / 2];
            assertThat(trees(n).total(Semiring.COUNT, scores)).isEqualTo(catalan[n - 1]);
            assertThat(list(n, 0, n)).hasSize((int) catalan[n - 1]);
        }
    }

    @Test
    void sumsMaximaAndMarginalsAreThoseOfAllTrees() {
        Output unused = null;
        for (int seed = 0; seed < 60; seed++) {
            int n = 1 + seed % 6;
            int parts = 1 + n * (n + 1) / 2;
            double[] scores = new Generators(seed).normal(parts, 2);
            if (seed % 3 == 0) {
                scores[parts / 2] = Double.NEGATIVE_INFINITY;
            }
            List<Listed> listed =
                    list(n, 0, n).stream().map(tree -> new Listed(unused, tree)).toList();
            Enumeration all = Enumeration.of(parts, listed, tree -> tree.score(scores));
            Hypergraph graph = trees(n);
            Close.check(graph.total(Semiring.LOG, scores), all.logSum(), 1e-12, "seed " + seed);
            Close.check(graph.total(Semiring.MAX, scores), all.max(), 1e-12, "seed " + seed);
            Close.check(graph.marginals(scores, parts), all.marginals(), 1e-12, "seed " + seed);
            List<Double> best = graph.total(Semiring.best(5), scores);
            assertThat(best).hasSize(Math.min(5, all.count()));
            for (int k = 0; k < best.size(); k++) {
                assertThat(best.get(k)).isCloseTo(all.entries().get(k).score(), within(1e-12));
            }
        }
    }

    @Test
    void edgesOutOfOrderAndMoreThanTwoTailsAreRefused() {
        assertThatThrownBy(() -> Hypergraph.of(Stream.of(Hyperedge.step(0, 1), Hyperedge.axiom(0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("after it was used");
        assertThatThrownBy(() -> Hypergraph.of(Stream.empty())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> new Hyperedge(3, new int[] {0, 1, 2})).hasMessageContaining("at most 2");
    }

    @Test
    void nodesThatNothingLeadsToAreNoOutputs() {
        Hypergraph graph =
                Hypergraph.of(Stream.of(Hyperedge.axiom(0, 0), Hyperedge.step(5, 6, 1), Hyperedge.step(0, 6)));
        assertThat(graph.total(Semiring.COUNT, new double[2])).isEqualTo(1);
        assertThat(graph.marginals(new double[2], 2)).containsExactly(1, 0);
    }
}
