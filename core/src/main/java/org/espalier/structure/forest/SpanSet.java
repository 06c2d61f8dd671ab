package org.espalier.structure.forest;

import java.util.Arrays;

/**
 * Some of the spans of a sentence, numbered from 0 by their first word, then by the word after their last.
 *
 * <p>Finding a number takes a step per halving of the spans that begin at the same word; where all spans are there it is a formula.
 * Immutable.
 */
public final class SpanSet {
    /** In place of the number of a span that is not in the set. */
    public static final int NONE = -1;

    private final int words;
    private final boolean isComplete;
    private final int[] firsts; // [n + 1]: the spans that begin at word b are firsts[b] … firsts[b+1] − 1
    private final int[] begins; // [spans]
    private final int[] ends; // [spans]

    private SpanSet(int words, boolean isComplete, int[] begins, int[] ends) {
        this.words = words;
        this.isComplete = isComplete;
        this.begins = begins;
        this.ends = ends;
        this.firsts = new int[words + 1];
        for (int begin : begins) {
            firsts[begin + 1]++;
        }
        for (int b = 0; b < words; b++) {
            firsts[b + 1] += firsts[b];
        }
    }

    /** All n (n + 1) / 2 spans. */
    public static SpanSet all(int words) {
        long count = words * (words + 1L) / 2;
        if (words < 0 || count > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a sentence of " + words + " words has " + count
                    + " spans; expected at least 0 words and at most " + (Integer.MAX_VALUE - 8)
                    + " spans: split the sentence");
        }
        int[] begins = new int[(int) count];
        int[] ends = new int[(int) count];
        int k = 0;
        for (int b = 0; b < words; b++) {
            for (int e = b + 1; e <= words; e++) {
                begins[k] = b;
                ends[k++] = e;
            }
        }
        return new SpanSet(words, true, begins, ends);
    }

    /**
     * These spans.
     *
     * @param pairs the first word of every span and the word after its last in turn, by rising first word, then by rising end
     * @throws IllegalArgumentException when they are in another order, or some are no spans
     */
    public static SpanSet of(int words, int... pairs) {
        int[] begins = new int[pairs.length / 2];
        int[] ends = new int[begins.length];
        for (int k = 0; k < begins.length; k++) {
            begins[k] = pairs[2 * k];
            ends[k] = pairs[2 * k + 1];
            if (begins[k] < 0 || ends[k] <= begins[k] || ends[k] > words) {
                throw new IllegalArgumentException("a span from " + begins[k] + " to " + ends[k] + " of " + words
                        + " words; expected a first word and the word after the last");
            }
            if (k > 0 && (begins[k] < begins[k - 1] || begins[k] == begins[k - 1] && ends[k] <= ends[k - 1])) {
                throw new IllegalArgumentException("the span from " + begins[k] + " to " + ends[k]
                        + " after that from " + begins[k - 1] + " to " + ends[k - 1]
                        + "; expected spans by rising first word, then by rising end, each once");
            }
        }
        return new SpanSet(words, begins.length == words * (words + 1L) / 2, begins, ends);
    }

    /** How many words there are. */
    public int words() {
        return words;
    }

    /** How many spans there are. */
    public int size() {
        return begins.length;
    }

    /** The number of a span, or {@link #NONE}. */
    public int number(int begin, int end) {
        if (isComplete) {
            return firsts[begin] + end - begin - 1;
        }
        int found = Arrays.binarySearch(ends, firsts[begin], firsts[begin + 1], end);
        return found < 0 ? NONE : found;
    }

    /** The first word of a span. */
    public int begin(int span) {
        return begins[span];
    }

    /** The word after the last one of a span. */
    public int end(int span) {
        return ends[span];
    }

    /** The first of the spans that begin at a word; those of the next word begin where these end. */
    public int first(int begin) {
        return firsts[begin];
    }

    @Override
    public String toString() {
        return begins.length + " spans of " + words + " words";
    }
}
