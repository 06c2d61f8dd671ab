package org.espalier.optimize.stochastic;

import java.util.Arrays;
import org.espalier.optimize.SumFunction;

/** The ranges of coordinates that the terms of a batch look at, each once. */
public final class Ranges {
    private final int[] seen; // [n]: the last batch with a range that begins here
    private int[] begins = new int[64];
    private int[] ends = new int[64];
    private int size;
    private int batch;

    /** Of vectors with so many coordinates. */
    public Ranges(int dimension) {
        this.seen = new int[dimension];
    }

    /** Forgets the ranges before, and takes those of some terms. */
    public void collect(SumFunction function, int[] order, int first, int count) {
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

    /** How many ranges there are. */
    public int size() {
        return size;
    }

    /** The first coordinate of a range. */
    public int begin(int r) {
        return begins[r];
    }

    /** The coordinate after the last of a range. */
    public int end(int r) {
        return ends[r];
    }
}
