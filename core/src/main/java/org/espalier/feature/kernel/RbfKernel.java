package org.espalier.feature.kernel;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.espalier.data.Json;
import org.espalier.math.Exponential;

/**
 * K(x, z) = exp(−γ‖x − z‖²), the Gaussian kernel.
 *
 * @param gamma γ, above 0; 1/√(2γ) is how far a point's influence reaches
 */
public record RbfKernel(double gamma) implements KernelFunction {

    public RbfKernel {
        Parameters.requirePositive("rbf", "gamma", gamma);
    }

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
                for (int k = begin; k < end; k++) {
                    double distance = Math.max(0, x.squaredNorm() + dots.squaredNorm(k) - 2 * into[k]);
                    into[k] = Exponential.of(-gamma * distance);
                }
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                return 1;
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
        return "rbf(gamma=" + Json.write(gamma) + ")";
    }
}
