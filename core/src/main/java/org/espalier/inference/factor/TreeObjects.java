package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.structure.factor.FactorGraph;

/**
 * What a junction tree takes beside its tables of numbers, in bytes: the objects that say which entry is where, the sets of neighbours that its
 * order is searched for with, and the blocks that it works on. With large tables that is nothing; with small ones it is most.
 *
 * <p>Counted from the plan, before any of it is made, with the sizes of objects of a 64-bit JVM whose references have 4 bytes.
 */
final class TreeObjects {
    private static final double ARRAY = 16; // the header of an array
    private static final double REFERENCE = 4;
    private static final double RECORD = 40; // a clique, a table map, a bit set: header and fields
    private static final double NUMBER = 4; // an int
    private static final int SETS =
            6; // neighbours, those of a search with a copy, and the separators of the plan, which is made twice
    private static final int BLOCKS = 3; // of a walk
    private static final int COPIES =
            6; // of scopes: as read, as kept, their strides; and lists of factors by variable and by clique
    private static final double SOFTWARE = 1 << 19; // buffers of files, and what little else a question takes

    private TreeObjects() {}

    static double bytes(FactorGraph graph, LiveValues live, int[] order, CliquePlan plan, int blockEntries) {
        int[] place = new int[graph.variables()];
        Arrays.fill(place, -1);
        for (int k = 0; k < order.length; k++) {
            place[order[k]] = k;
        }
        double bytes = SOFTWARE + SETS * order.length * (RECORD + ARRAY + order.length / 8.0);
        for (int v = 0; v < graph.variables(); v++) {
            bytes += 2 * (ARRAY + REFERENCE + NUMBER * live.count(v)) + NUMBER;
        }
        List<int[]> groups = plan.groups();
        double[] scopes = new double[groups.size()]; // how many variables each clique has
        double[] tables = new double[groups.size()];
        for (int g = 0; g < scopes.length; g++) {
            int[] steps = groups.get(g);
            BitSet separator = plan.separator(steps[steps.length - 1]);
            scopes[g] = separator.cardinality() + (double) steps.length;
            tables[g] += steps.length;
            bytes += RECORD + 2 * (ARRAY + NUMBER * scopes[g]) + 4 * (ARRAY + REFERENCE);
            bytes +=
                    separator.stream().mapToDouble(u -> offsets(live, order[u])).sum();
            bytes += IntStream.of(steps)
                    .mapToDouble(u -> offsets(live, order[u]))
                    .sum();
            if (!separator.isEmpty()) {
                tables[plan.groupOf(separator.nextSetBit(0))]++;
            }
        }
        for (int f = 0; f < graph.factors(); f++) {
            int first = Integer.MAX_VALUE;
            for (int v : graph.scope(f)) {
                if (place[v] >= 0) {
                    first = Math.min(first, place[v]);
                    bytes += offsets(live, v);
                }
            }
            if (first < Integer.MAX_VALUE) {
                tables[plan.groupOf(first)]++;
            }
            bytes += COPIES * (ARRAY + REFERENCE + NUMBER * graph.arity(f));
        }
        double most = 0;
        for (int g = 0; g < scopes.length; g++) {
            bytes += tables[g] * (RECORD + ARRAY + REFERENCE * (1 + scopes[g]));
            most = Math.max(most, tables[g]);
        }
        double block = Math.min(blockEntries, plan.largestClique());
        return bytes + block * (BLOCKS * Double.BYTES + most * NUMBER);
    }

    /** Where the values of a variable stand in a table. */
    private static double offsets(LiveValues live, int v) {
        return ARRAY + NUMBER * live.count(v);
    }
}
