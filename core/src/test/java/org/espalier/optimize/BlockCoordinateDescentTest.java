package org.espalier.optimize;

import org.espalier.parallel.Workers;

class BlockCoordinateDescentTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new BlockCoordinateDescent(options, 1.5, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return false;
    }

    @Override
    boolean takesL1() {
        return true;
    }
}
