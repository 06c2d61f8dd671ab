package org.espalier.math.simd;

import org.espalier.math.KernelProvider;
import org.espalier.math.Kernels;
import org.jspecify.annotations.Nullable;

/** Offers {@link VectorKernels} when the module {@code jdk.incubator.vector} is there and vectors hold more than one number. */
public final class VectorKernelProvider implements KernelProvider {

    /** For the service loader. */
    public VectorKernelProvider() {}

    @Override
    public @Nullable Kernels kernels() {
        // Asked first, because the class below cannot be linked without the module.
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            return null;
        }
        return VectorKernels.orNull();
    }
}
