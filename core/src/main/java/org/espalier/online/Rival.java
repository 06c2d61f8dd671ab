package org.espalier.online;

import java.util.Arrays;
import org.espalier.scoring.SparseVector;

/**
 * An output y that contends with the gold standard: δ = Φ(x, gold) − Φ(x, y), its margin w·δ at the time it was found, and
 * its errors.
 */
public final class Rival {
    private int[] indices = new int[64];
    private double[] values = new double[64];
    private int size;
    private double margin;
    private int errors;

    Rival() {}

    void set(SparseVector difference, double newMargin, int newErrors) {
        if (difference.size() > indices.length) {
            indices = new int[difference.size() + (difference.size() >> 1)];
            values = new double[indices.length];
        }
        size = 0;
        for (int n = 0; n < difference.size(); n++) {
            int k = difference.index(n);
            double value = difference.value(k);
            if (value != 0) {
                indices[size] = k;
                values[size++] = value;
            }
        }
        margin = newMargin;
        errors = newErrors;
    }

    /** How many features differ. */
    public int size() {
        return size;
    }

    /** The n-th feature that differs. */
    public int index(int n) {
        return indices[n];
    }

    /** By how much it does: never 0. */
    public double value(int n) {
        return values[n];
    }

    /** score(gold) − score(y) by the weights with which y was found; of the best output at most 0. */
    public double margin() {
        return margin;
    }

    /** In how many positions y is not what the gold standard allows, at least 1. */
    public int errors() {
        return errors;
    }

    /** ‖δ‖². */
    public double squaredNorm() {
        double sum = 0;
        for (int n = 0; n < size; n++) {
            sum += values[n] * values[n];
        }
        return sum;
    }

    /** δ · dense. */
    double dot(double[] dense) {
        double sum = 0;
        for (int n = 0; n < size; n++) {
            sum += values[n] * dense[indices[n]];
        }
        return sum;
    }

    /** Writes δ over a vector of zeros. */
    void spread(double[] dense) {
        for (int n = 0; n < size; n++) {
            dense[indices[n]] = values[n];
        }
    }

    /** Takes δ back from a vector that had been all zeros before. */
    void unspread(double[] dense) {
        for (int n = 0; n < size; n++) {
            dense[indices[n]] = 0;
        }
    }

    /** Moves the weights by scale · δ. */
    void addTo(OnlineWeights weights, double scale) {
        for (int n = 0; n < size; n++) {
            weights.add(indices[n], scale * values[n]);
        }
    }

    /** δ as two arrays of the same length, copied. */
    int[] indices() {
        return Arrays.copyOf(indices, size);
    }

    double[] values() {
        return Arrays.copyOf(values, size);
    }
}
