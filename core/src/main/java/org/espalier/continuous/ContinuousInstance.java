package org.espalier.continuous;

import java.util.Arrays;
import java.util.function.DoubleConsumer;

/**
 * A sequence for training: its graph, what the regressors say, and its values.
 *
 * <p>The loss is −log p(known values) = log ∫ exp(−E) over all values − log ∫ exp(−E) over the unknown ones.
 */
final class ContinuousInstance {
    private final NeighbourGraph graph;
    private final double[][] regressors; // [K][positions]
    private final double[] values; // [positions]
    private final double weight;
    private final GaussianSum all;
    private final GaussianSum allowed;

    /**
     * An instance.
     *
     * @param regressors NaN where one says nothing // [K][positions]
     * @param values NaN where they are not known // [positions]
     * @param weight how much it counts
     */
    ContinuousInstance(NeighbourGraph graph, double[][] regressors, double[] values, double weight) {
        this.graph = graph;
        this.regressors = regressors;
        this.values = values;
        this.weight = weight;
        double[] unknown = new double[values.length];
        Arrays.fill(unknown, Double.NaN);
        this.all = new GaussianSum(graph, unknown);
        this.allowed = new GaussianSum(graph, values);
    }

    /**
     * The loss times the weight; its derivatives by α and β are added.
     *
     * @param gradient // [K + kinds]
     * @return NaN where the system is singular
     */
    double loss(double[] alpha, double[] beta, double[] gradient) {
        int size = alpha.length + beta.length;
        double[] expected = new double[size];
        double[] found = new double[size];
        double loss = all.logSum(regressors, alpha, beta, expected) - allowed.logSum(regressors, alpha, beta, found);
        for (int i = 0; i < size; i++) {
            gradient[i] += weight * (found[i] - expected[i]);
        }
        return weight * loss;
    }

    /** Whether something is said of every value; if not, the system is singular. */
    boolean isDetermined() {
        return all.isDetermined(regressors);
    }

    /** Adds (value − mean) / deviation of every known value, predicted from the regressors and the neighbours' predictions. */
    void addResiduals(double[] alpha, double[] beta, DoubleConsumer residuals) {
        all.logSum(regressors, alpha, beta, new double[alpha.length + beta.length]);
        for (int t = 0; t < values.length; t++) {
            if (!Double.isNaN(values[t])) {
                residuals.accept((values[t] - all.mean()[t]) / Math.sqrt(all.variance()[t]));
            }
        }
    }

    /** The same where every other known value is hidden, and the rest helps to predict it; in two turns. */
    void addResidualsOfGaps(double[] alpha, double[] beta, DoubleConsumer residuals) {
        for (int turn = 0; turn < 2; turn++) {
            double[] known = Gaps.hide(values, 2, turn);
            GaussianSum sum = new GaussianSum(graph, known);
            sum.logSum(regressors, alpha, beta, new double[alpha.length + beta.length]);
            for (int t = 0; t < values.length; t++) {
                if (Double.isNaN(known[t]) && !Double.isNaN(values[t])) {
                    residuals.accept((values[t] - sum.mean()[t]) / Math.sqrt(sum.variance()[t]));
                }
            }
        }
    }
}
