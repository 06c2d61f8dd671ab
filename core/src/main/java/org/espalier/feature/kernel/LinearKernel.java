package org.espalier.feature.kernel;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/** K(x, z) = ⟨x, z⟩. A machine with it is a linear one, written in the points instead of the attributes. */
public record LinearKernel() implements KernelFunction {

    @Override
    public KernelRows over(List<Point> points) {
        Dots dots = new Dots(points);
        return new KernelRows() {
            @Override
            public int size() {
                return dots.size();
            }

            @Override
            public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
                dots.compute(x, begin, end, into, scratch);
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                return x.squaredNorm();
            }
        };
    }

    @Override
    public SortedSet<Integer> columns() {
        return Collections.emptySortedSet();
    }

    @Override
    public boolean readsAttributes() {
        return true;
    }

    @Override
    public String toString() {
        return "linear";
    }
}
