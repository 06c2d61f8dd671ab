package org.espalier.feature.kernel;

import java.util.List;
import java.util.SortedSet;

/**
 * K(x, z) / √(K(x, x) K(z, z)), the cosine of the angle in the kernel's space: long strings and large trees are no more
 * alike than short ones. 0 where K(x, x) or K(z, z) is 0.
 *
 * @param inner K
 */
public record NormalisedKernel(KernelFunction inner) implements KernelFunction {

    @Override
    public KernelRows over(List<Point> points) {
        KernelRows rows = inner.over(points);
        double[] factors = new double[points.size()];
        KernelScratch own = new KernelScratch();
        for (int k = 0; k < factors.length; k++) {
            factors[k] = factor(rows.self(points.get(k), own));
        }
        return new KernelRows() {
            @Override
            public int size() {
                return factors.length;
            }

            @Override
            public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
                rows.row(x, begin, end, into, scratch);
                double factor = factor(rows.self(x, scratch));
                for (int k = begin; k < end; k++) {
                    into[k] *= factor * factors[k];
                }
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                return rows.self(x, scratch) > 0 ? 1 : 0;
            }
        };
    }

    private static double factor(double self) {
        return self > 0 ? 1 / Math.sqrt(self) : 0;
    }

    @Override
    public SortedSet<Integer> columns() {
        return inner.columns();
    }

    @Override
    public boolean readsAttributes() {
        return inner.readsAttributes();
    }

    @Override
    public String toString() {
        return "normalised(" + inner + ")";
    }
}
