package org.espalier.structure.forest;

import java.util.Arrays;
import java.util.List;
import org.espalier.structure.Structure;

/**
 * A packed forest: all ways to build a goal from smaller pieces, by hyperedges with at most two tails.
 *
 * <p>A <em>node</em> is a piece that can be built, such as a phrase of given words. A <em>hyperedge</em> is one way to build its
 * head from its tails: from nothing, from one piece, or from two. A {@link Derivation} builds the goal; its score is
 *
 * <pre>
 *   score(d) = Σ_{edges e of d} Σ_{parts p of e} score(p)
 * </pre>
 *
 * An edge may have any number of parts, also none, and several edges may have the same part. A lattice is a forest whose edges have at
 * most one tail.
 *
 * <p>Nodes are numbered so that the tails of an edge come before its head; the goal is the last. The edges into a node follow each
 * other. All is kept in flat arrays: four numbers per edge, one per node and one per part of an edge. {@link ForestBuilder} makes
 * forests. Immutable, so that the instances of one shape may share one.
 */
public final class Forest implements Structure {
    /** In place of a tail that an edge does not have. */
    public static final int NONE = -1;

    private final int length;
    private final int sharedParts;
    private final int parts;
    private final List<PlaceBlock> blocks;
    private final int[] firstEdges; // [nodes + 1]: the edges into node v are firstEdges[v] … firstEdges[v+1] − 1
    private final int[] lefts; // [edges]: the first tail
    private final int[] rights; // [edges]: the second tail
    private final int[] firstParts; // [edges + 1]: where the parts of an edge begin
    private final int[] edgeParts; // [parts of all edges]
    private final int[] edgesByNumber; // [edges added]: the edge that was added as the n-th; NONE when it was pruned

    Forest(
            int length,
            int sharedParts,
            int parts,
            List<PlaceBlock> blocks,
            int[] firstEdges,
            int[] lefts,
            int[] rights,
            int[] firstParts,
            int[] edgeParts,
            int[] edgesByNumber) {
        this.length = length;
        this.sharedParts = sharedParts;
        this.parts = parts;
        this.blocks = List.copyOf(blocks);
        this.firstEdges = firstEdges;
        this.lefts = lefts;
        this.rights = rights;
        this.firstParts = firstParts;
        this.edgeParts = edgeParts;
        this.edgesByNumber = edgesByNumber;
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public int sharedParts() {
        return sharedParts;
    }

    @Override
    public int places(int kind) {
        return kind < blocks.size() ? blocks.get(kind).places() : 0;
    }

    @Override
    public int offset(int kind, int place) {
        PlaceBlock block = blocks.get(kind);
        return block.offset() + place * block.width();
    }

    @Override
    public int site(int kind, int place) {
        return place;
    }

    @Override
    public boolean usesSharedParts() {
        return sharedParts > 0;
    }

    @Override
    public int length() {
        return length;
    }

    /** How many nodes there are. */
    public int nodes() {
        return firstEdges.length - 1;
    }

    /** The node that derivations build: the last. */
    public int goal() {
        return firstEdges.length - 2;
    }

    /** How many hyperedges there are. */
    public int edges() {
        return lefts.length;
    }

    /** The first edge into a node; those of {@code nodes()} would begin after the last edge. */
    public int firstEdge(int node) {
        return firstEdges[node];
    }

    /** The first tail of an edge, or {@link #NONE}. */
    public int left(int edge) {
        return lefts[edge];
    }

    /** The second tail of an edge, or {@link #NONE}. */
    public int right(int edge) {
        return rights[edge];
    }

    /** Where the parts of an edge begin; those of the next edge begin where they end. */
    public int firstPart(int edge) {
        return firstParts[edge];
    }

    /** The part at a position of the list of all edges' parts. */
    public int part(int position) {
        return edgeParts[position];
    }

    /** The node that an edge builds. O(log nodes). */
    public int head(int edge) {
        if (edge < 0 || edge >= lefts.length) {
            throw new IllegalArgumentException("edge " + edge + "; expected 0 to " + (lefts.length - 1));
        }
        int found = Arrays.binarySearch(firstEdges, edge); // every node has an edge, so all are different
        return found >= 0 ? found : -found - 2;
    }

    /** The edge that was added to the builder as the n-th, counted from 0; {@link #NONE} when it was pruned. */
    public int edge(int n) {
        return edgesByNumber[n];
    }

    /** Σ over the parts of an edge. */
    public double score(int edge, double[] scores) {
        double sum = 0;
        for (int k = firstParts[edge]; k < firstParts[edge + 1]; k++) {
            sum += scores[edgeParts[k]];
        }
        return sum;
    }

    @Override
    public String toString() {
        return "forest of " + nodes() + " nodes, " + edges() + " edges and " + parts + " parts";
    }
}
