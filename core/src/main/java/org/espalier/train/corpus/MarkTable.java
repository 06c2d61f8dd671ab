package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.espalier.labelling.Marks;

/**
 * The marks of several sequences.
 *
 * @param begins where the marks of each sequence begin // [sequences + 1]; empty when there are no marks at all
 * @param numbers from, to and label of every mark // [marks][3]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record MarkTable(int[] begins, int[] numbers) {
    static final MarkTable NONE = new MarkTable(new int[0], new int[0]);

    private static final int NUMBERS = 3;

    Marks get(int n) {
        return begins.length == 0
                ? Marks.NONE
                : Marks.of(Arrays.copyOfRange(numbers, NUMBERS * begins[n], NUMBERS * begins[n + 1]));
    }

    /** With other numbers of the labels. */
    MarkTable renumbered(int[] newLabels) {
        int[] changed = numbers.clone();
        for (int k = NUMBERS - 1; k < changed.length; k += NUMBERS) {
            changed[k] = changed[k] < 0 ? changed[k] : newLabels[changed[k]];
        }
        return begins.length == 0 ? this : new MarkTable(begins, changed);
    }

    /** Those of some sequences. */
    MarkTable select(int[] chosen) {
        if (begins.length == 0) {
            return this;
        }
        int[] newBegins = new int[chosen.length + 1];
        for (int k = 0; k < chosen.length; k++) {
            newBegins[k + 1] = newBegins[k] + begins[chosen[k] + 1] - begins[chosen[k]];
        }
        int[] kept = new int[NUMBERS * newBegins[chosen.length]];
        for (int k = 0; k < chosen.length; k++) {
            int count = newBegins[k + 1] - newBegins[k];
            System.arraycopy(numbers, NUMBERS * begins[chosen[k]], kept, NUMBERS * newBegins[k], NUMBERS * count);
        }
        return new MarkTable(newBegins, kept);
    }

    /** How many bytes {@link #write} writes. */
    long bytes() {
        return Integer.BYTES * (2L + begins.length + numbers.length);
    }

    void write(ByteBuffer target) {
        target.putInt(begins.length);
        target.putInt(numbers.length);
        Chunk.put(begins, target);
        Chunk.put(numbers, target);
    }

    static MarkTable read(ByteBuffer source) {
        int sequences = source.getInt();
        int marks = source.getInt();
        int[] begins = Chunk.integers(sequences, source);
        return new MarkTable(begins, Chunk.integers(marks, source));
    }

    /** Collects the marks of one sequence after the other. */
    static final class Builder {
        private int[] begins = new int[64];
        private int[] numbers = new int[256];
        private int sequences;
        private int marks;

        void add(int from, int to, int label) {
            int at = NUMBERS * marks;
            if (at + NUMBERS > numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * numbers.length);
            }
            numbers[at] = from;
            numbers[at + 1] = to;
            numbers[at + 2] = label;
            marks++;
        }

        /** The following marks belong to the next sequence. */
        void endSequence() {
            sequences++;
            if (sequences == begins.length) {
                begins = Arrays.copyOf(begins, 2 * sequences);
            }
            begins[sequences] = marks;
        }

        MarkTable build() {
            return new MarkTable(Arrays.copyOf(begins, sequences + 1), Arrays.copyOf(numbers, NUMBERS * marks));
        }
    }
}
