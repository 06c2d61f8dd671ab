package org.espalier.scoring;

import java.util.Arrays;

/**
 * A vector over θ with few places that are not zero: a dense scratch, and the list of the places that were touched.
 *
 * <p>Adding costs O(1), everything else O(touched places). Mutable, for one thread.
 */
public final class SparseVector {
    private final double[] values; // [parameters]
    private final boolean[] touched; // [parameters]
    private int[] places = new int[64];
    private int size;

    public SparseVector(int dimension) {
        this.values = new double[dimension];
        this.touched = new boolean[dimension];
    }

    /** All zero again. */
    public void clear() {
        for (int n = 0; n < size; n++) {
            values[places[n]] = 0;
            touched[places[n]] = false;
        }
        size = 0;
    }

    /** Adds to one place. */
    public void add(int place, double amount) {
        if (!touched[place]) {
            touched[place] = true;
            if (size == places.length) {
                places = Arrays.copyOf(places, 2 * size);
            }
            places[size++] = place;
        }
        values[place] += amount;
    }

    /** How many places were touched; their values may have come back to zero. */
    public int size() {
        return size;
    }

    /** The n-th touched place, in the order in which they were first touched. */
    public int index(int n) {
        return places[n];
    }

    /** The value at a place, touched or not. */
    public double value(int place) {
        return values[place];
    }

    /** Σ<sub>k</sub> this<sub>k</sub> · other<sub>k</sub>. */
    public double dot(double[] other) {
        double sum = 0;
        for (int n = 0; n < size; n++) {
            sum += values[places[n]] * other[places[n]];
        }
        return sum;
    }

    /** Σ<sub>k</sub> this<sub>k</sub> · other<sub>k</sub>. */
    public double dot(SparseVector other) {
        double sum = 0;
        for (int n = 0; n < size; n++) {
            sum += values[places[n]] * other.values[places[n]];
        }
        return sum;
    }

    /** Σ<sub>k</sub> this<sub>k</sub>². */
    public double squaredNorm() {
        double sum = 0;
        for (int n = 0; n < size; n++) {
            sum += values[places[n]] * values[places[n]];
        }
        return sum;
    }

    /** Adds scale · this to a dense vector. */
    public void addTo(double[] target, double scale) {
        for (int n = 0; n < size; n++) {
            target[places[n]] += scale * values[places[n]];
        }
    }
}
