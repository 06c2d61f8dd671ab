package org.espalier.optimize;

/** A run under way, as its monitor sees it. */
sealed interface Run permits QuasiNewtonRun, DualRun, BatchRun {

    Phase phase();

    int iteration();

    int evaluations();

    double value();

    double loss();

    double gradientNorm();

    double step();

    double[] x();

    OptimizerState snapshot();
}
