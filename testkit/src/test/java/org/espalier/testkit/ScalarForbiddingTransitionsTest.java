package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarForbiddingTransitionsTest extends ForbiddingTransitionsContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
