package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.math.Exponential;
import org.espalier.structure.factor.FactorGraph;

/**
 * The scores of one variable's values, given all others: Σ of the parts that have the variable.
 *
 * <p>Where every value meets a forbidden part, those that meet the fewest are left, so that a walk that begins at a forbidden
 * assignment finds out of it if single steps can.
 */
final class Conditionals {
    private final FactorGraph graph;
    private final double[] scores;
    private final int[][] factors; // [n]: the factors that have the variable
    private final int[][] places; // [n]: where in their scopes

    Conditionals(FactorGraph graph, double[] scores) {
        this.graph = graph;
        this.scores = scores;
        List<IntStream.Builder> mine = new ArrayList<>();
        List<IntStream.Builder> where = new ArrayList<>();
        for (int v = 0; v < graph.variables(); v++) {
            mine.add(IntStream.builder());
            where.add(IntStream.builder());
        }
        for (int f = 0; f < graph.factors(); f++) {
            for (int k = 0; k < graph.arity(f); k++) {
                mine.get(graph.variable(f, k)).add(f);
                where.get(graph.variable(f, k)).add(k);
            }
        }
        this.factors = mine.stream().map(all -> all.build().toArray()).toArray(int[][]::new);
        this.places = where.stream().map(all -> all.build().toArray()).toArray(int[][]::new);
    }

    /** The factors that have a variable. */
    int[] factors(int variable) {
        return factors[variable];
    }

    /** Where in the scopes of its {@link #factors} a variable stands. */
    int[] places(int variable) {
        return places[variable];
    }

    /** The scores of the values of a variable; −∞ for those that meet more forbidden parts than others // [values]. */
    double[] of(int variable, int[] values) {
        double[] local = new double[graph.cardinality(variable)];
        int[] forbidden = new int[local.length];
        for (int x = 0; x < local.length; x++) {
            add(graph.variableOffset(variable) + x, x, local, forbidden);
        }
        for (int i = 0; i < factors[variable].length; i++) {
            int f = factors[variable][i];
            int stride = graph.stride(f, places[variable][i]);
            int part = graph.factorPart(f, values) - stride * values[variable];
            for (int x = 0; x < local.length; x++) {
                add(part + stride * x, x, local, forbidden);
            }
        }
        int least = IntStream.of(forbidden).min().orElse(0);
        for (int x = 0; x < local.length; x++) {
            local[x] = forbidden[x] == least ? local[x] : Double.NEGATIVE_INFINITY;
        }
        return local;
    }

    private void add(int part, int x, double[] local, int[] forbidden) {
        if (scores[part] == Double.NEGATIVE_INFINITY) {
            forbidden[x]++;
        } else {
            local[x] += scores[part];
        }
    }

    /** Turns scores into probabilities, in place. */
    static void normalise(double[] local) {
        double max = Double.NEGATIVE_INFINITY;
        for (double score : local) {
            max = Math.max(max, score);
        }
        double sum = 0;
        for (int x = 0; x < local.length; x++) {
            local[x] = Exponential.of(local[x] - max);
            sum += local[x];
        }
        for (int x = 0; x < local.length; x++) {
            local[x] /= sum;
        }
    }

    /** Draws from probabilities. */
    static int draw(double[] probabilities, RandomGenerator random) {
        double left = random.nextDouble();
        int last = 0;
        for (int x = 0; x < probabilities.length; x++) {
            if (probabilities[x] > 0) {
                last = x;
                left -= probabilities[x];
                if (left < 0) {
                    break;
                }
            }
        }
        return last;
    }

    /** Draws every variable anew, given the others (Geman &amp; Geman 1984). */
    void sweep(int[] values, RandomGenerator random) {
        for (int v = 0; v < values.length; v++) {
            double[] local = of(v, values);
            normalise(local);
            values[v] = draw(local, random);
        }
    }

    /** Gives variables their best value, one by one, until nothing improves (iterated conditional modes, Besag 1986). */
    void climb(int[] values) {
        boolean moves = true;
        for (int round = 0; moves && round < values.length + 100; round++) {
            moves = false;
            for (int v = 0; v < values.length; v++) {
                double[] local = of(v, values);
                int best = values[v];
                for (int x = 0; x < local.length; x++) {
                    best = local[x] > local[best] ? x : best;
                }
                moves |= best != values[v];
                values[v] = best;
            }
        }
    }
}
