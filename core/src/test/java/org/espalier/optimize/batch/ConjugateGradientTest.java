package org.espalier.optimize.batch;

import org.espalier.optimize.Optimizer;
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
