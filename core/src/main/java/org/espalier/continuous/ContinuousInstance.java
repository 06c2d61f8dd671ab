package org.espalier.continuous;

import java.util.Arrays;

/**
 * A sequence for training: its graph, what the regressors say, and its values.
 *
 * <p>The loss is −log p(known values) = log ∫ exp(−E) over all values − log ∫ exp(−E) over the unknown ones.
 */
final class ContinuousInstance {
    private final double[][] regressors; // [K][positions]
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
        this.regressors = regressors;
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

    /** The predicted means after {@link #loss}. */
    double[] mean() {
        return all.mean();
    }

    /** Their variances. */
    double[] variance() {
        return all.variance();
    }
}
