package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand generated malformed inputs: a clear error or a whole result, never a stack trace or a silent loss. */
final class GeneratedTortureTest {
    private static final int CASES = 1000;
    private static final String[] FORMATS = {"columns", "crfsuite", "jsonl"};
    private static final String[] POISONS = {
        "NaN",
        "1e999",
        "-0",
        ":",
        "\\",
        "\t",
        "\t\t",
        " ",
        "\r",
        "\n\n",
        "\u0000",
        "\uFEFF",
        "?",
        "\"",
        "{",
        "]",
        "@weight:-1\n",
        "@weight:x\n",
        "# comment\n",
        "-DOCSTART- x y\n",
        "\uD83C\uDF5E",
        "O O O O O O O\n",
        "A\tx:1:2\n",
        "null"
    };

    @TempDir
    static Path folder;

    static Path model;

    @BeforeAll
    static void train() {
        model = SmallData.model(folder);
    }

    @Test
    void everyCaseEndsClearly() throws IOException {
        int failures = 0;
        for (int seed = 0; seed < CASES; seed++) {
            failures += check(seed) ? 0 : 1;
        }
        // Both ends must be reached, or the generator has gone blunt.
        assertThat(failures).isBetween(CASES / 10, CASES * 9 / 10);
    }

    /** Whether the command succeeded. */
    private static boolean check(int seed) throws IOException {
        Random random = new Random(seed);
        String format = FORMATS[random.nextInt(FORMATS.length)];
        byte[] bytes = malformed(valid(format, random), random);
        Path file = Files.write(folder.resolve("case.txt"), bytes);
        int command = random.nextInt(5);
        Program.Outcome outcome = switch (command) {
            case 0 ->
                Program.run(
                        "train",
                        "--threads",
                        1,
                        "--max-iterations",
                        2,
                        "--format",
                        format,
                        "-o",
                        folder.resolve("case.esp"),
                        file);
            case 1 ->
                Program.run("tag", "--threads", 1, "-m", model, "--format", format, "--output-format", "labels", file);
            case 2 -> Program.run("eval", "--threads", 1, "-m", model, "--format", format, file);
            case 3 -> Program.run("check", "--format", format, file);
            default -> Program.run("eval", "--columns", file);
        };
        String description = "seed " + seed + ", " + format + ", command " + command + ": " + outcome;

        assertThat(outcome.code()).as(description).isIn(0, 1);
        assertThat(outcome.isClear()).as(description).isTrue();
        if (outcome.code() == 1) {
            String told = command == 3 ? outcome.out() : outcome.err();
            assertThat(told).as(description).containsAnyOf(file.toString(), "no tokens", "nothing to learn");
        } else if (command == 1 && format.equals("columns")) {
            assertThat(outcome.out().lines().filter(line -> !line.isEmpty()).count())
                    .as(description)
                    .isEqualTo(lines(bytes));
        }
        return outcome.code() == 0;
    }

    private static long lines(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String marked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return Arrays.stream(marked.split("\n"))
                .filter(line -> !line.replaceAll("[ \t]|\r$", "").isEmpty())
                .count();
    }

    private static String valid(String format, Random random) {
        String columns = SmallData.columns(1 + random.nextInt(4), random.nextLong());
        StringBuilder text = new StringBuilder();
        switch (format) {
            case "columns" -> text.append(columns);
            case "crfsuite" ->
                columns.lines().forEach(line -> {
                    String[] parts = line.split(" ");
                    text.append(
                            line.isEmpty() ? "\n" : parts[2] + "\tw=" + parts[0] + "\tp:" + parts[1].length() + "\n");
                });
            default -> {
                for (String block : columns.strip().split("\n\n")) {
                    StringBuilder tokens = new StringBuilder();
                    StringBuilder labels = new StringBuilder();
                    for (String line : block.split("\n")) {
                        String[] parts = line.split(" ");
                        tokens.append(tokens.isEmpty() ? "" : ",")
                                .append("[\"" + parts[0] + "\",\"" + parts[1] + "\"]");
                        labels.append(labels.isEmpty() ? "" : ",").append("\"" + parts[2] + "\"");
                    }
                    text.append("{\"tokens\":[" + tokens + "],\"labels\":[" + labels + "]}\n");
                }
            }
        }
        return text.toString();
    }

    private static byte[] malformed(String text, Random random) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = Arrays.copyOf(bytes, at);
                case 2 ->
                    bytes = insert(bytes, at, POISONS[random.nextInt(POISONS.length)].getBytes(StandardCharsets.UTF_8));
                case 3 -> {
                    int end = Math.min(bytes.length, at + 1 + random.nextInt(8));
                    byte[] rest = Arrays.copyOfRange(bytes, end, bytes.length);
                    bytes = insert(Arrays.copyOf(bytes, at), at, rest);
                }
                default -> {
                    byte[] noise = new byte[random.nextInt(20)];
                    random.nextBytes(noise);
                    bytes = insert(bytes, at, noise);
                }
            }
        }
        return bytes;
    }

    private static byte[] insert(byte[] bytes, int at, byte[] more) {
        byte[] result = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(bytes, at, result, at + more.length, bytes.length - at);
        System.arraycopy(more, 0, result, at, more.length);
        return result;
    }
}
