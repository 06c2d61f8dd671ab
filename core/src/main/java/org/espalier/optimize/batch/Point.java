package org.espalier.optimize.batch;

import org.espalier.optimize.Function;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;
import org.jspecify.annotations.Nullable;

/** A point with what is known there; two of them change places as the optimiser moves. */
final class Point {
    double[] x; // [n]
    double[] gradient; // [n], of the loss and the smooth penalty
    double loss;
    double value; // loss + penalty
    private boolean shared;

    private Point(double[] x, double[] gradient) {
        this.x = x;
        this.gradient = gradient;
    }

    static Point of(double[] x, double[] gradient) {
        return new Point(x, gradient);
    }

    /** Where a run was; the arrays stay the state's. */
    static Point of(OptimizerState state) {
        Point point = new Point(state.x(), state.gradient());
        point.loss = state.loss();
        point.value = state.value();
        point.share();
        return point;
    }

    static Point ofDimension(int dimension) {
        return new Point(new double[dimension], new double[dimension]);
    }

    /** Evaluates the function, and the diagonal of its Hessian if there is an array for it. */
    void evaluate(Function function, Penalty penalty, Vectors vectors, double @Nullable [] diagonal) {
        complete(
                diagonal == null ? function.evaluate(x, gradient) : function.evaluate(x, gradient, diagonal),
                penalty,
                vectors);
    }

    /** Adds the penalty to a loss whose gradient stands here. */
    void complete(double lossHere, Penalty penalty, Vectors vectors) {
        loss = lossHere;
        value = loss + penalty.value(x, vectors);
        penalty.addSmoothGradient(x, gradient, vectors);
    }

    /** Somebody else holds the arrays from now on, so they must not be written again. */
    void share() {
        shared = true;
    }

    /** Makes the arrays writable; what stands in them is lost when they are shared. */
    void recycle() {
        if (shared) {
            x = new double[x.length];
            gradient = new double[gradient.length];
            shared = false;
        }
    }
}
