package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What bad input gets, case by case: the table {@code bad-input.md} says for each the command, the exit code and words of
 * the message.
 */
final class BadInputTest {
    private static final String TABLE = "bad-input.md";
    private static final int FEWEST_CASES = 200;

    @TempDir
    static Path folder;

    /**
     * A row of the table.
     *
     * @param input what stands in the file {@code in}, and on standard input
     * @param words that the message must have; those after {@code not} it must not
     */
    record Case(String name, String input, List<String> command, int code, List<String> words, List<String> absent) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void makeModels() {
        SmallData.model(folder);
        SmallData.write(folder, "data.txt", SmallData.columns(20, 7));
        SmallData.write(folder, "template", "U00:%x[0,0]\nU01:%x[0,1]\nB\n");
        SmallData.write(folder, "patterns", "u:0=%x[0,0]\nb\n");
        String items = "A\tx\ty:2\nB\ty\n\nB\tx\n";
        SmallData.write(folder, "items.txt", items);
        SmallData.write(folder, "three.txt", "a N DT B-NP\nb V VB O\n\n");
        SmallData.write(folder, "words.txt", "the B-NP\ncat I-NP\nruns O\n\n");
        SmallData.write(folder, "libsvm.txt", "1 1:1 3:0.5\n2 2:1\n1 1:2\n2 2:2 3:1\n");
        SmallData.write(folder, "text.tsv", "spam\tbuy now\nham\tsee you\nspam\tbuy buy\nham\tyou see\n");
        SmallData.write(folder, "partial.txt", "cat N B-NP\nsees V ?\n\n");
        require("train", "-q", "--threads", 1, "--format", "crfsuite", "-o", at("items.esp"), at("items.txt"));
        require("train", "-q", "--threads", 1, "-o", at("words.esp"), at("words.txt"));
        require("train", "-q", "--threads", 1, "--format", "libsvm", "-o", at("vectors.esp"), at("libsvm.txt"));
        require("train", "-q", "--threads", 1, "--format", "text", "-o", at("text.esp"), at("text.tsv"));
        require("crf_learn", at("template"), at("data.txt"), at("crfpp.model"));
        require("crfsuite", "learn", "-m", at("crfsuite.model"), at("items.txt"));
        require("wapiti", "train", "-p", at("patterns"), at("data.txt"), at("wapiti.model"));
        damage("model.esp");
        damage("crfpp.model");
        damage("crfsuite.model");
        damage("wapiti.model");
    }

    private static Path at(String name) {
        return folder.resolve(name);
    }

    private static void require(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.toString()).isZero();
    }

    /** Half of a model file. */
    private static void damage(String model) {
        try {
            byte[] bytes = Files.readAllBytes(at(model));
            Files.write(at("half-" + model), Arrays.copyOf(bytes, bytes.length / 2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isAnswered(Case bad) throws IOException {
        byte[] input = bad.input().getBytes(StandardCharsets.ISO_8859_1);
        Files.write(at("in"), input);
        Files.deleteIfExists(at("out"));
        Map<String, String> before = files();
        Object[] arguments = bad.command().stream().map(BadInputTest::argument).toArray();

        Program.Outcome outcome = Program.runWith(input, arguments);

        assertThat(outcome.code()).as(outcome.toString()).isEqualTo(bad.code());
        assertThat(outcome.isClear()).as(outcome.toString()).isTrue();
        bad.words().forEach(word -> assertThat(outcome.err()).contains(word));
        bad.absent().forEach(word -> assertThat(outcome.err()).doesNotContain(word));
        if (bad.code() == 0) {
            Files.deleteIfExists(at("out"));
        }
        assertThat(files()).as("nothing is lost, nothing is left behind").isEqualTo(before);
    }

    /** Every file of the folder with its content. */
    private static Map<String, String> files() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.list(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                contents.put(path.getFileName().toString(), Files.readString(path, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    /** A name in braces is a file of the folder. */
    private static String argument(String text) {
        int begin = text.indexOf('{');
        int end = text.indexOf('}');
        return begin < 0 || end < begin
                ? text
                : text.substring(0, begin) + at(text.substring(begin + 1, end)) + text.substring(end + 1);
    }

    @Test
    void theTableIsWhole() {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(FEWEST_CASES);
        assertThat(cases().map(Case::name)).doesNotHaveDuplicates();
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String line : table().split("\n")) {
            if (line.startsWith("| ") && !line.startsWith("| case ") && !line.startsWith("|--")) {
                cases.add(read(line));
            }
        }
        return cases.stream();
    }

    private static Case read(String line) {
        String[] cells = line.substring(2).split(" \\| ?", -1);
        assertThat(cells).as(line).hasSize(6);
        List<String> words = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (String word : cells[4].split("; ")) {
            if (word.startsWith("not ")) {
                absent.add(word.substring(4));
            } else if (!word.isEmpty()) {
                words.add(word);
            }
        }
        List<String> command = Stream.of(unquoted(cells[2]).split(" "))
                .filter(word -> !word.isEmpty())
                .map(BadInputTest::unescaped)
                .toList();
        return new Case(
                cells[0], unescaped(unquoted(cells[1])), command, Integer.parseInt(cells[3].strip()), words, absent);
    }

    private static String unquoted(String cell) {
        return cell.startsWith("`") && cell.endsWith("`") ? cell.substring(1, cell.length() - 1) : cell;
    }

    /** Characters are bytes here, so that input may be of any encoding. */
    private static String unescaped(String text) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                result.append(c);
                continue;
            }
            char kind = text.charAt(++i);
            switch (kind) {
                case 't' -> result.append('\t');
                case 'n' -> result.append('\n');
                case 'r' -> result.append('\r');
                case 's' -> result.append(' ');
                case 'p' -> result.append('|');
                case 'x' -> {
                    result.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> result.append(kind);
            }
        }
        return result.toString();
    }

    private static String table() {
        try (InputStream stream = Objects.requireNonNull(BadInputTest.class.getResourceAsStream(TABLE))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
