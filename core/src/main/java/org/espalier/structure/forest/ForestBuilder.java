package org.espalier.structure.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the nodes and hyperedges of a {@link Forest}, in any order, and sorts them.
 *
 * <p>The node that is built is {@linkplain #goal said}, or else it is the head of the last edge. {@link #build} refuses cycles and
 * nodes that no derivation has. {@link #prune} leaves such nodes out.
 */
public final class ForestBuilder {
    private static final int[] NO_PARTS = {};

    private final int length;
    private final int sharedParts;
    private final int parts;
    private final List<PlaceBlock> blocks = new ArrayList<>();
    private int nodes;
    private int goal = Forest.NONE;
    private int edges;
    private int[] heads = new int[16]; // [edges]
    private int[] lefts = new int[16]; // [edges]
    private int[] rights = new int[16]; // [edges]
    private int[] partEnds = new int[16]; // [edges]
    private int[] edgeParts = new int[16];
    private int partCount;

    /**
     * A forest without nodes.
     *
     * @param length how many tokens its outputs span
     * @param sharedParts how many parts come first and are the same for all forests of a model
     * @param parts how many parts there are
     */
    public ForestBuilder(int length, int sharedParts, int parts) {
        if (length < 0 || sharedParts < 0 || parts < sharedParts) {
            throw new IllegalArgumentException(
                    "a forest over " + length + " tokens with " + parts + " parts, " + sharedParts
                            + " of them shared; expected no negative number, and no more shared parts than parts");
        }
        this.length = length;
        this.sharedParts = sharedParts;
        this.parts = parts;
    }

    /** Adds places of the next kind; without any, there are only tokens, and they have no parts. */
    public ForestBuilder places(PlaceBlock block) {
        if (block.end() > parts) {
            throw new IllegalArgumentException(
                    block + " needs parts up to " + block.end() + "; there are only " + parts);
        }
        blocks.add(block);
        return this;
    }

    /** A new node; they are numbered from 0. */
    public int node() {
        return nodes++;
    }

    /** A way to build a node from nothing. */
    public ForestBuilder axiom(int head, int... itsParts) {
        return add(head, Forest.NONE, Forest.NONE, itsParts);
    }

    /** A way to build a node from another one. */
    public ForestBuilder step(int tail, int head, int... itsParts) {
        requireNode(tail);
        return add(head, tail, Forest.NONE, itsParts);
    }

    /** A way to build a node from two others. */
    public ForestBuilder join(int left, int right, int head) {
        return join(left, right, head, NO_PARTS);
    }

    /** The same with parts. */
    public ForestBuilder join(int left, int right, int head, int... itsParts) {
        requireNode(left);
        requireNode(right);
        return add(head, left, right, itsParts);
    }

    /** Says which node is to be built. */
    public ForestBuilder goal(int node) {
        requireNode(node);
        goal = node;
        return this;
    }

    private void requireNode(int node) {
        if (node < 0 || node >= nodes) {
            throw new IllegalArgumentException(
                    "node " + node + " was not made; there are " + nodes + " nodes, call node() for a new one");
        }
    }

    private ForestBuilder add(int head, int left, int right, int[] itsParts) {
        requireNode(head);
        if (edges == heads.length) {
            int more = Math.addExact(edges, edges >> 1);
            heads = Arrays.copyOf(heads, more);
            lefts = Arrays.copyOf(lefts, more);
            rights = Arrays.copyOf(rights, more);
            partEnds = Arrays.copyOf(partEnds, more);
        }
        if (partCount + itsParts.length > edgeParts.length) {
            edgeParts = Arrays.copyOf(edgeParts, Math.max(partCount + itsParts.length, 2 * partCount));
        }
        for (int part : itsParts) {
            if (part < 0 || part >= parts) {
                throw new IllegalArgumentException("edge " + edges + " into node " + head + " has part " + part
                        + "; expected 0 to " + (parts - 1));
            }
            edgeParts[partCount++] = part;
        }
        heads[edges] = head;
        lefts[edges] = left;
        rights[edges] = right;
        partEnds[edges++] = partCount;
        return this;
    }

    /**
     * The forest.
     *
     * @throws IllegalArgumentException when there is a cycle, or a node that no derivation of the goal has
     */
    public Forest build() {
        Usefulness useful = new Usefulness(nodes, requireGoal(), lefts, rights, edgesByHead());
        for (int node = 0; node < nodes; node++) {
            if (!useful.isBuilt(node)) {
                throw new IllegalArgumentException("node " + node + " cannot be built: " + useful.whyNotBuilt(node)
                        + "; give it an edge, or leave such nodes out with prune()");
            }
        }
        for (int node = 0; node < nodes; node++) {
            if (!useful.isUsed(node)) {
                throw new IllegalArgumentException("node " + node + " is in no derivation of the goal, node "
                        + requireGoal() + "; use it, or leave such nodes out with prune()");
            }
        }
        return assemble(useful);
    }

    /**
     * The forest, without the nodes and edges that no derivation has.
     *
     * @throws IllegalArgumentException when there is a cycle among the others, or when the goal cannot be built
     */
    public Forest prune() {
        Usefulness useful = new Usefulness(nodes, requireGoal(), lefts, rights, edgesByHead());
        if (!useful.isBuilt(requireGoal())) {
            throw new IllegalArgumentException(
                    "the goal, node " + requireGoal() + ", cannot be built: " + useful.whyNotBuilt(requireGoal()));
        }
        return assemble(useful);
    }

    private int requireGoal() {
        if (edges == 0) {
            throw new IllegalArgumentException("no edges; expected at least one, into the goal");
        }
        return goal == Forest.NONE ? heads[edges - 1] : goal;
    }

    /** The edges sorted by head, stably // [nodes][]. */
    private int[][] edgesByHead() {
        int[] counts = new int[nodes];
        for (int e = 0; e < edges; e++) {
            counts[heads[e]]++;
        }
        int[][] byHead = new int[nodes][];
        Arrays.setAll(byHead, node -> new int[counts[node]]);
        for (int e = edges - 1; e >= 0; e--) {
            byHead[heads[e]][--counts[heads[e]]] = e;
        }
        return byHead;
    }

    private Forest assemble(Usefulness useful) {
        int[] order = useful.order();
        int[] numbers = new int[nodes];
        Arrays.fill(numbers, Forest.NONE);
        for (int n = 0; n < order.length; n++) {
            numbers[order[n]] = n;
        }
        int[] edgesByNumber = new int[edges];
        Arrays.fill(edgesByNumber, Forest.NONE);
        int[] firstEdges = new int[order.length + 1];
        int[] newLefts = new int[edges];
        int[] newRights = new int[edges];
        int[] firstParts = new int[edges + 1];
        int[] newParts = new int[partCount];
        int count = 0;
        for (int n = 0; n < order.length; n++) {
            for (int e : useful.edgesInto(order[n])) {
                edgesByNumber[e] = count;
                newLefts[count] = lefts[e] == Forest.NONE ? Forest.NONE : numbers[lefts[e]];
                newRights[count] = rights[e] == Forest.NONE ? Forest.NONE : numbers[rights[e]];
                int begin = e == 0 ? 0 : partEnds[e - 1];
                System.arraycopy(edgeParts, begin, newParts, firstParts[count], partEnds[e] - begin);
                firstParts[count + 1] = firstParts[count] + partEnds[e] - begin;
                count++;
            }
            firstEdges[n + 1] = count;
        }
        return new Forest(
                length,
                sharedParts,
                parts,
                blocks.isEmpty() ? List.of(new PlaceBlock(sharedParts, length, 0)) : blocks,
                firstEdges,
                Arrays.copyOf(newLefts, count),
                Arrays.copyOf(newRights, count),
                Arrays.copyOf(firstParts, count + 1),
                Arrays.copyOf(newParts, firstParts[count]),
                edgesByNumber);
    }
}
