package org.espalier.graph;

import java.util.Arrays;
import org.espalier.structure.factor.FactorGraph;

/** Arrays that grow while a file is read, so that a wrong number at its beginning cannot fill the memory. */
final class GraphBuilder {
    private static final int FIRST = 16;

    private double[] potentials = new double[FIRST];
    private int entries;

    void add(double potential) {
        if (entries == potentials.length) {
            potentials = Arrays.copyOf(potentials, (int) Math.min(Integer.MAX_VALUE - 8, 2L * entries));
        }
        potentials[entries++] = potential;
    }

    /** Adds zeros. */
    void addZeros(int count) {
        int end = Math.addExact(entries, count);
        if (end > potentials.length) {
            potentials = Arrays.copyOf(potentials, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(2L * entries, end)));
        }
        entries = end;
    }

    /** How many potentials there are. */
    int entries() {
        return entries;
    }

    void set(int entry, double potential) {
        potentials[entry] = potential;
    }

    GraphModel build(GraphModel.Kind kind, int[] cardinalities, int[][] scopes, int[] names) {
        return GraphModel.of(kind, FactorGraph.of(cardinalities, scopes), names, Arrays.copyOf(potentials, entries));
    }
}
