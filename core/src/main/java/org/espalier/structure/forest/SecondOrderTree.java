package org.espalier.structure.forest;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.jspecify.annotations.Nullable;

/** One of {@link SecondOrderTrees}: the head of every word, and the relation to it. */
public final class SecondOrderTree implements Output {
    private final SecondOrderTrees trees;
    private final int[] heads; // [n]: of word m at m − 1; 0 is the root
    private final int[] relations; // [n]
    private final int[] parts;

    /**
     * A tree.
     *
     * @param heads the head of the words 1 … n, 0 for the root; they form a tree
     * @param relations the relation of each word to its head
     * @throws IllegalArgumentException when it is none of these trees
     */
    public SecondOrderTree(SecondOrderTrees trees, int[] heads, int[] relations) {
        String problem = trees.whyNot(heads);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        this.trees = trees;
        this.heads = heads.clone();
        this.relations = relations.clone();
        this.parts = parts();
    }

    /** By rising word: its arc, its sibling, its grandparent. */
    private int[] parts() {
        int[] found = new int[3 * heads.length];
        int count = 0;
        for (int m = 1; m <= heads.length; m++) {
            int head = heads[m - 1];
            found[count++] = trees.arcPart(head, m, relations[m - 1]);
            if (hasSibling(head)) {
                found[count++] = trees.siblingPart(head, sibling(m), m);
            }
            if (trees.hasGrandparents() && head > 0) {
                found[count++] = trees.grandparentPart(heads[head - 1], head, m);
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Whether the children of a word have parts of siblings; a root that has one child has none. */
    public boolean hasSibling(int head) {
        return trees.hasSiblings() && (head > 0 || !trees.hasSingleRoot());
    }

    /** The next word towards the head of m that has the same head; {@link RelatedArcs#NONE} where there is none. */
    public int sibling(int m) {
        int head = heads[m - 1];
        int step = m > head ? -1 : 1;
        for (int s = m + step; s != head; s += step) {
            if (heads[s - 1] == head) {
                return s;
            }
        }
        return RelatedArcs.NONE;
    }

    /** How many words there are. */
    public int words() {
        return heads.length;
    }

    /** The head of a word from 1 on; 0 is the root. */
    public int head(int word) {
        return heads[word - 1];
    }

    /** The heads of the words 1 … n // [n]. */
    public int[] heads() {
        return heads.clone();
    }

    /** The relation of a word to its head. */
    public int relation(int word) {
        return relations[word - 1];
    }

    /** Adds from the first word to the last. */
    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int part : parts) {
            sum += scores[part];
        }
        return sum;
    }

    @Override
    public void addTo(double[] into, double amount) {
        for (int part : parts) {
            into[part] += amount;
        }
    }

    /** Whether the other has the same heads and relations. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SecondOrderTree that
                && Arrays.equals(heads, that.heads)
                && Arrays.equals(relations, that.relations);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(heads) + Arrays.hashCode(relations);
    }

    @Override
    public String toString() {
        return "heads " + Arrays.toString(heads) + ", relations " + Arrays.toString(relations);
    }
}
