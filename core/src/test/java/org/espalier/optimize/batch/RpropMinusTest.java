package org.espalier.optimize.batch;

import org.espalier.optimize.Optimizer;
import org.espalier.parallel.Workers;

class RpropMinusTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new Rprop(options, RpropOptions.DEFAULTS.withBacktracking(false), workers);
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
