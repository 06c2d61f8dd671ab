package org.espalier.structure.forest;

import java.util.BitSet;
import org.espalier.structure.spanning.ArcSet;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;

/**
 * All projective dependency trees of a sentence as a forest (Eisner 1996): no two arcs cross.
 *
 * <p>The parts begin with the {@linkplain Arcs arcs}, which have the numbers that they have in spanning trees. Of second order there
 * are, on demand,
 *
 * <pre>
 *   siblings       (h, s, m)   h has the neighbouring children s and m on one side, s being nearer; or m is the nearest
 *   grandparents   (g, h, m)   m is a child of h, and h of g
 * </pre>
 *
 * Every tree has one derivation. First order and siblings take O(n³) edges, grandparents O(n⁴) (McDonald &amp; Pereira 2006; Koo &amp;
 * Collins 2010). A forest is the same for all sentences of its length, so build it once.
 *
 * @param arcs numbers the arcs
 * @param hasSingleRoot whether exactly one word has the root as its head
 * @param hasSiblings whether there are parts of siblings
 * @param hasGrandparents whether there are parts of grandparents
 */
public record Eisner(Arcs arcs, boolean hasSingleRoot, boolean hasSiblings, boolean hasGrandparents) {
    /** The kind of place that every word is; it has no parts. */
    public static final int WORDS = 0;

    /** The kind of place that every arc is: its parts are the relations. */
    public static final int ARCS = 1;

    /** The kind of place that neighbouring siblings are: each has one part. */
    public static final int SIBLINGS = 2;

    /** The kind of place that a word with its head and grandparent is: each has one part. */
    public static final int GRANDPARENTS = 3;

    /** A child without a sibling nearer to its head, in place of the sibling. */
    public static final int NONE = RelatedArcs.NONE;

    /** First order: arcs only. */
    public static Eisner firstOrder(int words, int relations, boolean hasSingleRoot) {
        return new Eisner(new Arcs(words, relations), hasSingleRoot, false, false);
    }

    /** The same with siblings. */
    public Eisner withSiblings() {
        return new Eisner(arcs, hasSingleRoot, true, hasGrandparents);
    }

    /** The same with grandparents. */
    public Eisner withGrandparents() {
        return new Eisner(arcs, hasSingleRoot, hasSiblings, true);
    }

    /** How many parts there are. */
    public int parts() {
        return Math.addExact(firstGrandparent(), hasGrandparents ? grandparents() : 0);
    }

    /** Σ of |h − m| over all arcs: the siblings that may be between, and none. */
    private int siblings() {
        return Math.toIntExact(tetrahedral(arcs.words()) + tetrahedral(arcs.words() - 1));
    }

    private int grandparents() {
        return Math.multiplyExact(arcs.count(), arcs.words() + 1);
    }

    private int firstGrandparent() {
        return Math.addExact(arcs.parts(), hasSiblings ? siblings() : 0);
    }

    /**
     * The part of neighbouring siblings.
     *
     * @param sibling the one between head and modifier, or {@link #NONE}
     */
    public int siblingPart(int head, int sibling, int modifier) {
        return arcs.parts() + before(head, modifier) + (sibling == NONE ? 0 : Math.abs(sibling - head));
    }

    /** Σ of |h − m| over the arcs before one: those into the words before m, and those from heads before h. */
    private int before(int head, int modifier) {
        long n = arcs.words();
        long m = modifier;
        long h = head;
        long earlier = tetrahedral(m - 1) + tetrahedral(n - 1) - tetrahedral(n - m);
        long nearer = h <= m ? h * m - h * (h - 1) / 2 : m * (m + 1) / 2 + (h - m - 1) * (h - m) / 2;
        return Math.toIntExact(earlier + nearer);
    }

    /** Σ_{k≤x} k (k + 1) / 2. */
    private static long tetrahedral(long x) {
        return x * (x + 1) * (x + 2) / 6;
    }

    /** The part of a word, its head and its grandparent; the head is not the root. */
    public int grandparentPart(int grandparent, int head, int modifier) {
        return firstGrandparent() + arcs.arc(head, modifier) * (arcs.words() + 1) + grandparent;
    }

    /** The forest of all trees. */
    public Forest forest() {
        ForestBuilder builder = new ForestBuilder(arcs.words(), 0, parts())
                .places(new PlaceBlock(0, arcs.words(), 0))
                .places(new PlaceBlock(0, arcs.count(), arcs.relations()))
                .places(new PlaceBlock(arcs.parts(), hasSiblings ? siblings() : 0, 1))
                .places(new PlaceBlock(firstGrandparent(), hasGrandparents ? grandparents() : 0, 1));
        return new EisnerSpans(new Complete(this, ArcSet.all(arcs.words())), builder).build();
    }

    /** The parts of all trees. */
    private record Complete(Eisner eisner, ArcSet arcs) implements TreeParts {
        @Override
        public int relations() {
            return eisner.arcs.relations();
        }

        @Override
        public boolean hasSingleRoot() {
            return eisner.hasSingleRoot;
        }

        @Override
        public boolean hasSiblings() {
            return eisner.hasSiblings;
        }

        @Override
        public boolean hasGrandparents() {
            return eisner.hasGrandparents;
        }

        @Override
        public int arcPart(int head, int modifier, int relation) {
            return eisner.arcs.part(head, modifier, relation);
        }

        @Override
        public int siblingPart(int head, int sibling, int modifier) {
            return eisner.siblingPart(head, sibling, modifier);
        }

        @Override
        public int grandparentPart(int grandparent, int head, int modifier) {
            return eisner.grandparentPart(grandparent, head, modifier);
        }
    }

    /**
     * The supervision of a tree: its arcs are right, all others are wrong.
     *
     * @throws IllegalArgumentException when the tree is none of the forest's, because arcs cross, or because of its roots
     */
    public GoldParts gold(Forest forest, DependencyTree tree) {
        int[] heads = tree.heads();
        int[] relations = new int[heads.length];
        for (int m = 1; m <= heads.length; m++) {
            relations[m - 1] = tree.relation(m);
        }
        if (!tree.isProjective()) {
            throw new IllegalArgumentException("not a projective tree: " + tree
                    + "; expected that no arcs cross, or spanning trees as the structure");
        }
        if (hasSingleRoot && heads.length > 0 && tree.roots() != 1) {
            throw new IllegalArgumentException(
                    tree.roots() + " words have the root as their head; expected one, or any number of roots");
        }
        return gold(forest, heads, relations);
    }

    /**
     * The supervision of what is known: −1 stands for a head or a relation that is not.
     *
     * @param heads of the words 1 … n // [n]
     * @param relations of the words to them // [n]
     */
    public GoldParts gold(Forest forest, int[] heads, int[] relations) {
        if (heads.length != arcs.words() || relations.length != arcs.words()) {
            throw new IllegalArgumentException(
                    heads.length + " heads and " + relations.length + " relations for " + arcs.words() + " words");
        }
        BitSet wrong = new BitSet();
        for (int part = 0; part < arcs.parts(); part++) {
            int arc = part / arcs.relations();
            int m = arcs.modifier(arc) - 1;
            boolean isHead = heads[m] < 0 || heads[m] == arcs.head(arc);
            boolean isRelation = relations[m] < 0 || relations[m] == part % arcs.relations();
            wrong.set(part, !isHead || !isRelation);
        }
        return GoldParts.without(forest, wrong);
    }

    /** The tree that a derivation builds. */
    public DependencyTree tree(Derivation derivation) {
        Forest forest = derivation.forest();
        int[] heads = new int[arcs.words()];
        int[] relations = new int[arcs.words()];
        for (int k = 0; k < derivation.size(); k++) {
            int edge = derivation.edge(k);
            for (int p = forest.firstPart(edge); p < forest.firstPart(edge + 1); p++) {
                int part = forest.part(p);
                if (part < arcs.parts()) {
                    int arc = part / arcs.relations();
                    heads[arcs.modifier(arc) - 1] = arcs.head(arc);
                    relations[arcs.modifier(arc) - 1] = part % arcs.relations();
                }
            }
        }
        return new DependencyTree(arcs, heads, relations);
    }
}
