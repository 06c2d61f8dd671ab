package org.espalier.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.cli.Program;
import org.junit.jupiter.api.Test;

final class VersionTest {

    @Test
    void versionIsTheOneOfTheBuild() {
        Program.Outcome outcome = Program.run("--version");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out().lines().toList().get(0)).matches("espalier \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(outcome.out())
                .contains("Java " + System.getProperty("java.version"))
                .contains("kernels: ");
    }
}
