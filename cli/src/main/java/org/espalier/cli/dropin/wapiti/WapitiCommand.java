package org.espalier.cli.dropin.wapiti;

import org.espalier.cli.dropin.DropInCommand;
import picocli.CommandLine.Command;

/** {@code espalier wapiti}: the modes of Wapiti. */
@Command(
        name = "wapiti",
        synopsisSubcommandLabel = "MODE",
        subcommands = {TrainMode.class, LabelMode.class, DumpMode.class, UpdateMode.class},
        description = {
            "Replaces the program wapiti: same options and files. Trains with its patterns, and labels with its"
                    + " models, giving the same answers.",
            ""
        },
        footer = {
            "",
            "'espalier wapiti MODE --help' explains a mode. With alias wapiti='espalier wapiti' your scripts keep"
                    + " working.",
            "Examples:",
            "  espalier wapiti train -p pattern.txt train.txt model",
            "  espalier wapiti label -c -s -m model test.txt labelled.txt",
            "  espalier wapiti dump model | sort -g -k4"
        })
public final class WapitiCommand extends DropInCommand {

    @Override
    protected int run() {
        throw usage("no mode given; expected train, label, dump or update");
    }
}
