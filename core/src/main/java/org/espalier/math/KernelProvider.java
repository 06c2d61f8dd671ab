package org.espalier.math;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Offers kernels that need more than plain Java, such as the incubating Vector API; found by {@link ServiceLoader}.
 *
 * <p>The system property {@code espalier.kernels=scalar} switches all providers off.
 */
public interface KernelProvider {

    /** The kernels, or null when this Java virtual machine cannot run them. */
    @Nullable
    Kernels kernels();

    /** The kernels of networks, or null when this Java virtual machine cannot run them, or there are none. */
    default @Nullable MatrixKernels matrixKernels() {
        return null;
    }

    /** Holds the choice made at first use. */
    final class Chosen {
        static final Kernels KERNELS = choose(System.getProperty("espalier.kernels", ""));

        private Chosen() {}

        private static Kernels choose(String wanted) {
            if (!wanted.equals("scalar")) {
                for (KernelProvider provider :
                        ServiceLoader.load(KernelProvider.class, Kernels.class.getClassLoader())) {
                    Kernels kernels = provider.kernels();
                    if (kernels != null && (wanted.isEmpty() || wanted.equals(kernels.name()))) {
                        return kernels;
                    }
                }
            }
            return Kernels.scalar();
        }
    }

    /** Holds the choice of those of networks, made at first use: programs without a network need not wait for it. */
    final class ChosenMatrices {
        static final MatrixKernels KERNELS = choose(System.getProperty("espalier.kernels", ""));

        private ChosenMatrices() {}

        private static MatrixKernels choose(String wanted) {
            if (!wanted.equals("scalar")) {
                for (KernelProvider provider :
                        ServiceLoader.load(KernelProvider.class, Kernels.class.getClassLoader())) {
                    MatrixKernels kernels = provider.matrixKernels();
                    if (kernels != null && (wanted.isEmpty() || wanted.equals(kernels.name()))) {
                        return kernels;
                    }
                }
            }
            return MatrixKernels.scalar();
        }
    }
}
