package org.espalier.inference.forest;

import java.util.Arrays;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * The best projective tree of a sentence, by the recursion of {@link EisnerChart} with maxima in the place of sums. Of equal choices the first
 * one is taken; when all trees are forbidden, some tree comes out.
 */
final class EisnerBest {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private final SpanningTrees trees;
    private final int size; // n + 1
    private final double[] weights; // [h][m]: of the best relation
    private final int[] relations; // [h][m]
    private final double[] between;
    private final double[] right;
    private final double[] left;
    private final int[] betweenSplit;
    private final int[] rightSplit;
    private final int[] leftSplit;

    EisnerBest(SpanningTrees trees, double[] scores) {
        this.trees = trees;
        this.size = trees.length() + 1;
        this.weights = new double[size * size];
        this.relations = new int[size * size];
        this.between = new double[size * size];
        this.right = new double[size * size];
        this.left = new double[size * size];
        this.betweenSplit = new int[size * size];
        this.rightSplit = new int[size * size];
        this.leftSplit = new int[size * size];
        Arcs arcs = trees.arcs();
        Arrays.fill(weights, NONE);
        for (int m = 1; m < size; m++) {
            for (int h = 0; h < size; h++) {
                if (h != m) {
                    int part = arcs.part(h, m, 0);
                    int best = 0;
                    for (int r = 1; r < arcs.relations(); r++) {
                        best = scores[part + r] > scores[part + best] ? r : best;
                    }
                    weights[at(h, m)] = scores[part + best];
                    relations[at(h, m)] = best;
                }
            }
        }
    }

    private int at(int i, int j) {
        return i * size + j;
    }

    DependencyTree tree() {
        int first = trees.hasSingleRoot() ? 1 : 0;
        for (int width = 1; width < size - first; width++) {
            for (int i = first; i + width < size; i++) {
                fill(i, i + width);
            }
        }
        int[] heads = new int[size - 1];
        int words = size - 1;
        if (words > 0 && first == 0) {
            traceRight(0, words, heads);
        } else if (words > 0) {
            int root = 1;
            for (int m = 2; m <= words; m++) {
                root = rooted(m) > rooted(root) ? m : root;
            }
            heads[root - 1] = 0;
            traceLeft(1, root, heads);
            traceRight(root, words, heads);
        }
        int[] chosen = new int[words];
        Arrays.setAll(chosen, m -> relations[at(heads[m], m + 1)]);
        return new DependencyTree(trees.arcs(), heads, chosen);
    }

    private double rooted(int m) {
        return weights[at(0, m)] + left[at(1, m)] + right[at(m, size - 1)];
    }

    private void fill(int i, int j) {
        int cell = at(i, j);
        int split = i;
        for (int k = i + 1; k < j; k++) {
            split = right[at(i, k)] + left[at(k + 1, j)] > right[at(i, split)] + left[at(split + 1, j)] ? k : split;
        }
        betweenSplit[cell] = split;
        between[cell] = right[at(i, split)] + left[at(split + 1, j)];
        int child = i + 1;
        for (int k = i + 2; k <= j; k++) {
            child = rightward(i, k, j) > rightward(i, child, j) ? k : child;
        }
        rightSplit[cell] = child;
        right[cell] = rightward(i, child, j);
        if (i == 0) {
            left[cell] = NONE; // nothing is above the root
            return;
        }
        child = i;
        for (int k = i + 1; k < j; k++) {
            child = leftward(i, k, j) > leftward(i, child, j) ? k : child;
        }
        leftSplit[cell] = child;
        left[cell] = leftward(i, child, j);
    }

    private double rightward(int i, int k, int j) {
        return weights[at(i, k)] + between[at(i, k)] + right[at(k, j)];
    }

    private double leftward(int i, int k, int j) {
        return left[at(i, k)] + weights[at(j, k)] + between[at(k, j)];
    }

    private void traceRight(int i, int j, int[] heads) {
        if (i < j) {
            int child = rightSplit[at(i, j)];
            heads[child - 1] = i;
            traceBetween(i, child, heads);
            traceRight(child, j, heads);
        }
    }

    private void traceLeft(int i, int j, int[] heads) {
        if (i < j) {
            int child = leftSplit[at(i, j)];
            heads[child - 1] = j;
            traceLeft(i, child, heads);
            traceBetween(child, j, heads);
        }
    }

    private void traceBetween(int i, int j, int[] heads) {
        int split = betweenSplit[at(i, j)];
        traceRight(i, split, heads);
        traceLeft(split + 1, j, heads);
    }
}
