package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarSegmentInferenceTest extends SegmentInferenceContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
