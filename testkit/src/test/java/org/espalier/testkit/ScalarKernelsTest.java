package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarKernelsTest extends KernelsContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
