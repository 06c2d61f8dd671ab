package org.espalier.train.run;

import org.espalier.optimize.Function;

/**
 * An objective whose curvature is not estimated: the estimate takes the gradient of a part for a probability minus 0 or 1, which nobody says
 * of a loss of the user's own.
 */
record WithoutDiagonal(Function objective) implements Function {

    @Override
    public int dimension() {
        return objective.dimension();
    }

    @Override
    public boolean isConvex() {
        return objective.isConvex();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        return objective.evaluate(x, gradient);
    }

    @Override
    public boolean hasHessian() {
        return objective.hasHessian();
    }

    @Override
    public void timesHessian(double[] x, double[] direction, double[] into) {
        objective.timesHessian(x, direction, into);
    }
}
