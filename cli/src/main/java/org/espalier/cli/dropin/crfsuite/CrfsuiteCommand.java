package org.espalier.cli.dropin.crfsuite;

import org.espalier.cli.dropin.DropInCommand;
import picocli.CommandLine.Command;

/** {@code espalier crfsuite}: CRFsuite's program. */
@Command(
        name = "crfsuite",
        description = {
            "Replaces the program crfsuite (0.12): same arguments, same files, same output.",
            "With \"alias crfsuite='espalier crfsuite'\" your scripts and Makefiles work as before. CRFsuite can read"
                    + " the models written here. See docs/migrate-from-crfsuite.md.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {LearnCommand.class, TagCommand.class, DumpCommand.class})
public final class CrfsuiteCommand extends DropInCommand {
    @Override
    protected int run() {
        throw failure("crfsuite: no command; expected learn, tag or dump ('espalier crfsuite --help' explains)");
    }
}
