package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.structure.factor.FactorGraph;

/**
 * The values that a variable can have in some assignment that is not forbidden, as far as single tables tell.
 *
 * <p>A value goes when its own part is forbidden, or when a factor forbids it together with all live values of its other variables;
 * and so on until nothing changes (generalised arc consistency). Evidence leaves one value, and a variable with one value needs no
 * place in any table. Costs O(entries of the tables with forbidden parts) per round.
 */
final class LiveValues {
    private final int[][] values; // [n][live values, ascending]

    private LiveValues(int[][] values) {
        this.values = values;
    }

    /** All that the scores leave. */
    static LiveValues of(FactorGraph graph, double[] scores) {
        boolean[][] live = new boolean[graph.variables()][];
        for (int v = 0; v < live.length; v++) {
            live[v] = new boolean[graph.cardinality(v)];
            for (int x = 0; x < live[v].length; x++) {
                live[v][x] = scores[graph.variableOffset(v) + x] != Double.NEGATIVE_INFINITY;
            }
        }
        int[] forbidding = IntStream.range(0, graph.factors())
                .filter(f -> forbids(graph, scores, f))
                .toArray();
        boolean changes = forbidding.length > 0;
        while (changes) {
            changes = false;
            for (int f : forbidding) {
                changes |= prune(graph, scores, f, live);
            }
        }
        int[][] values = new int[live.length][];
        for (int v = 0; v < live.length; v++) {
            boolean[] mine = live[v];
            values[v] = IntStream.range(0, mine.length).filter(x -> mine[x]).toArray();
        }
        return new LiveValues(values);
    }

    private static boolean forbids(FactorGraph graph, double[] scores, int f) {
        for (int part = graph.factorOffset(f); part < graph.factorOffset(f + 1); part++) {
            if (scores[part] == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    /** Removes the values that the factor supports no more; whether there were any. */
    private static boolean prune(FactorGraph graph, double[] scores, int f, boolean[][] live) {
        int arity = graph.arity(f);
        boolean[][] supported = new boolean[arity][];
        for (int k = 0; k < arity; k++) {
            supported[k] = new boolean[graph.cardinality(graph.variable(f, k))];
        }
        int[] entry = new int[arity];
        for (int part = graph.factorOffset(f); part < graph.factorOffset(f + 1); part++) {
            if (scores[part] != Double.NEGATIVE_INFINITY && isLive(graph, f, entry, live)) {
                for (int k = 0; k < arity; k++) {
                    supported[k][entry[k]] = true;
                }
            }
            for (int k = arity - 1; k >= 0 && ++entry[k] == supported[k].length; k--) {
                entry[k] = 0;
            }
        }
        boolean changes = false;
        for (int k = 0; k < arity; k++) {
            boolean[] mine = live[graph.variable(f, k)];
            for (int x = 0; x < mine.length; x++) {
                changes |= mine[x] && !supported[k][x];
                mine[x] &= supported[k][x];
            }
        }
        return changes;
    }

    private static boolean isLive(FactorGraph graph, int f, int[] entry, boolean[][] live) {
        for (int k = 0; k < entry.length; k++) {
            if (!live[graph.variable(f, k)][entry[k]]) {
                return false;
            }
        }
        return true;
    }

    /** Whether some variable has no value left: then every assignment is forbidden. */
    boolean isEmpty() {
        return Arrays.stream(values).anyMatch(mine -> mine.length == 0);
    }

    /** How many values a variable has left. */
    int count(int variable) {
        return values[variable].length;
    }

    /** The k-th live value of a variable. */
    int value(int variable, int k) {
        return values[variable][k];
    }

    /** Whether more than one value is left. */
    boolean isFree(int variable) {
        return values[variable].length > 1;
    }

    boolean sameAs(LiveValues other) {
        return Arrays.deepEquals(values, other.values);
    }
}
