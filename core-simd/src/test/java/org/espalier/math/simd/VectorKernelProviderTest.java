package org.espalier.math.simd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.math.Kernels;
import org.junit.jupiter.api.Test;

/** The choice of kernels at start, each in a Java virtual machine of its own, because it is made once. */
class VectorKernelProviderTest {

    /** Prints the name of the kernels that were chosen. */
    static final class Chosen {
        private Chosen() {}

        public static void main(String[] arguments) {
            System.out.println("chosen: " + Kernels.best().name());
        }
    }

    private static String run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Chosen.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void vectorsAreChosenWhenTheModuleIsThere() throws IOException, InterruptedException {
        assertThat(run("--add-modules", "jdk.incubator.vector")).contains("chosen: vector");
    }

    @Test
    void vectorsAreLoadedWithoutAWarningWhenThePackageThatLoadsModulesIsExported()
            throws IOException, InterruptedException {
        assertThat(run("--add-exports", "java.base/jdk.internal.module=ALL-UNNAMED"))
                .isEqualToIgnoringNewLines("chosen: vector");
    }

    @Test
    void withoutTheModuleNothingBreaks() throws IOException, InterruptedException {
        assertThat(run()).contains("chosen: scalar");
    }

    @Test
    void theUserMaySwitchThemOff() throws IOException, InterruptedException {
        assertThat(run("--add-modules", "jdk.incubator.vector", "-Despalier.kernels=scalar"))
                .contains("chosen: scalar");
    }
}
