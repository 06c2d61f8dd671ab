package org.espalier.math.simd;

import static java.util.Objects.requireNonNull;

import org.espalier.math.Kernels;
import org.espalier.testkit.FusedKernelsContract;

class VectorFusedKernelsTest extends FusedKernelsContract {

    @Override
    protected Kernels kernels() {
        return requireNonNull(VectorKernels.orNull(), "vectors of more than one number");
    }
}
