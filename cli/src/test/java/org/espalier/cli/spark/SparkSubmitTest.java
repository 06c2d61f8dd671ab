package org.espalier.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.cli.output.CommandFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSubmitTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsScripts() {
        assumeTrue(File.separatorChar == '/', "the program is a shell script");
    }

    private Path program(Path where) throws IOException {
        Files.createDirectories(where);
        Path program = where.resolve("spark-submit");
        Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$0.seen\"\nexit 7\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    @Test
    void sparkHomeComesBeforeThePath() throws Exception {
        Path home = program(folder.resolve("home").resolve("bin"));
        Path other = program(folder.resolve("other"));
        String path = folder.resolve("nothing") + File.pathSeparator + File.pathSeparator + other.getParent();

        assertThat(SparkSubmit.find(Map.of("PATH", path))).isEqualTo(other);
        assertThat(SparkSubmit.find(Map.of(
                        "PATH", path, "SPARK_HOME", folder.resolve("home").toString())))
                .isEqualTo(home);
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> SparkSubmit.find(Map.of("PATH", folder.toString())))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("SPARK_HOME is not set");
        assertThatThrownBy(() -> SparkSubmit.find(Map.of("SPARK_HOME", folder.toString())))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("no bin/spark-submit in it");
    }

    @Test
    void argumentsAndExitCodeArePassedOn() throws Exception {
        Path program = program(folder.resolve("bin"));

        int code =
                SparkSubmit.run(List.of("--conf", "a=b c", "line 1\nline 2"), Map.of("SPARK_HOME", folder.toString()));

        assertThat(code).isEqualTo(7);
        assertThat(Files.readString(Path.of(program + ".seen"))).isEqualTo("--conf\na=b c\nline 1\nline 2\n");
    }
}
