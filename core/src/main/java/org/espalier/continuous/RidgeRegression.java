package org.espalier.continuous;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.parallel.Workers;

/**
 * Ridge regression by its normal equations: w = (XᵀX + λI)⁻¹ Xᵀy, the minimum of Σ (y − x·w)² + λ‖w‖².
 *
 * <p>The positions with known values are cut into folds of consecutive ones. XᵀX without a fold is the sum less the fold's own, so
 * predictions of every fold by a regression that has not seen it cost one factorisation of F × F numbers per fold and λ. Blocks of
 * consecutive positions, not random ones: a position is predicted too well by its neighbours. O(n a² + folds · F³) for a attributes per
 * position and F in all.
 */
final class RidgeRegression {
    /** So many attributes have products of 36 MB per fold. */
    static final int MOST_ATTRIBUTES = 3_000;

    private final int attributes;
    private final List<EncodedSequence> data;
    private final List<double[]> values;
    private final List<int[]> folds; // [sequences][positions]: the fold of a position, −1 where the value is not known
    private final double[][] products; // [folds][F (F + 1) / 2]: the lower triangle of XᵀX
    private final double[][] moments; // [folds][F]: Xᵀy

    /**
     * Adds up the products.
     *
     * @param values NaN where they are not known // [sequences][positions]
     * @param folds how many
     */
    RidgeRegression(int attributes, List<EncodedSequence> data, List<double[]> values, int folds, Workers workers) {
        this.attributes = attributes;
        this.data = data;
        this.values = values;
        this.folds = folds(values, folds);
        this.products = new double[folds][attributes * (attributes + 1) / 2];
        this.moments = new double[folds][attributes];
        workers.run(folds, (fold, worker) -> addUp(fold));
    }

    /** Consecutive known values are in one fold, as many in each as possible. */
    private static List<int[]> folds(List<double[]> values, int count) {
        long known = 0;
        for (double[] sequence : values) {
            known += Arrays.stream(sequence)
                    .filter(value -> !Double.isNaN(value))
                    .count();
        }
        List<int[]> folds = new ArrayList<>();
        long met = 0;
        for (double[] sequence : values) {
            int[] numbers = new int[sequence.length];
            for (int t = 0; t < numbers.length; t++) {
                numbers[t] = Double.isNaN(sequence[t]) ? -1 : (int) (met++ * count / known);
            }
            folds.add(numbers);
        }
        return folds;
    }

    private void addUp(int fold) {
        double[] matrix = products[fold];
        for (int s = 0; s < data.size(); s++) {
            EncodedSequence encoded = data.get(s);
            for (int t = 0; t < encoded.length(); t++) {
                if (folds.get(s)[t] != fold) {
                    continue;
                }
                for (int p = encoded.begin(t); p < encoded.begin(t + 1); p++) {
                    int a = encoded.attribute(p);
                    double value = encoded.value(p);
                    moments[fold][a] += value * values.get(s)[t];
                    for (int q = encoded.begin(t); q < encoded.begin(t + 1); q++) {
                        int b = encoded.attribute(q);
                        if (b <= a) {
                            matrix[a * (a + 1) / 2 + b] += value * encoded.value(q);
                        }
                    }
                }
            }
        }
    }

    /** The weights of all folds but one, or of all with −1. */
    double[] weights(double ridge, int without) {
        double[] matrix = new double[attributes * (attributes + 1) / 2];
        double[] right = new double[attributes];
        for (int fold = 0; fold < products.length; fold++) {
            if (fold != without) {
                for (int i = 0; i < matrix.length; i++) {
                    matrix[i] += products[fold][i];
                }
                for (int a = 0; a < attributes; a++) {
                    right[a] += moments[fold][a];
                }
            }
        }
        for (int a = 0; a < attributes; a++) {
            matrix[a * (a + 1) / 2 + a] += ridge;
        }
        BandedCholesky cholesky = BandedCholesky.full(attributes);
        if (!cholesky.factor(matrix)) {
            throw new ArithmeticException("the normal equations of the ridge regression are singular with a penalty of "
                    + ridge + "; columns that are sums of others need a larger one");
        }
        cholesky.solve(right);
        return right;
    }

    /** What every position is predicted to be by the folds that it is not in; by all folds where its value is not known. */
    List<double[]> crossFitted(double ridge, Workers workers) {
        double[][] weights = new double[products.length + 1][];
        workers.run(
                weights.length, (fold, worker) -> weights[fold] = weights(ridge, fold == products.length ? -1 : fold));
        List<double[]> all = new ArrayList<>();
        for (int s = 0; s < data.size(); s++) {
            double[] predicted = new double[data.get(s).length()];
            for (int t = 0; t < predicted.length; t++) {
                int fold = folds.get(s)[t];
                predicted[t] = predict(weights[fold < 0 ? products.length : fold], data.get(s), t);
            }
            all.add(predicted);
        }
        return all;
    }

    /** Σ (y − predicted)² over the known values. */
    double squaredError(List<double[]> predicted) {
        double sum = 0;
        for (int s = 0; s < data.size(); s++) {
            for (int t = 0; t < predicted.get(s).length; t++) {
                double difference = values.get(s)[t] - predicted.get(s)[t];
                sum += Double.isNaN(difference) ? 0 : difference * difference;
            }
        }
        return sum;
    }

    /** x·w of a position. */
    static double predict(double[] weights, EncodedSequence encoded, int position) {
        double sum = 0;
        for (int p = encoded.begin(position); p < encoded.begin(position + 1); p++) {
            sum += weights[encoded.attribute(p)] * encoded.value(p);
        }
        return sum;
    }

    /** x·w of every position. */
    static double[] predict(double[] weights, EncodedSequence encoded) {
        double[] predicted = new double[encoded.length()];
        Arrays.setAll(predicted, t -> predict(weights, encoded, t));
        return predicted;
    }
}
