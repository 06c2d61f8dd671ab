package org.espalier.feature.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one thread uses again from row to row. */
public final class KernelScratch {
    private double[] dense = {};
    private double[] first = {};
    private double[] second = {};
    private final List<double[]> rows = new ArrayList<>();
    private int lent;

    /** The point as a dense vector with room for all numbers below {@code dimension}; {@link #clear} takes it back. */
    double[] expand(Point x, int dimension) {
        int size = Math.max(dimension, x.dimension());
        if (dense.length < size) {
            dense = new double[Math.max(size, 2 * dense.length)];
        }
        for (int k = 0; k < x.entries(); k++) {
            dense[x.index(k)] = x.value(k);
        }
        return dense;
    }

    void clear(Point x) {
        for (int k = 0; k < x.entries(); k++) {
            dense[x.index(k)] = 0;
        }
    }

    /** A row of at least this size, with anything in it, until {@link #giveBack}; rows are given back last first. */
    double[] borrow(int size) {
        if (lent == rows.size()) {
            rows.add(new double[size]);
        } else if (rows.get(lent).length < size) {
            rows.set(lent, new double[size]);
        }
        return rows.get(lent++);
    }

    void giveBack() {
        lent--;
    }

    /** A table of zeros. */
    double[] first(int size) {
        first = zeros(first, size);
        return first;
    }

    /** Another table of zeros. */
    double[] second(int size) {
        second = zeros(second, size);
        return second;
    }

    private static double[] zeros(double[] array, int size) {
        if (array.length < size) {
            return new double[Math.max(size, 2 * array.length)];
        }
        Arrays.fill(array, 0, size, 0);
        return array;
    }
}
