package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.math.Logarithm;
import org.espalier.structure.factor.FactorGraph;

/**
 * Messages of belief propagation with a weight ρ per factor, sent factor by factor, forwards and backwards in turn.
 *
 * <pre>
 *   b_v(x)     = variable(v, x) + Σ_f ρ_f · m_{f→v}(x)
 *   t_f(entry) = factor(f, entry) / ρ_f + Σ_u (b_u − m_{f→u})(entry_u)
 *   m_{f→v}(x) = log Σ_{entries with x_v = x} exp(t_f(entry)) − (b_v − m_{f→v})(x)      or the maximum
 * </pre>
 *
 * With ρ = 1 that is belief propagation; with ρ the share of spanning forests that have the factor it is the tree-reweighted one. Messages
 * are logarithms; the largest entry of each is 0. A sweep costs one exponential per entry of every factor.
 */
final class SweptMessages {
    private final FactorGraph graph;
    private final double[] scores;
    private final double[] rho; // [m]
    private final boolean maximum;
    private final int[] begins; // [m+1]: the first message of each factor
    private final int[] offsets; // [messages+1]: where the entries of each message begin
    private final double[] messages; // log
    private final double[] beliefs; // by variable and value, as the parts of variables are numbered
    private final double[] table; // of the factor at work
    private final double[] told; // b_v − m of the variables of the factor at work
    private final double[] sums; // one message

    private SweptMessages(FactorGraph graph, double[] scores, double[] rho, boolean maximum) {
        this.graph = graph;
        this.scores = scores;
        this.rho = rho;
        this.maximum = maximum;
        int factors = graph.factors();
        this.begins = new int[factors + 1];
        for (int f = 0; f < factors; f++) {
            begins[f + 1] = begins[f] + graph.arity(f);
        }
        this.offsets = new int[begins[factors] + 1];
        int widest = 0;
        int largest = 0;
        int values = 0;
        for (int f = 0; f < factors; f++) {
            int together = 0;
            for (int k = 0; k < graph.arity(f); k++) {
                int own = graph.cardinality(graph.variable(f, k));
                offsets[begins[f] + k + 1] = offsets[begins[f] + k] + own;
                together += own;
                values = Math.max(values, own);
            }
            widest = Math.max(widest, together);
            largest = Math.max(largest, graph.factorSize(f));
        }
        this.messages = new double[offsets[begins[factors]]];
        this.beliefs = new double[graph.factorOffset(0)];
        this.table = new double[largest];
        this.told = new double[widest];
        this.sums = new double[values];
    }

    /** Belief propagation. */
    static SweptMessages unweighted(FactorGraph graph, double[] scores, boolean maximum) {
        double[] ones = new double[graph.factors()];
        Arrays.fill(ones, 1);
        return new SweptMessages(graph, scores, ones, maximum);
    }

    /** With weights of the factors, above 0. */
    static SweptMessages weighted(FactorGraph graph, double[] scores, double[] rho, boolean maximum) {
        return new SweptMessages(graph, scores, rho, maximum);
    }

    /** Sends messages until they settle, and says what they tell. */
    Approximation run(IterationOptions options) {
        return result(settle(options));
    }

    /** The best values after messages have settled, or after the last round // [n]. */
    int[] decode(IterationOptions options) {
        settle(options);
        return IntStream.range(0, graph.variables())
                .map(v -> ApproximateInference.argmax(beliefs, graph.variableOffset(v), graph.cardinality(v)))
                .toArray();
    }

    private Convergence settle(IterationOptions options) {
        double change = Double.POSITIVE_INFINITY;
        int round = 0;
        while (round < options.iterations() && change > options.tolerance()) {
            refresh();
            change = 0;
            for (int k = 0; k < graph.factors(); k++) {
                int f = round % 2 == 0 ? k : graph.factors() - 1 - k;
                change = Math.max(change, send(f, options.damping()));
            }
            round++;
        }
        refresh();
        return new Convergence(change <= options.tolerance(), round, change);
    }

    /** Adds all beliefs up anew, so that rounding errors do not. */
    private void refresh() {
        System.arraycopy(scores, 0, beliefs, 0, beliefs.length);
        for (int f = 0; f < graph.factors(); f++) {
            for (int k = 0; k < graph.arity(f); k++) {
                int belief = graph.variableOffset(graph.variable(f, k));
                int message = offsets[begins[f] + k];
                int values = offsets[begins[f] + k + 1] - message;
                for (int x = 0; x < values; x++) {
                    beliefs[belief + x] += rho[f] * messages[message + x];
                }
            }
        }
    }

    /** The table t of a factor; also what its variables are told by others. */
    private void fill(int f) {
        int size = graph.factorSize(f);
        int first = graph.factorOffset(f);
        for (int entry = 0; entry < size; entry++) {
            table[entry] = scores[first + entry] / rho[f];
        }
        int at = 0;
        for (int k = 0; k < graph.arity(f); k++) {
            int message = offsets[begins[f] + k];
            int values = offsets[begins[f] + k + 1] - message;
            int belief = graph.variableOffset(graph.variable(f, k));
            for (int x = 0; x < values; x++) {
                double sent = messages[message + x];
                told[at + x] = sent == Double.NEGATIVE_INFINITY ? sent : beliefs[belief + x] - sent;
            }
            int stride = graph.stride(f, k);
            int block = stride * values;
            for (int begin = 0; begin < size; begin += block) {
                for (int x = 0; x < values; x++) {
                    double add = told[at + x];
                    int from = begin + x * stride;
                    for (int entry = from; entry < from + stride; entry++) {
                        table[entry] += add;
                    }
                }
            }
            at += values;
        }
    }

    /** Sends the messages of a factor and returns the largest change. */
    private double send(int f, double damping) {
        fill(f);
        int size = graph.factorSize(f);
        double highest = Double.NEGATIVE_INFINITY;
        for (int entry = 0; entry < size; entry++) {
            highest = Math.max(highest, table[entry]);
        }
        if (highest == Double.NEGATIVE_INFINITY || Double.isNaN(highest)) {
            return forbid(f);
        }
        for (int entry = 0; entry < size && !maximum; entry++) {
            table[entry] = Exponential.of(table[entry] - highest);
        }
        double change = 0;
        int at = 0;
        for (int k = 0; k < graph.arity(f); k++) {
            int values = offsets[begins[f] + k + 1] - offsets[begins[f] + k];
            collect(f, k, values, size);
            for (int x = 0; x < values; x++) {
                double log = maximum ? sums[x] : Logarithm.of(sums[x]) + highest;
                sums[x] = told[at + x] == Double.NEGATIVE_INFINITY ? Double.NaN : log - told[at + x];
            }
            change = Math.max(change, replace(f, k, values, damping));
            at += values;
        }
        return change;
    }

    /** Adds up, or takes the best of, the entries by the value of the k-th variable. */
    private void collect(int f, int k, int values, int size) {
        Arrays.fill(sums, 0, values, maximum ? Double.NEGATIVE_INFINITY : 0);
        int stride = graph.stride(f, k);
        int block = stride * values;
        for (int begin = 0; begin < size; begin += block) {
            for (int x = 0; x < values; x++) {
                double sum = sums[x];
                int from = begin + x * stride;
                for (int entry = from; entry < from + stride; entry++) {
                    sum = maximum ? Math.max(sum, table[entry]) : sum + table[entry];
                }
                sums[x] = sum;
            }
        }
    }

    /** Puts the message in the place of the old one. Values that others forbid keep theirs: it makes no difference. */
    private double replace(int f, int k, int values, double damping) {
        int message = offsets[begins[f] + k];
        int belief = graph.variableOffset(graph.variable(f, k));
        double largest = Double.NEGATIVE_INFINITY;
        for (int x = 0; x < values; x++) {
            largest = sums[x] > largest ? sums[x] : largest;
        }
        if (largest == Double.NEGATIVE_INFINITY) {
            return 0;
        }
        double change = 0;
        for (int x = 0; x < values; x++) {
            double old = messages[message + x];
            if (Double.isNaN(sums[x]) || old == Double.NEGATIVE_INFINITY) {
                continue;
            }
            double fresh = sums[x] - largest;
            double was = Exponential.of(old);
            double is = Exponential.of(fresh);
            change = Math.max(change, Math.abs(is - was));
            fresh = damping == 0 ? fresh : Logarithm.of((1 - damping) * is + damping * was);
            messages[message + x] = fresh;
            beliefs[belief + x] += fresh == Double.NEGATIVE_INFINITY ? fresh : rho[f] * (fresh - old);
        }
        return change;
    }

    /** Nothing is possible: all that hear of it are told so. */
    private double forbid(int f) {
        Arrays.fill(messages, offsets[begins[f]], offsets[begins[f + 1]], Double.NEGATIVE_INFINITY);
        refresh();
        return 0;
    }

    private Approximation result(Convergence convergence) {
        double[] marginals = new double[graph.parts()];
        double[] weights = new double[graph.variables()];
        Arrays.fill(weights, 1);
        double sum = 0;
        for (int f = 0; f < graph.factors(); f++) {
            fill(f);
            sum += settle(table, 0, graph.factorSize(f), graph.factorOffset(f), rho[f], marginals);
            for (int k = 0; k < graph.arity(f); k++) {
                weights[graph.variable(f, k)] -= rho[f];
            }
        }
        for (int v = 0; v < weights.length; v++) {
            int offset = graph.variableOffset(v);
            sum += settle(beliefs, offset, graph.cardinality(v), offset, weights[v], marginals);
        }
        return sum == Double.NEGATIVE_INFINITY || Double.isNaN(sum)
                ? new Approximation(Double.NEGATIVE_INFINITY, new double[graph.parts()], convergence)
                : new Approximation(sum, marginals, convergence);
    }

    /** Writes the probabilities of a table; its expected score and times · its entropy. */
    private double settle(double[] belief, int begin, int size, int offset, double times, double[] marginals) {
        double logSum = LogSpace.logSum(belief, begin, size);
        if (logSum == Double.NEGATIVE_INFINITY || Double.isNaN(logSum)) {
            return Double.NEGATIVE_INFINITY;
        }
        double sum = 0;
        for (int x = 0; x < size; x++) {
            double log = belief[begin + x] - logSum;
            double p = Exponential.of(log);
            marginals[offset + x] = p;
            sum += p > 0 ? p * (scores[offset + x] - times * log) : 0;
        }
        return sum;
    }
}
