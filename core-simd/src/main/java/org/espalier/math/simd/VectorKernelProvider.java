package org.espalier.math.simd;

import org.espalier.math.KernelProvider;
import org.espalier.math.Kernels;
import org.espalier.math.MatrixKernels;
import org.jspecify.annotations.Nullable;

/**
 * Offers {@link VectorKernels} when the module {@code jdk.incubator.vector} is there and the processor can run them well.
 *
 * <p>The module is there when Java was started with {@code --add-modules jdk.incubator.vector}, which prints a warning, or
 * when the package {@code jdk.internal.module} is exported (by {@code --add-exports} or by {@code Add-Exports} in the
 * manifest of the program's JAR): then it is loaded here, at first use, and without a warning.
 */
public final class VectorKernelProvider implements KernelProvider {
    private static final String MODULE = "jdk.incubator.vector";

    /** For the service loader. */
    public VectorKernelProvider() {}

    @Override
    public @Nullable Kernels kernels() {
        return isThere() ? VectorKernels.orNull() : null;
    }

    @Override
    public @Nullable MatrixKernels matrixKernels() {
        return isThere() ? VectorMatrixKernels.orNull() : null;
    }

    /** Asked first, because the kernels cannot be linked without the module. */
    private static boolean isThere() {
        return ModuleLayer.boot().findModule(MODULE).isPresent() || load();
    }

    /** Loads the module if this Java virtual machine allows it. */
    private static boolean load() {
        try {
            Class.forName("jdk.internal.module.Modules")
                    .getMethod("loadModule", String.class)
                    .invoke(null, MODULE);
            return true;
        } catch (ReflectiveOperationException | RuntimeException notAllowed) {
            return false; // the plain kernels are always there
        }
    }
}
