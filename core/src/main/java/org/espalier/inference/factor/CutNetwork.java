package org.espalier.inference.factor;

import java.util.Arrays;

/**
 * Binary choices that are scored singly and in pairs which would rather agree; a minimum cut makes the best of them.
 *
 * <p>The source's side of the cut has the value 0. Every choice has a gain, which is what 1 scores more than 0, and every pair a price for 0 with
 * 1 in this order.
 */
final class CutNetwork {
    private static final double SLACK = 1e-9;

    private final double[] gains;
    private final MaximumFlow flow;

    CutNetwork(int choices, int pairs) {
        this.gains = new double[choices];
        this.flow = new MaximumFlow(choices + 2, choices + pairs);
    }

    void addGain(int choice, double gain) {
        gains[choice] += gain;
    }

    /** Whether a table of scores [a b; c d] would rather have equal values than different ones, up to rounding. */
    static boolean isSubmodular(double a, double b, double c, double d) {
        double scale = Math.max(1, Math.max(Math.max(Math.abs(a), Math.abs(b)), Math.max(Math.abs(c), Math.abs(d))));
        return a + d - b - c >= -SLACK * scale;
    }

    /**
     * A submodular table of scores [a b; c d] is a + (c − a)·x_u + (d − c)·x_v − w·(1 − x_u)·x_v with w = a + d − b − c: two gains, and a price
     * w when u is 0 and v is 1, which is an arc from u to v.
     */
    void addPair(int u, int v, double a, double b, double c, double d) {
        gains[u] += c - a;
        gains[v] += d - c;
        flow.connect(u, v, Math.max(0, a + d - b - c), 0);
    }

    /** Which choices are 1 // [choices]. */
    boolean[] cut() {
        int source = gains.length;
        int sink = source + 1;
        for (int v = 0; v < gains.length; v++) {
            if (gains[v] > 0) {
                flow.connect(v, sink, gains[v], 0);
            } else if (gains[v] < 0) {
                flow.connect(source, v, -gains[v], 0);
            }
        }
        flow.run(source, sink);
        boolean[] ones = new boolean[gains.length];
        Arrays.fill(ones, true);
        for (int v = 0; v < gains.length; v++) {
            ones[v] = !flow.isOnSourceSide(v);
        }
        return ones;
    }
}
