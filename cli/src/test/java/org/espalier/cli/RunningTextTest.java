package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.InlineText;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.model.Model;
import org.espalier.text.Tokenizer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From annotated text to spans of raw text, with no option but file names where that can be. */
final class RunningTextTest {
    private static final String RAW = "2 cups of \uD83C\uDF5A rice\r\n\n  \\1] pinch of \tsalt\n";

    @TempDir
    static Path folder;

    static Path data;
    static Path model;

    @BeforeAll
    static void train() {
        data = SmallData.write(folder, "recipes.txt", """
                [2](QTY) [cups](UNIT) of [plain flour](NAME)
                [1](QTY) [pinch](UNIT) of [salt](NAME)
                [3](QTY) [eggs](NAME)
                [1](QTY) [cup](UNIT) of [milk](NAME)
                [2](QTY) [tomato](NAME)es
                """);
        model = folder.resolve("recipes.esp");
        Program.Outcome outcome = Program.run("train", "-q", "--format", "inline", data, "-o", model);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("within a token: 1; the first is ", "recipes.txt:5", "'tomato'", "'tomatoes'");
    }

    private static Program.Outcome tag(Object... arguments) {
        return Program.runWith(RAW.getBytes(StandardCharsets.UTF_8), arguments);
    }

    @Test
    void theModelKnowsItsTokenizerAndItsFormat() {
        assertThat(Model.load(model).tokenizer()).isEqualTo(Tokenizer.WORDS);
        assertThat(Program.run("eval", "-m", model, data).out()).contains("spans:     precision 100.00%");
    }

    @ParameterizedTest
    @ValueSource(strings = {"code-points", "utf16", "bytes"})
    void offsetsCoverTheirText(String unit) {
        Program.Outcome outcome = tag("tag", "-m", model, "--offsets", unit);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines).hasSize(3);
        int spans = 0;
        for (String line : lines) {
            Map<?, ?> record = (Map<?, ?>) Json.parse(line);
            assertThat(record.get("unit")).isEqualTo(unit);
            String text = (String) record.get("text");
            for (Object element : (List<?>) record.get("spans")) {
                Map<?, ?> span = (Map<?, ?>) element;
                int start = ((Long) span.get("start")).intValue();
                int end = ((Long) span.get("end")).intValue();
                assertThat(cut(text, start, end, unit)).isEqualTo(span.get("text"));
                spans++;
            }
        }
        assertThat(spans).isGreaterThan(4);
    }

    private static String cut(String text, int start, int end, String unit) {
        return switch (unit) {
            case "utf16" -> text.substring(start, end);
            case "bytes" ->
                new String(text.getBytes(StandardCharsets.UTF_8), start, end - start, StandardCharsets.UTF_8);
            default -> text.substring(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, end));
        };
    }

    @Test
    void withoutItsMarkUpInlineOutputIsTheInput() {
        String out = tag("tag", "-m", model, "--output-format", "inline").out();
        assertThat(out).startsWith("[2](QTY) [cups](UNIT) of ");
        StringBuilder plain = new StringBuilder();
        for (String line : out.split("(?<=\n)")) {
            plain.append(InlineText.parse(line, Location.NONE).text());
        }
        assertThat(plain).hasToString(RAW);
    }

    @Test
    void modelsOfColumnsTagTextToo() {
        Path columns = SmallData.write(folder, "c.txt", "2 B-Q\ncups B-U\nsalt B-N\n\n1 B-Q\ncup B-U\nmilk B-N\n");
        Path other = folder.resolve("columns.esp");
        assertThat(Program.run("train", "-q", columns, "-o", other).code()).isZero();
        Program.Outcome outcome = Program.runWith(
                "2 cups milk\n".getBytes(StandardCharsets.UTF_8),
                "tag",
                "-m",
                other,
                "--format",
                "lines",
                "--tokenizer",
                "whitespace",
                "--output-format",
                "inline");
        assertThat(outcome.out()).isEqualTo("[2](Q) [cups](U) [milk](N)\n");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThat(tag("tag", "-m", model, "--format", "columns", "--output-format", "inline")
                        .err())
                .contains("--output-format inline is for running text");
        assertThat(tag("tag", "-m", model, "--output-format", "inline", "--nbest", "2")
                        .err())
                .contains("has no place for --nbest");
        assertThat(tag("tag", "-m", model, "--offsets", "miles").err())
                .contains("expected one of code-points, utf16, bytes");
        assertThat(tag("tag", "-m", model, "--tokenizer", "knife").err()).contains("words, whitespace, characters");
        assertThat(tag("tag", "-m", model, "--format", "columns", "--tokenizer", "words")
                        .err())
                .contains("--tokenizer is for the format");
        Path wide = SmallData.write(folder, "wide.txt", "2 CD B-Q\ncups NN B-U\n");
        Path other = folder.resolve("wide.esp");
        assertThat(Program.run("train", "-q", wide, "-o", other).code()).isZero();
        assertThat(tag("tag", "-m", other, "--format", "lines").err())
                .contains("text gives one column, the tokens, but the model was trained on 2");
    }

    @Test
    void checkFindsBothKindsOfTrouble() {
        Path bad = SmallData.write(folder, "bad.txt", "fine\n[2](QTY) [cups\nthe [tomato](NAME)es\n");
        Program.Outcome outcome = Program.run("check", "--format", "inline", bad);
        assertThat(outcome.out())
                .contains("bad.txt:2:10: '['", "bad.txt:3: the annotation NAME", "1 error, 2 warnings");
    }
}
