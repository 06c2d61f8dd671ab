package org.espalier.cli.graph;

import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.graph.GraphMethod;
import org.espalier.graph.GraphOptions;
import org.espalier.inference.factor.IterationOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** By which method a question is answered. */
@HelpTopic(Topic.DECODING)
public final class MethodOptions {
    @Option(
            names = "--method",
            paramLabel = "auto|junction-tree|bp|mean-field|gibbs",
            description =
                    "junction-tree is exact, and refused where it does not fit in --memory. bp (belief propagation), mean-field and"
                            + " gibbs are approximate, and their results say so. auto is the junction tree where it fits; else gibbs for samples,"
                            + " and bp for everything else. Default: ${DEFAULT-VALUE}.")
    @Essential
    private GraphMethod method = GraphMethod.AUTO;

    @Option(
            names = "--iterations",
            paramLabel = "n",
            description = "The most rounds of bp and mean-field. Default: ${DEFAULT-VALUE}.")
    private int iterations = IterationOptions.DEFAULTS.iterations();

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description =
                    "bp and mean-field have converged when no probability changes by more. Default: ${DEFAULT-VALUE}.")
    private double tolerance = IterationOptions.DEFAULTS.tolerance();

    @Option(
            names = "--damping",
            paramLabel = "x",
            description =
                    "How much of the old messages bp and mean-field keep, 0 to below 1; try 0.5 where they do not converge."
                            + " Default: ${DEFAULT-VALUE}.")
    private double damping = IterationOptions.DEFAULTS.damping();

    @Mixin
    private ChainOptions chains = new ChainOptions();

    @Mixin
    private TreeOptions tree = new TreeOptions();

    GraphMethod method() {
        return method;
    }

    GraphOptions chosen() {
        return GraphOptions.usual()
                .withMethod(method)
                .withIteration(new IterationOptions(iterations, tolerance, damping))
                .withJunctionTree(tree.chosen())
                .withGibbs(chains.chosen(tree.seed()));
    }
}
