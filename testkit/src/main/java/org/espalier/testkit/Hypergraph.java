package org.espalier.testkit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The second oracle: a slow walk over the hyperedges of a structure, cell by cell, for instances with too many outputs to list.
 *
 * <p>An output is one way to build the goal. The walk knows nothing of the structure but its hyperedges, and computes with
 * logarithms that it adds in pairs. Cost: O(edges) boxed numbers.
 */
public final class Hypergraph {
    private final List<Hyperedge> edges;
    private final int nodes;

    private Hypergraph(List<Hyperedge> edges, int nodes) {
        this.edges = edges;
        this.nodes = nodes;
    }

    /**
     * Collects hyperedges.
     *
     * @param edges those into a node before those that use the node; the head of the last one is the goal
     */
    public static Hypergraph of(Stream<Hyperedge> edges) {
        List<Hyperedge> all = edges.toList();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no hyperedges; expected at least one, into the goal");
        }
        BitSet used = new BitSet();
        int nodes = 0;
        for (Hyperedge edge : all) {
            for (int tail : edge.tails()) {
                used.set(tail);
                nodes = Math.max(nodes, tail + 1);
            }
            if (used.get(edge.head())) {
                throw new IllegalArgumentException("node " + edge
                        + " is built after it was used; expected the hyperedges into a node before those from it");
            }
            nodes = Math.max(nodes, edge.head() + 1);
        }
        return new Hypergraph(all, nodes);
    }

    /** Σ over outputs of Π over parts. */
    public <V> V total(Semiring<V> semiring, double[] scores) {
        return semiring.total(edges.stream(), scores);
    }

    /** p(part) of every part, with multiplicity, by inside and outside sums; zeros when no output is allowed. */
    public double[] marginals(double[] scores, int parts) {
        double[] inside = zeros();
        for (Hyperedge edge : edges) {
            inside[edge.head()] = plus(inside[edge.head()], value(edge, scores) + sum(edge, inside, -1));
        }
        int goal = edges.get(edges.size() - 1).head();
        double[] outside = zeros();
        outside[goal] = 0;
        double[] marginals = new double[parts];
        for (int e = edges.size() - 1; e >= 0; e--) {
            Hyperedge edge = edges.get(e);
            double above = outside[edge.head()] + value(edge, scores);
            for (int k = 0; k < edge.tails().length; k++) {
                int tail = edge.tails()[k];
                outside[tail] = plus(outside[tail], above + sum(edge, inside, k));
            }
            double total = above + sum(edge, inside, -1);
            if (total != Double.NEGATIVE_INFINITY) {
                for (int part : edge.parts()) {
                    marginals[part] += Math.exp(total - inside[goal]);
                }
            }
        }
        return marginals;
    }

    private double[] zeros() {
        double[] logarithms = new double[nodes];
        Arrays.fill(logarithms, Double.NEGATIVE_INFINITY);
        return logarithms;
    }

    private static double plus(double a, double b) {
        return Semiring.LOG.plus(a, b);
    }

    private static double value(Hyperedge edge, double[] scores) {
        double sum = 0;
        for (int part : edge.parts()) {
            sum += scores[part];
        }
        return sum;
    }

    /** The product of the tails' sums, without one of them. */
    private static double sum(Hyperedge edge, double[] inside, int without) {
        double sum = 0;
        for (int k = 0; k < edge.tails().length; k++) {
            sum += k == without ? 0 : inside[edge.tails()[k]];
        }
        return sum;
    }
}
