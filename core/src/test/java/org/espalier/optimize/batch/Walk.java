package org.espalier.optimize.batch;

import java.util.ArrayList;
import java.util.List;
import org.espalier.optimize.Function;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.TestFunctions;

/**
 * The way that a batch optimiser takes: its points, and what it tried in every iteration, for comparison with formulas.
 *
 * @param points x₀, x₁, … // [iterations + 1][n]
 * @param trials where the function was evaluated on the way from each point to the next // [iterations][…][n]
 * @param memories what the method remembers after each iteration // [iterations]
 */
public record Walk(
        Function function,
        Penalty penalty,
        List<double[]> points,
        List<List<double[]>> trials,
        List<Memory> memories,
        Result result) {

    static Walk of(BatchOptimizer optimizer, Function function, Penalty penalty, double[] start) {
        List<double[]> points = new ArrayList<>(List.of(start.clone()));
        List<List<double[]>> trials = new ArrayList<>();
        List<double[]> pending = new ArrayList<>();
        List<Memory> memories = new ArrayList<>();
        Function logged = new OptimizerContract.WithHessian(
                TestFunctions.of(start.length, (x, gradient) -> {
                    pending.add(x.clone());
                    return function.evaluate(x, gradient);
                }),
                function::timesHessian);
        Result result = optimizer.minimize(logged, penalty, start, progress -> {
            int begin = points.size() == 1 ? 1 : 0; // the start itself
            trials.add(new ArrayList<>(pending.subList(begin, pending.size())));
            pending.clear();
            points.add(progress.x().clone());
            memories.add(progress.snapshot().memory());
            return true;
        });
        return new Walk(function, penalty, points, trials, memories, result);
    }

    int iterations() {
        return trials.size();
    }

    /** The gradient of the penalised function at a point. */
    double[] gradient(double[] x) {
        double[] gradient = new double[x.length];
        function.evaluate(x, gradient);
        for (int i = 0; i < x.length; i++) {
            gradient[i] += penalty.l2() * x[i];
        }
        return gradient;
    }

    double value(double[] x) {
        return function.evaluate(x, new double[x.length]) + penalty.value(x);
    }

    /** (∇²f + λ₂I)·v at a point. */
    double[] hessian(double[] x, double[] v) {
        double[] product = new double[x.length];
        function.timesHessian(x, v, product);
        for (int i = 0; i < x.length; i++) {
            product[i] += penalty.l2() * v[i];
        }
        return product;
    }

    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** a + t·b. */
    public static double[] plus(double[] a, double t, double[] b) {
        double[] sum = a.clone();
        for (int i = 0; i < a.length; i++) {
            sum[i] += t * b[i];
        }
        return sum;
    }
}
