package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.output.Streams;
import org.espalier.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a run whose files cannot be written, or whose reader has gone away. */
final class NothingLostTest {
    @TempDir
    Path folder;

    private Path data;
    private Path gone;

    @BeforeEach
    void files() throws IOException {
        data = SmallData.write(folder, "d.txt", SmallData.columns(30, 2));
        gone = Files.createDirectory(folder.resolve("gone"));
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Standard error that does something, once, when a text appears in it. */
    private static final class Trigger extends ByteArrayOutputStream {
        private final String text;
        private final Runnable action;
        private boolean done;

        Trigger(String text, Runnable action) {
            this.text = text;
            this.action = action;
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (!done && toString(StandardCharsets.UTF_8).contains(text)) {
                done = true;
                action.run();
            }
        }
    }

    /** Runs a command; when it says this text, the folder is deleted with all that is in it. */
    private Program.Outcome runAndDelete(String when, Object... arguments) {
        Trigger err = new Trigger(when, () -> delete(gone));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        int code = Main.run(new Streams(out, err, true), texts);
        assertThat(err.done).as(err.toString(StandardCharsets.UTF_8)).isTrue();
        return new Program.Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The file of which the message says that it was kept. */
    private static Path kept(String message) {
        Matcher place = Pattern.compile("Nothing is lost: [a-z ]+ is in (\\S+)").matcher(message);
        assertThat(place.find()).as(message).isTrue();
        return Path.of(place.group(1));
    }

    @Test
    void aCheckpointThatCannotBeWrittenIsAWarning() {
        Path model = folder.resolve("m.esp");
        Program.Outcome outcome = runAndDelete(
                "iteration ", "train", "--checkpoint", gone.resolve("c"), "--checkpoint-every", 1, "-o", model, data);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err().split("warning: cannot write the checkpoint", -1))
                .hasSize(2);
        assertThat(outcome.err()).contains("Training continues");
        assertThat(Model.load(model).labels().size()).isEqualTo(3);
    }

    @Test
    void aModelWhoseFolderHasGoneIsKeptElsewhere() throws IOException {
        Program.Outcome outcome = runAndDelete("iteration ", "train", "-o", gone.resolve("m.esp"), data);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.isClear()).isTrue();
        assertThat(outcome.err()).contains("cannot write", "does not exist");
        Path refuge = kept(outcome.err());
        assertThat(refuge.getFileName().toString()).endsWith("-m.esp");
        assertThat(Model.load(refuge).labels().size()).isEqualTo(3);
        Files.delete(refuge);
    }

    @Test
    void aReportThatCannotBeWrittenCostsTheExitCodeOnly() throws IOException {
        Path model = folder.resolve("m.esp");
        Program.Outcome outcome =
                runAndDelete("iteration ", "train", "--report", gone.resolve("r.json"), "-o", model, data);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("objective ", model + ": ");
        assertThat(model).isRegularFile();
        Path refuge = kept(outcome.err());
        assertThat(refuge).content().contains("\"objective\"");
        Files.delete(refuge);
    }

    @Test
    void aSearchTrainsItsModelWhateverBecomesOfPlotAndReport() throws IOException {
        Path model = folder.resolve("m.esp");
        Program.Outcome outcome = runAndDelete(
                "l2=1",
                "tune",
                "--parameter",
                "l2=1,2",
                "--folds",
                2,
                "--plot",
                gone.resolve("p.svg"),
                "--report",
                gone.resolve("r.json"),
                "-o",
                model,
                data);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("the plot is in", "the report is in");
        assertThat(model).isRegularFile();
        for (String message : outcome.err().split("\n")) {
            if (message.contains("Nothing is lost")) {
                Files.delete(kept(message));
            }
        }
    }

    @Test
    void otherProgramsModelsAreKeptToo() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Path items = SmallData.write(folder, "i.txt", "O\ta\tb\n\nX\tc\n\n");
        Path template = SmallData.write(folder, "t.txt", "U0:%x[0,0]\nB\n");
        Path patterns = SmallData.write(folder, "p.txt", "u:%x[0,0]\nb\n");
        for (List<Object> arguments : List.<List<Object>>of(
                List.of("train", "-q", "-o", "/dev/full", data),
                List.of("crfsuite", "learn", "-m", "/dev/full", items),
                List.of("crf_learn", template, data, "/dev/full"),
                List.of("wapiti", "train", "-p", patterns, data, "/dev/full"))) {
            Program.Outcome outcome = Program.run(arguments.toArray());
            assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
            assertThat(outcome.err()).contains("No space left");
            Path refuge = kept(outcome.err());
            assertThat(refuge).isNotEmptyFile();
            Files.delete(refuge);
        }
    }

    /** Standard output whose reader has gone, or whose disk is full. */
    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }

    private static Program.Outcome runInto(OutputStream out, Object... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        int code = Main.run(new Streams(out, err, false), texts);
        return new Program.Outcome(code, "", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aReaderThatGoesAwayEndsWhatOnlyPrints() {
        Path model = SmallData.model(folder);
        Program.Outcome outcome = runInto(failing("Broken pipe"), "tag", "-m", model, data);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void aReaderThatGoesAwayDoesNotCostTheModel() throws IOException {
        Path best = folder.resolve("best.esp");
        Object[] search = {"tune", "-q", "--parameter", "l2=1,2", "--folds", 2, "-o", best, data};
        assertThat(runInto(failing("Broken pipe"), search).code()).isZero();
        assertThat(best).isRegularFile();
        Files.delete(best);
        Program.Outcome full = runInto(failing("No space left on device"), search);
        assertThat(full.code()).isEqualTo(1);
        assertThat(full.err()).contains("writing to standard output failed: No space left on device");
        assertThat(best).isRegularFile();
        Path items = SmallData.write(folder, "i.txt", "O\ta\tb\n\nX\tc\n\n");
        Path model = folder.resolve("m.crfsuite");
        assertThat(runInto(failing("Broken pipe"), "crfsuite", "learn", "-m", model, items)
                        .code())
                .isZero();
        assertThat(model).isRegularFile();
    }

    @Test
    void directoriesLinksInACircleAndPipesAreToldApart() throws IOException {
        Path circle = folder.resolve("one");
        Files.createSymbolicLink(circle, Path.of("two"));
        Files.createSymbolicLink(folder.resolve("two"), Path.of("one"));
        Path model = folder.resolve("m.esp");
        Program.Outcome output = Program.run("train", "-o", circle, data);
        assertThat(output.err()).contains("the model cannot be written", "loop");
        assertThat(Files.isSymbolicLink(circle)).isTrue();
        assertThat(output.code()).isEqualTo(1);
        Program.Outcome input = Program.run("train", "-o", model, circle);
        assertThat(input.err()).contains("loop").doesNotContain("chmod");
        assertThat(input.code()).isEqualTo(1);
        assertThat(Program.run("tag", "-m", circle, data).err()).contains("cannot read", "symbolic links");
        assertThat(Program.run("train", "-o", model, gone).err()).contains("this is a directory");
        assertThat(Program.run("train", "-o", gone, data).err()).contains("this is a directory", "the model");
        assertThat(Program.run("tag", "-m", gone, data).err()).containsIgnoringCase("is a directory");
        assumeTrue(Files.exists(Path.of("/dev/null")));
        assertThat(Program.run("tag", "-m", "/dev/null", data).err()).contains("a pipe or a device");
    }
}
