package org.espalier.feature.kernel;

import java.util.List;

/** The scalar products of one vector with many: O(entries of all), after one is spread out. */
final class Dots {
    private final Point[] points;
    private final int dimension;

    Dots(List<Point> points) {
        this.points = points.toArray(new Point[0]);
        this.dimension = points.stream().mapToInt(Point::dimension).max().orElse(0);
    }

    int size() {
        return points.length;
    }

    double squaredNorm(int k) {
        return points[k].squaredNorm();
    }

    /** into[k] = ⟨x_k, x⟩ for begin ≤ k &lt; end. */
    void compute(Point x, int begin, int end, double[] into, KernelScratch scratch) {
        double[] dense = scratch.expand(x, dimension);
        for (int k = begin; k < end; k++) {
            into[k] = points[k].dot(dense);
        }
        scratch.clear(x);
    }
}
