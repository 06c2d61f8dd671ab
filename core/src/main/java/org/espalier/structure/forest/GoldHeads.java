package org.espalier.structure.forest;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.espalier.structure.spanning.ArcSet;

/**
 * The supervision of {@link SecondOrderTrees}: what is known of every word's head and of its relation. Only arcs are judged, not what follows
 * from them: a tree has at most n errors.
 */
public final class GoldHeads implements Supervision<SecondOrderTrees> {
    /** A head or a relation that is not known. */
    public static final int UNKNOWN = -1;

    private final int[] heads; // [n]
    private final int[] relations; // [n]

    /**
     * The trees that agree with what is known.
     *
     * @param heads the head of each word, or {@link #UNKNOWN}; they form a tree, or parts of one
     * @param relations the relation of each word, or {@link #UNKNOWN}
     */
    public GoldHeads(int[] heads, int[] relations) {
        if (heads.length != relations.length) {
            throw new IllegalArgumentException(heads.length + " heads and " + relations.length + " relations");
        }
        this.heads = heads.clone();
        this.relations = relations.clone();
    }

    @Override
    public void requireFit(SecondOrderTrees trees) {
        if (heads.length != trees.length()) {
            throw new IllegalArgumentException(
                    "supervision of " + heads.length + " words for a sentence of " + trees.length());
        }
        for (int m = 1; m <= heads.length; m++) {
            int head = heads[m - 1];
            if (relations[m - 1] < UNKNOWN || relations[m - 1] >= trees.relations()) {
                throw new IllegalArgumentException("word " + m + " has relation " + relations[m - 1]
                        + "; expected 0 to " + (trees.relations() - 1) + ", or −1 for unknown");
            }
            if (head < UNKNOWN
                    || head > heads.length
                    || head == m
                    || head >= 0 && !trees.arcs().has(head, m)) {
                throw new IllegalArgumentException(
                        "word " + m + " has head " + head + "; expected one of the " + trees.arcs());
            }
        }
        String problem = isSingle() ? trees.whyNot(heads) : null;
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Whether every head and every relation is known. */
    @Override
    public boolean isSingle() {
        return Arrays.stream(heads).noneMatch(head -> head == UNKNOWN)
                && Arrays.stream(relations).noneMatch(relation -> relation == UNKNOWN);
    }

    @Override
    public Output single(SecondOrderTrees trees) {
        if (!isSingle()) {
            throw new IllegalStateException("more than one tree may be allowed; see isSingle");
        }
        return new SecondOrderTree(trees, heads, relations);
    }

    private boolean allows(int head, int modifier, int relation) {
        return (heads[modifier - 1] == UNKNOWN || heads[modifier - 1] == head)
                && (relations[modifier - 1] == UNKNOWN || relations[modifier - 1] == relation);
    }

    private boolean allows(SecondOrderTrees trees, int part) {
        ArcSet arcs = trees.arcs();
        int arc = part / trees.relations();
        return allows(arcs.head(arc), arcs.modifier(arc), part % trees.relations());
    }

    @Override
    public void addCost(SecondOrderTrees trees, double cost, double[] scores) {
        for (int part = 0; part < trees.arcParts(); part++) {
            scores[part] += allows(trees, part) ? 0 : cost;
        }
    }

    @Override
    public void forbid(SecondOrderTrees trees, double[] scores) {
        for (int part = 0; part < trees.arcParts(); part++) {
            scores[part] = allows(trees, part) ? scores[part] : Double.NEGATIVE_INFINITY;
        }
    }

    @Override
    public int errors(SecondOrderTrees trees, Output output) {
        SecondOrderTree tree = (SecondOrderTree) output;
        int errors = 0;
        for (int m = 1; m <= heads.length; m++) {
            errors += allows(tree.head(m), m, tree.relation(m)) ? 0 : 1;
        }
        return errors;
    }
}
