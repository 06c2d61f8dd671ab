package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher for Unix gives to the JVM: a stand-in for Java writes its arguments. */
final class LauncherTest {
    private static final Path LAUNCHER = Path.of("src/main/distribution/bin/espalier");
    private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

    @TempDir
    Path folder;

    @BeforeEach
    void makeStandIn() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
        Path program = folder.resolve("java/bin/java");
        Files.createDirectories(program.getParent());
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/espalier.jar"), "");
        Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.createDirectories(folder.resolve("bin"));
        Files.copy(LAUNCHER, folder.resolve("bin/espalier"));
    }

    private List<String> arguments(String options, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("/bin/sh", folder.resolve("bin/espalier").toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
        builder.environment().put("ESPALIER_JAVA_OPTS", options);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** Column data of about so many bytes, whose tokens have the labels in turns. */
    private Path data(int bytes, int labels) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int k = 0; text.length() < bytes; k++) {
            text.append("flour L").append(k % labels).append(k % 9 == 8 ? "\n\n" : "\n");
        }
        return Files.writeString(folder.resolve("train-" + bytes + "-" + labels + ".txt"), text);
    }

    @Test
    void smallTrainingsGetTheFirstCompilerAlone() throws IOException {
        Path data = data(100_000, 30);

        List<String> given = arguments("", "train", "-q", "--threads", "2", "-o", folder.resolve("m.esp"), data);

        assertThat(given).contains(FIRST_COMPILER_ONLY, "-Despalier.kernels=scalar", "-Xms32m");
        assertThat(given).endsWith("train", "-q", "--threads", "2", "-o", folder + "/m.esp", data.toString());
        assertThat(arguments("-Xmx1g", "train", "-o", "m.esp", data))
                .contains(FIRST_COMPILER_ONLY, "-Xmx1g")
                .noneMatch(option -> option.startsWith("-Xms"));
    }

    @Test
    void largeDataAndManyLabelsGetBoth() throws IOException {
        assertThat(arguments("", "train", "-o", "m.esp", data(1_400_000, 7))).contains(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train", "-o", "m.esp", data(1_400_000, 8))).doesNotContain(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train", "-o", "m.esp", data(1_510_000, 1))).doesNotContain(FIRST_COMPILER_ONLY);
        Path half = data(700_000, 7);
        assertThat(arguments("", "train", "-o", "m.esp", half, half)).contains(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train", "-o", "m.esp", half, half, half)).doesNotContain(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train", "-o", "m.esp", data(50_000, 300))).doesNotContain(FIRST_COMPILER_ONLY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--template=t",
                "--algorithm=lbfgs",
                "--model=semi-crf",
                "--order=2",
                "--dev=d",
                "--l1=1",
                "-f=ner"
            })
    void optionsThatMayTakeLongGetBoth(String option) throws IOException {
        assertThat(arguments("", "train", option, "-o", "m.esp", data(10_000, 3)))
                .doesNotContain(FIRST_COMPILER_ONLY);
    }

    @Test
    void whatIsNoFileOrNoTrainingGetsBoth() throws IOException {
        Path data = data(10_000, 3);

        assertThat(arguments("", "train", "-o", "m.esp", "-")).doesNotContain(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train", "-o", "m.esp", folder)).doesNotContain(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train", "-o")).doesNotContain(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "train")).doesNotContain(FIRST_COMPILER_ONLY);
        assertThat(arguments("", "tag", "-m", "m.esp", data)).doesNotContain(FIRST_COMPILER_ONLY);
    }

    @Test
    void aUsersOwnChoiceCounts() throws IOException {
        Path data = data(10_000, 3);

        assertThat(arguments("-Despalier.kernels=vector", "train", "-o", "m.esp", data))
                .doesNotContain(FIRST_COMPILER_ONLY, "-Despalier.kernels=scalar");
        assertThat(arguments("-XX:-TieredCompilation", "train", "-o", "m.esp", data))
                .doesNotContain(FIRST_COMPILER_ONLY);
    }
}
