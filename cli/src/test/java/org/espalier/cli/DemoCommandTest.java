package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoCommandTest {
    @TempDir
    Path folder;

    @Test
    void showsEverythingAndLeavesWhatItSuggests() {
        Path target = folder.resolve("demo");

        Program.Outcome outcome = Program.run("demo", "--folder", target);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("iteration", "converged");
        assertThat(outcome.out()).contains("F1 9", "probability", "gaz=B-units", "What to type next", " eval -m ");
        assertThat(Program.run("eval", "-m", target.resolve("model.esp"), target.resolve("test.txt"))
                        .out())
                .contains("173");
        assertThat(Program.run("check", target.resolve("train.txt")).code()).isZero();
    }

    @Test
    void ownFilesAreLeftAlone() throws IOException {
        Path own = SmallData.write(folder, "train.txt", "mine");

        Program.Outcome outcome = Program.run("demo", "--folder", folder);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains(own.toString(), "--folder");
        assertThat(Files.readString(own)).isEqualTo("mine");
    }

    @Test
    void completionKnowsTheCommands() {
        assertThat(Program.run("completion").out()).startsWith("#!").contains("train", "--max-iterations", "inspect");
    }
}
