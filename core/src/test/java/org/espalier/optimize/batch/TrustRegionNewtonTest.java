package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.optimize.Function;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.TestFunctions;
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

    /**
     * Every trial is the step of Steihaug's conjugate gradients within the radius, and the radius follows the parabola through
     * both values and the slope (Lin, Weng &amp; Keerthi 2008, section 3).
     */
    @Test
    void trialsAndRadiusAreThoseOfTheFormulas() {
        double[] start = new Random(2).doubles(softmax.dimension(), -4, 4).toArray();
        int[] kinds = new int[5];
        checkWalk(Walk.of(new TrustRegionNewton(TIGHT), softmax, Penalty.l2(0.1), start), kinds);
        for (double[] valley : new double[][] {{-1.2, 1}, {2, -2}, {-3, 9.5}, {0.5, 3}, {0, 1}, {0, 30}}) {
            checkWalk(Walk.of(new TrustRegionNewton(TIGHT), rosenbrock(), Penalty.NONE, valley), kinds);
        }
        assertThat(kinds).as("steps refused, poor, fair, good; at the border").doesNotContain(0);
    }

    private static void checkWalk(Walk walk, int[] kinds) {
        double radius = Double.NaN;
        int evaluations = 1;
        for (int k = 0; k < walk.iterations(); k++) {
            double[] x = walk.points().get(k);
            double[] gradient = walk.gradient(x);
            double norm = Math.sqrt(Walk.dot(gradient, gradient));
            if (norm < 1e-3) {
                return; // in the last digits the gradient decides
            }
            radius = k == 0 ? norm : radius;
            List<double[]> trials = walk.trials().get(k);
            for (int n = 0; n < trials.size(); n++) {
                double[] expected = new double[x.length];
                evaluations += 1 + steihaug(walk, x, radius, expected);
                double[] step = Walk.plus(trials.get(n), -1, x);
                assertThat(step).as("step %d, trial %d", k, n).containsExactly(expected, within(1e-7 * radius));
                double length = Math.sqrt(Walk.dot(step, step));
                kinds[4] += length > 0.999 * radius ? 1 : 0;
                double slope = Walk.dot(gradient, step);
                double promised = -slope - 0.5 * Walk.dot(step, walk.hessian(x, step));
                double decrease = walk.value(x) - walk.value(trials.get(n));
                if (k == 0 && n == 0) {
                    radius = Math.min(radius, length);
                }
                double parabola = -decrease - slope <= 0 ? 4 : Math.max(0.25, -0.5 * slope / (-decrease - slope));
                double ratio = decrease / promised;
                boolean taken = ratio > 1e-4;
                if (!taken) {
                    radius = Math.min(parabola * length, 0.5 * radius);
                } else if (ratio < 0.75) {
                    double longest = (ratio < 0.25 ? 0.5 : 4) * radius;
                    radius = Math.max(0.25 * radius, Math.min(parabola * length, longest));
                } else {
                    radius = Math.max(radius, Math.min(parabola * length, 4 * radius));
                }
                kinds[!taken ? 0 : ratio < 0.25 ? 1 : ratio < 0.75 ? 2 : 3]++;
                assertThat(taken).as("step %d, trial %d", k, n).isEqualTo(n == trials.size() - 1);
            }
            double[] memory = walk.memories().get(k).scalars();
            assertThat(memory[0]).as("radius after step %d", k).isCloseTo(radius, within(1e-6 * radius));
            radius = memory[0];
        }
        assertThat(walk.result().evaluations()).isGreaterThanOrEqualTo(evaluations);
    }

    /** Steihaug (1983) in plain loops; returns the products. */
    private static int steihaug(Walk walk, double[] x, double radius, double[] step) {
        double[] gradient = walk.gradient(x);
        double[] residual = Arrays.stream(gradient).map(g -> -g).toArray();
        double[] direction = residual.clone();
        double enough = 0.1 * Math.sqrt(Walk.dot(gradient, gradient));
        for (int products = 0; ; products++) {
            if (Math.sqrt(Walk.dot(residual, residual)) <= enough) {
                return products;
            }
            double[] product = walk.hessian(x, direction);
            double curvature = Walk.dot(direction, product);
            double t = Walk.dot(residual, residual) / curvature;
            double[] moved = Walk.plus(step, t, direction);
            boolean border = !(curvature > 0) || Math.sqrt(Walk.dot(moved, moved)) > radius;
            if (border) {
                t = toBorder(step, direction, radius);
                moved = Walk.plus(step, t, direction);
            }
            System.arraycopy(moved, 0, step, 0, step.length);
            if (border) {
                return products + 1;
            }
            double[] next = Walk.plus(residual, -t, product);
            double beta = Walk.dot(next, next) / Walk.dot(residual, residual);
            direction = Walk.plus(next, beta, direction);
            residual = next;
        }
    }

    /** By bisection: the t ≥ 0 with ‖s + t·d‖ = Δ. */
    private static double toBorder(double[] step, double[] direction, double radius) {
        double low = 0;
        double high = 1;
        while (length(Walk.plus(step, high, direction)) < radius) {
            high *= 2;
        }
        for (int n = 0; n < 200; n++) {
            double middle = 0.5 * (low + high);
            if (length(Walk.plus(step, middle, direction)) < radius) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double length(double[] v) {
        return Math.sqrt(Walk.dot(v, v));
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
