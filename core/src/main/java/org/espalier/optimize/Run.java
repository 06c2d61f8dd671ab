package org.espalier.optimize;

/** A run under way, as its monitor sees it. */
sealed interface Run permits DualRun, BatchRun, StochasticRun {

    Phase phase();

    int iteration();

    int evaluations();

    double value();

    double loss();

    double gradientNorm();

    double step();

    /** How far at most the value is above the minimum, or NaN when nobody knows. */
    default double gap() {
        return Double.NaN;
    }

    double[] x();

    OptimizerState snapshot();
}
