package org.espalier.interop.wapiti;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The n best labellings in Wapiti's order, that of equal ones included.
 *
 * <p>Every label of every position has n slots for the best ways to get there, not sorted; a better way takes the place of
 * the worst one, of several equally bad ones the first. So which of several equal labellings comes first, and which is
 * the last to be listed at all, depends on the slots, and only a search with slots can tell. Time O(T·S²·n) and n more for
 * every way that finds a slot.
 */
final class SlotSearch {
    private static final double EMPTY = -Double.MAX_VALUE;

    private final int states;
    private final int slots; // n
    private final int width; // S·n
    private final boolean product;
    private final Arcs arcs;

    // The slots of the position that is being filled.
    private final double[] next; // [S][n]
    private final int[] worst; // [S]: the slot with the lowest score, of several the first

    /** The scores of a chain. */
    @FunctionalInterface
    interface Arcs {
        /** Writes the score of every state at t after every state; of the first position only one row // [S][S]. */
        void fill(int t, double[] into);
    }

    /**
     * A search.
     *
     * @param product whether the score of a labelling is the product of its arcs, which are not negative, not their sum
     */
    SlotSearch(int states, int slots, boolean product, Arcs arcs) {
        this.states = states;
        this.slots = slots;
        this.width = Math.multiplyExact(states, slots);
        this.product = product;
        this.arcs = arcs;
        this.next = new double[width];
        this.worst = new int[states];
    }

    /** The labellings, best first; fewer than n when there are fewer. */
    List<int[]> paths(int length) {
        if (length == 0) {
            return List.of(new int[0]);
        }
        int[][] back = new int[length][width]; // [T][S][n]: the slot before
        double[] matrix = new double[states * states];
        double[] current = new double[width];
        Arrays.fill(current, EMPTY);
        arcs.fill(0, matrix);
        for (int y = 0; y < states; y++) {
            current[y * slots] = matrix[y];
        }
        for (int t = 1; t < length; t++) {
            arcs.fill(t, matrix);
            step(current, matrix, back[t]);
            System.arraycopy(next, 0, current, 0, width);
        }
        return traced(current, back);
    }

    /** Fills the slots of one position; the ways are tried in the order of the slots before, for all states side by side. */
    private void step(double[] current, double[] matrix, int[] chosen) {
        for (int y = 0; y < states; y++) {
            for (int n = 0; n < slots; n++) {
                next[y * slots + n] = joined(current[n], matrix[y]);
                chosen[y * slots + n] = n;
            }
            worst[y] = worstOf(y);
        }
        for (int before = 1; before < states; before++) {
            int first = before * slots;
            double highest = current[first];
            for (int n = 1; n < slots; n++) {
                highest = Math.max(highest, current[first + n]);
            }
            int row = before * states;
            for (int y = 0; y < states; y++) {
                // Rounding keeps the order, so what the highest does not reach the others do not either.
                if (joined(highest, matrix[row + y]) > next[worst[y]]) {
                    offer(current, first, matrix[row + y], y, chosen);
                }
            }
        }
    }

    private void offer(double[] current, int first, double arc, int y, int[] chosen) {
        for (int d = first; d < first + slots; d++) {
            double score = joined(current[d], arc);
            if (score > next[worst[y]]) {
                next[worst[y]] = score;
                chosen[worst[y]] = d;
                worst[y] = worstOf(y);
            }
        }
    }

    private double joined(double score, double arc) {
        return product ? score * arc : score + arc;
    }

    private int worstOf(int y) {
        int found = y * slots;
        for (int n = found + 1; n < (y + 1) * slots; n++) {
            if (next[n] < next[found]) {
                found = n;
            }
        }
        return found;
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
