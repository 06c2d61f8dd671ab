package org.espalier.feature.kernel;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.espalier.data.Json;

/**
 * K(x, z) = c: a weight in a product, or a penalised bias in a sum.
 *
 * @param constant c, not negative
 */
public record ConstantKernel(double constant) implements KernelFunction {

    public ConstantKernel {
        if (!(constant >= 0) || Double.isInfinite(constant)) {
            throw new IllegalArgumentException("the constant kernel " + constant
                    + " is not a scalar product; expected a finite number of at least 0");
        }
    }

    @Override
    public KernelRows over(List<Point> points) {
        int size = points.size();
        return new KernelRows() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
                Arrays.fill(into, begin, end, constant);
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                return constant;
            }
        };
    }

    @Override
    public SortedSet<Integer> columns() {
        return Collections.emptySortedSet();
    }

    @Override
    public boolean readsAttributes() {
        return false;
    }

    @Override
    public String toString() {
        return Json.write(constant);
    }
}
