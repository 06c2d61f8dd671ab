package org.espalier.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.benchmarks.MeasuredProcess.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class MeasuredProcessTest {
    @TempDir
    Path folder;

    @Test
    void keepsTheOutputAndCountsTheProcessorTimeOfTheCommand() {
        Path log = folder.resolve("log");
        String work = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo $greeting";
        Measurement measured = MeasuredProcess.run(List.of("sh", "-c", work), Map.of("greeting", "done it"), log);
        assertThat(folder.resolve("log.out")).hasContent("done it\n");
        assertThat(measured.cpuSeconds()).isPositive();
        assertThat(measured.wallSeconds()).isPositive();
    }

    @Test
    void namesTheCommandThatFailsAndItsLastWord() {
        List<String> command = List.of("sh", "-c", "echo first >&2; echo no such thing >&2; exit 3");
        assertThatThrownBy(() -> MeasuredProcess.run(command, Map.of(), folder.resolve("log")))
                .isInstanceOf(BenchmarkFailure.class)
                .hasMessageContaining("code 3")
                .hasMessageContaining("no such thing");
    }
}
