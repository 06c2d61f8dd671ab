package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.espalier.structure.factor.FactorGraph;

/**
 * How often factors occur in spanning forests that cover a graph: the weights of the tree-reweighted bound.
 *
 * <p>A forest takes factors as long as they join variables that are not joined yet, those that were taken least often first, so that every
 * factor is in one. ρ<sub>f</sub> is the share of the forests that have it. Factors over more than two variables are joined as a whole, or
 * not at all.
 */
final class SpanningForests {
    private static final int LEAST = 8;
    private static final int MOST = 64;

    private SpanningForests() {}

    /** The share of forests with each factor, above 0; 1 where the graph has no loops // [m]. */
    static double[] shares(FactorGraph graph) {
        int factors = graph.factors();
        int[] taken = new int[factors];
        Integer[] order = IntStream.range(0, factors).boxed().toArray(Integer[]::new);
        int forests = 0;
        boolean missing = true;
        while (forests < MOST && (forests < LEAST || missing)) {
            Arrays.sort(order, Comparator.<Integer>comparingInt(f -> taken[f]).thenComparingInt(f -> f));
            take(graph, order, taken);
            forests++;
            missing = Arrays.stream(taken).anyMatch(count -> count == 0);
        }
        while (missing) { // one more forest for each that is left
            for (int f = 0; f < factors; f++) {
                if (taken[f] == 0) {
                    Integer[] first = order.clone();
                    int own = f;
                    Arrays.sort(
                            first,
                            Comparator.<Integer>comparingInt(g -> g == own ? 0 : 1)
                                    .thenComparingInt(g -> taken[g]));
                    take(graph, first, taken);
                    forests++;
                }
            }
            missing = false;
        }
        double all = forests;
        return Arrays.stream(taken).mapToDouble(count -> count / all).toArray();
    }

    private static void take(FactorGraph graph, Integer[] order, int[] taken) {
        int[] parents = IntStream.range(0, graph.variables()).toArray();
        for (int f : order) {
            if (joinsNew(graph, f, parents)) {
                taken[f]++;
                for (int k = 1; k < graph.arity(f); k++) {
                    parents[root(parents, graph.variable(f, k))] = root(parents, graph.variable(f, 0));
                }
            }
        }
    }

    /** Whether no two variables of the factor are joined yet. */
    private static boolean joinsNew(FactorGraph graph, int f, int[] parents) {
        int[] roots = new int[graph.arity(f)];
        Arrays.setAll(roots, k -> root(parents, graph.variable(f, k)));
        return Arrays.stream(roots).distinct().count() == roots.length;
    }

    private static int root(int[] parents, int variable) {
        int at = variable;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }
}
