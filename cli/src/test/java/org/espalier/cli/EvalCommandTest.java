package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.espalier.data.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EvalCommandTest {
    private static final String PAIRS = "a B-X B-X\nb I-X O\nc O O\nd B-Y B-Y\n\ne B-X B-X\nf O O\n";

    @TempDir
    Path folder;

    @Test
    void columnsAreComparedByHandCheckedFigures() {
        Path file = SmallData.write(folder, "pairs.txt", PAIRS);

        Map<?, ?> scores = (Map<?, ?>) Json.parse(Program.run("eval", "--columns", "--output-format", "json", file)
                .out());

        assertThat(scores.get("convention")).isEqualTo("conlleval");
        assertThat(scores.get("tokenAccuracy")).isEqualTo(5.0 / 6);
        assertThat(scores.get("sequenceAccuracy")).isEqualTo(0.5);
        Map<?, ?> spans = (Map<?, ?>) scores.get("spans");
        assertThat(spans.get("precision")).isEqualTo(2.0 / 3);
        assertThat(spans.get("recall")).isEqualTo(2.0 / 3);
        assertThat((Double) spans.get("f1")).isCloseTo(2.0 / 3, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(((Map<?, ?>) scores.get("labels")).keySet().stream().map(Object::toString))
                .contains("B-X", "I-X", "O");
    }

    @Test
    void conllevalIsPrintedAsItIs() {
        Path file = SmallData.write(folder, "pairs.txt", PAIRS);

        assertThat(Program.run("eval", "--columns", "--output-format", "conlleval", file)
                        .out())
                .isEqualTo("processed 6 tokens with 3 phrases; found: 3 phrases; correct: 2.\n"
                        + "accuracy:  83.33%; precision:  66.67%; recall:  66.67%; FB1:  66.67\n"
                        + "                X: precision:  50.00%; recall:  50.00%; FB1:  50.00  2\n"
                        + "                Y: precision: 100.00%; recall: 100.00%; FB1: 100.00  1\n");
    }

    @Test
    void tablesNameTheConvention() {
        Path file = SmallData.write(folder, "pairs.txt", PAIRS);

        assertThat(Program.run("eval", "--columns", file).out())
                .contains("convention: conlleval", "Confusion", "5 of 6");
        assertThat(Program.run("eval", "--columns", "--strict", file).out()).contains("convention: strict IOB2");
        assertThat(Program.run("eval", "--columns", "--strict", "--scheme", "iob1", file)
                        .out())
                .contains("convention: strict IOB1");
    }

    @Test
    void strictDoesNotForgiveWhatConllevalDoes() {
        Path file = SmallData.write(folder, "loose.txt", "a B-X I-X\nb O O\n\nc B-X B-X\n");

        assertThat(Program.run("eval", "--columns", file).out()).contains("spans:     precision 100.00%");
        assertThat(Program.run("eval", "--columns", "--strict", file).out())
                .contains("precision 100.00%, recall 50.00%");
    }

    @Test
    void aModelAndItsTaggedOutputHaveTheSameScores() {
        Path model = SmallData.model(folder);
        Path gold = SmallData.write(folder, "gold.txt", SmallData.columns(60, 123));
        String tagged = Program.run("tag", "-m", model, gold).out();

        String direct = Program.run("eval", "-m", model, "--threads", 3, "--output-format", "conlleval", gold)
                .out();
        String piped = Program.runWith(
                        tagged.getBytes(StandardCharsets.UTF_8),
                        "eval",
                        "--columns",
                        "--output-format",
                        "conlleval",
                        "-")
                .out();

        assertThat(direct).startsWith("processed ").isEqualTo(piped);
    }

    @Test
    void oneColumnIsNotEnough() {
        Path file = SmallData.write(folder, "one.txt", "B-X\nO\n");

        Program.Outcome outcome = Program.run("eval", "--columns", file);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains(file + ":1: 1 column");
    }
}
