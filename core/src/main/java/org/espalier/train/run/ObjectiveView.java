package org.espalier.train.run;

import org.espalier.optimize.Function;

/** An objective as some algorithms want to see it; what they do not see in another way is the objective's own. */
interface ObjectiveView extends Function {

    Function objective();

    @Override
    default int dimension() {
        return objective().dimension();
    }

    @Override
    default boolean isConvex() {
        return objective().isConvex();
    }

    @Override
    default double evaluate(double[] x, double[] gradient) {
        return objective().evaluate(x, gradient);
    }

    @Override
    default boolean hasHessian() {
        return objective().hasHessian();
    }

    @Override
    default void timesHessian(double[] x, double[] direction, double[] into) {
        objective().timesHessian(x, direction, into);
    }
}
