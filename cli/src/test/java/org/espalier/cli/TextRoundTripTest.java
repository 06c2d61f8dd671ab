package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.espalier.data.InlineText;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random texts with everything that makes offsets go wrong, on the command line: raw in every format, tagged into every format, read back,
 * evaluated and trained on.
 */
final class TextRoundTripTest {
    private static final Path NOTES = Path.of("../samples/notes");
    private static final int ROUNDS = 8;
    private static final String[] PIECES = {
        "Anna ",
        "Tom Reed ",
        "Oslo ",
        "on 6 July ",
        "met ",
        ". ",
        "! ",
        "\t",
        "[",
        "]",
        "\\",
        "\"",
        "{",
        "e\u0301 ",
        "\uD83C\uDF5A",
        "\uD83D\uDC69\u200D\uD83D\uDE80 ",
        "\uD835\uDD38",
        "\u05E9\u05DC\u05D5\u05DD ",
        "\u0645\u0631\u062D\u0628\u0627 ",
        "\u200F",
        "\u4E2D\u6587",
        "\u00A0",
        "\u2028",
        "\uFEFF"
    };

    @TempDir
    static Path folder;

    static Path model;

    @BeforeAll
    static void train() {
        model = folder.resolve("notes.esp");
        well("train", "-q", NOTES.resolve("train.txt"), "-o", model);
    }

    private static Program.Outcome well(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome;
    }

    private static String line(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(20); n > 0; n--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    /** Lines with ends of both kinds, blank ones among them; the last may have none. */
    private static String document(Random random) {
        StringBuilder text = new StringBuilder("Anna met Tom in Oslo. ");
        for (int n = 1 + random.nextInt(5); n > 0; n--) {
            text.append(line(random)).append(random.nextBoolean() ? "\n" : "\r\n");
        }
        return random.nextBoolean() ? text.toString() : text + "Maria left";
    }

    private static String cut(String text, long start, long end, String unit) {
        return switch (unit) {
            case "utf16" -> text.substring((int) start, (int) end);
            case "bytes" ->
                new String(
                        text.getBytes(StandardCharsets.UTF_8),
                        (int) start,
                        (int) (end - start),
                        StandardCharsets.UTF_8);
            default -> text.substring(text.offsetByCodePoints(0, (int) start), text.offsetByCodePoints(0, (int) end));
        };
    }

    private static List<Map<?, ?>> records(String out) {
        List<Map<?, ?>> records = new ArrayList<>();
        for (String line : out.split("\n")) {
            if (!line.isEmpty()) {
                records.add((Map<?, ?>) Json.parse(line));
            }
        }
        return records;
    }

    /** Every span covers its text; the texts, one after the other, are the file. */
    @ParameterizedTest
    @CsvSource({
        "lines,code-points",
        "lines,utf16",
        "lines,bytes",
        "document,code-points",
        "document,utf16",
        "document,bytes"
    })
    void offsetsCoverTheTextInEveryUnit(String format, String unit) throws IOException {
        Random random = new Random(21);
        int spans = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = document(random);
            Path file = Files.writeString(folder.resolve("raw.txt"), text);
            String out = well("tag", "-m", model, "--format", format, "--offsets", unit, file)
                    .out();
            StringBuilder whole = new StringBuilder();
            for (Map<?, ?> record : records(out)) {
                String part = (String) record.get("text");
                whole.append(part);
                for (Object element : (List<?>) record.get("spans")) {
                    Map<?, ?> span = (Map<?, ?>) element;
                    assertThat(cut(part, (Long) span.get("start"), (Long) span.get("end"), unit))
                            .isEqualTo(span.get("text"))
                            .isNotBlank();
                    spans++;
                }
            }
            assertThat(whole).hasToString(format.equals("document") ? text : text.replaceAll("\r?\n", ""));
        }
        assertThat(spans).isGreaterThan(2 * ROUNDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lines", "document"})
    void withoutItsMarkUpInlineOutputIsTheInput(String format) throws IOException {
        Random random = new Random(22);
        for (int round = 0; round < ROUNDS; round++) {
            String text = document(random);
            Path file = Files.writeString(folder.resolve("raw.txt"), text);
            String out = well("tag", "-m", model, "--format", format, "--output-format", "inline", file)
                    .out();
            StringBuilder plain = new StringBuilder();
            for (String line : out.split("(?<=\n)")) {
                plain.append(InlineText.parse(line, Location.NONE).text());
            }
            assertThat(plain).hasToString(text);
            assertThat(Program.runWith(
                                    text.getBytes(StandardCharsets.UTF_8),
                                    "tag",
                                    "-m",
                                    model,
                                    "--format",
                                    format,
                                    "--output-format",
                                    "inline",
                                    "-")
                            .out())
                    .isEqualTo(out);
        }
    }

    /** What is written as JSON, inline or brat is read back as the same spans: the model that wrote it finds all of them right. */
    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Random random = new Random(23);
        for (int round = 0; round < ROUNDS; round++) {
            String text = document(random);
            Path file = Files.writeString(folder.resolve("raw.txt"), text);
            Path out = folder.resolve("brat" + round);
            well("tag", "-m", model, "--format", "document", "--output-format", "brat", "--output-folder", out, file);
            assertThat(Files.readString(out.resolve("raw.txt"))).isEqualTo(text);
            Path json = SmallData.write(
                    folder,
                    "tagged.jsonl",
                    well("tag", "-m", model, "--format", "document", "--offsets", "bytes", file)
                            .out());
            Path inline = SmallData.write(
                    folder,
                    "tagged.txt",
                    well("tag", "-m", model, "--format", "lines", "--output-format", "inline", file)
                            .out());
            for (Object[] data : List.of(
                    new Object[] {"brat", out}, new Object[] {"spans", json}, new Object[] {"inline", inline})) {
                Program.Outcome outcome =
                        well("eval", "-m", model, "--format", data[0], "--sentences", sentences(data[0]), data[1]);
                assertThat(outcome.out()).as(text).contains("spans:     precision 100.00%, recall 100.00%");
                assertThat(outcome.err()).isEmpty();
                well(
                        "train",
                        "-q",
                        "--format",
                        data[0],
                        "--max-iterations",
                        "1",
                        data[1],
                        "-o",
                        folder.resolve("x.esp"));
            }
        }
    }

    private static String sentences(Object format) {
        return format.equals("inline") ? "whole" : "split";
    }

    /** Its record is written in many pieces. */
    @Test
    void aLongDocumentIsOneRecord() throws IOException {
        String text = "\uD83D\uDE80 Anna met Tom in Oslo. ".repeat(3000);
        Path file = Files.writeString(folder.resolve("long.txt"), text);
        String out = well("tag", "-m", model, "--format", "document", "--probability", file)
                .out();
        List<Map<?, ?>> records = records(out);
        assertThat(records).hasSize(1);
        assertThat(records.get(0).get("text")).isEqualTo(text);
        assertThat((List<?>) records.get(0).get("sentences")).hasSize(3000);
        List<?> spans = (List<?>) records.get(0).get("spans");
        assertThat(spans).hasSize(9000);
        for (Object element : spans) {
            Map<?, ?> span = (Map<?, ?>) element;
            assertThat(cut(text, (Long) span.get("start"), (Long) span.get("end"), "code-points"))
                    .isEqualTo(span.get("text"));
        }
        assertThat(out).isEqualTo(Json.write(records.get(0)) + "\n");
    }

    @Test
    void packedFilesAreLikeOthers() throws IOException {
        Path packed = Files.createDirectories(folder.resolve("packed"));
        Path mixed = Files.createDirectories(folder.resolve("mixed"));
        for (String name : List.of("autumn", "spring")) {
            for (String end : List.of(".txt", ".ann")) {
                byte[] bytes = Files.readAllBytes(NOTES.resolve("brat").resolve(name + end));
                Files.write(packed.resolve(name + end + ".gz"), gzip(bytes));
                Files.write(
                        mixed.resolve(end.equals(".ann") ? name + ".ann" : name + ".txt.gz"),
                        end.equals(".ann") ? bytes : gzip(bytes));
            }
        }
        String expected = report(NOTES.resolve("brat"));
        for (Path data : List.of(packed, mixed, packed.resolve("autumn.ann.gz"))) {
            Path trained = folder.resolve("packed.esp");
            assertThat(well("train", "-q", data, "-o", trained).err()).isEmpty();
            if (Files.isDirectory(data)) {
                assertThat(report(data)).isEqualTo(expected);
            }
        }
        assertThat(report(packed.resolve("autumn.txt.gz")))
                .isEqualTo(report(NOTES.resolve("brat").resolve("autumn.txt")));
        Path out = folder.resolve("unpacked");
        well("tag", "-m", model, "--output-format", "brat", "--output-folder", out, packed);
        assertThat(Files.readString(out.resolve("spring.txt")))
                .isEqualTo(Files.readString(NOTES.resolve("brat").resolve("spring.txt")));
    }

    private static String report(Path data) {
        return well("eval", "-m", model, data).out();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(out)) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void jsonIsNotTaggedAsIfItWereText() {
        // A broken record is no raw text: it is refused where it is broken.
        Path broken = SmallData.write(folder, "broken.jsonl", "{\"text\": \"Anna \\ud800\"}\n");
        assertThat(Program.run("tag", "-m", model, broken).err()).contains("broken.jsonl:1:", "not JSON");
        Path cut = SmallData.write(folder, "cut.jsonl", "{\"text\": \"Anna\", \"label\": [[0, 4, \"PER\n");
        assertThat(Program.run("train", "-q", cut, "-o", folder.resolve("x.esp"))
                        .err())
                .contains("cut.jsonl:1:", "not JSON");
        // From a pipe nothing can be recognised beforehand.
        byte[] record = "{\"id\": 1, \"text\": \"Anna left.\"}\n".getBytes(StandardCharsets.UTF_8);
        for (String format : List.of("lines", "document")) {
            assertThat(Program.runWith(record, "tag", "-m", model, "--format", format)
                            .err())
                    .contains("-:1: the line is a JSON object with a text", "give --format spans");
        }
        assertThat(Program.runWith(record, "tag", "-m", model, "--format", "spans")
                        .out())
                .contains("\"id\":1", "\"type\":\"PERSON\"");
    }

    @Test
    void textWithoutAnnotationsIsToldWhatToDo() throws IOException {
        Path plain = SmallData.write(folder, "plain.txt", "Anna is in Oslo.\nNobody is here today, it seems.\n");
        Path target = folder.resolve("x.esp");
        assertThat(Program.run("train", "-q", plain, "-o", target).err())
                .contains("plain.txt:2: ", "if every line is a text of its own, give --format inline or lines");
        assertThat(Program.run("train", "-q", "--format", "inline", plain, "-o", target)
                        .err())
                .contains("there is one label, 'O'", "is the text annotated?");
        Path none = Files.createDirectories(folder.resolve("none"));
        assertThat(Program.run("train", "-q", none, "-o", target).err())
                .contains("this is a directory", "--format document or brat");
        assertThat(Program.run("tag", "-m", model, none).err()).contains("no .txt files in the directory");
    }
}
