package org.espalier.cli.dropin.crfsuite;

import org.espalier.cli.dropin.DropInCommand;
import picocli.CommandLine.Command;

/** {@code espalier crfsuite}: CRFsuite's program. */
@Command(
        name = "crfsuite",
        description = {
            "Does what the program crfsuite (0.12) does: the same arguments, the same files, the same output.",
            "After \"alias crfsuite='espalier crfsuite'\" scripts and Makefiles work as before. Models go both ways: CRFsuite"
                    + " reads what is written here. docs/migrate-from-crfsuite.md tells more.",
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
