package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.math.Logarithm;
import org.espalier.structure.factor.FactorGraph;

/**
 * Mean field: the best approximation by independent variables q(x) = Π q<sub>v</sub>(x<sub>v</sub>), found by coordinate ascent.
 *
 * <pre>
 *   q_v(x) ∝ exp(variable(v, x) + Σ_f E_q[factor(f, ·) | x_v = x])
 *   log Z  ≥ E_q[score] + Σ_v H(q_v)
 * </pre>
 *
 * Every step raises the bound, so it ends, in one of perhaps many local optima. Where q would give a forbidden part some probability, the
 * values with the least of it are kept; a bound of −∞ says that some was left. A round costs O(Σ factors: entries · arity²).
 */
public final class MeanField extends ApproximateInference {
    private static final double EQUAL = 1e-12;

    private final IterationOptions options;

    public MeanField(IterationOptions options) {
        this.options = options;
    }

    /** The bound, the marginals, and whether the ascent ended. */
    @Override
    public Approximation approximate(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        Conditionals places = new Conditionals(graph, scores);
        double[][] q = IntStream.range(0, graph.variables())
                .mapToObj(v -> uniform(graph, scores, v))
                .toArray(double[][]::new);
        int round = 0;
        double change = Double.POSITIVE_INFINITY;
        while (round < options.iterations() && change > options.tolerance()) {
            change = 0;
            round++;
            for (int v = 0; v < q.length; v++) {
                double[] fresh = update(graph, scores, places, q, v);
                for (int x = 0; x < fresh.length; x++) {
                    fresh[x] = (1 - options.damping()) * fresh[x] + options.damping() * q[v][x];
                    change = Math.max(change, Math.abs(fresh[x] - q[v][x]));
                }
                q[v] = fresh;
            }
        }
        return result(graph, scores, q, new Convergence(change <= options.tolerance(), round, change));
    }

    @Override
    int[] guess(FactorGraph graph, Workspace workspace) {
        double[] marginals = approximate(graph, workspace).marginals();
        return IntStream.range(0, graph.variables())
                .map(v -> argmax(marginals, graph.variableOffset(v), graph.cardinality(v)))
                .toArray();
    }

    private static double[] uniform(FactorGraph graph, double[] scores, int v) {
        double[] start = new double[graph.cardinality(v)];
        for (int x = 0; x < start.length; x++) {
            start[x] = scores[graph.variableOffset(v) + x] == Double.NEGATIVE_INFINITY ? start[x] : 1;
        }
        double sum = Arrays.stream(start).sum();
        for (int x = 0; x < start.length; x++) {
            start[x] = sum == 0 ? 1.0 / start.length : start[x] / sum;
        }
        return start;
    }

    private static double[] update(FactorGraph graph, double[] scores, Conditionals places, double[][] q, int v) {
        double[] expected = new double[q[v].length];
        double[] forbidden = new double[q[v].length];
        for (int x = 0; x < expected.length; x++) {
            add(scores[graph.variableOffset(v) + x], 1, x, expected, forbidden);
        }
        for (int i = 0; i < places.factors(v).length; i++) {
            int f = places.factors(v)[i];
            int k = places.places(v)[i];
            for (int entry = 0; entry < graph.factorSize(f); entry++) {
                double p = probability(graph, q, f, entry, k);
                int x = entry / graph.stride(f, k) % expected.length;
                if (p > 0) {
                    add(scores[graph.factorOffset(f) + entry], p, x, expected, forbidden);
                }
            }
        }
        double least = Arrays.stream(forbidden).min().orElse(0);
        for (int x = 0; x < expected.length; x++) {
            expected[x] = forbidden[x] <= least + EQUAL ? expected[x] : Double.NEGATIVE_INFINITY;
        }
        Conditionals.normalise(expected);
        return expected;
    }

    private static void add(double score, double p, int x, double[] expected, double[] forbidden) {
        if (score == Double.NEGATIVE_INFINITY) {
            forbidden[x] += p;
        } else {
            expected[x] += p * score;
        }
    }

    /** Π q of the variables of a factor, without one of them, or −1. */
    private static double probability(FactorGraph graph, double[][] q, int f, int entry, int without) {
        double p = 1;
        for (int k = 0; k < graph.arity(f); k++) {
            if (k != without) {
                double[] mine = q[graph.variable(f, k)];
                p *= mine[entry / graph.stride(f, k) % mine.length];
            }
        }
        return p;
    }

    private static Approximation result(FactorGraph graph, double[] scores, double[][] q, Convergence convergence) {
        double[] marginals = new double[graph.parts()];
        double bound = 0;
        for (int v = 0; v < q.length; v++) {
            for (int x = 0; x < q[v].length; x++) {
                marginals[graph.variableOffset(v) + x] = q[v][x];
                bound -= q[v][x] > 0 ? q[v][x] * Logarithm.of(q[v][x]) : 0;
            }
        }
        for (int f = 0; f < graph.factors(); f++) {
            for (int entry = 0; entry < graph.factorSize(f); entry++) {
                marginals[graph.factorOffset(f) + entry] = probability(graph, q, f, entry, -1);
            }
        }
        for (int part = 0; part < marginals.length; part++) {
            bound += marginals[part] > 0 ? marginals[part] * scores[part] : 0;
        }
        return new Approximation(bound, marginals, convergence);
    }
}
