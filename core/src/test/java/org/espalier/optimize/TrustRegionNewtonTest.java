package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

class TrustRegionNewtonTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new TrustRegionNewton(options, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return true;
    }

    @Override
    boolean takesL1() {
        return false;
    }

    /** Steps from points where the quadratic model promises what the function does not keep. */
    @Test
    void neverGoesUphillAndTakesOnlyStepsThatKeepATenThousandthOfTheirPromise() {
        int refused = 0;
        for (double[] start : new double[][] {{-1.2, 1}, {2, -2}, {-3, 9.5}, {0.5, 3}, {-1, 0}}) {
            List<Double> values = new ArrayList<>();
            Function function = watched(OptimizerContract.rosenbrock(), values);
            List<double[]> points = new ArrayList<>(List.of(start));
            Result result = new TrustRegionNewton(TIGHT).minimize(function, Penalty.NONE, start, progress -> {
                points.add(progress.x().clone());
                return true;
            });
            assertThat(result.x()).containsExactly(new double[] {1, 1}, within(1e-5));
            for (int k = 1; k < points.size(); k++) {
                double decrease = value(function, points.get(k - 1)) - value(function, points.get(k));
                double promised = promised(function, points.get(k - 1), points.get(k));
                assertThat(decrease)
                        .as("step %d from %s", k, Arrays.toString(points.get(k - 1)))
                        .isGreaterThanOrEqualTo(promised > 1e-9 ? 0.9999e-4 * promised : -1e-15);
            }
            refused += risesOf(values);
        }
        assertThat(refused).as("trials that went uphill").isGreaterThan(3);
    }

    /** −q(s) = −∇F·s − ½ sᵀ∇²F s. */
    private static double promised(Function function, double[] from, double[] to) {
        double[] gradient = new double[from.length];
        double[] step = new double[from.length];
        double[] product = new double[from.length];
        function.evaluate(from, gradient);
        Arrays.setAll(step, i -> to[i] - from[i]);
        function.timesHessian(from, step, product);
        double promised = 0;
        for (int i = 0; i < step.length; i++) {
            promised -= gradient[i] * step[i] + 0.5 * step[i] * product[i];
        }
        return promised;
    }

    private static double value(Function function, double[] x) {
        return function.evaluate(x, new double[x.length]);
    }

    private static Function watched(Function function, List<Double> values) {
        Function plain = TestFunctions.of(function.dimension(), (x, gradient) -> {
            values.add(function.evaluate(x, gradient));
            return values.get(values.size() - 1);
        });
        return new WithHessian(plain, function::timesHessian);
    }

    private static int risesOf(List<Double> values) {
        int rises = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (double value : values) {
            rises += value > lowest ? 1 : 0;
            lowest = Math.min(lowest, value);
        }
        return rises;
    }
}
