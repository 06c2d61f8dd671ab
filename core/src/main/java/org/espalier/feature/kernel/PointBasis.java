package org.espalier.feature.kernel;

import java.util.List;

/**
 * An orthonormal basis of what points x₁ … x_m span in a kernel's space, by their Cholesky factor K(x_i, x_j) = L Lᵀ: the coordinates of φ(x)
 * are L⁻¹ (K(x_1, x) … K(x_m, x)). Immutable.
 *
 * <p>A point that those before it span has no direction of its own; its coordinate is always 0.
 */
final class PointBasis {
    /** Of its squared length, what a point must add to those before it. */
    private static final double LEAST_SHARE = 1e-10;

    private final double[] lower; // [m (m + 1) / 2], row by row; infinite pivots where a point adds nothing

    private PointBasis(double[] lower) {
        this.lower = lower;
    }

    static PointBasis of(List<Point> points, KernelRows rows) {
        int size = points.size();
        double[] lower = new double[Math.toIntExact(size * (size + 1L) / 2)];
        double[] row = new double[size];
        KernelScratch scratch = new KernelScratch();
        for (int i = 0, begin = 0; i < size; begin += ++i) {
            rows.row(points.get(i), 0, i + 1, row, scratch);
            double self = row[i];
            double left = self - solve(lower, row, i);
            System.arraycopy(row, 0, lower, begin, i);
            lower[begin + i] = left > LEAST_SHARE * self ? Math.sqrt(left) : Double.POSITIVE_INFINITY;
        }
        return new PointBasis(lower);
    }

    /** Replaces the first values b by L⁻¹ b; returns the sum of their squares. */
    private static double solve(double[] lower, double[] values, int count) {
        double squares = 0;
        for (int i = 0, begin = 0; i < count; begin += ++i) {
            double sum = values[i];
            for (int k = 0; k < i; k++) {
                sum -= lower[begin + k] * values[k];
            }
            values[i] = sum / lower[begin + i];
            squares += values[i] * values[i];
        }
        return squares;
    }

    /** Replaces kernel values with all points by coordinates. */
    void coordinates(double[] values) {
        solve(lower, values, values.length);
    }
}
