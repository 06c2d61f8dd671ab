package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/** Small graphs and plain loops over all their assignments, for the oracles of these tests. */
final class SmallGraphs {
    private SmallGraphs() {}

    /** With loops, and with scopes of one, two and three variables in no order. */
    static FactorGraph loopy() {
        return FactorGraph.of(new int[] {2, 3, 2, 2}, new int[][] {{0, 1}, {2, 1}, {2, 3}, {3, 0}, {1}, {3, 1, 0}, {}});
    }

    static FactorGraph grid(int rows, int columns, int values) {
        List<int[]> scopes = new ArrayList<>();
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                int v = r * columns + c;
                if (c + 1 < columns) {
                    scopes.add(new int[] {v, v + 1});
                }
                if (r + 1 < rows) {
                    scopes.add(new int[] {v + columns, v});
                }
            }
        }
        int[] cardinalities = new int[rows * columns];
        Arrays.fill(cardinalities, values);
        return FactorGraph.of(cardinalities, scopes.toArray(int[][]::new));
    }

    static Workspace scored(FactorGraph graph, long seed, double scale) {
        Random random = new Random(seed);
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        for (int part = 0; part < graph.parts(); part++) {
            workspace.scores()[part] = scale * random.nextGaussian();
        }
        return workspace;
    }

    static List<int[]> assignments(FactorGraph graph) {
        List<int[]> all = List.of(new int[0]);
        for (int v = 0; v < graph.variables(); v++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] begin : all) {
                for (int x = 0; x < graph.cardinality(v); x++) {
                    int[] values = Arrays.copyOf(begin, v + 1);
                    values[v] = x;
                    longer.add(values);
                }
            }
            all = longer;
        }
        return all;
    }

    /** Which parts an assignment has: 1 or 0 // [parts]. */
    static double[] parts(FactorGraph graph, int[] values) {
        double[] counts = new double[graph.parts()];
        new Assignment(graph, values).addTo(counts, 1);
        return counts;
    }

    static double score(FactorGraph graph, int[] values, double[] scores) {
        return new Assignment(graph, values).score(scores);
    }
}
