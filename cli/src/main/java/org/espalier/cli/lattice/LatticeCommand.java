package org.espalier.cli.lattice;

import org.espalier.cli.command.Subcommand;
import picocli.CommandLine.Command;

/** {@code espalier lattice}: its commands do the work. */
@Command(
        name = "lattice",
        description = {
            "Learns the costs of a dictionary for morphological analysis (words with parts of speech and readings, as for Japanese),"
                    + " writes the dictionary, and cuts texts into morphemes with it.",
            "Dictionaries have the format of MeCab: *.csv, matrix.def, char.def, unk.def, feature.def, rewrite.def, dicrc."
                    + " docs/lattices.md tells more.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier lattice train -d seed -o model.def corpus.txt",
            "  espalier lattice build -d seed -m model.def -o dictionary",
            "  espalier lattice tag -d dictionary text.txt",
            "  espalier lattice eval -d dictionary test.txt",
            "  espalier help lattice train running"
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TrainCommand.class, BuildCommand.class, TagCommand.class, EvalCommand.class})
public final class LatticeCommand extends Subcommand {
    @Override
    protected int run() {
        throw usage("no command; expected train, build, tag or eval");
    }
}
