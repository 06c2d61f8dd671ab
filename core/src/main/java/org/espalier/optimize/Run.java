package org.espalier.optimize;

/** A run under way: what its {@link Progress} asks. Those who write optimisers implement it. */
public interface Run {

    /** What the optimiser is doing. */
    Phase phase();

    /** The iterations done. */
    int iteration();

    /** The function's evaluations so far. */
    int evaluations();

    /** The penalised function. */
    double value();

    /** The function without its penalty. */
    double loss();

    /** The 2-norm of the (pseudo-)gradient, or NaN when it is not computed. */
    double gradientNorm();

    /** The step length or the rate, or NaN when there is none. */
    double step();

    /** How far at most the value is above the minimum, or NaN when nobody knows. */
    default double gap() {
        return Double.NaN;
    }

    /** The point itself, not a copy. */
    double[] x();

    /** All that is needed to go on from here. */
    OptimizerState snapshot();
}
