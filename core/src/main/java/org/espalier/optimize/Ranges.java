package org.espalier.optimize;

import java.util.Arrays;

/** The ranges of coordinates that the terms of a batch look at, each once. */
final class Ranges {
    private final int[] seen; // [n]: the last batch with a range that begins here
    private int[] begins = new int[64];
    private int[] ends = new int[64];
    private int size;
    private int batch;

    Ranges(int dimension) {
        this.seen = new int[dimension];
    }

    /** Forgets the ranges before, and takes those of some terms. */
    void collect(SumFunction function, int[] order, int first, int count) {
        batch++;
        size = 0;
        for (int k = first; k < first + count; k++) {
            int[] ranges = function.ranges(order[k]);
            for (int r = 0; r < ranges.length; r += 2) {
                add(ranges[r], ranges[r + 1]);
            }
        }
    }

    private void add(int begin, int end) {
        if (begin == end || seen[begin] == batch) {
            return;
        }
        seen[begin] = batch;
        if (size == begins.length) {
            begins = Arrays.copyOf(begins, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
        }
        begins[size] = begin;
        ends[size++] = end;
    }

    int size() {
        return size;
    }

    int begin(int r) {
        return begins[r];
    }

    int end(int r) {
        return ends[r];
    }
}
