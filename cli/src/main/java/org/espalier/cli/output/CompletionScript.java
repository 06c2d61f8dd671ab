package org.espalier.cli.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The script with which bash (and zsh, as bash) completes commands, options and their values.
 *
 * <p>It is made here and not by picocli's generator, which takes options with the same {@code paramLabel} for one and offers the
 * formats to {@code --algorithm}.
 */
public final class CompletionScript {
    private CompletionScript() {}

    /**
     * The script for these commands.
     *
     * @param topics what the help of a command has chapters about
     */
    public static String of(CommandLine root, Function<CommandSpec, List<String>> topics) {
        StringBuilder commands = new StringBuilder();
        StringBuilder words = new StringBuilder();
        Map<String, List<String>> values = new LinkedHashMap<>();
        // Before what is known of 'help' as a command without commands below it: the first case counts.
        addWords(" help", "words=\"" + String.join(" ", root.getSubcommands().keySet()) + "\"", words);
        root.getSubcommands().forEach((name, command) -> addHelp(" help", name, command, topics, commands, words));
        add("", root, commands, words, values);
        StringBuilder cases = new StringBuilder();
        values.forEach((offered, options) -> cases.append("        ")
                .append(String.join("|", options))
                .append(")\n")
                .append(offered)
                .append("            ;;\n"));
        // What is not a value of an option completes to files, where there are any to be given.
        return String.format(Locale.ROOT, """
            #!/usr/bin/env bash
            # Completion of commands, options and values for bash and zsh; made by 'espalier completion'.
            if [ -n "$ZSH_VERSION" ] && ! type complete >/dev/null 2>&1; then
                autoload -U +X compinit && compinit
                autoload -U +X bashcompinit && bashcompinit
            fi

            _espalier() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
                local command="" words="" i
                # '--option=value' comes as three words.
                if [ "$current" = "=" ]; then
                    current=""
                elif [ "$previous" = "=" ]; then
                    previous="${COMP_WORDS[COMP_CWORD-2]}"
                fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$command ${COMP_WORDS[i]}" in
            %s            esac
                done
                COMPREPLY=()
                case "$command $previous" in
            %s        esac
                case "$command" in
            %s        esac
                if [ -z "$words" ]; then
                    return
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }

            complete -F _espalier -o default espalier ./espalier bin/espalier
            """, commands, cases, words);
    }

    /** Adds what is known of a command, and of the commands below it; {@code path} is {@code " wapiti train"}, or empty. */
    private static void add(
            String path,
            CommandLine command,
            StringBuilder commands,
            StringBuilder words,
            Map<String, List<String>> values) {
        CommandSpec spec = command.getCommandSpec();
        List<OptionSpec> options =
                spec.options().stream().filter(option -> !option.hidden()).toList();
        List<String> subcommands = command.getSubcommands().values().stream()
                .map(CommandLine::getCommandName)
                .distinct()
                .toList();
        for (String name : command.getSubcommands().keySet()) {
            addCommand(path + " " + name, commands);
        }
        List<String> names = options.stream()
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> name.startsWith("--") || options.size() < 4)
                .toList();
        String offered = String.join(" ", names);
        addWords(
                path,
                subcommands.isEmpty()
                        ? "case \"$current\" in -*) words=\"" + offered + "\" ;; esac"
                        : "words=\"" + String.join(" ", subcommands) + " " + offered + "\"",
                words);
        for (OptionSpec option : options) {
            if (option.arity().max() > 0) {
                List<String> keys = Stream.of(option.names())
                        .map(name -> "\"" + path + " " + name + "\"")
                        .toList();
                values.computeIfAbsent(action(option), action -> new ArrayList<>())
                        .addAll(keys);
            }
        }
        command.getSubcommands().forEach((name, sub) -> add(path + " " + name, sub, commands, words, values));
    }

    /** Adds that {@code help} can be asked for about a command, about its topics, and about the commands below it. */
    private static void addHelp(
            String path,
            String name,
            CommandLine command,
            Function<CommandSpec, List<String>> topics,
            StringBuilder commands,
            StringBuilder words) {
        String longer = path + " " + name;
        List<String> offered = new ArrayList<>(command.getSubcommands().keySet());
        if (offered.isEmpty()) {
            offered.addAll(topics.apply(command.getCommandSpec()));
            offered.add("all");
        }
        addCommand(longer, commands);
        addWords(longer, "words=\"" + String.join(" ", offered) + "\"", words);
        command.getSubcommands().forEach((sub, below) -> addHelp(longer, sub, below, topics, commands, words));
    }

    private static void addCommand(String path, StringBuilder commands) {
        commands.append("            \"")
                .append(path)
                .append("\") command=\"")
                .append(path)
                .append("\" ;;\n");
    }

    private static void addWords(String path, String action, StringBuilder words) {
        words.append("        \"").append(path).append("\")\n            ");
        words.append(action).append("\n            ;;\n");
    }

    /** What the script does for a value of the option: offers the known ones, or files, or nothing. */
    private static String action(OptionSpec option) {
        List<String> known = candidates(option);
        if (!known.isEmpty()) {
            return "            COMPREPLY=($(compgen -W \"" + String.join(" ", known) + "\" -- \"$current\"))\n"
                    + "            return\n";
        }
        boolean file = type(option) == Path.class;
        return (file ? "" : "            type compopt >/dev/null 2>&1 && compopt +o default\n")
                + "            return\n";
    }

    /** The values that the option takes, as they are written on the command line; none if they cannot be listed. */
    public static List<String> candidates(ArgSpec option) {
        if (option.completionCandidates() == null) {
            return List.of();
        }
        return StreamSupport.stream(option.completionCandidates().spliterator(), false)
                .map(value -> value.toLowerCase(Locale.ROOT).replace('_', '-'))
                .distinct()
                .toList();
    }

    private static Class<?> type(ArgSpec option) {
        return option.typeInfo().isMultiValue() ? option.typeInfo().getAuxiliaryTypes()[0] : option.type();
    }
}
