package org.espalier.kernel;

import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * p(+ | f) = 1 / (1 + exp(A f + B)), fitted to decision values f by maximum likelihood with Platt's smoothed targets
 * (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2), by Newton's method with a line search, in the form that neither overflows nor cancels
 * (Lin, Lin &amp; Weng 2007).
 *
 * @param slope A, usually negative
 * @param offset B
 */
record PlattScaling(double slope, double offset) {
    private static final int MAX_ITERATIONS = 100;
    private static final double SMALLEST_STEP = 1e-10;
    private static final double RIDGE = 1e-12;
    private static final double TOLERANCE = 1e-5;
    private static final double SUFFICIENT = 1e-4;

    /** p(+ | f). */
    double probability(double decision) {
        return sigmoid(-(slope * decision + offset));
    }

    private static double sigmoid(double z) {
        return z >= 0 ? 1 / (1 + Exponential.of(-z)) : Exponential.of(z) / (1 + Exponential.of(z));
    }

    /**
     * Fits A and B.
     *
     * @param decisions decision values of points that the machine was not trained with // [n]
     * @param positive which of them are of the positive label // [n]
     * @param weights how much each counts // [n]
     */
    static PlattScaling fit(double[] decisions, boolean[] positive, double[] weights) {
        double positives = 0;
        double negatives = 0;
        for (int i = 0; i < decisions.length; i++) {
            positives += positive[i] ? weights[i] : 0;
            negatives += positive[i] ? 0 : weights[i];
        }
        double[] targets = new double[decisions.length];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = positive[i] ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
        }
        double[] start = {0, Logarithm.of((negatives + 1) / (positives + 1))};
        return new Fit(decisions, targets, weights).run(start);
    }

    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Fit(double[] decisions, double[] targets, double[] weights) {

        PlattScaling run(double[] start) {
            double a = start[0];
            double b = start[1];
            double value = value(a, b);
            for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
                double[] d = derivatives(a, b);
                if (Math.abs(d[0]) < TOLERANCE && Math.abs(d[1]) < TOLERANCE) {
                    break;
                }
                double determinant = d[2] * d[4] - d[3] * d[3];
                double stepA = -(d[4] * d[0] - d[3] * d[1]) / determinant;
                double stepB = -(d[2] * d[1] - d[3] * d[0]) / determinant;
                double slope = d[0] * stepA + d[1] * stepB;
                double length = 1;
                double next = value(a + stepA, b + stepB);
                while (!(next < value + SUFFICIENT * length * slope) && length >= SMALLEST_STEP) {
                    length /= 2;
                    next = value(a + length * stepA, b + length * stepB);
                }
                if (length < SMALLEST_STEP) {
                    break;
                }
                a += length * stepA;
                b += length * stepB;
                value = next;
            }
            return new PlattScaling(a, b);
        }

        /** Σ w (t z + log(1 + exp(−z))) with z = A f + B. */
        private double value(double a, double b) {
            double sum = 0;
            for (int i = 0; i < decisions.length; i++) {
                double z = a * decisions[i] + b;
                sum += weights[i]
                        * (z >= 0
                                ? targets[i] * z + Logarithm.of(1 + Exponential.of(-z))
                                : (targets[i] - 1) * z + Logarithm.of(1 + Exponential.of(z)));
            }
            return sum;
        }

        /** ∂A, ∂B, ∂AA, ∂AB, ∂BB. */
        private double[] derivatives(double a, double b) {
            double[] d = {0, 0, RIDGE, 0, RIDGE};
            for (int i = 0; i < decisions.length; i++) {
                double f = decisions[i];
                double p = sigmoid(-(a * f + b));
                double first = weights[i] * (targets[i] - p);
                double second = weights[i] * p * (1 - p);
                d[0] += f * first;
                d[1] += first;
                d[2] += f * f * second;
                d[3] += f * second;
                d[4] += second;
            }
            return d;
        }
    }
}
