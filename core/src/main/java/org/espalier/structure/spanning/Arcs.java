package org.espalier.structure.spanning;

/**
 * Numbers the arcs between the words of a sentence, and their parts: one per relation.
 *
 * <p>Words are 1 … n, and 0 is the root, which is above them all. Word m has n possible heads: the root, and every other word. The arcs
 * into a word stand together, by rising head; arc a has the parts a·L … a·L + L − 1, one for each of L relations.
 *
 * @param words how many words there are: n
 * @param relations how many relations an arc may have: L
 */
public record Arcs(int words, int relations) {

    public Arcs {
        if (words < 0 || relations < 1) {
            throw new IllegalArgumentException(words + " words with " + relations
                    + " relations; expected at least 0 words and at least one relation");
        }
        if ((long) words * words * relations > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a sentence of " + words + " words with " + relations
                    + " relations has " + (long) words * words * relations + " parts; at most "
                    + (Integer.MAX_VALUE - 8) + " fit: split the sentence");
        }
    }

    /** How many arcs there are: n². */
    public int count() {
        return words * words;
    }

    /** How many parts they have: n²·L. */
    public int parts() {
        return count() * relations;
    }

    /** The number of an arc. */
    public int arc(int head, int modifier) {
        return (modifier - 1) * words + (head < modifier ? head : head - 1);
    }

    /** The word that an arc leads to. */
    public int modifier(int arc) {
        return arc / words + 1;
    }

    /** The word that an arc comes from, or 0 for the root. */
    public int head(int arc) {
        int place = arc % words;
        return place < modifier(arc) ? place : place + 1;
    }

    /** The part of an arc with a relation. */
    public int part(int head, int modifier, int relation) {
        return arc(head, modifier) * relations + relation;
    }
}
