package org.espalier.math.simd;

import static java.util.Objects.requireNonNull;

import org.espalier.math.Kernels;
import org.espalier.testkit.SegmentInferenceContract;

class VectorSegmentInferenceTest extends SegmentInferenceContract {

    @Override
    protected Kernels kernels() {
        return requireNonNull(VectorKernels.orNull(), "vectors of more than one number");
    }
}
