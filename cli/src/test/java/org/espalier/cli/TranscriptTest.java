package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.Transcripts.Block;
import org.espalier.cli.Transcripts.Step;
import org.espalier.cli.dropin.crfpp.CrfppArguments;
import org.espalier.model.Model;
import org.espalier.server.Service;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What the pages say that commands print, they print; and every command on the pages is one that the program takes.
 *
 * <p>The transcripts of a page are run in their order in a folder with the files of {@code samples/ingredients}, and with {@code samples}
 * as a folder. Printed text is compared line by line after {@link #masked}. A line {@code …} stands for any lines, {@code …} in a line for
 * any text.
 */
final class TranscriptTest {
    /** Seconds, sizes of files and of memory, numbers of threads and speeds change with the machine and the version. */
    private static final Pattern VARIABLE =
            Pattern.compile("[0-9][0-9.,e-]*(?= (?:seconds?|bytes|MiB|threads?|thread)\\b)");

    private static final Pattern HEAD = Pattern.compile("^(?:iteration|rank) .*? seconds\\b");

    /** Decimals may differ by so much: their last digits come from how a processor adds. */
    private static final double TOLERANCE = 1e-4;

    @TempDir
    Path folder;

    @BeforeEach
    void prepare() throws IOException {
        copy(Path.of("../samples"), folder.resolve("samples"));
        copy(Path.of("../samples/ingredients"), folder);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    static List<Block> commands() throws IOException {
        return Transcripts.blocks().stream()
                .filter(block -> block.lines().stream().anyMatch(line -> line.contains("espalier ")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsTaken(Block block) {
        String text = String.join("\n", block.lines()).replace("\\\n", " ");
        for (String line : text.split("\n")) {
            int begin = line.replaceAll("^\\$ ", "  ").indexOf("espalier ");
            boolean called = line.matches("(\\$ |.*\\| )?(\\./)?espalier .*");
            if (called) {
                List<String> words = Transcripts.words(line.substring(begin));
                if (line.contains("…") || line.contains("[") && !line.contains("'")) {
                    assertOptions(block, words);
                } else {
                    assertParses(block, words.subList(1, words.size()));
                }
            }
        }
    }

    /** Pages about programs of their own, with options of their own; a test of the module spark looks at its page. */
    private static final Set<String> OTHER_PROGRAMS = Set.of("BENCHMARKS.md", "RESULTS.md", "spark.md");

    @Test
    void everyOptionOnThePagesIsOneOfACommand() throws IOException {
        Set<String> known = new TreeSet<>(
                Set.of("--add-exports", "--add-modules", "--data-binary", "--help", "--version", "--verbose"));
        Program.commandLine().getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), command.getSubcommands().values().stream()))
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(option -> !option.hidden())
                .forEach(option -> known.addAll(List.of(option.names())));
        for (Path page : Transcripts.pages()) {
            if (!OTHER_PROGRAMS.contains(page.getFileName().toString())) {
                Set<String> named = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]+")
                        .matcher(Files.readString(page))
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.toCollection(TreeSet::new));
                assertThat(known).as(page.toString()).containsAll(named);
            }
        }
    }

    /** The outline of a command names only options that it has. */
    private static void assertOptions(Block block, List<String> words) {
        CommandLine command = Program.commandLine().getSubcommands().get(words.get(1));
        assertThat(command).as("%s: %s", block, words).isNotNull();
        for (String word : words) {
            String name = word.replaceAll("[\\[\\]]", "");
            if (name.startsWith("--")) {
                assertThat(command.getCommandSpec().findOption(name))
                        .as("%s: %s", block, name)
                        .isNotNull();
            }
        }
    }

    private static void assertParses(Block block, List<String> arguments) {
        try {
            Program.commandLine().parseArgs(CrfppArguments.understood(arguments.toArray(String[]::new)));
        } catch (ParameterException e) {
            throw new AssertionError(block + ": " + arguments + ": " + e.getMessage(), e);
        }
    }

    static Stream<Path> pages() throws IOException {
        return Transcripts.blocks().stream()
                .filter(block -> block.isTranscript() && block.reason().isEmpty())
                .map(Block::page)
                .distinct();
    }

    @Test
    void thereAreTranscripts() throws IOException {
        assertThat(pages()).hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsPrintWhatThePageSays(Path page) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell here");
        List<Block> blocks = Transcripts.blocks().stream()
                .filter(block -> block.page().equals(page)
                        && block.isTranscript()
                        && block.reason().isEmpty())
                .toList();
        for (Block block : blocks) {
            for (Step step : block.steps()) {
                String printed = run(step.command());
                assertThat(matches(step.printed(), printed.lines().toList()))
                        .as("%s: $ %s%nprints%n%s", block, step.command(), printed)
                        .isTrue();
            }
        }
    }

    @Test
    void theFirstCommandsOfTheReadmeWork() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell here");
        Block shell = Transcripts.blocks().stream()
                .filter(block -> block.page().endsWith("README.md")
                        && block.lines().get(0).contains("samples/ingredients"))
                .findFirst()
                .orElseThrow();
        for (String line : shell.lines()) {
            assertThat(run(line + " && echo worked")).as(line).endsWith("worked\n");
        }
    }

    /** Runs the line in a shell in which {@code espalier} is the program of this build. */
    private String run(String line) throws IOException {
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        String classPath = Stream.of(Main.class, Model.class, Service.class, CommandLine.class)
                .map(TranscriptTest::place)
                .collect(Collectors.joining(File.pathSeparator));
        String function =
                "espalier() { '" + java + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Despalier.kernels=scalar -cp '"
                        + classPath + "' org.espalier.cli.Main \"$@\"; }\n";
        Path printed = folder.resolve(".printed");
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh", "-c", function + line.replace("./espalier ", "espalier "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(line).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return Files.readString(printed, StandardCharsets.UTF_8);
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the lines are what was expected, in which {@code …} alone stands for any lines. */
    static boolean matches(List<String> expected, List<String> printed) {
        return matches(masked(expected), 0, masked(printed), 0);
    }

    private static boolean matches(List<String> expected, int e, List<String> printed, int p) {
        if (e == expected.size()) {
            return p == printed.size();
        }
        if (expected.get(e).strip().equals("…")) {
            for (int next = p; next <= printed.size(); next++) {
                if (matches(expected, e + 1, printed, next)) {
                    return true;
                }
            }
            return false;
        }
        return p < printed.size()
                && isSame(expected.get(e), printed.get(p))
                && matches(expected, e + 1, printed, p + 1);
    }

    /**
     * The one rule of what may differ: {@link #VARIABLE} and numbers in a column that is headed "seconds"; blanks in lines that have such a
     * number; blank lines at the end.
     */
    static List<String> masked(List<String> lines) {
        List<String> masked = new ArrayList<>();
        int seconds = -1; // where the numbers of a column end that is headed "seconds"
        for (String line : lines) {
            String hidden = VARIABLE.matcher(line).replaceAll("#");
            Matcher head = HEAD.matcher(line);
            if (head.find()) {
                seconds = head.end();
            } else if (seconds > 0 && line.strip().matches("[0-9].*") && line.length() >= seconds) {
                hidden = line.substring(0, seconds).replaceAll("\\S+$", "#") + line.substring(seconds);
            } else if (!line.strip().equals("…")) {
                seconds = -1;
            }
            masked.add(
                    hidden.equals(line) ? line : hidden.replaceAll("\\s+", " ").strip());
        }
        while (!masked.isEmpty() && masked.get(masked.size() - 1).isBlank()) {
            masked.remove(masked.size() - 1);
        }
        return masked;
    }

    /** Whether two lines are equal but for the last digits of decimals and what … stands for. */
    static boolean isSame(String expected, String printed) {
        Pattern decimal = Pattern.compile("-?[0-9]+\\.[0-9]+(?:[eE]-?[0-9]+)?");
        String pattern = Stream.of(
                        decimal.matcher(expected).replaceAll("\u0000").split("…", -1))
                .map(part -> Stream.of(part.split("\u0000", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("(" + decimal + ")")))
                .collect(Collectors.joining(".*"));
        Matcher matcher = Pattern.compile(pattern).matcher(printed);
        if (!matcher.matches()) {
            return false;
        }
        List<Double> numbers = decimal.matcher(expected)
                .results()
                .map(result -> Double.valueOf(result.group()))
                .toList();
        for (int i = 0; i < numbers.size(); i++) {
            double found = Double.parseDouble(matcher.group(i + 1));
            if (Math.abs(found - numbers.get(i)) > TOLERANCE * Math.max(Math.abs(found), 1e-9)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void whatMayDifferAndWhatMayNot() {
        List<String> page = List.of("objective 739.0812 after 31 iterations in 3.4 seconds", "…", "12 labels", "");

        assertThat(matches(
                        page, List.of("objective 739.0813 after 31 iterations in 0.2 seconds", "a", "b", "12 labels")))
                .isTrue();
        assertThat(matches(page, List.of("objective 739.6522 after 31 iterations in 3.4 seconds", "12 labels")))
                .isFalse();
        assertThat(matches(page, List.of("objective 739.0812 after 32 iterations in 3.4 seconds", "12 labels")))
                .isFalse();
        assertThat(matches(page, List.of("objective 739.0812 after 31 iterations in 3.4 seconds", "13 labels")))
                .isFalse();
        assertThat(matches(List.of("a … c"), List.of("a b b c"))).isTrue();
        assertThat(matches(List.of("a … c"), List.of("a b b d"))).isFalse();
        assertThat(matches(
                        List.of("iteration objective seconds", "        1      5.25     1.2"),
                        List.of("iteration objective seconds", "        1      5.25    11.2")))
                .isTrue();
        assertThat(Transcripts.words("espalier train --kernel 'rbf(gamma=0.5)' a#b \"c d\" e\\ f > x # y"))
                .containsExactly("espalier", "train", "--kernel", "rbf(gamma=0.5)", "a#b", "c d", "e f");
    }
}
