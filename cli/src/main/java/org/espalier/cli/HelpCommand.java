package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.help.FeaturePresets;
import org.espalier.cli.help.HelpPages;
import org.espalier.cli.help.OptionTopics;
import org.espalier.cli.option.FamiliarOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code espalier help}: the help of a command, of one of its topics, or of the program. */
@Command(
        name = "help",
        customSynopsis = "espalier help [COMMAND [TOPIC | all] | presets]",
        description = {
            "Explains the program, a command, one topic of a command's options, or the presets of --features.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier help",
            "  espalier help train",
            "  espalier help train optimiser",
            "  espalier help train all",
            "  espalier help presets",
            "  espalier help wapiti label"
        })
final class HelpCommand extends Subcommand {
    private static final String EVERYTHING = "all";
    private static final String PRESETS = "presets";

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND TOPIC",
            description = "The command and, if it has topics, the topic; 'all' shows the options of all topics.",
            hideParamSyntax = true)
    @UsedFile(UsedFile.Use.NONE)
    private List<String> words = List.of();

    @Override
    protected int run() {
        CommandLine command = Main.commandLine(new Main(streams()));
        if (words.equals(List.of(PRESETS))) {
            streams().print(FeaturePresets.page());
            return 0;
        }
        List<String> rest = new ArrayList<>(words);
        for (CommandLine below = next(command, rest); below != null; below = next(command, rest)) {
            rest.remove(0);
            command = below;
        }
        streams().print(page(command, rest));
        return 0;
    }

    private static @Nullable CommandLine next(CommandLine command, List<String> rest) {
        return rest.isEmpty() ? null : command.getSubcommands().get(rest.get(0));
    }

    private String page(CommandLine command, List<String> rest) {
        if (rest.isEmpty()) {
            return command.getUsageMessage();
        }
        String word = rest.get(0);
        Map<String, CommandLine> below = command.getSubcommands();
        if (!below.isEmpty() && Topic.of(word) != null) {
            throw usage("'" + word + "' is a topic; name the command first, for example 'espalier help train " + word
                    + "'");
        }
        if (!below.isEmpty()) {
            throw usage("'" + word + "' is not a command of '"
                    + command.getCommandSpec().qualifiedName() + "'" + meant(word, List.copyOf(below.keySet())));
        }
        if (rest.size() > 1) {
            throw usage("'" + String.join(" ", rest) + "': one topic at a time, or 'all'");
        }
        if (word.equals(EVERYTHING)) {
            return HelpPages.all(command);
        }
        List<String> topics = OptionTopics.names(command.getCommandSpec());
        Topic topic = Topic.of(word);
        if (topic == null || !topics.contains(topic.toString())) {
            throw usage("'" + word + "' is not a topic of '"
                    + command.getCommandSpec().qualifiedName() + "'" + meant(word, topics));
        }
        return HelpPages.topic(command, topic);
    }

    /** The names that are spelt alike, or else all of them. */
    private static String meant(String word, List<String> known) {
        List<String> near = FamiliarOptions.alike(word, known);
        return near.isEmpty()
                ? "; expected one of " + String.join(", ", known)
                : "; did you mean " + String.join(" or ", near) + "? There are " + String.join(", ", known);
    }
}
