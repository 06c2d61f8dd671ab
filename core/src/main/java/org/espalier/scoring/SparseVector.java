package org.espalier.scoring;

import java.util.Arrays;

/** A vector of which few places are not zero: a dense scratch, and the list of places that were touched. */
public final class SparseVector {
    private final double[] values; // [n]
    private final boolean[] touched; // [n]
    private int[] indices = new int[64];
    private int size;

    public SparseVector(int dimension) {
        this.values = new double[dimension];
        this.touched = new boolean[dimension];
    }

    public void clear() {
        for (int i = 0; i < size; i++) {
            values[indices[i]] = 0;
            touched[indices[i]] = false;
        }
        size = 0;
    }

    public void add(int k, double value) {
        if (!touched[k]) {
            if (size == indices.length) {
                indices = Arrays.copyOf(indices, 2 * size);
            }
            touched[k] = true;
            indices[size++] = k;
        }
        values[k] += value;
    }

    public int size() {
        return size;
    }

    public int index(int n) {
        return indices[n];
    }

    public double value(int k) {
        return values[k];
    }

    public double dot(double[] other) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += values[indices[i]] * other[indices[i]];
        }
        return sum;
    }

    public double squaredNorm() {
        return dot(values);
    }

    public void addTo(double[] target, double scale) {
        for (int i = 0; i < size; i++) {
            target[indices[i]] += scale * values[indices[i]];
        }
    }
}
