package org.espalier.structure.spanning;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;

/**
 * The supervision of {@link SpanningTrees}: what is known of every word's head and of its relation.
 *
 * <p>A word whose head or relation is known to be another one is an error. So a tree has at most n errors: n times one minus the
 * labelled attachment score.
 */
public final class GoldArcs implements Supervision<SpanningTrees> {
    /** A head or a relation that is not known. */
    public static final int UNKNOWN = -1;

    private final int[] heads; // [n]
    private final int[] relations; // [n]

    private GoldArcs(int[] heads, int[] relations) {
        this.heads = heads;
        this.relations = relations;
    }

    /** Exactly this tree. */
    public static GoldArcs of(DependencyTree tree) {
        int[] relations = new int[tree.arcs().words()];
        Arrays.setAll(relations, k -> tree.relation(k + 1));
        return new GoldArcs(tree.heads(), relations);
    }

    /**
     * All trees that agree with what is known.
     *
     * @param heads the head of each word, or {@link #UNKNOWN}
     * @param relations the relation of each word, or {@link #UNKNOWN}
     * @throws IllegalArgumentException when the heads that are known make a word be above itself
     */
    public static GoldArcs partial(int[] heads, int[] relations) {
        if (heads.length != relations.length) {
            throw new IllegalArgumentException(heads.length + " heads and " + relations.length + " relations");
        }
        for (int m = 1; m <= heads.length; m++) {
            if (heads[m - 1] < UNKNOWN || heads[m - 1] > heads.length || heads[m - 1] == m) {
                throw new IllegalArgumentException("word " + m + " has head " + heads[m - 1]
                        + "; expected another word of " + heads.length + ", 0 for the root, or −1 for unknown");
            }
        }
        int inCycle = DependencyTree.wordInCycle(heads);
        if (inCycle > 0) {
            throw new IllegalArgumentException("word " + inCycle + " is above itself by the heads "
                    + Arrays.toString(heads) + "; no tree has them");
        }
        return new GoldArcs(heads.clone(), relations.clone());
    }

    @Override
    public void requireFit(SpanningTrees trees) {
        if (heads.length != trees.length()) {
            throw new IllegalArgumentException(
                    "supervision of " + heads.length + " words for a sentence of " + trees.length());
        }
        for (int m = 1; m <= heads.length; m++) {
            if (relations[m - 1] < UNKNOWN || relations[m - 1] >= trees.arcs().relations()) {
                throw new IllegalArgumentException("word " + m + " has relation " + relations[m - 1]
                        + "; expected 0 to " + (trees.arcs().relations() - 1) + ", or −1 for unknown");
            }
        }
        if (trees.isProjective() && isSingle() && !((DependencyTree) single(trees)).isProjective()) {
            throw new IllegalArgumentException(
                    "arcs of the tree cross; expected a projective one, or trees whose arcs may" + " cross");
        }
        long roots = Arrays.stream(heads).filter(head -> head == 0).count();
        if (trees.hasSingleRoot() && roots > 1) {
            throw new IllegalArgumentException(
                    roots + " words have the root as their head; expected one, or trees with" + " any number of roots");
        }
    }

    /** Whether every head and every relation is known. */
    @Override
    public boolean isSingle() {
        return Arrays.stream(heads).noneMatch(head -> head == UNKNOWN)
                && Arrays.stream(relations).noneMatch(relation -> relation == UNKNOWN);
    }

    @Override
    public Output single(SpanningTrees trees) {
        if (!isSingle()) {
            throw new IllegalStateException("more than one tree may be allowed; see isSingle");
        }
        return new DependencyTree(trees.arcs(), heads, relations);
    }

    private boolean allows(int head, int modifier, int relation) {
        return (heads[modifier - 1] == UNKNOWN || heads[modifier - 1] == head)
                && (relations[modifier - 1] == UNKNOWN || relations[modifier - 1] == relation);
    }

    @Override
    public void addCost(SpanningTrees trees, double cost, double[] scores) {
        Arcs arcs = trees.arcs();
        for (int part = 0; part < arcs.parts(); part++) {
            scores[part] += allows(arcs, part) ? 0 : cost;
        }
    }

    @Override
    public void forbid(SpanningTrees trees, double[] scores) {
        Arcs arcs = trees.arcs();
        for (int part = 0; part < arcs.parts(); part++) {
            scores[part] = allows(arcs, part) ? scores[part] : Double.NEGATIVE_INFINITY;
        }
    }

    private boolean allows(Arcs arcs, int part) {
        int arc = part / arcs.relations();
        return allows(arcs.head(arc), arcs.modifier(arc), part % arcs.relations());
    }

    @Override
    public int errors(SpanningTrees trees, Output output) {
        DependencyTree tree = (DependencyTree) output;
        int errors = 0;
        for (int m = 1; m <= heads.length; m++) {
            errors += allows(tree.head(m), m, tree.relation(m)) ? 0 : 1;
        }
        return errors;
    }
}
