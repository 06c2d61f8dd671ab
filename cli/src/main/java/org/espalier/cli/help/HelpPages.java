package org.espalier.cli.help;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.option.Topic;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Makes the help of a command: all options when they are few, else the essential ones and the topics of the others.
 *
 * <p>Named classes instead of lambdas, as in {@code Main}: help is asked for often enough to start quickly.
 */
public final class HelpPages implements IHelpFactory {
    /** The name of the help option that asks for the whole list. */
    private static final String ALL = "--help-all";

    /** Up to so many options are shown at once. */
    private static final int FEW = 20;

    /** Characters of a line. */
    private static final int WIDTH = 100;

    @Override
    public Help create(CommandSpec command, Help.ColorScheme colours) {
        ParseResult parsed = command.commandLine().getParseResult();
        if (parsed != null && parsed.originalArgs().contains(ALL)) {
            show(command, new AllOptions());
        } else if (isLong(command)) {
            show(command, new Essentials());
        }
        return new Help(command, colours);
    }

    /** Whether the help shows a part of the options: there are many, and it is marked which come first. */
    private static boolean isLong(CommandSpec command) {
        List<OptionSpec> shown =
                command.options().stream().filter(option -> !option.hidden()).toList();
        return shown.size() > FEW
                && shown.stream().anyMatch(option -> !option.usageHelp() && OptionTopics.essential(option) != null);
    }

    /** All options of a command, topic by topic. */
    public static String all(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        show(spec, new AllOptions());
        return text(spec, spec.usageMessage().sectionKeys());
    }

    /** The options of one topic. */
    public static String topic(CommandLine command, Topic topic) {
        CommandSpec spec = command.getCommandSpec();
        show(spec, new OneTopic(topic));
        return text(
                spec,
                List.of(
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST));
    }

    private static void show(CommandSpec command, IHelpSectionRenderer options) {
        Map<String, IHelpSectionRenderer> sections =
                new HashMap<>(command.usageMessage().sectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, options);
        command.usageMessage().sectionMap(sections);
    }

    private static String text(CommandSpec command, List<String> sections) {
        Help help = new Help(command, Help.defaultColorScheme(Help.Ansi.OFF));
        StringBuilder text = new StringBuilder();
        for (String section : sections) {
            IHelpSectionRenderer renderer = command.usageMessage().sectionMap().get(section);
            text.append(renderer == null ? "" : renderer.render(help));
        }
        return text.toString();
    }

    private static String list(Help help, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
        layout.addAllOptions(options, help.parameterLabelRenderer());
        return layout.toString();
    }

    private static String heading(Help help, Topic topic) {
        String name = topic.toString();
        String title = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return help.createHeading("%n" + title + ": " + topic.summary() + "%n");
    }

    /** The command that shows the help of a command. */
    private static String helpOn(CommandSpec command) {
        return command.qualifiedName().replaceFirst("^espalier", "espalier help");
    }

    /** The essential options, and a line for each topic. */
    private static final class Essentials implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            List<OptionSpec> shown = new ArrayList<>();
            for (List<OptionSpec> topic : OptionTopics.of(help.commandSpec()).values()) {
                for (OptionSpec option : topic) {
                    String text = OptionTopics.essential(option);
                    if (text != null) {
                        shown.add(text.isEmpty() ? option : shortened(option, text));
                    }
                }
            }
            return help.createHeading("%nCommon options:%n") + list(help, shown) + topics(help);
        }

        private static OptionSpec shortened(OptionSpec option, String text) {
            return OptionSpec.builder(option).description(text).build();
        }

        private static String topics(Help help) {
            CommandSpec command = help.commandSpec();
            String begin = "All options, by topic ('" + helpOn(command) + " TOPIC' explains them,";
            String other = "'" + command.qualifiedName() + " " + ALL + "'";
            boolean fits = begin.length() + 1 + other.length() <= WIDTH; // a command is not cut into two lines
            StringBuilder text = new StringBuilder(
                    help.createHeading("%n" + begin + (fits ? " " : "%n") + other + " prints all topics):%n"));
            for (Topic topic : OptionTopics.of(command).keySet()) {
                text.append(String.format(Locale.ROOT, "  %-15s %s%n", topic, topic.summary()));
            }
            return text.toString();
        }
    }

    /** Every topic under its heading. */
    private static final class AllOptions implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            StringBuilder text = new StringBuilder();
            OptionTopics.of(help.commandSpec())
                    .forEach((topic, options) ->
                            text.append(heading(help, topic)).append(list(help, options)));
            return text.toString();
        }
    }

    /** The options of one topic, and the names of the others. */
    private record OneTopic(Topic topic) implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            CommandSpec command = help.commandSpec();
            List<String> others = new ArrayList<>(OptionTopics.names(command));
            others.remove(topic.toString());
            List<OptionSpec> options = OptionTopics.of(command).getOrDefault(topic, List.of());
            return heading(help, topic)
                    + list(help, options)
                    + help.createHeading(
                            "%nOther topics of '" + helpOn(command) + "': " + String.join(", ", others) + "%n");
        }
    }
}
