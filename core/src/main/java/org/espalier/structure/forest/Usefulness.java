package org.espalier.structure.forest;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * Which nodes can be built and which derivations of the goal use, and their topological order.
 *
 * <p>O(nodes + edges) time and memory; nothing is recursive, so that a lattice may be as long as it likes.
 */
final class Usefulness {
    /** More edges than any output of a real structure has: one that shares nodes with itself may have 2^nodes. */
    private static final long MOST_EDGES = 100_000_000;

    private final int goal;
    private final int[] lefts; // [edges]
    private final int[] rights; // [edges]
    private final int[][] byHead; // [nodes][]: the edges into each node
    private final BitSet built;
    private final BitSet used = new BitSet();

    Usefulness(int nodes, int goal, int[] lefts, int[] rights, int[][] byHead) {
        this.goal = goal;
        this.lefts = lefts;
        this.rights = rights;
        this.byHead = byHead;
        this.built = builtNodes(nodes);
        markUsed();
    }

    boolean isBuilt(int node) {
        return built.get(node);
    }

    boolean isUsed(int node) {
        return used.get(node);
    }

    /** The edges into a node all of whose tails can be built. */
    int[] edgesInto(int node) {
        return Arrays.stream(byHead[node]).filter(this::isOpen).toArray();
    }

    private boolean isOpen(int edge) {
        return (lefts[edge] == Forest.NONE || built.get(lefts[edge]))
                && (rights[edge] == Forest.NONE || built.get(rights[edge]));
    }

    String whyNotBuilt(int node) {
        if (byHead[node].length == 0) {
            return "it has no edges into it";
        }
        int edge = byHead[node][0];
        int missing = lefts[edge] != Forest.NONE && !built.get(lefts[edge]) ? lefts[edge] : rights[edge];
        return "its first edge, " + edge + ", needs node " + missing + ", which cannot be built either";
    }

    /** From the edges without tails upwards: an edge is open when the last of its tails is built. */
    private BitSet builtNodes(int nodes) {
        int[] counts = new int[nodes + 1];
        for (int[] edges : byHead) {
            for (int e : edges) {
                countTails(e, counts);
            }
        }
        for (int node = 0; node < nodes; node++) {
            counts[node + 1] += counts[node];
        }
        int[] usersOf = new int[counts[nodes]]; // the heads of the edges from each node, and the edges
        int[] edgesOf = new int[counts[nodes]];
        int[] next = counts.clone();
        int[] missing = new int[lefts.length]; // [edges]: tails that are not built yet
        Deque<Integer> open = new ArrayDeque<>();
        for (int head = 0; head < nodes; head++) {
            for (int e : byHead[head]) {
                missing[e] = (lefts[e] == Forest.NONE ? 0 : 1) + (rights[e] == Forest.NONE ? 0 : 1);
                for (int tail : new int[] {lefts[e], rights[e]}) {
                    if (tail != Forest.NONE) {
                        usersOf[next[tail]] = head;
                        edgesOf[next[tail]++] = e;
                    }
                }
                if (missing[e] == 0) {
                    open.add(head);
                }
            }
        }
        BitSet found = new BitSet();
        while (!open.isEmpty()) {
            int node = open.remove();
            if (found.get(node)) {
                continue;
            }
            found.set(node);
            for (int k = counts[node]; k < counts[node + 1]; k++) {
                if (--missing[edgesOf[k]] == 0) {
                    open.add(usersOf[k]);
                }
            }
        }
        return found;
    }

    private void countTails(int edge, int[] counts) {
        if (lefts[edge] != Forest.NONE) {
            counts[lefts[edge] + 1]++;
        }
        if (rights[edge] != Forest.NONE) {
            counts[rights[edge] + 1]++;
        }
    }

    private void markUsed() {
        Deque<Integer> open = new ArrayDeque<>();
        if (built.get(goal)) {
            open.add(goal);
            used.set(goal);
        }
        while (!open.isEmpty()) {
            for (int e : edgesInto(open.remove())) {
                for (int tail : new int[] {lefts[e], rights[e]}) {
                    if (tail != Forest.NONE && !used.get(tail)) {
                        used.set(tail);
                        open.add(tail);
                    }
                }
            }
        }
    }

    /** The used nodes, tails before heads: by number where that is an order. */
    int[] order() {
        int[] order = isOrdered() ? used.stream().toArray() : depthFirst();
        requireSmallDerivations(order);
        return order;
    }

    private boolean isOrdered() {
        return used.stream()
                .allMatch(node -> Arrays.stream(edgesInto(node)).allMatch(e -> lefts[e] < node && rights[e] < node));
    }

    /** Every node after those that its edges use; the path from the goal is kept to name a cycle. */
    private int[] depthFirst() {
        IntStream.Builder order = IntStream.builder();
        BitSet done = new BitSet();
        BitSet onPath = new BitSet();
        int[] path = new int[used.cardinality() + 1];
        int[] next = new int[path.length]; // the next tail of each node on the path
        int depth = 0;
        path[0] = goal;
        onPath.set(goal);
        while (depth >= 0) {
            int node = path[depth];
            int[] edges = edgesInto(node);
            int position = next[depth]++;
            if (position == 2 * edges.length) {
                done.set(node);
                onPath.clear(node);
                order.add(node);
                depth--;
                continue;
            }
            int tail = (position % 2 == 0 ? lefts : rights)[edges[position / 2]];
            if (tail == Forest.NONE || done.get(tail)) {
                continue;
            }
            if (onPath.get(tail)) {
                throw cycle(path, depth, tail);
            }
            path[++depth] = tail;
            next[depth] = 0;
            onPath.set(tail);
        }
        return order.build().toArray();
    }

    private static IllegalArgumentException cycle(int[] path, int depth, int again) {
        StringBuilder nodes = new StringBuilder().append(again);
        for (int k = depth; path[k] != again; k--) {
            nodes.append(" → ").append(path[k]);
        }
        return new IllegalArgumentException("cyclic hypergraph: node "
                + nodes.append(" → ").append(again) + "; expected that no node is built from itself");
    }

    private void requireSmallDerivations(int[] order) {
        long[] most = new long[byHead.length]; // [nodes]: edges of the largest derivation
        for (int node : order) {
            for (int e : edgesInto(node)) {
                long size = 1
                        + (lefts[e] == Forest.NONE ? 0 : most[lefts[e]])
                        + (rights[e] == Forest.NONE ? 0 : most[rights[e]]);
                most[node] = Math.max(most[node], size);
            }
            if (most[node] > MOST_EDGES) {
                throw new IllegalArgumentException("a derivation of node " + node + " has up to " + most[node]
                        + " edges, because nodes are used several times in one; at most " + MOST_EDGES + " fit");
            }
        }
    }
}
