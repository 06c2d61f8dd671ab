package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.output.CompletionScript;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script, sourced by bash and asked as bash asks. */
final class CompletionCommandTest {
    @TempDir
    static Path folder;

    static Path script;

    @BeforeAll
    static void write() {
        script = SmallData.write(
                folder, "completion.bash", Program.run("completion").out());
        SmallData.write(folder, "asked.txt", "a A\n");
    }

    /** What bash offers at the end of the words, the last of which may be empty. */
    private static List<String> offers(String... words) {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash here");
        String lines = "source '" + script + "'; COMP_WORDS=(" + quoted(words) + "); COMP_CWORD=" + (words.length - 1)
                + "; $(complete -p " + words[0] + " | sed 's/.*-F \\([^ ]*\\).*/\\1/') 2>/dev/null;"
                + " printf '%s\\n' \"${COMPREPLY[@]}\"";
        try {
            Process bash = new ProcessBuilder("/bin/bash", "--norc", "-c", lines)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String text = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(bash.waitFor()).as(text).isZero();
            return text.lines().filter(line -> !line.isEmpty()).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String quoted(String... words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append('\'').append(word).append("' ");
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"espalier", "./espalier", "bin/espalier"})
    void commandsAndOptionsAreOfferedHoweverTheProgramIsCalled(String program) {
        assertThat(offers(program, "")).contains("train", "tag", "eval", "wapiti", "crf_learn", "--help");
        assertThat(offers(program, "tr")).containsExactly("train");
        assertThat(offers(program, "train", "--max-i")).containsExactly("--max-iterations");
        assertThat(offers(program, "wapiti", "")).contains("train", "label", "dump", "update");
        assertThat(offers(program, "wapiti", "train", "--nth")).containsExactly("--nthread");
    }

    @ParameterizedTest
    @CsvSource({
        "--algorithm, l, lbfgs",
        "--algorithm, trust, trust-region",
        "--loss, soft, softmax-margin",
        "--model, kernel-s, kernel-svm",
        "--format, c, columns crfsuite csv conllu",
        "--pa-type, q, quadratic",
    })
    void everyOptionHasItsOwnValuesInTheSpellingOfTheCommandLine(String option, String begun, String expected) {
        assertThat(offers("espalier", "train", option, begun)).containsExactlyInAnyOrder(expected.split(" "));
        assertThat(offers("espalier", "train", option, "=", begun)).containsExactlyInAnyOrder(expected.split(" "));
    }

    @Test
    void helpCompletesCommandsAndTheirTopics() {
        assertThat(offers("espalier", "help", "tr")).containsExactly("train");
        assertThat(offers("espalier", "help", "train", "opt")).containsExactly("optimiser");
        assertThat(offers("espalier", "help", "tag", ""))
                .contains("output", "data", "all")
                .doesNotContain("kernels");
        assertThat(offers("espalier", "help", "wapiti", "la")).containsExactly("label");
    }

    @Test
    void valuesThatCannotBeListedAreNotInvented() {
        assertThat(offers("espalier", "train", "--l2", "")).isEmpty();
        assertThat(offers("espalier", "train", "-o", "")).isEmpty();
        assertThat(offers("espalier", "train", "as")).isEmpty();
    }

    @Test
    void everyValueThatIsOfferedIsTaken() {
        CommandLine root = Program.commandLine();
        root.getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()))
                .forEach(command -> command.getCommandSpec().options().forEach(option -> assertTaken(command, option)));
    }

    private static void assertTaken(CommandLine command, OptionSpec option) {
        for (String value : CompletionScript.candidates(option)) {
            assertThat(value).isLowerCase();
            String path = command.getCommandSpec().qualifiedName().substring("espalier ".length());
            String err = Program.run((Object[]) (path + " " + option.longestName() + " " + value).split(" "))
                    .err();
            assertThat(err).as(path + " " + option.longestName()).doesNotContain("Invalid value");
        }
    }
}
