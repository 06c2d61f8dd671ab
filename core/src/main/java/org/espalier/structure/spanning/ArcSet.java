package org.espalier.structure.spanning;

import java.util.Arrays;

/**
 * Some of the arcs between the words of a sentence, numbered from 0: those into a word stand together, by rising head, as in {@link Arcs}.
 *
 * <p>Words are 1 … n, and 0 is the root. Immutable.
 */
public final class ArcSet {
    /** In place of the number of an arc that is not in the set. */
    public static final int NONE = -1;

    private final int words;
    private final int[] heads; // [arcs]
    private final int[] modifiers; // [arcs]
    private final int[] firsts; // [n + 2]: the arcs into word m are firsts[m] … firsts[m+1] − 1
    private final int[] numbers; // [n][n + 1]: of the arc to word m+1 from h

    private ArcSet(int words, int[] heads, int[] modifiers) {
        this.words = words;
        this.heads = heads;
        this.modifiers = modifiers;
        this.firsts = new int[words + 2];
        this.numbers = new int[words * (words + 1)];
        Arrays.fill(numbers, NONE);
        for (int arc = 0; arc < heads.length; arc++) {
            numbers[at(heads[arc], modifiers[arc])] = arc;
            firsts[modifiers[arc] + 1] = arc + 1;
        }
        for (int m = 1; m <= words; m++) {
            firsts[m + 1] = Math.max(firsts[m + 1], firsts[m]);
        }
    }

    /**
     * These arcs.
     *
     * @param pairs head and word of every arc in turn, by rising word, then by rising head
     * @throws IllegalArgumentException when they are in another order, or some are no arcs
     */
    public static ArcSet of(int words, int... pairs) {
        int[] heads = new int[pairs.length / 2];
        int[] modifiers = new int[heads.length];
        for (int arc = 0; arc < heads.length; arc++) {
            int head = pairs[2 * arc];
            int modifier = pairs[2 * arc + 1];
            if (modifier < 1 || modifier > words || head < 0 || head > words || head == modifier) {
                throw new IllegalArgumentException("an arc from " + head + " to " + modifier + " among " + words
                        + " words; expected two different words, or the root 0 for the head");
            }
            if (arc > 0 && (modifier - modifiers[arc - 1]) * (words + 1L) + head - heads[arc - 1] <= 0) {
                throw new IllegalArgumentException("the arc from " + head + " to " + modifier + " after that from "
                        + heads[arc - 1] + " to " + modifiers[arc - 1]
                        + "; expected arcs by rising word, then by rising head, each once");
            }
            heads[arc] = head;
            modifiers[arc] = modifier;
        }
        return new ArcSet(words, heads, modifiers);
    }

    /** All n² arcs. */
    public static ArcSet all(int words) {
        Arcs arcs = new Arcs(words, 1);
        int[] heads = new int[arcs.count()];
        int[] modifiers = new int[arcs.count()];
        Arrays.setAll(heads, arcs::head);
        Arrays.setAll(modifiers, arcs::modifier);
        return new ArcSet(words, heads, modifiers);
    }

    private int at(int head, int modifier) {
        return (modifier - 1) * (words + 1) + head;
    }

    /** How many words there are. */
    public int words() {
        return words;
    }

    /** How many arcs there are. */
    public int size() {
        return heads.length;
    }

    /** The number of an arc, or {@link #NONE}. */
    public int arc(int head, int modifier) {
        return numbers[at(head, modifier)];
    }

    /** Whether an arc is in the set. */
    public boolean has(int head, int modifier) {
        return arc(head, modifier) != NONE;
    }

    /** The word that an arc comes from, or 0 for the root. */
    public int head(int arc) {
        return heads[arc];
    }

    /** The word that an arc leads to. */
    public int modifier(int arc) {
        return modifiers[arc];
    }

    /** The first arc into a word; those into the next word, or n + 1, begin where they end. */
    public int first(int modifier) {
        return firsts[modifier];
    }

    @Override
    public String toString() {
        return heads.length + " arcs between " + words + " words";
    }
}
