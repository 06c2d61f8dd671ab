package org.espalier.inference.spanning;

import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * Draws trees exactly, by loop-erased random walks (Wilson 1996).
 *
 * <p>From each word that has no head yet, a walk goes up, from word to head, with the probabilities of the arcs, until it comes to the tree
 * that there is; loops are forgotten. Where one root is wanted, it is drawn first, by its marginal.
 *
 * <p>A walk may be long where the best arcs form a cycle. Its length says nothing of the tree that it ends with (Propp &amp; Wilson
 * 1998: what is erased is independent of what is left), so after {@link #steps} steps it is given up without bias. Then heads are
 * drawn one word after the other, each by its marginal given those before, in O(n³) for any scores.
 */
final class TreeSampler {
    private final SpanningScratch scratch;
    private final Arcs arcs;
    private final boolean hasSingleRoot;
    private final RandomGenerator random;

    TreeSampler(SpanningTrees trees, SpanningScratch scratch, RandomGenerator random) {
        this.scratch = scratch;
        this.arcs = trees.arcs();
        this.hasSingleRoot = trees.hasSingleRoot();
        this.random = random;
    }

    /** How many steps a walk may have; few need more than some n. */
    private static long steps(int n) {
        return 1_000 + 50L * n;
    }

    /**
     * Draws a tree.
     *
     * @param probabilities p(head h | word m) at m−1, h // [n][n+1]
     */
    DependencyTree draw(double[] probabilities) {
        int n = arcs.words();
        int root = 0;
        if (hasSingleRoot && n > 0) {
            double[] ofRoot = new double[n + 1];
            for (int m = 1; m <= n; m++) {
                ofRoot[m] = probabilities[scratch.weights.at(0, m)];
            }
            root = pick(ofRoot, 0, n + 1);
        }
        int[] heads = new int[n];
        if (!walks(root, heads)) {
            drawInTurn(heads);
        }
        int[] relations = new int[n];
        for (int m = 1; m <= n && arcs.relations() > 1; m++) {
            int first = arcs.part(heads[m - 1], m, 0);
            relations[m - 1] = pick(scratch.weights.shares, first, arcs.relations()) - first;
        }
        return new DependencyTree(arcs, heads, relations);
    }

    /** Walks from all words to the root, or to the word that has it as its head; false when one is too long. */
    private boolean walks(int root, int[] heads) {
        int n = arcs.words();
        double[] likely = exponentials(root);
        boolean[] isDone = new boolean[n + 1];
        isDone[root] = true;
        long left = steps(n);
        for (int m = 1; m <= n; m++) {
            for (int word = m; !isDone[word]; word = heads[word - 1]) {
                if (left-- == 0) {
                    return false;
                }
                int head = pick(likely, (word - 1) * (n + 1), n + 1);
                if (head < 0) {
                    return false;
                }
                heads[word - 1] = head - (word - 1) * (n + 1);
            }
            for (int word = m; !isDone[word]; word = heads[word - 1]) {
                isDone[word] = true;
            }
        }
        return true;
    }

    /** The weights of arcs; where a word is the root, no walk goes beyond it. */
    private double[] exponentials(int root) {
        int n = arcs.words();
        scratch.likely = Workspace.grown(scratch.likely, n * (n + 1));
        for (int at = 0; at < n * (n + 1); at++) {
            boolean isRootArc = at % (n + 1) == 0;
            scratch.likely[at] = root > 0 && isRootArc ? 0 : Exponential.of(scratch.weights.weights[at]);
        }
        return scratch.likely;
    }

    /** A position of a row by its share of the sum; −1 when all are 0. */
    private int pick(double[] numbers, int from, int count) {
        double sum = 0;
        for (int k = from; k < from + count; k++) {
            sum += numbers[k];
        }
        double left = random.nextDouble() * sum;
        int chosen = -1;
        for (int k = from; k < from + count; k++) {
            if (numbers[k] > 0) {
                chosen = k; // rounding may leave a little after the last one
                left -= numbers[k];
                if (left < 0) {
                    break;
                }
            }
        }
        return chosen;
    }

    private void drawInTurn(int[] heads) {
        int n = arcs.words();
        scratch.wide.draw(n, scratch.weights.weights, hasSingleRoot, word -> {
            int first = (word - 1) * (n + 1);
            heads[word - 1] = pick(scratch.wide.probabilities, first, n + 1) - first;
            return heads[word - 1];
        });
    }
}
