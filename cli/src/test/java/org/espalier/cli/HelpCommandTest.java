package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.help.HelpPages;
import org.espalier.cli.help.OptionTopics;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Help by topic: short where it begins, complete where it ends. */
final class HelpCommandTest {
    private static final int SCREEN = 50;
    private static final int WIDTH = 100;

    /** Commands that do something, as they are called: {@code "wapiti train"}. */
    static Stream<String> commands() {
        return leaves(Program.commandLine())
                .map(command -> command.getCommandSpec().qualifiedName().substring("espalier ".length()));
    }

    private static Stream<CommandLine> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? Stream.of(command)
                : command.getSubcommands().values().stream().distinct().flatMap(HelpCommandTest::leaves);
    }

    private static CommandSpec spec(String command) {
        CommandLine found = Program.commandLine();
        for (String word : command.split(" ")) {
            found = found.getSubcommands().get(word);
        }
        return found.getCommandSpec();
    }

    private static List<OptionSpec> shown(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden()).toList();
    }

    /** How often the text explains the option, which is where its name begins a line. */
    private static long explained(String help, OptionSpec option) {
        String names = String.join(", ", option.names());
        return Pattern.compile("(?m)^ {2,6}" + Pattern.quote(names) + "(?=[=\\s\\[]|$)")
                .matcher(help)
                .results()
                .count();
    }

    private static String out(String command) {
        Program.Outcome outcome = Program.run((Object[]) command.split(" "));
        assertThat(outcome.code()).as(command + ": " + outcome.err()).isZero();
        assertThat(outcome.err()).as(command).isEmpty();
        return outcome.out();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionHasATopic(String command) {
        assertThat(OptionTopics.of(spec(command)).getOrDefault(Topic.OTHER, List.of()))
                .as("options without a topic; annotate them or their class with @HelpTopic")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsExplainedUnderOneTopicAndWithAllOthers(String command) {
        CommandSpec spec = spec(command);
        String all = out(command + " --help-all");
        StringBuilder pages = new StringBuilder();
        for (String topic : OptionTopics.names(spec)) {
            pages.append(out("help " + command + " " + topic));
        }
        for (OptionSpec option : shown(spec)) {
            assertThat(explained(all, option)).as(option.longestName()).isEqualTo(1);
            assertThat(explained(pages.toString(), option))
                    .as(option.longestName())
                    .isEqualTo(1);
        }
        assertThat(out("help " + command + " all")).isEqualTo(all);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theFirstHelpIsShortAndLeadsToTheRest(String command) {
        CommandSpec spec = spec(command);
        String help = out(command + " --help");
        List<OptionSpec> missing = new ArrayList<>();
        for (OptionSpec option : shown(spec)) {
            if (explained(help, option) == 0) {
                missing.add(option);
            }
        }
        assertThat(help.lines()).as(help).hasSizeLessThanOrEqualTo(2 * SCREEN);
        assertThat(help).contains("Usage: espalier " + command);
        if (!missing.isEmpty()) {
            assertThat(help).contains("'espalier help " + command + " TOPIC'", command + " --help-all");
            for (Topic topic : OptionTopics.of(spec).keySet()) {
                assertThat(help.lines()).anyMatch(line -> line.matches("  " + topic + " +" + topic.summary()));
            }
        }
        assertThat(out("help " + command)).isEqualTo(help);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noLineIsTooWide(String command) {
        assertThat((out(command + " --help-all") + out(command + " --help")).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"train", "tag", "eval", "tune", "check", "compress", "compare-optimizers", "verify"})
    void commandsWithManyOptionsBeginWithTheEssentialOnes(String command) {
        String help = out(command + " --help");

        assertThat(shown(spec(command)).stream().filter(option -> explained(help, option) > 0))
                .hasSizeBetween(6, 22)
                .allMatch(option -> option.usageHelp() || isEssential(option));
    }

    private static boolean isEssential(OptionSpec option) {
        return ((java.lang.reflect.Field) option.userObject()).isAnnotationPresent(Essential.class);
    }

    @Test
    void requiredOptionsAreEssential() {
        commands()
                .map(HelpCommandTest::spec)
                .filter(spec -> shown(spec).size() > 20)
                .forEach(spec -> {
                    if (!spec.qualifiedName().contains("wapiti")
                            && !spec.qualifiedName().contains("crf")) {
                        assertThat(shown(spec).stream().filter(OptionSpec::required))
                                .allMatch(HelpCommandTest::isEssential);
                    }
                });
    }

    /** The library formats descriptions: a per cent sign must be doubled, or it warns on standard error. */
    @ParameterizedTest
    @MethodSource("commands")
    void descriptionsCanBeFormatted(String command) {
        for (OptionSpec option : shown(spec(command))) {
            if (!(option.userObject() instanceof java.lang.reflect.Field field)) {
                continue;
            }
            List<String> texts =
                    new ArrayList<>(List.of(field.getAnnotation(Option.class).description()));
            if (field.isAnnotationPresent(Essential.class)) {
                texts.add(field.getAnnotation(Essential.class).value());
            }
            for (String text : texts) {
                assertThatCode(() -> String.format(text))
                        .as(option.longestName())
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void essentialOptionsSayTheirDefaults() {
        assertThat(out("train --help")).contains("Default: 1.0.").doesNotContain("${");
    }

    @Test
    void bothSpellingsOfATopicWork() {
        assertThat(out("help train optimizer"))
                .isEqualTo(out("help train optimiser"))
                .contains("--gradient-tolerance", "Optimiser:", "Other topics", "features")
                .doesNotContain("--kernel-cache");
        assertThat(out("help train hmm")).contains("--em-iterations");
    }

    @Test
    void helpAloneIsTheHelpOfTheProgram() {
        assertThat(out("help")).isEqualTo(out("--help")).contains("Commands:", "train", "help");
        assertThat(out("help wapiti")).isEqualTo(out("wapiti --help")).contains("label");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help train cooking", "help train optimisers", "help tag kernels"})
    void unknownTopicsListTheKnownOnes(String command) {
        String[] words = command.split(" ");
        Program.Outcome outcome = Program.run((Object[]) words);

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("'" + words[2] + "' is not a topic of 'espalier " + words[1] + "'")
                .contains(String.join(", ", OptionTopics.names(spec(words[1]))));
        assertThat(outcome.err().contains("did you mean optimiser?")).isEqualTo(words[2].equals("optimisers"));
    }

    @Test
    void unknownCommandsListTheKnownOnes() {
        assertThat(Program.run("help", "trian").err())
                .contains("'trian' is not a command", "did you mean train?", "tag");
        assertThat(Program.run("help", "optimiser").err())
                .contains("'optimiser' is a topic", "espalier help train optimiser");
        assertThat(Program.run("help", "wapiti", "cook").err()).contains("'cook'", "'espalier wapiti'", "label");
        assertThat(Program.run("help", "train", "data", "model").err()).contains("one topic");
    }

    /** An option of someone who has not heard of topics. */
    @Command(name = "sample")
    private static final class Sample {
        @Option(names = "--known", description = "In the first help.")
        @Essential
        int known;

        @Option(names = "--forgotten", description = "Without a topic.")
        int forgotten;
    }

    @Test
    void anOptionWithoutTopicIsStillFound() {
        CommandLine sample = new CommandLine(new Sample());
        Map<Topic, List<OptionSpec>> topics = OptionTopics.of(sample.getCommandSpec());

        assertThat(topics.keySet()).containsExactly(Topic.OTHER);
        assertThat(HelpPages.all(sample)).contains("Other: everything else", "--forgotten", "--known");
        assertThat(HelpPages.topic(sample, Topic.OTHER)).contains("--forgotten");
    }

    @Test
    void topicsHaveDifferentNames() {
        assertThat(Arrays.stream(Topic.values()).map(Topic::toString)).doesNotHaveDuplicates();
        for (Topic topic : Topic.values()) {
            assertThat(Topic.of(topic.toString())).isEqualTo(topic);
        }
        assertThat(Topic.of("cooking")).isNull();
    }
}
