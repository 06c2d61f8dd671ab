package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class VersionTest {

    @Test
    void versionIsTheOneOfTheBuild() {
        StringWriter output = new StringWriter();

        int exitCode =
                new CommandLine(new Main()).setOut(new PrintWriter(output)).execute("--version");

        assertThat(exitCode).isZero();
        assertThat(output.toString().strip()).matches("espalier \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }
}
