package org.espalier.cli.graph;

import java.util.List;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.OptionRule;
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
            paramLabel = "method",
            description =
                    "infer: junction-tree (exact; refused where it does not fit in --memory), bp (belief propagation),"
                            + " trw (tree-reweighted: an upper bound of Z), mean-field (a lower bound), gibbs. map:"
                            + " junction-tree, trw-s (with a bound of the best score), graph-cut (exact; only for binary"
                            + " variables that would rather agree), alpha-expansion (only for pairs that lose as in a"
                            + " metric), bp. sample: junction-tree, gibbs. auto is the junction tree where it fits; else"
                            + " bp for infer, gibbs for sample, and graph-cut or trw-s for map. Approximate results say"
                            + " so. Default: ${DEFAULT-VALUE}.")
    @Essential
    private GraphMethod method = GraphMethod.AUTO;

    @Option(
            names = "--iterations",
            paramLabel = "n",
            description = "The most rounds of bp, trw, mean-field and trw-s. Default: ${DEFAULT-VALUE}.")
    private int iterations = IterationOptions.DEFAULTS.iterations();

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description =
                    "bp, trw and mean-field have converged when no probability changes by more; trw-s, when its bound"
                            + " sinks by no more, relative to its size, ten times one after the other. Default:"
                            + " ${DEFAULT-VALUE}.")
    private double tolerance = IterationOptions.DEFAULTS.tolerance();

    @Option(
            names = "--damping",
            paramLabel = "x",
            description =
                    "How much of the old messages bp, trw and mean-field keep, 0 to below 1; try 0.5 where they do not"
                            + " converge. Default: ${DEFAULT-VALUE}.")
    private double damping = IterationOptions.DEFAULTS.damping();

    @Mixin
    private ChainOptions chains = new ChainOptions();

    @Mixin
    private TreeOptions tree = new TreeOptions();

    GraphMethod method() {
        return method;
    }

    /** Options that other methods than the chosen one look at; auto may come to any. */
    List<OptionRule> rules() {
        boolean isAuto = method == GraphMethod.AUTO;
        String where = "with --method " + method;
        boolean isTree = isAuto || method == GraphMethod.JUNCTION_TREE;
        boolean isGibbs = isAuto || method == GraphMethod.GIBBS;
        boolean isDamped = isAuto || (method.iterates() && method != GraphMethod.TRW_S);
        return List.of(
                OptionRule.of(isAuto || method.iterates(), where, "--iterations", "--tolerance"),
                OptionRule.of(isDamped, where, "--damping"),
                OptionRule.of(isGibbs, where, "--chains", "--burn-in", "--sweeps"),
                OptionRule.of(isTree, where, "--memory", "--tries"),
                OptionRule.of(isTree || isGibbs, where, "--seed"));
    }

    GraphOptions chosen() {
        return GraphOptions.usual()
                .withMethod(method)
                .withIteration(new IterationOptions(iterations, tolerance, damping))
                .withJunctionTree(tree.chosen())
                .withGibbs(chains.chosen(tree.seed()));
    }
}
