package org.espalier.continuous;

import java.util.Arrays;
import java.util.List;
import org.espalier.math.Exponential;
import org.espalier.parallel.ParallelSum;
import org.espalier.train.run.TrainingProblem;

/**
 * The negative log-likelihood of a continuous CRF, as a function of log α and log β.
 *
 * <p>α and β must be positive, and logarithms make every point allowed, so any optimiser can minimise it. With all values known the loss
 * is convex in (α, β); in the logarithms it is not, but a point where its gradient is 0 is the minimum all the same, because the
 * gradient by log α is α times the gradient by α. Shards are sequences.
 */
final class ContinuousObjective implements TrainingProblem.Opened {
    /** e⁴⁰ and e⁻⁴⁰ are as good as ∞ and 0 where values have deviation 1; beyond them nothing is evaluated. */
    private static final double LARGEST_LOG = 40;

    private final List<ContinuousInstance> instances;
    private final int regressors;
    private final int kinds;
    private final ParallelSum sum;

    ContinuousObjective(List<ContinuousInstance> instances, int regressors, int kinds, ParallelSum sum) {
        this.instances = List.copyOf(instances);
        this.regressors = regressors;
        this.kinds = kinds;
        this.sum = sum;
    }

    @Override
    public int dimension() {
        return regressors + kinds;
    }

    @Override
    public boolean isConvex() {
        return false;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        for (double log : x) {
            if (!(Math.abs(log) <= LARGEST_LOG)) {
                return Double.NaN;
            }
        }
        double[] weights = weights(x);
        double[] alpha = Arrays.copyOf(weights, regressors);
        double[] beta = Arrays.copyOfRange(weights, regressors, weights.length);
        Arrays.fill(gradient, 0);
        double loss = sum.add(
                instances.size(),
                weights,
                0,
                gradient,
                (number, at, worker, share) -> instances.get(number).loss(alpha, beta, share));
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] *= weights[i];
        }
        return loss;
    }

    /** exp of every coordinate: α, then β. */
    static double[] weights(double[] x) {
        double[] weights = new double[x.length];
        Arrays.setAll(weights, i -> Exponential.of(x[i]));
        return weights;
    }
}
