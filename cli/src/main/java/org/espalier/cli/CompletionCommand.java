package org.espalier.cli;

import org.espalier.cli.command.Subcommand;
import org.espalier.cli.help.OptionTopics;
import org.espalier.cli.output.CompletionScript;
import picocli.CommandLine.Command;

/** {@code espalier completion}: prints the completion script of the shell. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash and zsh. It completes commands, options and their values, for"
                    + " espalier on the PATH, ./espalier and bin/espalier.",
            ""
        },
        footer = {"", "Examples:", "  source <(espalier completion)", "  espalier completion > ~/.espalier_completion"})
final class CompletionCommand extends Subcommand {

    @Override
    protected int run() {
        streams().print(CompletionScript.of(Main.commandLine(new Main(streams())), OptionTopics::names));
        return 0;
    }
}
