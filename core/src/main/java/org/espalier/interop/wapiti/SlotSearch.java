package org.espalier.interop.wapiti;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The n best labellings in Wapiti's order, that of equal ones included.
 *
 * <p>Every label of every position has n slots for the best ways to get there, not sorted; a better way takes the place of
 * the worst one, of several equally bad ones the first. So which of several equal labellings comes first, and which is
 * the last to be listed at all, depends on the slots, and only a search with slots can tell. Time O(T·S²·n²).
 */
final class SlotSearch {
    private static final double EMPTY = -Double.MAX_VALUE;

    private final int states;
    private final int slots; // n
    private final int width; // S·n
    private final boolean product;
    private final Arcs arcs;

    /** The scores of a chain. */
    @FunctionalInterface
    interface Arcs {
        /** The score of state j at t after state i; i is 0 at the first position. */
        double score(int t, int i, int j);
    }

    /**
     * A search.
     *
     * @param product whether the score of a labelling is the product of its arcs, not their sum
     */
    SlotSearch(int states, int slots, boolean product, Arcs arcs) {
        this.states = states;
        this.slots = slots;
        this.width = Math.multiplyExact(states, slots);
        this.product = product;
        this.arcs = arcs;
    }

    /** The labellings, best first; fewer than n when there are fewer. */
    List<int[]> paths(int length) {
        if (length == 0) {
            return List.of(new int[0]);
        }
        int[][] back = new int[length][width]; // [T][S][n]: the slot before
        double[] current = new double[width];
        Arrays.fill(current, EMPTY);
        for (int y = 0; y < states; y++) {
            current[y * slots] = arcs.score(0, 0, y);
        }
        double[] candidates = new double[width];
        for (int t = 1; t < length; t++) {
            double[] next = new double[width];
            for (int y = 0; y < states; y++) {
                for (int d = 0; d < width; d++) {
                    double arc = arcs.score(t, d / slots, y);
                    candidates[d] = product ? current[d] * arc : current[d] + arc;
                }
                choose(candidates, back[t], y * slots);
                for (int n = y * slots; n < (y + 1) * slots; n++) {
                    next[n] = candidates[back[t][n]];
                }
            }
            current = next;
        }
        return traced(current, back);
    }

    /** Fills the slots from {@code begin} on with the best candidates. */
    private void choose(double[] candidates, int[] chosen, int begin) {
        for (int n = 0; n < slots; n++) {
            chosen[begin + n] = n;
        }
        for (int d = slots; d < width; d++) {
            int worst = begin;
            for (int n = begin + 1; n < begin + slots; n++) {
                if (candidates[chosen[n]] < candidates[chosen[worst]]) {
                    worst = n;
                }
            }
            if (candidates[d] > candidates[chosen[worst]]) {
                chosen[worst] = d;
            }
        }
    }

    private List<int[]> traced(double[] last, int[][] back) {
        List<int[]> paths = new ArrayList<>();
        boolean[] taken = new boolean[width];
        for (int rank = 0; rank < slots; rank++) {
            int best = -1;
            for (int d = 0; d < width; d++) {
                if (!taken[d] && (best < 0 || last[d] > last[best])) {
                    best = d;
                }
            }
            if (best < 0) {
                break;
            }
            taken[best] = true;
            int[] path = trace(best, back);
            if (path.length > 0 && last[best] != Double.NEGATIVE_INFINITY) {
                paths.add(path);
            }
        }
        return paths;
    }

    /** The states that lead to a slot; none when it was never filled. */
    private int[] trace(int last, int[][] back) {
        int[] path = new int[back.length];
        int slot = last;
        for (int t = path.length - 1; t > 0; t--) {
            path[t] = slot / slots;
            slot = back[t][slot];
        }
        path[0] = slot / slots;
        return slot % slots == 0 ? path : new int[0];
    }
}
