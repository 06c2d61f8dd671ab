package org.espalier.feature.kernel;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.espalier.data.Json;

/**
 * K(x, z) = (γ⟨x, z⟩ + c)^d: all conjunctions of up to d attributes, weighted.
 *
 * @param degree d, at least 1
 * @param gamma γ, above 0
 * @param coefficient c, not negative; with 0 only conjunctions of exactly d attributes count
 */
public record PolynomialKernel(int degree, double gamma, double coefficient) implements KernelFunction {
    private static final int LARGEST_DEGREE = 100;

    public PolynomialKernel {
        if (degree < 1 || degree > LARGEST_DEGREE) {
            throw new IllegalArgumentException("polynomial: degree = " + degree + "; expected 1 to " + LARGEST_DEGREE);
        }
        Parameters.requirePositive("polynomial", "gamma", gamma);
        if (!(coefficient >= 0) || Double.isInfinite(coefficient)) {
            throw new IllegalArgumentException("polynomial: coefficient = " + coefficient
                    + "; expected a number of at least 0, or the kernel is not a scalar product");
        }
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
                    into[k] = power(into[k]);
                }
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                return power(x.squaredNorm());
            }
        };
    }

    /** By multiplications, whose bits are the same on every machine. */
    private double power(double dot) {
        double base = gamma * dot + coefficient;
        double power = base;
        for (int k = 1; k < degree; k++) {
            power *= base;
        }
        return power;
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
        return "polynomial(degree=" + degree + ",gamma=" + Json.write(gamma) + ",coefficient=" + Json.write(coefficient)
                + ")";
    }
}
