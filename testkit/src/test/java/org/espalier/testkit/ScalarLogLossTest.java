package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarLogLossTest extends LogLossContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
