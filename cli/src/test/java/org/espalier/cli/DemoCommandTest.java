package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    void showsSpansOfRawTextAndAPageForTheBrowser() throws IOException {
        Program.Outcome outcome = Program.run("demo", "--folder", folder);

        String text = "\uD83E\uDD63 2 cups crème fraîche, 1 large onion (finely chopped)";
        assertThat(outcome.out()).contains(text);
        int found = 0;
        for (String line : outcome.out().lines().toList()) {
            Matcher row = Pattern.compile(" +([0-9]+) +([0-9]+)  [A-Z]+ +(.+)").matcher(line);
            if (row.matches()) {
                int start = text.offsetByCodePoints(0, Integer.parseInt(row.group(1)));
                int end = text.offsetByCodePoints(0, Integer.parseInt(row.group(2)));
                assertThat(text.substring(start, end)).isEqualTo(row.group(3));
                found++;
            }
        }
        assertThat(found).isGreaterThan(4);
        Path report = folder.resolve("report.html");
        assertThat(outcome.out()).contains(report.toUri().toString());
        assertThat(Files.readString(report))
                .contains("Confusion matrix", "Reliability of the probabilities", "The worst sequences", "<svg");
        // A second demonstration replaces its own page, but nobody else's.
        assertThat(Program.run("demo", "--folder", folder).code()).isZero();
        Files.writeString(report, "mine");
        assertThat(Program.run("demo", "--folder", folder).err())
                .contains(report + " exists and does not belong to the demo");
        assertThat(Files.readString(report)).isEqualTo("mine");
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
