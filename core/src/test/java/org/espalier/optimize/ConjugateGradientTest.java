package org.espalier.optimize;

import org.espalier.parallel.Workers;

class ConjugateGradientTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new ConjugateGradient(options, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return true;
    }

    @Override
    boolean takesL1() {
        return false;
    }
}
