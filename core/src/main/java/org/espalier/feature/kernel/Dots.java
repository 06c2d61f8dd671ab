package org.espalier.feature.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scalar products of one vector with many: O(entries of all), after one is spread out.
 *
 * <p>The many lie one behind the other, because a row of a large Gram matrix reads all of them: 4 bytes per entry, and 8 more
 * unless all values are 1. Every sum goes through the entries in ascending order.
 */
final class Dots {
    private final int[] offsets; // [n + 1]
    private final int[] indices; // [entries]
    private final double @Nullable [] values; // [entries]; null when all are 1
    private final double[] squaredNorms; // [n]
    private final int dimension;

    Dots(List<Point> points) {
        this.offsets = new int[points.size() + 1];
        this.squaredNorms = new double[points.size()];
        int k = 0;
        for (Point point : points) {
            squaredNorms[k] = point.squaredNorm();
            offsets[k + 1] = Math.addExact(offsets[k], point.entries());
            k++;
        }
        this.indices = new int[offsets[k]];
        double[] all = new double[offsets[k]];
        k = 0;
        for (Point point : points) {
            point.copyTo(indices, all, offsets[k++]);
        }
        this.values = Arrays.stream(all).allMatch(value -> value == 1) ? null : all;
        this.dimension = points.stream().mapToInt(Point::dimension).max().orElse(0);
    }

    int size() {
        return squaredNorms.length;
    }

    double squaredNorm(int k) {
        return squaredNorms[k];
    }

    /** into[k] = ⟨x_k, x⟩ for begin ≤ k &lt; end. */
    void compute(Point x, int begin, int end, double[] into, KernelScratch scratch) {
        double[] dense = scratch.expand(x, dimension);
        if (values == null) {
            sum(dense, begin, end, into);
        } else {
            sum(dense, values, begin, end, into);
        }
        scratch.clear(x);
    }

    private void sum(double[] dense, int begin, int end, double[] into) {
        for (int k = begin; k < end; k++) {
            double sum = 0;
            for (int e = offsets[k]; e < offsets[k + 1]; e++) {
                sum += dense[indices[e]];
            }
            into[k] = sum;
        }
    }

    private void sum(double[] dense, double[] factors, int begin, int end, double[] into) {
        for (int k = begin; k < end; k++) {
            double sum = 0;
            for (int e = offsets[k]; e < offsets[k + 1]; e++) {
                sum += factors[e] * dense[indices[e]];
            }
            into[k] = sum;
        }
    }
}
