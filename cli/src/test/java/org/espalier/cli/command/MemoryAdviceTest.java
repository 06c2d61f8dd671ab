package org.espalier.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.Program;
import org.espalier.cli.SmallData;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Advice must fit the command that gives it, and too many threads must not need any. */
final class MemoryAdviceTest {
    @TempDir
    Path folder;

    static Stream<CommandSpec> commands() {
        return Program.commandLine().getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()))
                .map(CommandLine::getCommandSpec)
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionThatIsAdvisedIsOneOfTheCommand(CommandSpec command) {
        String advice = MemoryAdvice.of(command.qualifiedName(), new OutOfMemoryError("Java heap space"));

        assertThat(advice).startsWith("out of memory").contains("ESPALIER_JAVA_OPTS=-Xmx8g");
        Matcher options = Pattern.compile("--[a-z-]+").matcher(advice);
        while (options.find()) {
            assertThat(command.findOption(options.group()))
                    .as("%s advises %s", command.qualifiedName(), options.group())
                    .isNotNull();
        }
    }

    @Test
    void adviceIsDifferentForTrainingAndTagging() {
        assertThat(MemoryAdvice.alternative("espalier train")).contains("--min-count", "--data-on-disk");
        assertThat(MemoryAdvice.alternative("espalier tag"))
                .contains("--threads")
                .doesNotContain("--min-count");
        assertThat(MemoryAdvice.of("espalier train", new OutOfMemoryError("unable to create native thread: x")))
                .contains("threads")
                .doesNotContain("-Xmx");
    }

    @Test
    void threadsThatNobodyNeedsAreNotMade() {
        Path data = SmallData.write(folder, "data.txt", SmallData.columns(40, 1));
        Path one = folder.resolve("one.esp");
        Path many = folder.resolve("many.esp");

        Program.run("train", "-q", "--threads", 1, "-o", one, data);
        Program.Outcome outcome = Program.run("train", "-q", "--threads", 100_000, "-o", many, data);

        assertThat(outcome.code()).as(outcome.toString()).isZero();
        assertThat(outcome.err())
                .isEqualTo("warning: --threads 100000: " + Workers.mostThreads()
                        + " threads are used, because this machine has "
                        + Runtime.getRuntime().availableProcessors()
                        + " processors and more threads would only take memory\n");
        assertThat(many).hasSameBinaryContentAs(one);
        for (Object[] command : new Object[][] {
            {"tag", "-m", one, "--threads", 100_000, data},
            {"eval", "-m", one, "--threads", 100_000, data},
            {"tune", "-q", "--threads", 100_000, "--parameter", "l2=1,2", "--folds", 2, data},
        }) {
            Program.Outcome other = Program.run(command);
            assertThat(other.code()).as(other.toString()).isZero();
            assertThat(other.err()).containsOnlyOnce("threads are used");
        }
    }
}
