package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.List;

/**
 * The messages of sequential tree-reweighted passing over the nodes of a {@link PairwiseModel}, in their order and back.
 *
 * <pre>
 *   θ_s(x)   = unary(s, x) + Σ_{edges u–s} m_{u→s}(x)
 *   m_{s→t}(y) = max_x (γ_s θ_s(x) − m_{t→s}(x) + table(x, y)) − max_y of the same        γ_s = 1 / max(edges forwards, edges backwards)
 *   bound    = constant + Σ_s max_x θ_s(x) + Σ of what is subtracted from messages        on the way back, with θ_s − max θ_s
 * </pre>
 *
 * Edges lie on chains along which the numbers of nodes grow; a node shares θ evenly among its chains. On the way back the bound is the sum
 * of the best scores of all chains, so no assignment scores more, and it never grows from one way back to the next. A sweep costs O(entries
 * of the tables of edges).
 */
final class SequentialMessages {
    private final PairwiseModel model;
    private final int[] from; // [edges]
    private final int[] to; // [edges]
    private final double[][] tables; // [edges][values of from][values of to]
    private final double[][] forwards; // [edges][values of to]
    private final double[][] backwards; // [edges][values of from]
    private final int[][] edges; // [nodes][edges]
    private final double[] gamma; // [nodes]
    private final double[] theta; // [values] of the node at work

    SequentialMessages(PairwiseModel model) {
        this.model = model;
        List<PairwiseModel.Edge> all = model.edges();
        int count = all.size();
        this.from = new int[count];
        this.to = new int[count];
        this.tables = new double[count][];
        this.forwards = new double[count][];
        this.backwards = new double[count][];
        int[] leaving = new int[model.nodes()];
        int[] arriving = new int[model.nodes()];
        for (int e = 0; e < count; e++) {
            PairwiseModel.Edge edge = all.get(e);
            from[e] = edge.from();
            to[e] = edge.to();
            tables[e] = edge.table();
            forwards[e] = new double[model.values(edge.to())];
            backwards[e] = new double[model.values(edge.from())];
            leaving[edge.from()]++;
            arriving[edge.to()]++;
        }
        this.edges = model.edgesOfNodes();
        this.gamma = new double[model.nodes()];
        int most = 0;
        for (int s = 0; s < gamma.length; s++) {
            gamma[s] = 1.0 / Math.max(1, Math.max(leaving[s], arriving[s]));
            most = Math.max(most, model.values(s));
        }
        this.theta = new double[most];
    }

    /** From the first node to the last. */
    void forwards() {
        for (int s = 0; s < model.nodes(); s++) {
            gather(s);
            for (int e : edges[s]) {
                if (from[e] == s) {
                    sendForwards(e);
                }
            }
        }
    }

    /** From the last node to the first; returns the bound. */
    double backwards() {
        double bound = model.constant();
        for (int s = model.nodes() - 1; s >= 0; s--) {
            bound += gather(s);
            for (int e : edges[s]) {
                if (to[e] == s) {
                    bound += sendBackwards(e);
                }
            }
        }
        return bound;
    }

    /** θ of a node less its maximum, which is returned. */
    private double gather(int s) {
        int values = model.values(s);
        System.arraycopy(model.unary(), model.offset(s), theta, 0, values);
        for (int e : edges[s]) {
            double[] message = from[e] == s ? backwards[e] : forwards[e];
            for (int x = 0; x < values; x++) {
                theta[x] += message[x];
            }
        }
        return normalise(theta, values);
    }

    private void sendForwards(int e) {
        double[] table = tables[e];
        double[] told = backwards[e];
        double[] message = forwards[e];
        double share = gamma[from[e]];
        int columns = message.length;
        Arrays.fill(message, Double.NEGATIVE_INFINITY);
        for (int x = 0, at = 0; x < told.length; x++, at += columns) {
            double own = share * theta[x] - told[x];
            for (int y = 0; y < columns; y++) {
                message[y] = Math.max(message[y], own + table[at + y]);
            }
        }
        normalise(message, columns);
    }

    /** Sends the message of an edge to its first node; returns what is subtracted. */
    private double sendBackwards(int e) {
        double[] table = tables[e];
        double[] told = forwards[e];
        double[] message = backwards[e];
        double share = gamma[to[e]];
        int columns = told.length;
        for (int x = 0, at = 0; x < message.length; x++, at += columns) {
            double best = Double.NEGATIVE_INFINITY;
            for (int y = 0; y < columns; y++) {
                best = Math.max(best, share * theta[y] - told[y] + table[at + y]);
            }
            message[x] = best;
        }
        return normalise(message, message.length);
    }

    private static double normalise(double[] numbers, int count) {
        double max = numbers[0];
        for (int x = 1; x < count; x++) {
            max = Math.max(max, numbers[x]);
        }
        for (int x = 0; x < count; x++) {
            numbers[x] -= max;
        }
        return max;
    }

    /**
     * After the way back: a value for each node, in their order, given those before and what the nodes behind it tell // [nodes].
     */
    void decode(int[] chosen) {
        for (int s = 0; s < chosen.length; s++) {
            int values = model.values(s);
            System.arraycopy(model.unary(), model.offset(s), theta, 0, values);
            for (int e : edges[s]) {
                double[] table = tables[e];
                boolean isFirst = from[e] == s;
                int row = isFirst ? 0 : chosen[from[e]] * values;
                for (int x = 0; x < values; x++) {
                    theta[x] += isFirst ? backwards[e][x] : table[row + x];
                }
            }
            chosen[s] = ApproximateInference.argmax(theta, 0, values);
        }
    }
}
