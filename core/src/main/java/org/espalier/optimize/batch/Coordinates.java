package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * The coordinates that a direction may change: all of them, or a list; the vector loops of {@link History} over them.
 */
final class Coordinates {
    private final Vectors vectors;
    private final int @Nullable [] indices; // null: all

    private Coordinates(Vectors vectors, int @Nullable [] indices) {
        this.vectors = vectors;
        this.indices = indices;
    }

    static Coordinates all(Vectors vectors) {
        return new Coordinates(vectors, null);
    }

    /** The listed coordinates, in ascending order. */
    static Coordinates of(Vectors vectors, int[] indices) {
        return new Coordinates(vectors, indices);
    }

    /** s·y over these coordinates, or 0 when they show no usable curvature. */
    double curvature(Memory.Pair pair) {
        if (indices == null) {
            return pair.curvature();
        }
        return Memory.Pair.usableCurvature(dot(pair.s(), pair.y()), dot(pair.s(), pair.s()), dot(pair.y(), pair.y()));
    }

    double dot(float[] a, double[] b) {
        int[] list = indices;
        if (list == null) {
            return vectors.dot(a, b);
        }
        return vectors.sum(list.length, (begin, end) -> {
            double sum = 0;
            for (int k = begin; k < end; k++) {
                sum += a[list[k]] * b[list[k]];
            }
            return sum;
        });
    }

    double dot(float[] a, float[] b) {
        int[] list = indices;
        if (list == null) {
            return vectors.dot(a, b);
        }
        return vectors.sum(list.length, (begin, end) -> {
            double sum = 0;
            for (int k = begin; k < end; k++) {
                sum += (double) a[list[k]] * b[list[k]];
            }
            return sum;
        });
    }

    /** Σ aᵢ²bᵢ. */
    double weightedSquare(float[] a, float[] b) {
        int[] list = indices;
        if (list == null) {
            return vectors.weightedSquare(a, b);
        }
        return vectors.sum(list.length, (begin, end) -> {
            double sum = 0;
            for (int k = begin; k < end; k++) {
                sum += (double) a[list[k]] * a[list[k]] * b[list[k]];
            }
            return sum;
        });
    }

    void addScaled(double factor, float[] a, double[] target) {
        int[] list = indices;
        if (list == null) {
            vectors.addScaled(factor, a, target);
            return;
        }
        vectors.each(list.length, (begin, end) -> {
            for (int k = begin; k < end; k++) {
                target[list[k]] += factor * a[list[k]];
            }
        });
    }

    /** targetᵢ *= factor · aᵢ. */
    void multiply(double factor, float[] a, double[] target) {
        int[] list = indices;
        if (list == null) {
            vectors.each(target.length, (begin, end) -> {
                for (int i = begin; i < end; i++) {
                    target[i] *= factor * a[i];
                }
            });
            return;
        }
        vectors.each(list.length, (begin, end) -> {
            for (int k = begin; k < end; k++) {
                target[list[k]] *= factor * a[list[k]];
            }
        });
    }

    void scale(double factor, double[] target) {
        int[] list = indices;
        if (list == null) {
            vectors.scale(factor, target);
            return;
        }
        vectors.each(list.length, (begin, end) -> {
            for (int k = begin; k < end; k++) {
                target[list[k]] *= factor;
            }
        });
    }
}
