package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.data.InlineText;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a newcomer does with own text: annotated files, {@code train}, {@code tag} of raw text, {@code eval --errors}; with no option but
 * the names of files.
 */
final class NewcomerTest {
    private static final Path NOTES = Path.of("../samples/notes");

    @TempDir
    Path folder;

    private Path model(Path data) {
        Path model = folder.resolve(data.getFileName() + ".esp");
        Program.Outcome outcome = Program.run("train", "-q", data, "-o", model);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).isEmpty();
        return model;
    }

    private static Program.Outcome well(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome;
    }

    @ParameterizedTest
    @CsvSource({"train.txt,2", "train.jsonl,2", "brat,1"})
    void fromAnnotatedFilesToSpansAndErrors(String data, int texts) throws IOException {
        Path model = model(NOTES.resolve(data));

        List<String> lines =
                well("tag", "-m", model, NOTES.resolve("raw.txt")).out().lines().toList();

        assertThat(lines).hasSize(texts);
        String raw = Files.readString(NOTES.resolve("raw.txt"));
        List<String> found = new ArrayList<>();
        for (String line : lines) {
            Map<?, ?> record = (Map<?, ?>) Json.parse(line);
            String text = (String) record.get("text");
            assertThat(raw).contains(text);
            for (Object element : (List<?>) record.get("spans")) {
                Map<?, ?> span = (Map<?, ?>) element;
                int start = text.offsetByCodePoints(0, ((Long) span.get("start")).intValue());
                int end = text.offsetByCodePoints(0, ((Long) span.get("end")).intValue());
                assertThat(text.substring(start, end)).isEqualTo(span.get("text"));
                found.add(span.get("type") + " " + span.get("text"));
            }
        }
        assertThat(found)
                .containsExactly(
                        "PERSON Tom",
                        "PLACE Lisbon",
                        "DATE 6 July",
                        "PERSON Amélie Roy",
                        "DATE Sunday",
                        "PERSON Ingrid",
                        "PLACE Oslo");
        String report =
                well("eval", "-m", model, "--errors", NOTES.resolve("test.txt")).out();
        assertThat(report).contains("spans:     precision", "test.txt:10", "errors in");
    }

    @Test
    void whatIsTaggedCanBeTrainedOnAgain() throws IOException {
        Path model = model(NOTES.resolve("train.txt"));
        Path raw = NOTES.resolve("raw.txt");
        String wanted =
                well("tag", "-m", model, "--output-format", "labels", raw).out();
        Path json = Files.writeString(
                folder.resolve("tagged.jsonl"), well("tag", "-m", model, raw).out());
        Path inline = Files.writeString(
                folder.resolve("tagged.txt"),
                well("tag", "-m", model, "--output-format", "inline", raw).out());
        Path brat = folder.resolve("tagged");
        well("tag", "-m", model, "--output-format", "brat", "--output-folder", brat, raw);
        assertThat(brat.resolve("raw.txt")).hasSameTextualContentAs(raw);

        for (Path tagged : List.of(json, inline, brat)) {
            // With perfect agreement the model finds its own spans as gold ones.
            String report = well("eval", "-m", model, tagged).out();
            assertThat(report).as(tagged.toString()).contains("spans:     precision 100.00%, recall 100.00%");
        }
        Path again = model(inline);
        assertThat(well("tag", "-m", again, "--output-format", "labels", raw).out())
                .isEqualTo(wanted);
    }

    @Test
    void identifiersSurviveAndDevelopmentDataMayHaveAnotherFormat() {
        Path model = folder.resolve("dev.esp");
        Program.Outcome outcome = Program.run(
                "train", "-q", NOTES.resolve("train.jsonl"), "--dev", NOTES.resolve("test.txt"), "-o", model);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        Path records = SmallData.write(
                folder, "new.jsonl", "{\"id\": 7, \"text\": \"Anna left.\"}\n{\"id\": 8, \"text\": \"\"}\n");
        assertThat(well("tag", "-m", model, records).out())
                .isEqualTo(
                        "{\"id\":7,\"text\":\"Anna left.\",\"spans\":[{\"type\":\"PERSON\",\"start\":0,\"end\":4,\"text\":"
                                + "\"Anna\"}],\"unit\":\"code-points\"}\n{\"id\":8,\"text\":\"\",\"spans\":[],\"unit\":\"code-points\"}\n");
        assertThat(well("tag", "-m", model, "--sentences", "whole", records).out())
                .startsWith("{\"id\":7,\"text\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"code-points", "utf16", "bytes"})
    void documentsHaveTheirOwnOffsets(String unit) throws IOException {
        Path model = model(NOTES.resolve("brat"));
        String text =
                "\uFEFF\uD83D\uDE80 Anna e\u0301 left.\r\n\r\n\u05E9\u05DC\u05D5\u05DD Tom!\tHe is in Oslo. \uD83D\uDE00 Maria";
        Path file = Files.writeString(folder.resolve("doc.txt"), text);
        Map<?, ?> record = (Map<?, ?>) Json.parse(well("tag", "-m", model, "--offsets", unit, "--probability", file)
                .out());
        assertThat(record.get("file")).isEqualTo(file.toString());
        assertThat(record.get("text")).isEqualTo(text);
        assertThat(record.get("unit")).isEqualTo(unit);
        List<Object> all = new ArrayList<>((List<?>) record.get("spans"));
        assertThat(all).hasSizeGreaterThan(2);
        List<?> sentences = (List<?>) record.get("sentences");
        assertThat(sentences).hasSize(4);
        for (Object sentence : sentences) {
            assertThat(((Map<?, ?>) sentence).get("probability")).isNotNull();
            all.addAll((List<?>) ((Map<?, ?>) sentence).get("tokens"));
        }
        for (Object element : all) {
            Map<?, ?> span = (Map<?, ?>) element;
            int start = ((Long) span.get("start")).intValue();
            int end = ((Long) span.get("end")).intValue();
            assertThat(cut(text, start, end, unit)).isEqualTo(span.get("text"));
        }
        String inline =
                well("tag", "-m", model, "--output-format", "inline", file).out();
        assertThat(InlineText.parse(inline, Location.NONE).text()).isEqualTo(text);
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
    void bratGoesToOneOutputOrIntoAFolder() throws IOException {
        Path model = model(NOTES.resolve("brat"));
        Path one = Files.writeString(folder.resolve("one.txt"), "Anna is in Oslo.\n");
        Path two = Files.writeString(folder.resolve("two.txt"), "Tom left.\n");
        assertThat(well("tag", "-m", model, "--output-format", "brat", one).out())
                .isEqualTo("T1\tPERSON 0 4\tAnna\nT2\tPLACE 11 15\tOslo\n");
        assertThat(Program.run("tag", "-m", model, "--output-format", "brat", one, two)
                        .err())
                .contains("two.txt: a second document", "--output-folder");
        Path out = folder.resolve("out");
        well("tag", "-m", model, "--output-format", "brat", "--output-folder", out, one, two);
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .containsExactly("one.ann", "one.txt", "two.ann", "two.txt");
        }
        assertThat(Program.run("tag", "-m", model, "--output-format", "brat", "--output-folder", out, one)
                        .err())
                .contains("already exists");
        assertThat(Program.run("tag", "-m", model, "--output-folder", out, one).err())
                .contains("--output-folder is for --output-format brat");
        assertThat(Program.run("tag", "-m", model, "--format", "lines", "--output-format", "brat", one)
                        .err())
                .contains("--output-format brat is for documents");
        assertThat(Program.run("tag", "-m", model, "--output-format", "brat", "--marginals", one)
                        .err())
                .contains("no place for --nbest");
    }

    @Test
    void bratTakesTextsInJson() throws IOException {
        Path model = model(NOTES.resolve("brat"));
        Path data = Files.writeString(folder.resolve("new.jsonl"), """
                {"id": "first", "text": "Anna is in Oslo.\\nShe \\ud83d\\ude00 left."}
                {"id": "../out", "text": "Tom left."}
                {"file": "archive/third.txt", "text": "Is Ingrid in Oslo?"}
                {"text": ""}
                """);
        Path out = folder.resolve("standoff");
        well("tag", "-m", model, "--format", "spans", "--output-format", "brat", "--output-folder", out, data);
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".txt"))
                            .sorted())
                    .containsExactly("first.txt", "new-2.txt", "new-4.txt", "third.txt");
        }
        assertThat(out.resolve("first.txt")).hasContent("Anna is in Oslo.\nShe \ud83d\ude00 left.");
        assertThat(out.resolve("first.ann")).hasContent("T1\tPERSON 0 4\tAnna\nT2\tPLACE 11 15\tOslo\n");
        // What was written is read again as it was tagged.
        assertThat(well("eval", "-m", model, out).out()).contains("F1 100.00%");
        assertThat(Program.run("tag", "-m", model, "--format", "spans", "--output-format", "brat", data)
                        .err())
                .contains("new.jsonl: a second document", "--output-folder");
    }

    @Test
    void annotationsThatDoNotFitAreReportedOrRefused() {
        Path data = SmallData.write(folder, "bad.jsonl", """
                {"text": "Tomatoes for Anna", "label": [[0, 6, "FOOD"], [13, 17, "PERSON"]]}
                {"text": "Anna Berger", "label": [[0, 11, "PERSON"], [0, 4, "PERSON"], [5, 7, "PERSON"]]}
                """);
        Path model = folder.resolve("m.esp");
        assertThat(Program.run("train", "-q", data, "-o", model).err())
                .contains(
                        "annotations that begin or end within a token: 1; the first is ",
                        "bad.jsonl:1: the annotation FOOD of 'Tomato' (characters 0 to 6)",
                        "annotations inside another one: 2; the first is ",
                        "bad.jsonl:2: the annotation PERSON of 'Anna' (characters 0 to 4)");
        assertThat(Program.run("train", "-q", "--misaligned", "drop", data, "-o", model)
                        .err())
                .contains("within a token; it is left out");
        Program.Outcome refused = Program.run("train", "-q", "--misaligned", "error", data, "-o", model);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("bad.jsonl:1: the annotation FOOD", "--misaligned widen or drop");
        Path worse = SmallData.write(folder, "worse.jsonl", """
                {"text": "ab", "label": [[0, 9, "X"]]}
                {"text": "Anna", "label": [[0, 4, "PERSON"]]}
                {"text": "ab", "label": [[1, "X"]]}
                """);
        assertThat(Program.run("check", worse).out())
                .contains(
                        "worse.jsonl:1: the annotation X goes from 0 to 9", "worse.jsonl:3: annotation 1", "2 errors");
        assertThat(Program.run(
                                "train",
                                "-q",
                                "--misaligned",
                                "drop",
                                NOTES.resolve("../ingredients/train.txt"),
                                "-o",
                                model)
                        .err())
                .contains("--misaligned is for the format brat or inline or spans");
        assertThat(Program.run("train", "-q", "--offsets", "bytes", NOTES.resolve("train.txt"), "-o", model)
                        .err())
                .contains("--offsets is for the format brat or spans, not for inline");
        assertThat(Program.run("eval", "-m", model(NOTES.resolve("train.txt")), "--format", "document", data)
                        .err())
                .contains("raw text has no labels");
    }
}
