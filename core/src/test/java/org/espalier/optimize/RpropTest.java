package org.espalier.optimize;

import org.espalier.parallel.Workers;

class RpropTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new Rprop(options, RpropOptions.DEFAULTS, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return true;
    }

    @Override
    boolean takesL1() {
        return true;
    }
}
