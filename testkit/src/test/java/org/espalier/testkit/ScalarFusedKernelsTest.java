package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarFusedKernelsTest extends FusedKernelsContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
