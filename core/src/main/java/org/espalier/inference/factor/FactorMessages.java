package org.espalier.inference.factor;

import java.util.Arrays;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.math.Logarithm;
import org.espalier.structure.factor.FactorGraph;

/**
 * The messages of belief propagation, from factors to variables, as logarithms; the largest entry of each is 0.
 *
 * <pre>
 *   n_{v→f}(x) = variable(v, x) + Σ_{g ≠ f} m_{g→v}(x)
 *   m_{f→v}(x) = log Σ_{entries with x_v = x} exp(factor(f, entry) + Σ_{u ≠ v} n_{u→f}(entry_u))      or the maximum of these
 * </pre>
 */
final class FactorMessages {
    private final FactorGraph graph;
    private final double[] scores;
    private final boolean maximum;
    private final Conditionals places;
    private final double[][][] messages; // [factors][arity][values]

    FactorMessages(FactorGraph graph, double[] scores, boolean maximum) {
        this.graph = graph;
        this.scores = scores;
        this.maximum = maximum;
        this.places = new Conditionals(graph, scores);
        this.messages = new double[graph.factors()][][];
        for (int f = 0; f < messages.length; f++) {
            messages[f] = new double[graph.arity(f)][];
            for (int k = 0; k < messages[f].length; k++) {
                messages[f][k] = new double[graph.cardinality(graph.variable(f, k))];
            }
        }
    }

    double[] get(int f, int k) {
        return messages[f][k];
    }

    void set(int f, int k, double[] message) {
        messages[f][k] = message;
    }

    /** The factors that have a variable. */
    int[] factors(int variable) {
        return places.factors(variable);
    }

    /** What all factors but one, or −1 for none, tell a variable, and its own parts. */
    double[] belief(int variable, int without) {
        double[] sum = new double[graph.cardinality(variable)];
        for (int x = 0; x < sum.length; x++) {
            sum[x] = scores[graph.variableOffset(variable) + x];
        }
        int[] mine = places.factors(variable);
        for (int i = 0; i < mine.length; i++) {
            if (mine[i] != without) {
                double[] message = messages[mine[i]][places.places(variable)[i]];
                for (int x = 0; x < sum.length; x++) {
                    sum[x] += message[x];
                }
            }
        }
        return sum;
    }

    /** The sums of a factor's entries and what its variables are told by others; without one of them, or −1 // [entries]. */
    double[] entries(int f, int without) {
        double[] sum = Arrays.copyOfRange(scores, graph.factorOffset(f), graph.factorOffset(f + 1));
        for (int k = 0; k < graph.arity(f); k++) {
            if (k != without) {
                double[] told = belief(graph.variable(f, k), f);
                int stride = graph.stride(f, k);
                for (int entry = 0; entry < sum.length; entry++) {
                    sum[entry] += told[entry / stride % told.length];
                }
            }
        }
        return sum;
    }

    /** The message that should be sent now. */
    double[] fresh(int f, int k) {
        double[] sums = entries(f, k);
        int values = messages[f][k].length;
        int stride = graph.stride(f, k);
        double[] message = new double[values];
        double[] row = new double[sums.length / values];
        for (int x = 0; x < values; x++) {
            int count = 0;
            for (int entry = 0; entry < sums.length; entry++) {
                if (entry / stride % values == x) {
                    row[count++] = sums[entry];
                }
            }
            message[x] = maximum
                    ? Arrays.stream(row, 0, count).max().orElse(Double.NEGATIVE_INFINITY)
                    : LogSpace.logSum(row, 0, count);
        }
        double largest = Arrays.stream(message).max().orElse(0);
        if (largest == Double.NEGATIVE_INFINITY) {
            return message; // nothing is possible
        }
        for (int x = 0; x < values; x++) {
            message[x] -= largest;
        }
        return message;
    }

    /** (1 − damping) · new + damping · old, of the numbers whose logarithms the messages are. */
    static double[] damped(double[] fresh, double[] old, double damping) {
        if (damping == 0) {
            return fresh;
        }
        double[] mixed = new double[fresh.length];
        for (int x = 0; x < mixed.length; x++) {
            mixed[x] = Logarithm.of((1 - damping) * Exponential.of(fresh[x]) + damping * Exponential.of(old[x]));
        }
        return mixed;
    }

    /** The largest difference of the numbers whose logarithms the messages are. */
    static double change(double[] fresh, double[] old) {
        double change = 0;
        for (int x = 0; x < fresh.length; x++) {
            change = Math.max(change, Math.abs(Exponential.of(fresh[x]) - Exponential.of(old[x])));
        }
        return change;
    }
}
