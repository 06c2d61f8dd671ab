package org.espalier.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskTest {
    @TempDir
    Path folder;

    @Test
    void columnsAndReadyAttributesSayTheSame() throws IOException {
        Path data = data("He PRP B-NP\nran VBD B-VP\n\nStop VB B-VP\n\n", "U00:%x[-1,0]\nU01:%x[0,1]/%x[1,1]\nB\n");
        Task task = Task.prepare(Task.Kind.CHUNK, data, folder.resolve("task"), 1, 3);
        assertThat(task.columns(Task.Part.TRAIN)).hasContent("He PRP B-NP\nran VBD B-VP\n\n");
        assertThat(task.ready(Task.Part.TRAIN))
                .hasContent("B-NP\tU00\\:_B-1\tU01\\:PRP/VBD\nB-VP\tU00\\:He\tU01\\:VBD/_B+1\n\n");
        assertThat(task.tokens(Task.Part.TRAIN)).isEqualTo(2);
        assertThat(task.tokens(Task.Part.TEST)).isEqualTo(3);
        assertThat(task.tokens(Task.Part.MANY)).isEqualTo(9);
        assertThat(Files.readAllLines(task.columns(Task.Part.MANY))).hasSize(15);
        assertThat(task.columns(Task.Part.ONE)).hasContent("He PRP B-NP\nran VBD B-VP\n\n");
    }

    @Test
    void partsOfSpeechHaveSeventeenAttributes() throws IOException {
        Path data = data("US-2 NNP B-NP\n\n", "B\n");
        Task task = Task.prepare(Task.Kind.POS45, data, folder.resolve("task"), 0, 1);
        assertThat(task.columns(Task.Part.TRAIN)).hasContent("US-2 U US US- US-2 2 -2 S-2 US-2 1 0 1 1 NNP\n\n");
        String line = Files.readAllLines(task.ready(Task.Part.TRAIN)).get(0);
        assertThat(line.split("\t"))
                .hasSize(1 + 17)
                .startsWith("NNP", "U00\\:_B-2")
                .contains("U02\\:US-2");
    }

    @Test
    void shortWordsHaveNoLongAffixes() throws IOException {
        Path data = data("At IN B-PP\n\n", "B\n");
        Task task = Task.prepare(Task.Kind.POS45, data, folder.resolve("task"), 0, 1);
        assertThat(task.columns(Task.Part.TRAIN)).hasContent("At A At _NIL _NIL t At _NIL _NIL 1 0 0 0 IN\n\n");
    }

    private Path data(String columns, String template) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("train.txt"), columns);
        Files.writeString(data.resolve("test.txt"), columns);
        Files.writeString(data.resolve("template"), template);
        return data;
    }
}
