package org.espalier.inference.factor;

import java.util.Locale;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * A good assignment of variables with several values that would rather agree, by expansion moves (Boykov, Veksler &amp; Zabih 2001).
 *
 * <p>A move offers one value α to all variables at once; a minimum cut finds which of them take it, so that the score rises most. Moves go on
 * until no value raises it. The result is approximate. Every factor has one or two variables, and pairs lose as in a metric:
 *
 * <pre>
 *   factor(α, α) + factor(β, γ) ≥ factor(β, α) + factor(α, γ)        for all values α, β, γ; so do Potts and linear tables
 * </pre>
 *
 * A round costs one cut per value.
 */
public final class AlphaExpansion {
    private static final double LEAST = 1e-12;

    private AlphaExpansion() {}

    /** Why it cannot answer; empty when it can. */
    public static String refusal(FactorGraph graph, Workspace workspace) {
        LiveValues live = LiveValues.of(graph, workspace.scores());
        if (live.isEmpty()) {
            return "";
        }
        String large = GraphCut.tooLarge(graph, live, "alpha-expansion");
        return large.isEmpty() ? refusal(PairwiseModel.of(graph, live, workspace.scores())) : large;
    }

    private static String refusal(PairwiseModel model) {
        for (PairwiseModel.Edge edge : model.edges()) {
            for (double score : edge.table()) {
                if (Double.isInfinite(score) || Double.isNaN(score)) {
                    return "factor " + edge.factor() + " has the score " + score
                            + "; alpha-expansion needs finite scores: use another method";
                }
            }
            int rows = model.values(edge.from());
            int columns = model.values(edge.to());
            for (int a = 0; a < rows; a++) {
                int same = find(model, edge.to(), model.value(edge.from(), a));
                for (int b = 0; b < rows && same >= 0; b++) {
                    for (int c = 0; c < columns; c++) {
                        double[] table = edge.table();
                        if (!CutNetwork.isSubmodular(
                                table[b * columns + c],
                                table[b * columns + same],
                                table[a * columns + c],
                                table[a * columns + same])) {
                            return String.format(
                                    Locale.ROOT,
                                    "factor %d is no metric: its values %d, %d and %d break factor(a, a) + factor(b,"
                                            + " c) ≥ factor(b, a) + factor(a, c); alpha-expansion cannot answer: use"
                                            + " another method",
                                    edge.factor(),
                                    model.value(edge.from(), a),
                                    model.value(edge.from(), b),
                                    model.value(edge.to(), c));
                        }
                    }
                }
            }
        }
        return "";
    }

    /** Which of a node's values is this one of its variable; −1 when it is not left. */
    private static int find(PairwiseModel model, int node, int value) {
        for (int k = 0; k < model.values(node); k++) {
            if (model.value(node, k) == value) {
                return k;
            }
        }
        return -1;
    }

    /**
     * The best assignment that it finds; its score is −∞ when single tables forbid all.
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
        int[] chosen = new int[model.nodes()];
        int values = 0;
        for (int s = 0; s < chosen.length; s++) {
            chosen[s] = ApproximateInference.argmax(model.unary(), model.offset(s), model.values(s));
            values = Math.max(values, model.value(s, model.values(s) - 1) + 1);
        }
        Assignment best = new Assignment(graph, model.assignment(chosen));
        int failures = 0;
        for (int alpha = 0; failures < values; alpha = (alpha + 1) % values) {
            int[] moved = expand(model, chosen, alpha);
            Assignment found = new Assignment(graph, model.assignment(moved));
            double least = LEAST * Math.max(1, Math.abs(best.score(scores)));
            if (found.score(scores) > best.score(scores) + least) {
                best = found;
                chosen = moved;
                failures = 0;
            } else {
                failures++;
            }
        }
        return new ScoredOutput<>(best, best.score(scores));
    }

    /** The best of all assignments in which some nodes change to the value α, and the others keep theirs // [nodes]. */
    private static int[] expand(PairwiseModel model, int[] chosen, int alpha) {
        CutNetwork network = new CutNetwork(chosen.length, model.edges().size());
        int[] offered = new int[chosen.length]; // what a node may change to: α, or what it has
        for (int s = 0; s < chosen.length; s++) {
            int found = find(model, s, alpha);
            offered[s] = found < 0 ? chosen[s] : found;
            int at = model.offset(s);
            network.addGain(s, model.unary()[at + offered[s]] - model.unary()[at + chosen[s]]);
        }
        for (PairwiseModel.Edge edge : model.edges()) {
            int u = edge.from();
            int v = edge.to();
            int columns = model.values(v);
            double[] table = edge.table();
            network.addPair(
                    u,
                    v,
                    table[chosen[u] * columns + chosen[v]],
                    table[chosen[u] * columns + offered[v]],
                    table[offered[u] * columns + chosen[v]],
                    table[offered[u] * columns + offered[v]]);
        }
        boolean[] changes = network.cut();
        int[] moved = chosen.clone();
        for (int s = 0; s < moved.length; s++) {
            moved[s] = changes[s] ? offered[s] : chosen[s];
        }
        return moved;
    }
}
