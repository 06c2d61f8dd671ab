package org.espalier.structure.forest;

import java.util.Arrays;
import org.espalier.structure.spanning.ArcSet;

/**
 * The nodes and edges of projective trees: half of a word's subtree at a time, because its two sides do not depend on each other.
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
 * nothing in them, and no node. Neither have halves that the arcs do not allow.
 */
final class EisnerSpans {
    private static final int EMPTY = -2;
    private static final int MISSING = -1;

    private final TreeParts parts;
    private final ArcSet arcs;
    private final ForestBuilder builder;
    private final int n;
    private final boolean grandparents;
    private final int[][] right; // [words, or arcs into them][n+1]: by the word, then by the end of the half
    private final int[][] left;
    private final int[][] to;
    private final int[][] from;
    private final int[][] pair; // by the left one of the two neighbours

    EisnerSpans(TreeParts parts, ForestBuilder builder) {
        this.parts = parts;
        this.arcs = parts.arcs();
        this.builder = builder;
        this.n = arcs.words();
        this.grandparents = parts.hasGrandparents();
        this.right = table();
        this.left = table();
        this.to = table();
        this.from = table();
        this.pair = table();
    }

    private int[][] table() {
        int[][] table = new int[(grandparents ? arcs.size() : n) + 1][n + 1];
        for (int[] row : table) {
            Arrays.fill(row, MISSING);
        }
        return table;
    }

    Forest build() {
        boolean single = parts.hasSingleRoot();
        for (int width = 1; width <= n; width++) {
            for (int i = single ? 1 : 0; i + width <= n; i++) {
                span(i, i + width);
            }
        }
        int goal = builder.node();
        if (n == 0) {
            builder.axiom(goal);
        } else if (!single) {
            int whole = half(right, 0, 0, n);
            if (whole != MISSING) {
                builder.step(whole, goal);
            }
        }
        for (int m = 1; m <= n && single; m++) {
            for (int r = 0; r < parts.relations() && arcs.has(0, m); r++) {
                join(half(left, 0, m, 1), half(right, 0, m, n), goal, parts.arcPart(0, m, r));
            }
        }
        return builder.goal(goal).prune();
    }

    /** The row of a word in a table; with grandparents there is one for each of its heads. */
    private int row(int head, int word) {
        return !grandparents ? word : word == 0 ? arcs.size() : arcs.arc(head, word);
    }

    /** The half of a word up to another, where the word has this head. */
    private int half(int[][] table, int head, int word, int end) {
        int row = row(head, word);
        return row < 0 ? MISSING : word == end ? EMPTY : table[row][end];
    }

    /** Whether a word may have this head while it spans from i to j; the root has none above it, which is said as 0. */
    private boolean mayBeBelow(int head, int word, int i, int j) {
        return !grandparents || word == 0 ? head == 0 : (head < i || head > j) && arcs.has(head, word);
    }

    private int lastAbove() {
        return grandparents ? n : 0;
    }

    private void span(int i, int j) {
        if (!grandparents) {
            pair[i][j] = pairs(0, 0, i, j);
        } else if (parts.hasSiblings() && i > 0) {
            for (int head = 0; head <= n; head++) {
                if (mayBeBelow(head, i, i, j) && arcs.has(head, j)) {
                    pair[row(head, i)][j] = pairs(head, head, i, j);
                }
            }
        }
        for (int g = 0; g <= lastAbove() && arcs.has(i, j); g++) {
            if (mayBeBelow(g, i, i, j)) {
                to[row(g, i)][j] = arc(g, i, j, rightwards(g, i, j));
            }
        }
        for (int g = 0; g <= lastAbove() && i > 0 && arcs.has(j, i); g++) {
            if (mayBeBelow(g, j, i, j)) {
                from[row(g, j)][i] = arc(g, j, i, leftwards(g, i, j));
            }
        }
        for (int g = 0; g <= lastAbove(); g++) {
            if (mayBeBelow(g, i, i, j)) {
                wholeRight(g, i, j);
            }
        }
        for (int g = 0; g <= lastAbove() && i > 0; g++) {
            if (mayBeBelow(g, j, i, j)) {
                wholeLeft(g, i, j);
            }
        }
    }

    private void wholeRight(int g, int i, int j) {
        int row = row(g, i);
        int node = MISSING;
        for (int m = i + 1; m <= j; m++) {
            if (to[row][m] != MISSING) {
                node = join(to[row][m], half(right, i, m, j), node);
            }
        }
        right[row][j] = node;
    }

    private void wholeLeft(int g, int i, int j) {
        int row = row(g, j);
        int node = MISSING;
        for (int m = i; m < j; m++) {
            if (from[row][m] != MISSING) {
                node = join(half(left, j, m, i), from[row][m], node);
            }
        }
        left[row][i] = node;
    }

    /** The right half of i and the left half of j, which have these heads, with all words between them. */
    private int pairs(int leftHead, int rightHead, int i, int j) {
        int node = MISSING;
        for (int k = i; k < j; k++) {
            node = join(half(right, leftHead, i, k), half(left, rightHead, j, k + 1), node);
        }
        return node;
    }

    private int pair(int head, int i, int j) {
        int row = grandparents ? arcs.arc(head, i) : i;
        return row < 0 ? MISSING : pair[row][j];
    }

    /** What is between head i and its child j, both sides included. */
    private int rightwards(int g, int i, int j) {
        if (!parts.hasSiblings()) {
            return grandparents ? pairs(g, i, i, j) : pair(0, i, j);
        }
        int row = row(g, i);
        int node = join(EMPTY, half(left, i, j, i + 1), MISSING, parts.siblingPart(i, RelatedArcs.NONE, j));
        for (int s = i + 1; s < j; s++) {
            if (to[row][s] != MISSING) {
                node = join(to[row][s], pair(i, s, j), node, parts.siblingPart(i, s, j));
            }
        }
        return node;
    }

    private int leftwards(int g, int i, int j) {
        if (!parts.hasSiblings()) {
            return grandparents ? pairs(j, g, i, j) : pair(0, i, j);
        }
        int row = row(g, j);
        int node = join(half(right, j, i, j - 1), EMPTY, MISSING, parts.siblingPart(j, RelatedArcs.NONE, i));
        for (int s = i + 1; s < j; s++) {
            if (from[row][s] != MISSING) {
                node = join(pair(j, i, s), from[row][s], node, parts.siblingPart(j, s, i));
            }
        }
        return node;
    }

    /** The arc itself, with each relation. */
    private int arc(int g, int head, int modifier, int between) {
        if (between == MISSING) {
            return MISSING;
        }
        int node = builder.node();
        boolean hasGrandparent = grandparents && head > 0;
        for (int r = 0; r < parts.relations(); r++) {
            int part = parts.arcPart(head, modifier, r);
            if (hasGrandparent) {
                builder.step(between, node, part, parts.grandparentPart(g, head, modifier));
            } else {
                builder.step(between, node, part);
            }
        }
        return node;
    }

    /** An edge from two halves, of which some may be empty, to a node, which is made when it is missing. */
    private int join(int first, int second, int head, int... edgeParts) {
        if (first == MISSING || second == MISSING) {
            return head;
        }
        int node = head == MISSING ? builder.node() : head;
        if (first == EMPTY && second == EMPTY) {
            builder.axiom(node, edgeParts);
        } else if (first == EMPTY || second == EMPTY) {
            builder.step(first == EMPTY ? second : first, node, edgeParts);
        } else {
            builder.join(first, second, node, edgeParts);
        }
        return node;
    }
}
