package org.espalier.data;

/**
 * A labelled pair of tokens: an arc of a dependency tree, or a constituent.
 *
 * <p>In a dependency tree a mark goes from the head to its dependent, {@value #ROOT} standing for the root. As a constituent it goes from its first
 * token to the one after its last.
 *
 * @param from a token, counted from 0, or {@link #ROOT}
 * @param to a token, counted from 0; of a constituent, the one after its last
 * @param label what the pair is: a relation, or a category
 */
public record Mark(int from, int to, String label) {
    /** Stands above all words. */
    public static final int ROOT = -1;

    public Mark {
        if (from < ROOT || to < 0) {
            throw new IllegalArgumentException("a mark from " + from + " to " + to
                    + "; expected tokens counted from 0, or −1 for the root as the first");
        }
    }
}
