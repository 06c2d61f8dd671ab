package org.espalier.structure.forest;

import org.espalier.structure.Structure;
import org.espalier.structure.spanning.ArcSet;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.jspecify.annotations.Nullable;

/**
 * The projective dependency trees of a sentence over some of its arcs, with parts of second order (McDonald &amp; Pereira 2006; Carreras 2007).
 *
 * <pre>
 *   arcs           [arcs][L]         head, word and relation
 *   siblings       [siblings]        neighbouring children of a head on one side, on demand
 *   grandparents   [grandparents]    a word, its head and the head of that, on demand
 * </pre>
 *
 * They are numbered by {@link ArcSet} and {@link RelatedArcs}; none is shared. The arcs must allow at least one tree. With k heads per
 * word there are O(kn²) nodes and O(k²n²) edges in the {@link #forest}, instead of O(n³) and O(n⁴).
 */
public final class SecondOrderTrees implements Structure {
    /** The kind of place that every word is; it has no parts. */
    public static final int WORDS = 0;

    /** The kind of place that every arc is: its parts are the relations. */
    public static final int ARCS = 1;

    /** The kind of place that neighbouring siblings are: each has one part. */
    public static final int SIBLINGS = 2;

    /** The kind of place that a word with its head and grandparent is: each has one part. */
    public static final int GRANDPARENTS = 3;

    private final RelatedArcs related;
    private final int relations;
    private final boolean singleRoot;
    private final boolean siblings;
    private final boolean grandparents;
    private final int parts;

    /** Made when first needed; of several threads that need it at once, each makes an equal one. */
    private @Nullable Forest plain;

    /**
     * The trees over these arcs.
     *
     * @param relations how many relations an arc may have
     * @param singleRoot whether exactly one word has the root as its head
     * @param siblings whether there are parts of siblings
     * @param grandparents whether there are parts of grandparents
     */
    public SecondOrderTrees(ArcSet arcs, int relations, boolean singleRoot, boolean siblings, boolean grandparents) {
        this.related = new RelatedArcs(arcs);
        this.relations = relations;
        this.singleRoot = singleRoot;
        this.siblings = siblings;
        this.grandparents = grandparents;
        long count = (long) arcs.size() * relations
                + (siblings ? related.siblings() : 0)
                + (grandparents ? related.grandparents() : 0);
        if (relations < 1 || count > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(arcs + " with " + relations + " relations have " + count
                    + " parts; expected at least one relation, and at most " + (Integer.MAX_VALUE - 8)
                    + " parts: split the sentence");
        }
        this.parts = (int) count;
    }

    /** The arcs that trees may have. */
    public ArcSet arcs() {
        return related.arcs();
    }

    /** The pairs of arcs that have parts. */
    public RelatedArcs related() {
        return related;
    }

    /** How many relations an arc may have. */
    public int relations() {
        return relations;
    }

    /** Whether exactly one word has the root as its head. */
    public boolean hasSingleRoot() {
        return singleRoot;
    }

    /** Whether there are parts of siblings. */
    public boolean hasSiblings() {
        return siblings;
    }

    /** Whether there are parts of grandparents. */
    public boolean hasGrandparents() {
        return grandparents;
    }

    @Override
    public int length() {
        return arcs().words();
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    @Override
    public boolean usesSharedParts() {
        return false;
    }

    /** How many parts the arcs have; they come first. */
    public int arcParts() {
        return arcs().size() * relations;
    }

    private int siblingPlaces() {
        return siblings ? related.siblings() : 0;
    }

    @Override
    public int places(int kind) {
        return switch (kind) {
            case WORDS -> length();
            case ARCS -> arcs().size();
            case SIBLINGS -> siblingPlaces();
            case GRANDPARENTS -> grandparents ? related.grandparents() : 0;
            default -> 0;
        };
    }

    @Override
    public int offset(int kind, int place) {
        return switch (kind) {
            case ARCS -> place * relations;
            case SIBLINGS -> arcParts() + place;
            case GRANDPARENTS -> arcParts() + siblingPlaces() + place;
            default -> 0;
        };
    }

    @Override
    public int endPart(int kind, int place, int width) {
        return kind == WORDS ? 0 : width;
    }

    /** All three kinds have their attributes in one list: first the arcs, then the siblings, then the grandparents. */
    @Override
    public int site(int kind, int place) {
        return switch (kind) {
            case SIBLINGS -> arcs().size() + place;
            case GRANDPARENTS -> arcs().size() + siblingPlaces() + place;
            default -> place;
        };
    }

    /** The part of an arc with a relation. */
    public int arcPart(int head, int modifier, int relation) {
        return arcs().arc(head, modifier) * relations + relation;
    }

    /** The part of neighbouring siblings; the sibling may be {@link RelatedArcs#NONE}. */
    public int siblingPart(int head, int sibling, int modifier) {
        return arcParts() + related.sibling(head, sibling, modifier);
    }

    /** The part of a word, its head and its grandparent. */
    public int grandparentPart(int grandparent, int head, int modifier) {
        return arcParts() + siblingPlaces() + related.grandparent(grandparent, head, modifier);
    }

    /** The forest of all trees, with the same parts. */
    public Forest forest() {
        return forest(relations);
    }

    /** The forest of the trees without relations: the parts are one per arc, then those of second order. */
    public Forest plainForest() {
        Forest made = plain;
        if (made == null) {
            made = relations == 1 ? forest() : forest(1);
            plain = made;
        }
        return made;
    }

    private Forest forest(int labels) {
        SecondOrderTrees own = labels == relations ? this : new SecondOrderTrees(this, labels);
        return new EisnerSpans(new Parts(own), new ForestBuilder(length(), 0, own.parts)).build();
    }

    /** The same with another number of relations. */
    private SecondOrderTrees(SecondOrderTrees trees, int relations) {
        this.related = trees.related;
        this.relations = relations;
        this.singleRoot = trees.singleRoot;
        this.siblings = trees.siblings;
        this.grandparents = trees.grandparents;
        this.parts = trees.parts - trees.arcParts() + related.arcs().size() * relations;
    }

    /** The tree that a derivation of {@link #forest} or {@link #plainForest} builds; all relations of the latter are 0. */
    public SecondOrderTree tree(Derivation derivation) {
        Forest forest = derivation.forest();
        int labels = forest.parts() == parts ? relations : 1;
        int[] heads = new int[length()];
        int[] chosen = new int[length()];
        for (int k = 0; k < derivation.size(); k++) {
            int edge = derivation.edge(k);
            for (int p = forest.firstPart(edge); p < forest.firstPart(edge + 1); p++) {
                int arc = forest.part(p) / labels;
                if (arc < arcs().size()) {
                    heads[arcs().modifier(arc) - 1] = arcs().head(arc);
                    chosen[arcs().modifier(arc) - 1] = forest.part(p) % labels;
                }
            }
        }
        return new SecondOrderTree(this, heads, chosen);
    }

    /**
     * Why there is no such tree, or null when there is.
     *
     * @param heads of the words 1 … n, which form a tree // [n]
     */
    public @Nullable String whyNot(int[] heads) {
        for (int m = 1; m <= heads.length; m++) {
            if (!arcs().has(heads[m - 1], m)) {
                return "the arc from " + heads[m - 1] + " to " + m + " is not among the " + arcs();
            }
        }
        DependencyTree tree = DependencyTree.of(new Arcs(heads.length, 1), heads);
        if (!tree.isProjective()) {
            return "arcs of the tree cross; expected a projective one";
        }
        return singleRoot && heads.length > 0 && tree.roots() != 1
                ? tree.roots() + " words have the root as their head; expected one"
                : null;
    }

    @Override
    public String toString() {
        return "trees over " + arcs();
    }

    /** What the forest needs to know. */
    private record Parts(SecondOrderTrees trees) implements TreeParts {
        @Override
        public ArcSet arcs() {
            return trees.arcs();
        }

        @Override
        public int relations() {
            return trees.relations;
        }

        @Override
        public boolean hasSingleRoot() {
            return trees.singleRoot;
        }

        @Override
        public boolean hasSiblings() {
            return trees.siblings;
        }

        @Override
        public boolean hasGrandparents() {
            return trees.grandparents;
        }

        @Override
        public int arcPart(int head, int modifier, int relation) {
            return trees.arcPart(head, modifier, relation);
        }

        @Override
        public int siblingPart(int head, int sibling, int modifier) {
            return trees.siblingPart(head, sibling, modifier);
        }

        @Override
        public int grandparentPart(int grandparent, int head, int modifier) {
            return trees.grandparentPart(grandparent, head, modifier);
        }
    }
}
