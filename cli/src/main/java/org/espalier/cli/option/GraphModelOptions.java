package org.espalier.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.labelling.factor.GraphMethod;
import org.espalier.labelling.factor.GraphModelSpec;
import org.espalier.structure.factor.Tying;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a model of graphs answers questions, and which of its joint labels share weights. */
@HelpTopic(Topic.MODEL)
public final class GraphModelOptions {
    @Option(
            names = "--inference",
            paramLabel = "method",
            description = {
                "graph: how probabilities and the best labels are computed, in training and in tagging. Default: junction-tree.",
                "junction-tree: exactly; refused, with its size, where it takes too much memory.",
                "bp: belief propagation, approximate. trw: tree-reweighted, approximate, an upper bound. mean-field:"
                        + " approximate, a lower bound."
            })
    private @Nullable GraphMethod method;

    @Option(
            names = "--inference-rounds",
            paramLabel = "n",
            description = "graph: the most rounds of an approximate --inference. Default: 200.")
    private @Nullable Integer rounds;

    @Option(
            names = "--inference-tolerance",
            paramLabel = "x",
            description =
                    "graph: an approximate --inference has converged when no probability changes by more. Default: 1e-6.")
    private @Nullable Double tolerance;

    @Option(
            names = "--inference-damping",
            paramLabel = "x",
            description =
                    "graph: how much of the old messages an approximate --inference keeps, 0 to below 1. Default: 0.")
    private @Nullable Double damping;

    @Option(
            names = "--tie",
            paramLabel = "template=how",
            description =
                    "graph: which joint labels of a template's factors share a weight. full: none. symmetric: those in another"
                            + " order. potts: all equal ones, and all others. May be given several times. Default: full.")
    private Map<String, Tying> tying = new LinkedHashMap<>();

    @Option(
            names = "--pseudo-likelihood",
            description =
                    "graph: learn to predict each label from all others, which needs no inference and is fast. All"
                            + " labels must be known; --inference is then for tagging only. It may trust neighbours too"
                            + " much; then a warning says so.")
    private boolean pseudoLikelihood;

    /** The first option that was given, or null. */
    @Nullable
    String given() {
        if (method != null) {
            return "--inference";
        }
        if (rounds != null) {
            return "--inference-rounds";
        }
        if (tolerance != null) {
            return "--inference-tolerance";
        }
        if (damping != null) {
            return "--inference-damping";
        }
        if (pseudoLikelihood) {
            return "--pseudo-likelihood";
        }
        return tying.isEmpty() ? null : "--tie";
    }

    boolean isPseudoLikelihood() {
        return pseudoLikelihood;
    }

    GraphModelSpec chosen() {
        GraphMethod chosen = method == null ? GraphMethod.JUNCTION_TREE : method;
        if (chosen.isExact() && (rounds != null || tolerance != null || damping != null)) {
            throw new IllegalArgumentException(
                    "--inference-rounds, --inference-tolerance and --inference-damping are for approximate inference; leave them"
                            + " out, or use --inference bp, trw or mean-field");
        }
        IterationOptions usual = GraphModelSpec.ITERATION;
        return GraphModelSpec.of(chosen)
                .withTying(tying)
                .withPseudoLikelihood(pseudoLikelihood)
                .withIteration(new IterationOptions(
                        rounds == null ? usual.iterations() : rounds,
                        tolerance == null ? usual.tolerance() : tolerance,
                        damping == null ? usual.damping() : damping));
    }
}
