package org.espalier.cli.graph;

import org.espalier.cli.command.Subcommand;
import picocli.CommandLine.Command;

/** {@code espalier graph}: its commands do the work. */
@Command(
        name = "graph",
        description = {
            "Answers questions to graphical models (Markov random fields, Bayesian networks) in UAI or libDAI files: the partition function"
                    + " and the marginals, the most probable assignments, samples.",
            "Answers are exact where the junction tree fits in memory. 'info' says what that takes before anything is computed."
                    + " docs/factor-graphs.md tells more.",
            "These models have given tables. To learn weights from labelled graphs, use 'espalier train --model graph'; see"
                    + " docs/graph-models.md.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph info model.uai",
            "  espalier graph infer model.uai --evidence model.uai.evid --json",
            "  espalier graph map --n-best 3 model.fg",
            "  espalier help graph infer running"
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {InferCommand.class, MapCommand.class, SampleCommand.class, InfoCommand.class, ImageCommand.class
        })
public final class GraphCommand extends Subcommand {
    @Override
    protected int run() {
        throw usage("no command; expected infer, map, sample, info or image; to learn weights from labelled graphs, use"
                + " 'espalier train --model graph'");
    }
}
