package org.espalier.optimize;

import org.jspecify.annotations.Nullable;

/**
 * The coordinates that a direction may change: all of them, or a list; the vector loops of {@link History} over them.
 */
final class Coordinates {
    private static final Coordinates ALL = new Coordinates(null);

    private final int @Nullable [] indices; // null: all

    private Coordinates(int @Nullable [] indices) {
        this.indices = indices;
    }

    static Coordinates all() {
        return ALL;
    }

    /** The listed coordinates, in ascending order. */
    static Coordinates of(int[] indices) {
        return new Coordinates(indices);
    }

    /** s·y over these coordinates, or 0 when they show no usable curvature. */
    double curvature(History.Pair pair) {
        if (indices == null) {
            return pair.curvature();
        }
        return History.usableCurvature(dot(pair.s(), pair.y()), dot(pair.s(), pair.s()), dot(pair.y(), pair.y()));
    }

    double dot(float[] a, double[] b) {
        if (indices == null) {
            return Vectors.dot(a, b);
        }
        double sum = 0;
        for (int i : indices) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    double dot(float[] a, float[] b) {
        if (indices == null) {
            return Vectors.dot(a, b);
        }
        double sum = 0;
        for (int i : indices) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }

    void addScaled(double factor, float[] a, double[] target) {
        if (indices == null) {
            Vectors.addScaled(factor, a, target);
            return;
        }
        for (int i : indices) {
            target[i] += factor * a[i];
        }
    }

    void scale(double factor, double[] target) {
        if (indices == null) {
            Vectors.scale(factor, target);
            return;
        }
        for (int i : indices) {
            target[i] *= factor;
        }
    }
}
