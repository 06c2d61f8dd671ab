package org.espalier.structure.forest;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.jspecify.annotations.Nullable;

/**
 * One output of a {@link Forest}: a tree of hyperedges that builds the goal.
 *
 * <p>The edges are listed from the top: the edge into the goal, then the derivation of its first tail, then that of its second. So
 * the list says it all. A lattice's path is listed from its end.
 */
public final class Derivation implements Output {
    private final Forest forest;
    private final int[] edges;

    /**
     * A derivation by its edges, from the top.
     *
     * @throws IllegalArgumentException when they do not build the goal
     */
    public Derivation(Forest forest, int... edges) {
        this.forest = forest;
        this.edges = edges.clone();
        check();
    }

    private void check() {
        int[] open = new int[edges.length + 2]; // the nodes that are still to be built, the next one last
        int count = 1;
        open[0] = forest.goal();
        for (int k = 0; k < edges.length; k++) {
            int head = forest.head(edges[k]);
            if (count == 0) {
                throw new IllegalArgumentException("edge " + edges[k] + " at position " + k
                        + " comes after the goal is built; expected no more edges");
            }
            if (head != open[--count]) {
                throw new IllegalArgumentException("edge " + edges[k] + " at position " + k + " builds node " + head
                        + "; expected an edge into node " + open[count]);
            }
            if (forest.right(edges[k]) != Forest.NONE) {
                open[count++] = forest.right(edges[k]);
            }
            if (forest.left(edges[k]) != Forest.NONE) {
                open[count++] = forest.left(edges[k]);
            }
        }
        if (count > 0) {
            throw new IllegalArgumentException(
                    edges.length + " edges do not build node " + open[count - 1] + "; expected an edge into it");
        }
    }

    /** The structure whose output this is. */
    public Forest forest() {
        return forest;
    }

    /** How many edges there are. */
    public int size() {
        return edges.length;
    }

    /** The k-th edge from the top. */
    public int edge(int k) {
        return edges[k];
    }

    /** Adds from the top. */
    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int edge : edges) {
            sum += forest.score(edge, scores);
        }
        return sum;
    }

    @Override
    public void addTo(double[] parts, double amount) {
        for (int edge : edges) {
            for (int k = forest.firstPart(edge); k < forest.firstPart(edge + 1); k++) {
                parts[forest.part(k)] += amount;
            }
        }
    }

    /** Whether the other has the same edges. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Derivation that && Arrays.equals(edges, that.edges);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(edges);
    }

    @Override
    public String toString() {
        return "edges " + Arrays.toString(edges);
    }
}
