package org.espalier.structure.forest;

import org.espalier.structure.spanning.ArcSet;

/**
 * Numbers the pairs of arcs that are next to each other in some projective tree over an {@link ArcSet}.
 *
 * <pre>
 *   siblings       (h, s, m)   s is the child of h before m, on the same side and nearer to h; or m is the nearest, s = {@link #NONE}
 *   grandparents   (g, h, m)   m is a child of h, and h of g, which is not between them
 * </pre>
 *
 * Both are numbered arc by arc: siblings from the head outwards, grandparents from left to right. O(arcs) memory; a number is found in O(1).
 */
public final class RelatedArcs {
    /** A child without a sibling nearer to its head, in place of the sibling. */
    public static final int NONE = 0;

    private final ArcSet arcs;
    private final int[] ranks; // [arcs]: how many arcs of the same head, on the same side, are shorter
    private final int[] firstSiblings; // [arcs + 1]
    private final int[] firstGrandparents; // [arcs + 1]
    private final int[] covered; // [arcs]: how many heads of the head are between it and the word, or the word itself

    /** Numbers the pairs of these arcs. */
    public RelatedArcs(ArcSet arcs) {
        this.arcs = arcs;
        this.ranks = new int[arcs.size()];
        this.firstSiblings = new int[arcs.size() + 1];
        this.firstGrandparents = new int[arcs.size() + 1];
        this.covered = new int[arcs.size()];
        rank();
        for (int arc = 0; arc < arcs.size(); arc++) {
            int head = arcs.head(arc);
            firstSiblings[arc + 1] = firstSiblings[arc] + ranks[arc] + 1;
            int above = head == 0 ? 0 : arcs.first(head + 1) - arcs.first(head);
            covered[arc] = head == 0 ? 0 : covered(head, arcs.modifier(arc));
            firstGrandparents[arc + 1] = firstGrandparents[arc] + above - covered[arc];
        }
    }

    private void rank() {
        int[] right = new int[arcs.words() + 1]; // by head: its arcs to the right so far
        for (int arc = 0; arc < arcs.size(); arc++) {
            if (arcs.head(arc) < arcs.modifier(arc)) {
                ranks[arc] = right[arcs.head(arc)]++;
            }
        }
        int[] left = new int[arcs.words() + 1];
        for (int arc = arcs.size() - 1; arc >= 0; arc--) {
            if (arcs.head(arc) > arcs.modifier(arc)) {
                ranks[arc] = left[arcs.head(arc)]++;
            }
        }
    }

    private int covered(int head, int modifier) {
        int count = 0;
        for (int above = arcs.first(head); above < arcs.first(head + 1); above++) {
            int g = arcs.head(above);
            count += head < modifier ? (g > head && g <= modifier ? 1 : 0) : (g >= modifier && g < head ? 1 : 0);
        }
        return count;
    }

    /** The arcs. */
    public ArcSet arcs() {
        return arcs;
    }

    /** How many siblings there are. */
    public int siblings() {
        return firstSiblings[arcs.size()];
    }

    /** How many grandparents there are. */
    public int grandparents() {
        return firstGrandparents[arcs.size()];
    }

    /**
     * The number of neighbouring siblings, both of which are arcs of the set.
     *
     * @param sibling between head and modifier, or {@link #NONE}
     */
    public int sibling(int head, int sibling, int modifier) {
        int first = firstSiblings[arcs.arc(head, modifier)];
        return sibling == NONE ? first : first + 1 + ranks[arcs.arc(head, sibling)];
    }

    /** The number of a word with its head and its grandparent, both arcs being of the set. */
    public int grandparent(int grandparent, int head, int modifier) {
        int arc = arcs.arc(head, modifier);
        int place = arcs.arc(grandparent, head) - arcs.first(head);
        boolean isBehind = grandparent > Math.max(head, modifier);
        return firstGrandparents[arc] + place - (isBehind ? covered[arc] : 0);
    }

    /** Names all siblings in the order of their numbers. */
    public void forEachSibling(Visitor visitor) {
        for (int arc = 0; arc < arcs.size(); arc++) {
            int head = arcs.head(arc);
            int modifier = arcs.modifier(arc);
            visitor.visit(head, NONE, modifier);
            int step = head < modifier ? 1 : -1;
            for (int s = head + step; s != modifier; s += step) {
                if (arcs.has(head, s)) {
                    visitor.visit(head, s, modifier);
                }
            }
        }
    }

    /** Names all grandparents in the order of their numbers. */
    public void forEachGrandparent(Visitor visitor) {
        for (int arc = 0; arc < arcs.size(); arc++) {
            int head = arcs.head(arc);
            int modifier = arcs.modifier(arc);
            for (int above = arcs.first(head); head > 0 && above < arcs.first(head + 1); above++) {
                int g = arcs.head(above);
                if (g < Math.min(head, modifier) || g > Math.max(head, modifier)) {
                    visitor.visit(g, head, modifier);
                }
            }
        }
    }

    /** Is told of pairs of arcs. */
    public interface Visitor {
        /** Head, sibling and word; or grandparent, head and word. */
        void visit(int first, int second, int third);
    }
}
