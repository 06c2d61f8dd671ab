package org.espalier.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code espalier completion}: prints the completion script of the shell. */
@Command(
        name = "completion",
        description = {"Prints a script that makes bash and zsh complete the commands and options of espalier.", ""},
        footer = {"", "Examples:", "  source <(espalier completion)", "  espalier completion > ~/.espalier_completion"})
final class CompletionCommand extends Subcommand {

    @Override
    int run() {
        CommandLine root = Main.commandLine(new Main(streams()));
        streams().print(AutoComplete.bash("espalier", root));
        return 0;
    }
}
