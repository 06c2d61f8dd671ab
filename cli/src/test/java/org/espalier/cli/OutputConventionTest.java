package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.cli.output.CompletionScript;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** One convention: {@code -o, --output} is a file, {@code --output-format} a format, and JSON has the names of Java. */
final class OutputConventionTest {
    private static final Set<String> DROP_INS = Set.of("crf_learn", "crf_test", "wapiti", "crfsuite");

    @TempDir
    static Path folder;

    static Path model;
    static Path data;

    @BeforeAll
    static void train() {
        model = SmallData.model(folder);
        data = folder.resolve("model-data.txt");
    }

    @Test
    void everyCommandKeepsTheConvention() {
        for (CommandLine command : Program.commandLine().getSubcommands().values()) {
            if (!DROP_INS.contains(command.getCommandName())) {
                for (OptionSpec option : command.getCommandSpec().options()) {
                    if (!option.hidden()) {
                        assertKept(option, command.getCommandName() + " " + option.longestName());
                    }
                }
            }
        }
    }

    private static void assertKept(OptionSpec option, String name) {
        List<String> names = Arrays.asList(option.names());
        if (names.contains("-o") || names.contains("--output")) {
            assertThat(names).as(name).containsExactlyInAnyOrder("-o", "--output");
            assertThat(option.type()).as(name).isEqualTo(Path.class);
        }
        assertThat(names).as(name).doesNotContain("--json", "--conlleval");
        List<String> values = CompletionScript.candidates(option);
        if (values.contains("json")) {
            assertThat(names).as(name).containsExactly("--output-format");
            assertThat(option.paramLabel()).as(name).isEqualTo(String.join("|", values));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tag -m M D,           --output json,      --output-format json",
        "tag -m M D,           --output labels,    --output-format labels",
        "eval -m M D,          --json,             --output-format json",
        "eval -m M D,          --conlleval,        --output-format conlleval",
        "inspect M,            --json,             --output-format json",
        "compress M -o S,      --json,             --output-format json",
    })
    void oldSpellingsStillWorkAndSaySo(String command, String old, String current) {
        Program.Outcome before = run(command + " " + old);
        Program.Outcome after = run(command + " " + current);

        assertThat(before.code()).as(before.toString()).isZero();
        assertThat(before.out()).isEqualTo(after.out()).isNotEmpty();
        assertThat(before.err())
                .isEqualTo("note: " + old + " is now spelt " + current + "; the old spelling will go away\n"
                        + after.err());
        assertThat(run(command.substring(0, command.indexOf(' ')) + " --help").out())
                .contains("--output-format")
                .doesNotContain("--json");
    }

    private static Program.Outcome run(String line) {
        Map<String, Object> places = Map.of("M", model, "D", data, "S", folder.resolve("small.esp"));
        return Program.run(Arrays.stream(line.split(" ", -1))
                .map(word -> places.getOrDefault(word, word))
                .toArray());
    }

    @Test
    void whatIsNotAFormatIsRefused() {
        Program.Outcome outcome = run("tag -m M D --output tagged.txt");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("--output", "tagged.txt", "columns, labels, json, crfsuite");
        assertThat(run("tag -m M D --output json --output-format labels").code())
                .isEqualTo(2);
        assertThat(run("eval -m M D --json --output-format conlleval").code()).isEqualTo(2);
        assertThat(run("inspect M --json --output-format text").code()).isEqualTo(2);
    }

    @Test
    void spansInJsonHaveTheTypeThatTheyHaveInJava() {
        String line = run("tag -m M D --output-format json --nbest 2")
                .out()
                .lines()
                .filter(each -> each.contains("\"start\""))
                .findFirst()
                .orElseThrow();
        Map<?, ?> record = (Map<?, ?>) Json.parse(line);

        assertThat((List<?>) record.get("spans"))
                .allSatisfy(span -> assertThat(((Map<?, ?>) span).keySet()).hasToString("[start, end, type]"));
        assertThat((List<?>) record.get("nBest")).hasSize(2);
    }
}
