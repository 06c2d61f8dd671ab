package org.espalier.inference.spanning;

import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * Plain double numbers.
 *
 * <p>What is smaller than 10⁻³⁰⁸ becomes 0. Columns are scaled so that their largest number is 1; then the error that this makes in
 * any conditional probability is at most n² · 10⁻³⁰⁸ / τ³, where τ is the smallest number that others are divided by. So
 * τ ≥ {@value #SMALLEST} is enough for more digits than a double has, and if it is smaller {@link WideNumbers} take over.
 */
final class PlainNumbers extends Numbers {
    private static final double SMALLEST = 1e-90;

    private double[] values = {};

    @Override
    void reserve(int size) {
        values = Workspace.grown(values, size);
    }

    @Override
    void setExponential(int at, double logarithm) {
        values[at] = Exponential.of(logarithm);
    }

    @Override
    void setZero(int at) {
        values[at] = 0;
    }

    @Override
    void setOne(int at) {
        values[at] = 1;
    }

    @Override
    boolean isZero(int at) {
        return values[at] == 0;
    }

    @Override
    void copy(int from, int to) {
        values[to] = values[from];
    }

    @Override
    void sum(int from, int count, int to) {
        double sum = 0;
        for (int k = from; k < from + count; k++) {
            sum += values[k];
        }
        values[to] = sum;
    }

    @Override
    void divide(int from, int count, int by) {
        double divisor = values[by];
        for (int k = from; k < from + count; k++) {
            values[k] /= divisor;
        }
    }

    @Override
    void addScaled(int target, int source, int factor, int count) {
        double[] v = values;
        double f = v[factor];
        for (int h = 0; h < count; h++) {
            v[target + h] += f * v[source + h];
        }
    }

    @Override
    void dot(int a, int b, int count, int to) {
        double[] v = values;
        double sum = 0;
        for (int h = 0; h < count; h++) {
            sum += v[a + h] * v[b + h];
        }
        v[to] = sum;
    }

    @Override
    double logarithm(int at) {
        return Logarithm.of(values[at]);
    }

    @Override
    double ratio(int a, int b, int c) {
        return values[a] * values[b] / values[c];
    }

    @Override
    boolean isTooSmall(int at) {
        return !(values[at] >= SMALLEST);
    }
}
