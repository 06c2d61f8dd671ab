package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarInferenceTest extends InferenceContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
