package org.espalier.inference.factor;

import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * The best assignment of binary variables that would rather agree, exactly, by a minimum cut (Greig, Porteous &amp; Seheult 1989; Kolmogorov
 * &amp; Zabih 2004).
 *
 * <p>Every variable has two values at most, and every factor one or two variables, whose table is submodular:
 *
 * <pre>
 *   factor(0, 0) + factor(1, 1) ≥ factor(0, 1) + factor(1, 0)
 * </pre>
 *
 * Values that evidence or a single table forbids, and variables that have one left, do not count. The costs −score are the capacities of a
 * network, where the source side of a cut has the value 0. The cut is found by Dinic's maximum flow: O(n² m) at worst, and about linear on
 * grids of pixels, of which a million are no trouble.
 */
public final class GraphCut {
    private GraphCut() {}

    /** Why it cannot answer; empty when it can. */
    public static String refusal(FactorGraph graph, Workspace workspace) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return "";
        }
        String large = tooLarge(graph, live, "a graph cut");
        for (int v = 0; v < graph.variables() && large.isEmpty(); v++) {
            if (live.count(v) > 2) {
                large = "variable " + v + " has " + live.count(v)
                        + " values; a graph cut decides between two: use another method, or fewer values";
            }
        }
        return large.isEmpty() ? refusal(PairwiseModel.of(graph, live, workspace.scores())) : large;
    }

    /** Complains of the first factor over more than two free variables; empty when there is none. */
    static String tooLarge(FactorGraph graph, LiveValues live, String method) {
        for (int f = 0; f < graph.factors(); f++) {
            int free = 0;
            for (int k = 0; k < graph.arity(f); k++) {
                free += live.isFree(graph.variable(f, k)) ? 1 : 0;
            }
            if (free > 2) {
                return "factor " + f + " has " + free + " variables; " + method + " knows pairs: use another method";
            }
        }
        return "";
    }

    private static String refusal(PairwiseModel model) {
        for (PairwiseModel.Edge edge : model.edges()) {
            double[] table = edge.table();
            for (double score : table) {
                if (Double.isInfinite(score) || Double.isNaN(score)) {
                    return "factor " + edge.factor() + " has the score " + score
                            + "; a graph cut needs finite scores: use another method";
                }
            }
            if (!CutNetwork.isSubmodular(table[0], table[1], table[2], table[3])) {
                return "factor " + edge.factor()
                        + " would rather have different values than equal ones (it is not submodular); a graph cut"
                        + " cannot answer: use another method";
            }
        }
        return "";
    }

    /**
     * The best assignment; its score is −∞ when single tables forbid all.
     *
     * @throws IllegalArgumentException when the graph is not of this kind; the message says why
     */
    public static ScoredOutput<Assignment> best(FactorGraph graph, Workspace workspace) {
        String refusal = refusal(graph, workspace);
        if (!refusal.isEmpty()) {
            throw new IllegalArgumentException(refusal);
        }
        double[] scores = workspace.scores();
        LiveValues live = LiveValues.of(graph, scores);
        if (live.isEmpty()) {
            return new ScoredOutput<>(new Assignment(graph, new int[graph.variables()]), Double.NEGATIVE_INFINITY);
        }
        PairwiseModel model = PairwiseModel.of(graph, live, scores);
        CutNetwork network = new CutNetwork(model.nodes(), model.edges().size());
        for (int s = 0; s < model.nodes(); s++) {
            network.addGain(s, model.unary()[model.offset(s) + 1] - model.unary()[model.offset(s)]);
        }
        for (PairwiseModel.Edge edge : model.edges()) {
            double[] table = edge.table();
            network.addPair(edge.from(), edge.to(), table[0], table[1], table[2], table[3]);
        }
        boolean[] ones = network.cut();
        int[] chosen = new int[ones.length];
        for (int s = 0; s < chosen.length; s++) {
            chosen[s] = ones[s] ? 1 : 0;
        }
        Assignment best = new Assignment(graph, model.assignment(chosen));
        return new ScoredOutput<>(best, best.score(scores));
    }
}
