package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What signals do to a training run in a process of its own. Nothing here depends on how fast it is. */
final class ProcessTest {
    @TempDir
    Path folder;

    /** Labels by chance: with hardly a penalty, the optimiser has very long to go. */
    private Path noise() {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < 1500; n++) {
            for (int t = 0; t < 6; t++) {
                text.append("w")
                        .append(random.nextInt(60))
                        .append(" L")
                        .append(random.nextInt(6))
                        .append('\n');
            }
            text.append('\n');
        }
        return SmallData.write(folder, "noise.txt", text.toString());
    }

    private static List<String> command(Object... arguments) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                "org.espalier.cli.Main"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    private Process start(Object... arguments) throws IOException {
        return new ProcessBuilder(command(arguments))
                .redirectOutput(folder.resolve("out.txt").toFile())
                .start();
    }

    /** Reads standard error until a line begins with this text. */
    private static void await(BufferedReader error, String begin) throws IOException {
        for (String line = error.readLine(); line != null; line = error.readLine()) {
            if (line.strip().startsWith(begin)) {
                return;
            }
        }
    }

    private static BufferedReader error(Process process) {
        return new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    @Test
    void terminationSavesTheModelAndTheReport() throws Exception {
        assumeTrue(File.separatorChar == '/', "signals are a matter of Unix");
        Path model = folder.resolve("model.esp");
        Path report = folder.resolve("report.json");
        Path data = noise();
        Process process = start(
                "train",
                "--features",
                "words(-2..2),pairs(word)",
                "--l2",
                "1e-7",
                "--tolerance",
                0,
                "--gradient-tolerance",
                0,
                "--max-iterations",
                1_000_000,
                "--report",
                report,
                "-o",
                model,
                data);
        String rest;
        try (BufferedReader error = error(process)) {
            await(error, "2 ");
            process.toHandle().destroy(); // Process.destroy would close the stream that is read here
            rest = String.join("\n", error.lines().toList());
        }

        assertThat(process.waitFor()).as(rest).isEqualTo(143);
        assertThat(rest).contains("stopping after this iteration", "interrupted after iteration", model.toString());
        assertThat(Model.load(model).labels().size()).isEqualTo(6);
        Map<?, ?> figures = (Map<?, ?>) Json.parse(Files.readString(report));
        assertThat(figures.get("stopReason")).isEqualTo("STOPPED");
        assertThat(figures.get("interrupted")).isEqualTo(true);
        assertThat((Long) figures.get("iterations")).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aKilledRunThatIsResumedEndsWithTheSameBits() throws Exception {
        Path data = noise();
        Path whole = folder.resolve("whole.esp");
        Path killed = folder.resolve("killed.esp");
        Path checkpoint = folder.resolve("run.check");
        Object[] options = {
            "train", "--features", "words(-1..1)", "--l2", "1e-4", "--tolerance", 0, "--max-iterations", 60
        };
        Process process = start(with(options, "--checkpoint", checkpoint, "--checkpoint-every", 1, "-o", killed, data));
        try (BufferedReader error = error(process)) {
            await(error, "5 ");
            process.destroyForcibly();
            process.waitFor();
        }

        Program.Outcome resumed =
                Program.run(with(options, "--threads", 3, "--checkpoint", checkpoint, "--resume", "-o", killed, data));
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("continuing from the checkpoint");
        assertThat(Program.run(with(options, "--threads", 1, "-o", whole, data)).code())
                .isZero();

        assertThat(killed).hasSameBinaryContentAs(whole);
    }

    @Test
    void aSignalWhileDataAreReadSaysThatThereIsNothingToSave() throws Exception {
        assumeTrue(File.separatorChar == '/', "signals are a matter of Unix");
        Path model = folder.resolve("model.esp");
        for (List<Object> arguments : List.<List<Object>>of(
                List.of("train", "-o", model, "-"),
                List.of("train", "--model", "hmm", "-o", model, "-"),
                List.of("tune", "--parameter", "l2=1,2", "-o", model, "-"))) {
            Process process = start(arguments.toArray());
            OutputStream input = process.getOutputStream();
            byte[] some = "w1 L1\nw2 L2\n\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
            for (int sent = 0; sent < 1 << 18; sent += some.length) {
                input.write(some); // more than a pipe holds: the other side has begun to read
            }
            input.flush();
            String rest;
            try (BufferedReader error = error(process)) {
                process.toHandle().destroy();
                rest = String.join("\n", error.lines().toList());
            }
            assertThat(process.waitFor()).as(rest).isEqualTo(143);
            assertThat(rest).startsWith("stopped ").doesNotContain("saved in");
            assertThat(model).doesNotExist();
        }
    }

    @Test
    void aClosedStandardInputIsAnError() throws Exception {
        assumeTrue(Files.isSymbolicLink(Path.of("/proc/self/fd/0")), "the system tells of descriptors");
        Path model = SmallData.model(folder);
        for (List<Object> arguments : List.<List<Object>>of(
                List.of("tag", "-m", model), List.of("train", "-o", folder.resolve("new.esp"), "-"))) {
            List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" <&-", "sh"));
            command.addAll(command(arguments.toArray()));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(folder.resolve("out.txt").toFile())
                    .start();
            String rest;
            try (BufferedReader error = error(process)) {
                rest = String.join("\n", error.lines().toList());
            }
            assertThat(process.waitFor()).as(rest).isEqualTo(1);
            assertThat(rest).contains("standard input is closed");
        }
    }

    private static Object[] with(Object[] options, Object... more) {
        Object[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }
}
