package org.espalier.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.data.Attribute;
import org.espalier.data.Factor;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/**
 * A tree over labels of which an instance may have several, so that they are predicted together (Chow &amp; Liu 1968; Bradley &amp; Guestrin 2010).
 *
 * <p>Every label is a variable that is {@value #YES} or {@value #NO}. The tree joins those that say most about each other: it is the one with the
 * largest sum of mutual informations, in which the labels of the training data have the highest likelihood that a tree can give them. On a tree
 * inference is exact, and costs no more than for independent labels.
 *
 * @param labels the labels; a type of variables each
 * @param edges the pairs of labels that are joined // [labels − 1][2]
 */
public record LabelTree(List<String> labels, List<int[]> edges) {
    /** The value of a label that an instance has. */
    public static final String YES = "yes";

    /** The value of a label that it does not have. */
    public static final String NO = "no";

    public LabelTree {
        labels = List.copyOf(labels);
        edges = List.copyOf(edges);
    }

    /** No edges: every label by itself. */
    public static LabelTree independent(List<String> labels) {
        return new LabelTree(labels, List.of());
    }

    /**
     * The tree with the largest mutual information.
     *
     * @param sets the labels of each instance
     * @throws IllegalArgumentException when an instance has a label that is not in the list
     */
    public static LabelTree chowLiu(List<String> labels, Collection<? extends Set<String>> sets) {
        int n = labels.size();
        long[][] together = new long[n][n];
        for (Set<String> set : sets) {
            int[] present = set.stream()
                    .mapToInt(label -> {
                        int number = labels.indexOf(label);
                        if (number < 0) {
                            throw new IllegalArgumentException(
                                    "an instance has the label '" + label + "'; expected one of " + labels);
                        }
                        return number;
                    })
                    .toArray();
            for (int a : present) {
                for (int b : present) {
                    together[a][b]++;
                }
            }
        }
        double[][] information = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                information[a][b] =
                        a == b ? 0 : information(together[a][b], together[a][a], together[b][b], sets.size());
            }
        }
        return new LabelTree(labels, spanning(information));
    }

    /** I(a; b) of two binary labels, from how many instances have both, the one, the other. */
    private static double information(long both, long first, long second, long all) {
        double sum = 0;
        long[][] counts = {{all - first - second + both, second - both}, {first - both, both}};
        for (int x = 0; x < 2; x++) {
            for (int y = 0; y < 2; y++) {
                double joint = counts[x][y];
                double row = x == 1 ? first : all - first;
                double column = y == 1 ? second : all - second;
                sum += joint > 0 ? joint / all * StrictMath.log(joint * all / (row * column)) : 0;
            }
        }
        return sum;
    }

    /** The maximum spanning tree, from label 0 on; of equal edges the first. */
    private static List<int[]> spanning(double[][] weights) {
        int n = weights.length;
        boolean[] inTree = new boolean[n];
        List<int[]> edges = new ArrayList<>();
        if (n > 0) {
            inTree[0] = true;
        }
        while (edges.size() + 1 < n) {
            int from = -1;
            int to = -1;
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    if (inTree[a] && !inTree[b] && (from < 0 || weights[a][b] > weights[from][to])) {
                        from = a;
                        to = b;
                    }
                }
            }
            inTree[to] = true;
            edges.add(new int[] {from, to});
        }
        return edges;
    }

    /**
     * An instance as a graph: every label has its attributes, and every edge too where {@code joined} says so.
     *
     * @param attributes what is observed of the instance
     * @param set the labels that it has; null when they are not known
     * @param joined whether edges have the attributes as well, so that what labels say about each other depends on the instance
     */
    public Sequence graph(List<Attribute> attributes, @Nullable Set<String> set, boolean joined) {
        List<Token> tokens = labels.stream()
                .map(label -> new Token(List.of(label), attributes))
                .toList();
        List<Factor> factors = edges.stream()
                .map(edge -> new Factor(
                        labels.get(edge[0]) + "~" + labels.get(edge[1]),
                        Stream.of(edge[0], edge[1]).toList(),
                        joined ? attributes : List.of()))
                .toList();
        List<String> values = set == null
                ? null
                : labels.stream().map(label -> set.contains(label) ? YES : NO).toList();
        return Sequence.of(tokens, values).withFactors(factors);
    }
}
