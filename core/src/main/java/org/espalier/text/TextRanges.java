package org.espalier.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Ranges of a text in rising order, none of them empty, none overlapping: its tokens, or its sentences. Immutable. */
public final class TextRanges {
    /** No ranges. */
    public static final TextRanges NONE = new TextRanges(new int[0], new int[0]);

    private final int[] starts;
    private final int[] ends;

    private TextRanges(int[] starts, int[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /**
     * Ranges of starts and ends.
     *
     * @throws IllegalArgumentException when they are empty, overlap or do not rise
     */
    public static TextRanges of(int[] starts, int[] ends) {
        if (starts.length != ends.length) {
            throw new IllegalArgumentException(starts.length + " starts, but " + ends.length + " ends");
        }
        int before = 0;
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] < before || ends[i] <= starts[i]) {
                throw new IllegalArgumentException("range " + starts[i] + " to " + ends[i] + " after the end " + before
                        + "; expected ranges that are not empty, in rising order");
            }
            before = ends[i];
        }
        return new TextRanges(starts.clone(), ends.clone());
    }

    public int size() {
        return starts.length;
    }

    /** Where a range begins. */
    public int start(int index) {
        return starts[index];
    }

    /** One past the last UTF-16 unit of a range. */
    public int end(int index) {
        return ends[index];
    }

    /** The same ranges of a text that begins so many units later. */
    public TextRanges shifted(int distance) {
        if (distance == 0) {
            return this;
        }
        int[] movedStarts = starts.clone();
        int[] movedEnds = ends.clone();
        for (int i = 0; i < movedStarts.length; i++) {
            movedStarts[i] += distance;
            movedEnds[i] += distance;
        }
        return new TextRanges(movedStarts, movedEnds);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TextRanges ranges
                && Arrays.equals(starts, ranges.starts)
                && Arrays.equals(ends, ranges.ends);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(starts) + Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < starts.length; i++) {
            out.append(i == 0 ? "" : ", ").append(starts[i]).append('-').append(ends[i]);
        }
        return out.append(']').toString();
    }

    /** Ranges while they are found, from left to right. */
    static final class Builder {
        private int[] starts = new int[16];
        private int[] ends = new int[16];
        private int size;

        void add(int start, int end) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
            }
            starts[size] = start;
            ends[size++] = end;
        }

        TextRanges build() {
            return size == 0 ? NONE : new TextRanges(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
        }
    }
}
