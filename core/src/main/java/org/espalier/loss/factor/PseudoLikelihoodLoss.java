package org.espalier.loss.factor;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.structure.Supervision;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * The negative pseudo-log-likelihood: every variable predicted from the gold values of all others (Besag 1975).
 *
 * <pre>
 *   −Σ_v log p(y_v | y_others, x),     p(x_v | y_others, x) ∝ exp(variable(v, x_v) + Σ_{f with v} factor(f, y with x_v))
 * </pre>
 *
 * It is convex, and needs no inference: the cost is O(Σ variables: factors · values) however the graph looks. All values must be known. With
 * enough data the weights tend to those of the likelihood; with few data, neighbours are trusted too much, because in training they are
 * always right.
 */
public final class PseudoLikelihoodLoss implements Loss<FactorGraph> {

    @Override
    public double evaluate(FactorGraph graph, Supervision<FactorGraph> gold, double weight, Workspace workspace) {
        gold.requireFit(graph);
        if (!gold.isSingle()) {
            throw new IllegalArgumentException(
                    "the pseudo-likelihood predicts each variable from the labels of all others, so all must be known; complete"
                            + " the labels, or use the loss log");
        }
        workspace.clearGradient(graph);
        int[] values = ((Assignment) gold.single(graph)).values();
        int[][] factors = factorsOfVariables(graph);
        double[] local = new double[Arrays.stream(graph.cardinalities()).max().orElse(0)];
        double loss = 0;
        for (int v = 0; v < values.length; v++) {
            loss += evaluate(graph, v, factors[v], values, local, weight, workspace);
        }
        return weight == 0 ? 0 : weight * loss; // 0 also when the loss is infinite
    }

    /** Of each variable, its factors and where it stands in them, in turn // [n][2 · factors]. */
    private static int[][] factorsOfVariables(FactorGraph graph) {
        int[] counts = new int[graph.variables()];
        for (int f = 0; f < graph.factors(); f++) {
            for (int k = 0; k < graph.arity(f); k++) {
                counts[graph.variable(f, k)] += 2;
            }
        }
        int[][] found = new int[counts.length][];
        Arrays.setAll(found, v -> new int[counts[v]]);
        Arrays.fill(counts, 0);
        for (int f = 0; f < graph.factors(); f++) {
            for (int k = 0; k < graph.arity(f); k++) {
                int v = graph.variable(f, k);
                found[v][counts[v]++] = f;
                found[v][counts[v]++] = k;
            }
        }
        return found;
    }

    /** One logistic regression. */
    private static double evaluate(
            FactorGraph graph, int v, int[] mine, int[] values, double[] local, double weight, Workspace workspace) {
        double[] scores = workspace.scores();
        double[] gradient = workspace.gradient();
        int size = graph.cardinality(v);
        System.arraycopy(scores, graph.variableOffset(v), local, 0, size);
        for (int i = 0; i < mine.length; i += 2) {
            int stride = graph.stride(mine[i], mine[i + 1]);
            int first = graph.factorPart(mine[i], values) - stride * values[v];
            for (int x = 0; x < size; x++) {
                local[x] += scores[first + stride * x];
            }
        }
        double right = local[values[v]];
        double logSum = LogSpace.logSum(local, 0, size);
        for (int x = 0; x < size; x++) {
            double p = logSum == Double.NEGATIVE_INFINITY ? 0 : Exponential.of(local[x] - logSum);
            local[x] = weight * (x == values[v] ? p - 1 : p);
            gradient[graph.variableOffset(v) + x] += local[x];
        }
        for (int i = 0; i < mine.length; i += 2) {
            int stride = graph.stride(mine[i], mine[i + 1]);
            int first = graph.factorPart(mine[i], values) - stride * values[v];
            for (int x = 0; x < size; x++) {
                gradient[first + stride * x] += local[x];
            }
        }
        return right == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : logSum - right;
    }
}
