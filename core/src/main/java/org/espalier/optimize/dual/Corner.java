package org.espalier.optimize.dual;

/**
 * A corner of the dual's polytope: one of the linear functions r·s + ℓ whose maximum a term is, with its weight in the dual
 * variables. Of a path few parts differ from the gold path, so only those are kept.
 */
final class Corner {
    private final int[] parts; // where r is not 0
    private final double[] values; // r there
    final double cost; // ℓ
    double weight;

    private Corner(int[] parts, double[] values, double cost, double weight) {
        this.parts = parts;
        this.values = values;
        this.cost = cost;
        this.weight = weight;
    }

    /** The gold path itself, with all of the weight. */
    static Corner gold() {
        return new Corner(new int[0], new double[0], 0, 1);
    }

    /** From a dense r, of which so many elements are not 0, without weight. */
    static Corner of(double[] r, int count, double cost) {
        int[] parts = new int[count];
        double[] values = new double[count];
        for (int i = 0, k = 0; k < count; i++) {
            if (r[i] != 0) {
                parts[k] = i;
                values[k++] = r[i];
            }
        }
        return new Corner(parts, values, cost, 0);
    }

    /** r·scores + ℓ. */
    double height(double[] scores) {
        double sum = cost;
        for (int k = 0; k < parts.length; k++) {
            sum += values[k] * scores[parts[k]];
        }
        return sum;
    }

    /** target += factor · r. */
    void addTo(double[] target, double factor) {
        for (int k = 0; k < parts.length; k++) {
            target[parts[k]] += factor * values[k];
        }
    }

    /** Sets the target to 0 where r is not. */
    void clear(double[] target) {
        for (int part : parts) {
            target[part] = 0;
        }
    }

    /** Whether this is r, of which so many elements are not 0. */
    boolean is(double[] r, int count) {
        if (parts.length != count) {
            return false;
        }
        for (int k = 0; k < count; k++) {
            if (r[parts[k]] != values[k]) {
                return false;
            }
        }
        return true;
    }
}
