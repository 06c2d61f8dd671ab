package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.feature.text.WordClasses;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterCommandTest {
    @TempDir
    Path folder;

    private Path paths;

    private Program.Outcome cluster(Object... arguments) {
        paths = folder.resolve("paths.txt");
        List<Object> all = new ArrayList<>(List.of("cluster", "-o", paths));
        all.addAll(List.of(arguments));
        return Program.run(all.toArray());
    }

    private List<String> lines(Object... arguments) throws IOException {
        Program.Outcome outcome = cluster(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return Files.readAllLines(paths);
    }

    private static String text() {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 200; k++) {
            text.append(random.nextBoolean() ? "Two" : "Three")
                    .append(random.nextBoolean() ? " cups" : " pounds")
                    .append(" of ")
                    .append(random.nextBoolean() ? "flour, " : "rice ")
                    .append(k % 3 == 0 ? "and more " : "")
                    .append(k)
                    .append(k % 7 == 0 ? "\n\n" : "\n");
        }
        return text.toString();
    }

    @Test
    void clustersRawText() throws IOException {
        Path text = SmallData.write(folder, "text.txt", text());
        List<String> lines = lines("-c", 4, text);
        assertThat(lines)
                .allMatch(line -> line.matches("[01]+\t\\S+\t[0-9]+"))
                .isSortedAccordingTo((a, b) -> a.split("\t")[0].compareTo(b.split("\t")[0]));
        assertThat(lines.stream().map(line -> line.split("\t")[0]).distinct()).hasSize(4);
        assertThat(lines).anyMatch(line -> line.endsWith("\tof\t200"));
        assertThat(lines.stream().map(line -> line.split("\t")[1]))
                .contains(",", "flour")
                .doesNotContain("flour,");
        WordClasses classes = WordClasses.read(paths);
        assertThat(classes.isPaths()).isTrue();
        assertThat(classes.classOf("cups")).isEqualTo(classes.classOf("pounds"));
    }

    @Test
    void theSameTextGivesTheSameFile() throws IOException {
        Path text = SmallData.write(folder, "text.txt", text());
        List<String> once = lines("-c", 6, text);
        assertThat(lines("-c", 6, text)).isEqualTo(once);
    }

    @Test
    void readsTheWordsOfDataFiles() throws IOException {
        Path data = SmallData.write(folder, "d.txt", "D Two A\nN cups B\n\nD Two A\n");
        assertThat(lines("--format", "columns", "--word-column", 1, data))
                .containsExactlyInAnyOrder("0\tTwo\t2", "1\tcups\t1");
        assertThat(lines("--format", "columns", "--min-count", 2, data)).containsExactly("0\tD\t2");
        Path json = SmallData.write(folder, "d.jsonl", "{\"tokens\":[\"Two\",\"cups\"]}\n");
        assertThat(lines("--format", "jsonl", json)).hasSize(2);
    }

    @Test
    void putsFormsTogether() throws IOException {
        Path data = SmallData.write(folder, "t.txt", "in 1987\nIN 1988\n");
        assertThat(lines("--lower", "--zeros", data)).containsExactlyInAnyOrder("0\tin\t2", "1\t0000\t2");
    }

    @Test
    void aModelUsesThem() throws IOException {
        Path text = SmallData.write(folder, "text.txt", text());
        lines("-q", "-c", 5, text);
        Path data = SmallData.write(folder, "d.txt", "Two A\ncups B\n\nThree A\n");
        Path model = folder.resolve("m.esp");
        Program.Outcome outcome =
                Program.run("train", "-q", "-f", "words,clusters(brown=" + paths + ",2)", "-o", model, data);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        Files.delete(paths);
        Model loaded = Model.load(model);
        assertThat(loaded.encoder().attributes().indexOf("w=Two")).isNotNegative();
        assertThat(Program.run("inspect", model).out()).contains("brown/2");
    }

    @Test
    void tellsWhatItDoes() {
        Path text = SmallData.write(folder, "text.txt", text());
        Program.Outcome outcome = cluster("-c", 4, text);
        assertThat(outcome.err()).contains(" tokens, ", " words, of which ", "wrote 4 clusters of ", "paths.txt");
        assertThat(cluster("-q", "-c", 4, text).err()).isEmpty();
    }

    @Test
    void warnsOfDataFilesThatAreReadAsText() {
        Path data = SmallData.write(folder, "d.txt", SmallData.columns(30, 5));
        assertThat(cluster("-q", data).err()).contains("warning: every line has ", "--format columns");
        assertThat(cluster("-q", "--format", "columns", data).err()).isEmpty();
    }

    @Test
    void wrongUseIsRefused() {
        Path text = SmallData.write(folder, "text.txt", "a b c\n");
        refused(2, "--clusters is 1; expected a number from 2 to 10000", "-c", 1, text);
        refused(2, "--min-count is 0", "--min-count", 0, text);
        refused(2, "no word occurs 5 times", "--min-count", 5, text);
        refused(2, "--word-column is -1", "--word-column", -1, text);
        refused(1, "no column 7", "--format", "columns", "--word-column", 7, text);
        refused(1, "none.txt", folder.resolve("none.txt"));
        refused(2, "would overwrite", folder.resolve("paths.txt"));
        refused(2, "the text has no words", SmallData.write(folder, "empty.txt", "\n\n"));
    }

    private void refused(int code, String message, Object... arguments) {
        Program.Outcome outcome = cluster(arguments);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(message);
        assertThat(paths).doesNotExist();
    }
}
