package org.espalier.inference.factor;

import java.util.Arrays;

/**
 * The maximum flow through a network, by shortest augmenting paths in phases (Dinic 1970), and the minimum cut that it proves.
 *
 * <p>Arcs come in pairs: arc a goes back as a ^ 1. A capacity below 10⁻¹² of the largest counts as used up.
 */
final class MaximumFlow {
    private static final double NOTHING = 1e-12;

    private int[] heads; // [arcs]: where an arc leads to
    private int[] next; // [arcs]: the next arc from the same node, or −1
    private double[] left; // [arcs]: the capacity that is left
    private final int[] first; // [nodes]
    private final int[] levels; // [nodes]: the distance from the source, −1 where it cannot be reached
    private final int[] cursors; // [nodes]: the next arc to try
    private int arcs;
    private double smallest;

    MaximumFlow(int nodes, int pairs) {
        this.first = new int[nodes];
        this.levels = new int[nodes];
        this.cursors = new int[nodes];
        this.heads = new int[2 * pairs];
        this.next = new int[2 * pairs];
        this.left = new double[2 * pairs];
        Arrays.fill(first, -1);
    }

    /** Connects two nodes. */
    void connect(int from, int to, double capacity, double back) {
        add(from, to, capacity);
        add(to, from, back);
    }

    private void add(int from, int to, double capacity) {
        if (arcs == heads.length) {
            heads = Arrays.copyOf(heads, 2 * arcs + 2);
            next = Arrays.copyOf(next, 2 * arcs + 2);
            left = Arrays.copyOf(left, 2 * arcs + 2);
        }
        heads[arcs] = to;
        left[arcs] = capacity;
        next[arcs] = first[from];
        first[from] = arcs++;
    }

    /** Sends as much as possible and returns how much that was. */
    double run(int source, int sink) {
        double largest = Arrays.stream(left, 0, arcs).max().orElse(0);
        smallest = NOTHING * largest;
        double sum = 0;
        int[] path = new int[first.length];
        while (level(source, sink)) {
            System.arraycopy(first, 0, cursors, 0, first.length);
            for (double sent = send(source, sink, path); sent > 0; sent = send(source, sink, path)) {
                sum += sent;
            }
        }
        return sum;
    }

    /** After {@link #run}: whether a node is on the source's side of the minimum cut. */
    boolean isOnSourceSide(int node) {
        return levels[node] >= 0;
    }

    private boolean level(int source, int sink) {
        int[] queue = new int[first.length];
        Arrays.fill(levels, -1);
        levels[source] = 0;
        queue[0] = source;
        int size = 1;
        for (int k = 0; k < size; k++) {
            for (int a = first[queue[k]]; a >= 0; a = next[a]) {
                if (left[a] > smallest && levels[heads[a]] < 0) {
                    levels[heads[a]] = levels[queue[k]] + 1;
                    queue[size++] = heads[a];
                }
            }
        }
        return levels[sink] >= 0;
    }

    /** Follows one path from level to level, without recursion: paths may have millions of nodes. */
    private double send(int source, int sink, int[] path) {
        int length = 0;
        int at = source;
        while (at != sink) {
            int a = cursors[at];
            while (a >= 0 && !(left[a] > smallest && levels[heads[a]] == levels[at] + 1)) {
                a = next[a];
            }
            cursors[at] = a;
            if (a >= 0) {
                path[length++] = a;
                at = heads[a];
            } else if (at == source) {
                return 0;
            } else {
                int before = path[--length];
                at = heads[before ^ 1];
                cursors[at] = next[before]; // a dead end
            }
        }
        double most = Double.POSITIVE_INFINITY;
        for (int k = 0; k < length; k++) {
            most = Math.min(most, left[path[k]]);
        }
        for (int k = 0; k < length; k++) {
            left[path[k]] -= most;
            left[path[k] ^ 1] += most;
        }
        return most;
    }
}
