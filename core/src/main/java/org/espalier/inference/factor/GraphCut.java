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
 * The costs −score are the capacities of a network, where the source side of a cut has the value 0. The cut is found by Dinic's maximum flow:
 * O(n² m) at worst, and about linear on grids of pixels, of which a million are no trouble.
 */
public final class GraphCut {
    private static final double SLACK = 1e-9;

    private GraphCut() {}

    /** Why it cannot answer; empty when it can. */
    public static String refusal(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        for (int v = 0; v < graph.variables(); v++) {
            if (graph.cardinality(v) > 2) {
                return "variable " + v + " has " + graph.cardinality(v)
                        + " values; a graph cut decides between two: use another method, or fewer values";
            }
        }
        for (int part = 0; part < graph.parts(); part++) {
            if (Double.isInfinite(scores[part]) || Double.isNaN(scores[part])) {
                return "the score of part " + part + " is " + scores[part]
                        + "; a graph cut needs finite scores: use another method";
            }
        }
        for (int f = 0; f < graph.factors(); f++) {
            if (graph.arity(f) > 2) {
                return "factor " + f + " has " + graph.arity(f)
                        + " variables; a graph cut knows pairs: use another method";
            }
            if (isPair(graph, f) && weight(graph, f, scores) < -SLACK * scale(graph, f, scores)) {
                return "factor " + f
                        + " would rather have different values than equal ones (it is not submodular); a graph cut"
                        + " cannot answer: use another method";
            }
        }
        return "";
    }

    private static boolean isPair(FactorGraph graph, int f) {
        return graph.factorSize(f) == 4 && graph.arity(f) == 2;
    }

    /** How much more the equal values score than the different ones, as a sum over both. */
    private static double weight(FactorGraph graph, int f, double[] scores) {
        int at = graph.factorOffset(f);
        return scores[at] + scores[at + 3] - scores[at + 1] - scores[at + 2];
    }

    private static double scale(FactorGraph graph, int f, double[] scores) {
        double scale = 1;
        for (int part = graph.factorOffset(f); part < graph.factorOffset(f + 1); part++) {
            scale = Math.max(scale, Math.abs(scores[part]));
        }
        return scale;
    }

    /**
     * The best assignment.
     *
     * @throws IllegalArgumentException when the graph is not of this kind; the message says why
     */
    public static ScoredOutput<Assignment> best(FactorGraph graph, Workspace workspace) {
        String refusal = refusal(graph, workspace);
        if (!refusal.isEmpty()) {
            throw new IllegalArgumentException(refusal);
        }
        double[] scores = workspace.scores();
        int n = graph.variables();
        double[] gain = new double[n]; // what the value 1 scores more than 0
        MaximumFlow flow = new MaximumFlow(n + 2, n + graph.factors());
        for (int v = 0; v < n; v++) {
            int at = graph.variableOffset(v);
            gain[v] = graph.cardinality(v) == 2 ? scores[at + 1] - scores[at] : 0;
        }
        for (int f = 0; f < graph.factors(); f++) {
            if (isPair(graph, f)) {
                addPair(graph, f, scores, gain, flow);
            } else {
                addSingle(graph, f, scores, gain);
            }
        }
        int source = n;
        int sink = n + 1;
        for (int v = 0; v < n; v++) {
            if (gain[v] > 0) {
                flow.connect(v, sink, gain[v], 0);
            } else if (gain[v] < 0) {
                flow.connect(source, v, -gain[v], 0);
            }
        }
        flow.run(source, sink);
        int[] values = new int[n];
        for (int v = 0; v < n; v++) {
            values[v] = graph.cardinality(v) == 2 && !flow.isOnSourceSide(v) ? 1 : 0;
        }
        Assignment best = new Assignment(graph, values);
        return new ScoredOutput<>(best, best.score(scores));
    }

    /** A factor with one variable that has a choice, or with none. */
    private static void addSingle(FactorGraph graph, int f, double[] scores, double[] gain) {
        int at = graph.factorOffset(f);
        for (int k = 0; k < graph.arity(f); k++) {
            if (graph.cardinality(graph.variable(f, k)) == 2) {
                gain[graph.variable(f, k)] += scores[at + 1] - scores[at];
            }
        }
    }

    /**
     * A table [a b; c d] of scores is a + (c − a)·x_u + (d − c)·x_v − w·(1 − x_u)·x_v with w = a + d − b − c: two gains, and a price w
     * when u is 0 and v is 1, which is an arc from u to v.
     */
    private static void addPair(FactorGraph graph, int f, double[] scores, double[] gain, MaximumFlow flow) {
        int at = graph.factorOffset(f);
        int u = graph.variable(f, 0);
        int v = graph.variable(f, 1);
        gain[u] += scores[at + 2] - scores[at];
        gain[v] += scores[at + 3] - scores[at + 2];
        flow.connect(u, v, Math.max(0, weight(graph, f, scores)), 0);
    }
}
