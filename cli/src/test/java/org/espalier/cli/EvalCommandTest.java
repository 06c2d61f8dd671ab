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
    void wordsAreNotTakenForLabels() {
        StringBuilder data = new StringBuilder();
        for (int n = 0; n < 12; n++) {
            data.append("word").append(n).append(n % 3 == 0 ? " B-X\n" : " O\n");
        }
        Path file = SmallData.write(folder, "two.txt", data.toString());

        Program.Outcome outcome = Program.run("eval", "--columns", file);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("word0", "B-X, O", "2 columns", "Is the predicted label missing?");
        // Two columns may well be a gold and a predicted label, however wrong.
        Path labels = SmallData.write(folder, "labels.txt", "B-X O\nO O\n\nO B-X\n");
        assertThat(Program.run("eval", "--columns", labels).code()).isZero();
        Path wrong = SmallData.write(folder, "wrong.txt", "B-X O\n");
        assertThat(Program.run("eval", "--columns", wrong).code()).isZero();
        assertThat(Program.run("eval", "--columns", wrong).err()).contains("no label is in both");
    }

    @Test
    void wordsThatShareAFewNamesWithLabelsAreNoLabelsEither() {
        StringBuilder data = new StringBuilder();
        for (int n = 0; n < 40; n++) {
            data.append("word").append(n).append(" NN\n").append(n % 4 == 0 ? ", ,\n\n" : "\n");
        }
        Path file = SmallData.write(folder, "pos.txt", data.toString());
        assertThat(Program.run("eval", "--columns", file).err()).contains("few labels are in both");
    }

    @Test
    void aRealLabelOfAQuestionMarkIsNotLeftOutSilently() {
        Path real = SmallData.write(folder, "real.txt", "who PRON PRON\n? ? ?\n");
        Program.Outcome outcome = Program.run("eval", "--columns", real);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("'?' is among the predicted labels", "--unknown-label ''");
        assertThat(Program.run("eval", "--columns", "--unknown-label", "", real).out())
                .contains("2 of 2 correct");
        Path partial = SmallData.write(folder, "partial.txt", "who PRON PRON\nam ? AUX\n");
        assertThat(Program.run("eval", "--columns", partial).out())
                .contains("1 of 1 correct", "note: 1 token whose gold label is '?'");
    }

    @Test
    void theConventionSuitsTheLabels() {
        Path iobes = SmallData.write(folder, "iobes.txt", "a S-X S-X\nb S-X S-X\nc O O\nd B-X S-X\ne E-X S-X\n");
        assertThat(Program.run("eval", "--columns", iobes).out())
                .contains("precision 50.00%, recall 66.67%", "convention: strict IOBES");
        Path plain = SmallData.write(folder, "plain.txt", "a E E\nb N N\nc V E\n");
        assertThat(Program.run("eval", "--columns", plain).out())
                .contains("spans:     none (convention: plain labels)", "2 of 3 correct");
        assertThat(Program.run("eval", "--columns", "--conlleval", plain).out()).contains("with 1 phrases");
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
    void errorsAreShownWithAndWithoutANumber() {
        Path model = SmallData.model(folder);
        Path gold = SmallData.write(folder, "gold.txt", SmallData.columns(60, 123));

        String usual = Program.run("eval", "-m", model, "--errors", gold).out();
        assertThat(usual).contains("Errors by confusion", "Errors by cause", "Worst sequences (10 of ");
        assertThat(Program.run("eval", "-m", model, "--threads", 3, gold, "--errors")
                        .out())
                .isEqualTo(usual);
        assertThat(Program.run("eval", "-m", model, "--errors", 2, gold).out()).contains("Worst sequences (2 of ");
        Map<?, ?> scores =
                (Map<?, ?>) Json.parse(Program.run("eval", "-m", model, "--errors=1", "--output-format", "json", gold)
                        .out());
        assertThat((java.util.List<?>) ((Map<?, ?>) scores.get("errors")).get("worst"))
                .hasSize(1);
        Path pairs = SmallData.write(folder, "pairs.txt", PAIRS);
        assertThat(Program.run("eval", "--columns", "--errors", pairs).out())
                .contains("'a' for 'a b'", "without a model, probabilities", "  >  b      I-X   O");
        assertThat(Program.run("eval", "-m", model, "--errors", "--output-format", "conlleval", gold)
                        .code())
                .isEqualTo(2);
    }

    @Test
    void oneColumnIsNotEnough() {
        Path file = SmallData.write(folder, "one.txt", "B-X\nO\n");

        Program.Outcome outcome = Program.run("eval", "--columns", file);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains(file + ":1: 1 column");
    }
}
