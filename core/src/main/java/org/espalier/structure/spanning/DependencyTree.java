package org.espalier.structure.spanning;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.jspecify.annotations.Nullable;

/** One dependency tree: the head of every word, and the relation to it. */
public final class DependencyTree implements Output {
    private final Arcs arcs;
    private final int[] heads; // [n]: of word m at m − 1; 0 is the root
    private final int[] relations; // [n]

    /**
     * A tree.
     *
     * @param heads the head of the words 1 … n, 0 for the root
     * @param relations the relation of each word to its head
     * @throws IllegalArgumentException when a word is above itself, or a number is out of range
     */
    public DependencyTree(Arcs arcs, int[] heads, int[] relations) {
        this.arcs = arcs;
        this.heads = heads.clone();
        this.relations = relations.clone();
        check();
    }

    /** A tree without relations: all are number 0. */
    public static DependencyTree of(Arcs arcs, int... heads) {
        return new DependencyTree(arcs, heads, new int[heads.length]);
    }

    private void check() {
        int n = arcs.words();
        if (heads.length != n || relations.length != n) {
            throw new IllegalArgumentException(
                    heads.length + " heads and " + relations.length + " relations for " + n + " words");
        }
        for (int m = 1; m <= n; m++) {
            if (heads[m - 1] < 0 || heads[m - 1] > n || heads[m - 1] == m) {
                throw new IllegalArgumentException(
                        "word " + m + " has head " + heads[m - 1] + "; expected another word of " + n + ", or 0");
            }
            if (relations[m - 1] < 0 || relations[m - 1] >= arcs.relations()) {
                throw new IllegalArgumentException("word " + m + " has relation " + relations[m - 1]
                        + "; expected 0 to " + (arcs.relations() - 1));
            }
        }
        int inCycle = wordInCycle(heads);
        if (inCycle > 0) {
            throw new IllegalArgumentException("word " + inCycle + " is above itself by the heads "
                    + Arrays.toString(heads) + "; expected a tree");
        }
    }

    /** A word that is above itself, or 0; heads below 0 are unknown. */
    static int wordInCycle(int[] heads) {
        int[] seen = new int[heads.length + 1]; // by which word's way up
        for (int m = 1; m <= heads.length; m++) {
            int word = m;
            while (word > 0 && seen[word] == 0) {
                seen[word] = m;
                word = heads[word - 1];
            }
            if (word > 0 && seen[word] == m) {
                return word;
            }
        }
        return 0;
    }

    /** The numbering of its arcs. */
    public Arcs arcs() {
        return arcs;
    }

    /** The head of a word from 1 on; 0 is the root. */
    public int head(int word) {
        return heads[word - 1];
    }

    /** The relation of a word to its head. */
    public int relation(int word) {
        return relations[word - 1];
    }

    /** The heads of the words 1 … n // [n]. */
    public int[] heads() {
        return heads.clone();
    }

    /** How many words have the root as their head. */
    public int roots() {
        return (int) Arrays.stream(heads).filter(head -> head == 0).count();
    }

    /** Whether no two arcs cross: every word between a word and its head is below that head. */
    public boolean isProjective() {
        for (int m = 1; m <= heads.length; m++) {
            int head = heads[m - 1];
            for (int between = Math.min(m, head) + 1; between < Math.max(m, head); between++) {
                int above = between;
                while (above != head && above != 0) {
                    above = heads[above - 1];
                }
                if (above != head) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Adds from the first word to the last. */
    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int m = 1; m <= heads.length; m++) {
            sum += scores[arcs.part(heads[m - 1], m, relations[m - 1])];
        }
        return sum;
    }

    @Override
    public void addTo(double[] parts, double amount) {
        for (int m = 1; m <= heads.length; m++) {
            parts[arcs.part(heads[m - 1], m, relations[m - 1])] += amount;
        }
    }

    /** Whether the other has the same heads and relations. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DependencyTree that
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
