package org.espalier.optimize.batch;

import org.espalier.optimize.Optimizer;
import org.espalier.parallel.Workers;

class ImprovedScalingTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new IterativeScaling(options, IterativeScaling.Variant.IMPROVED, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return false;
    }

    @Override
    boolean takesL1() {
        return false;
    }
}
