package org.espalier.structure.forest;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.structure.spanning.Arcs;

/**
 * The nodes and edges of {@link Eisner}: half of a word's subtree at a time, because its two sides do not depend on each other.
 *
 * <pre>
 *   right(i, j)   word i with its children up to j and all below them       left(i, j)   word j with its children from i on
 *   to(i, j)      the same, where j is a child of i and has only its left side     from(i, j)   where i is a child of j
 *   pair(i, j)    = ⊕_k right(i, k) left(k+1, j): what is between two neighbours
 *
 *   to(i, j)    = pair(i, j)                                        first order
 *               = left(i+1, j) ⊕_s to(i, s) pair(s, j)              with siblings
 *   right(i, j) = ⊕_m to(i, m) right(m, j)                          and so on leftwards
 * </pre>
 *
 * With grandparents, every half also has the head of its word, which must be outside of it, as an index. Halves of one word have
 * nothing in them, and no node.
 */
final class EisnerSpans {
    private static final int EMPTY = -2;
    private static final int MISSING = -1;

    private final Eisner eisner;
    private final Arcs arcs;
    private final ForestBuilder builder;
    private final int n;
    private final int[][][] right; // [heads of the head][n+1][n+1]
    private final int[][][] left;
    private final int[][][] to;
    private final int[][][] from;
    private final int[][][] pair;

    EisnerSpans(Eisner eisner, ForestBuilder builder) {
        this.eisner = eisner;
        this.arcs = eisner.arcs();
        this.builder = builder;
        this.n = arcs.words();
        this.right = table();
        this.left = table();
        this.to = table();
        this.from = table();
        this.pair = table();
        for (int[][][] halves : new int[][][][] {right, left}) {
            for (int[][] ofHead : halves) {
                for (int i = 0; i <= n; i++) {
                    ofHead[i][i] = EMPTY;
                }
            }
        }
    }

    private int[][][] table() {
        int[][][] table = new int[eisner.hasGrandparents() ? n + 1 : 1][n + 1][n + 1];
        for (int[][] rows : table) {
            for (int[] row : rows) {
                Arrays.fill(row, MISSING);
            }
        }
        return table;
    }

    Forest build() {
        for (int width = 1; width <= n; width++) {
            for (int i = eisner.hasSingleRoot() ? 1 : 0; i + width <= n; i++) {
                span(i, i + width);
            }
        }
        int goal = builder.node();
        if (n == 0) {
            builder.axiom(goal);
        } else if (!eisner.hasSingleRoot()) {
            builder.step(right[0][0][n], goal);
        }
        for (int m = 1; m <= n && eisner.hasSingleRoot(); m++) {
            for (int r = 0; r < arcs.relations(); r++) {
                join(left[0][1][m], right[0][m][n], goal, arcs.part(0, m, r));
            }
        }
        return builder.goal(goal).prune();
    }

    /** The words that may be above the head of the span from i to j; the root of the sentence has none above it. */
    private int[] above(int head, int i, int j) {
        return !eisner.hasGrandparents() || head == 0
                ? new int[] {0}
                : IntStream.rangeClosed(0, n).filter(g -> g < i || g > j).toArray();
    }

    /** How a half with this head above its word is found. */
    private int by(int head) {
        return eisner.hasGrandparents() ? head : 0;
    }

    private void span(int i, int j) {
        if (!eisner.hasGrandparents()) {
            makePair(0, 0, i, j);
        } else if (eisner.hasSiblings() && i > 0) {
            for (int head : above(i, i, j)) {
                makePair(head, head, i, j);
            }
        }
        for (int g : above(i, i, j)) {
            to[g][i][j] = builder.node();
            arc(g, i, j, to[g][i][j], rightwards(g, i, j));
        }
        for (int g : i == 0 ? new int[0] : above(j, i, j)) {
            from[g][i][j] = builder.node();
            arc(g, j, i, from[g][i][j], leftwards(g, i, j));
        }
        for (int g : above(i, i, j)) {
            right[g][i][j] = builder.node();
            for (int m = i + 1; m <= j; m++) {
                join(to[g][i][m], right[by(i)][m][j], right[g][i][j]);
            }
        }
        for (int g : i == 0 ? new int[0] : above(j, i, j)) {
            left[g][i][j] = builder.node();
            for (int m = i; m < j; m++) {
                join(left[by(j)][i][m], from[g][m][j], left[g][i][j]);
            }
        }
    }

    private void makePair(int leftHead, int rightHead, int i, int j) {
        pair[leftHead][i][j] = builder.node();
        pairs(leftHead, rightHead, i, j, pair[leftHead][i][j]);
    }

    private void pairs(int leftHead, int rightHead, int i, int j, int node) {
        for (int k = i; k < j; k++) {
            join(right[leftHead][i][k], left[rightHead][k + 1][j], node);
        }
    }

    /** What is between head i and its child j, both sides included. */
    private int rightwards(int g, int i, int j) {
        if (!eisner.hasSiblings() && !eisner.hasGrandparents()) {
            return pair[0][i][j];
        }
        int node = builder.node();
        if (!eisner.hasSiblings()) {
            pairs(g, i, i, j, node);
            return node;
        }
        join(EMPTY, left[by(i)][i + 1][j], node, eisner.siblingPart(i, Eisner.NONE, j));
        for (int s = i + 1; s < j; s++) {
            join(to[g][i][s], pair[by(i)][s][j], node, eisner.siblingPart(i, s, j));
        }
        return node;
    }

    private int leftwards(int g, int i, int j) {
        if (!eisner.hasSiblings() && !eisner.hasGrandparents()) {
            return pair[0][i][j];
        }
        int node = builder.node();
        if (!eisner.hasSiblings()) {
            pairs(j, g, i, j, node);
            return node;
        }
        join(right[by(j)][i][j - 1], EMPTY, node, eisner.siblingPart(j, Eisner.NONE, i));
        for (int s = i + 1; s < j; s++) {
            join(pair[by(j)][i][s], from[g][s][j], node, eisner.siblingPart(j, s, i));
        }
        return node;
    }

    /** The arc itself, with each relation. */
    private void arc(int g, int head, int modifier, int node, int between) {
        boolean hasGrandparent = eisner.hasGrandparents() && head > 0;
        for (int r = 0; r < arcs.relations(); r++) {
            int part = arcs.part(head, modifier, r);
            if (hasGrandparent) {
                builder.step(between, node, part, eisner.grandparentPart(g, head, modifier));
            } else {
                builder.step(between, node, part);
            }
        }
    }

    /** An edge from two halves, of which some may be empty. */
    private void join(int first, int second, int head, int... parts) {
        if (first == EMPTY && second == EMPTY) {
            builder.axiom(head, parts);
        } else if (first == EMPTY || second == EMPTY) {
            builder.step(first == EMPTY ? second : first, head, parts);
        } else {
            builder.join(first, second, head, parts);
        }
    }
}
