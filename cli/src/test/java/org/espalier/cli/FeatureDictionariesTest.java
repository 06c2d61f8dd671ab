package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features as sklearn-crfsuite's users have them, as JSON Lines, beside the items that python-crfsuite makes of them. */
final class FeatureDictionariesTest {
    @TempDir
    Path folder;

    private Path dictionaries;
    private Path items;

    @BeforeEach
    void write() {
        Random random = new Random(5);
        StringBuilder json = new StringBuilder();
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < 60; n++) {
            List<Object> features = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            int length = 1 + random.nextInt(6);
            for (int t = 0; t < length; t++) {
                int word = random.nextInt(8);
                String label = word % 3 == 0 ? "A" : word == 7 && t > 0 ? "C" : "B";
                Map<String, Object> token = new LinkedHashMap<>();
                token.put("bias", 1.0);
                token.put("word.lower()", "w:" + word);
                token.put("word.isdigit()", word % 2 == 0);
                token.put("suffixes", List.of("s" + word % 4, "t" + word % 3));
                StringBuilder line = new StringBuilder(label).append("\tbias:1.0\tword.lower()\\:w\\:" + word);
                line.append("\tword.isdigit():").append(word % 2 == 0 ? 1 : 0);
                line.append("\tsuffixes\\:s" + word % 4 + "\tsuffixes\\:t" + word % 3);
                if (t == 0) {
                    token.put("BOS", true);
                    line.append("\tBOS");
                } else {
                    token.put("-1", Map.of("length", 0.25 * t));
                    line.append("\t-1\\:length:" + 0.25 * t);
                }
                features.add(token);
                labels.add(label);
                text.append(line).append('\n');
            }
            json.append(Json.write(Map.of("features", features, "labels", labels)))
                    .append('\n');
            text.append('\n');
        }
        dictionaries = SmallData.write(folder, "data.jsonl", json.toString());
        items = SmallData.write(folder, "data.crfsuite", text.toString());
    }

    private static Program.Outcome well(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome;
    }

    @Test
    void aModelOfCrfsuiteWorksOnThem() {
        Path model = folder.resolve("native.crfsuite");
        well("crfsuite", "learn", "-m", model, items);
        String expected = well("crfsuite", "tag", "-m", model, items).out().strip();

        Program.Outcome outcome =
                well("tag", "-m", model, "--format", "jsonl", "--output-format", "labels", dictionaries);

        assertThat(outcome.out().strip()).isEqualTo(expected);
        assertThat(outcome.err()).isEmpty();
        assertThat(well("eval", "-m", model, "--format", "jsonl", dictionaries).out())
                .contains("tokens:    226 of 226 correct");
    }

    @Test
    void underAnotherNameTheyAreColumnsWhichTheModelDoesNotSee() {
        Path model = folder.resolve("native.crfsuite");
        well("crfsuite", "learn", "-m", model, items);
        Path columns = SmallData.write(
                folder, "columns.jsonl", "{\"tokens\":[{\"word.lower()\":\"w:3\"}],\"labels\":[\"A\"]}\n");
        for (String command : List.of("tag", "eval")) {
            Program.Outcome outcome = Program.run(command, "-m", model, "--format", "jsonl", columns);
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains("columns.jsonl:1: the tokens have columns and no attributes", "\"features\"");
        }
    }

    @Test
    void trainingOnThemIsTrainingOnTheItems() {
        Path mine = folder.resolve("mine.esp");
        Path theirs = folder.resolve("theirs.esp");
        assertThat(well("train", "-q", "--format", "jsonl", dictionaries, "-o", mine)
                        .err())
                .isEmpty();
        well("train", "-q", "--format", "crfsuite", items, "-o", theirs);
        Model one = Model.load(mine);
        Model other = Model.load(theirs);
        assertThat(attributes(one))
                .isEqualTo(attributes(other))
                .contains("word.lower():w:3", "suffixes:s1", "-1:length");
        assertThat(one.weights()).containsExactly(other.weights());
        // The model remembers the format, so tagging needs no option.
        String tagged = Program.runWith(
                        "{\"id\":9,\"features\":[{\"word.lower()\":\"w:3\",\"BOS\":true}]}\n"
                                .getBytes(StandardCharsets.UTF_8),
                        "tag",
                        "-m",
                        mine)
                .out();
        assertThat(tagged).startsWith("{\"id\":9,").contains("\"labels\":[\"A\"]", "\"word.lower():w:3\":1");
    }

    @Test
    void dictionariesThatSayNothingAreRefused() {
        for (String dictionary : List.of("{\"a\":null}", "{}")) {
            Path empty =
                    SmallData.write(folder, "empty.jsonl", "{\"features\":[" + dictionary + "],\"labels\":[\"A\"]}\n");
            Program.Outcome outcome =
                    Program.run("train", "--format", "jsonl", "-o", folder.resolve("empty.esp"), empty);
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains(
                            "empty.jsonl:1: token 1 of the sequence that begins here has neither a word nor attributes")
                    .contains("in a dictionary null says nothing")
                    .doesNotContain("0 columns");
        }
    }

    private static List<String> attributes(Model model) {
        return IntStream.range(0, model.encoder().attributes().size())
                .mapToObj(model.encoder().attributes()::get)
                .toList();
    }
}
