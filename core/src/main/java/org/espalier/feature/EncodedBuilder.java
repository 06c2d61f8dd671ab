package org.espalier.feature;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the attribute numbers of one sequence after the other, or of several together; its arrays are used again. */
public final class EncodedBuilder {
    private static final int[] NONE = {};

    private int length;
    private int sequences;
    private int[] begins = new int[64]; // where the sequences that have ended begin, and the current one
    private int[] offsets = new int[64];
    private int[] transitionOffsets = new int[64];
    private final Entries states = new Entries();
    private final Entries transitions = new Entries();

    /** Begins anew. */
    public void begin() {
        length = 0;
        sequences = 0;
        states.clear();
        transitions.clear();
    }

    /** Adds a state attribute to the current position; a negative number is an unknown attribute and is left out. */
    public void add(int attribute, double value) {
        states.add(attribute, value);
    }

    /** Adds a transition attribute to the step into the current position. */
    public void addTransition(int attribute, double value) {
        transitions.add(attribute, value);
    }

    /** The following attributes belong to the next position. */
    public void endPosition() {
        length++;
        if (length >= offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * length);
            transitionOffsets = Arrays.copyOf(transitionOffsets, 2 * length);
        }
        offsets[length] = states.size;
        transitionOffsets[length] = transitions.size;
    }

    /** The following positions belong to the next sequence. */
    public void endSequence() {
        sequences++;
        if (sequences == begins.length) {
            begins = Arrays.copyOf(begins, 2 * sequences);
        }
        begins[sequences] = length;
    }

    /** The largest magnitude of a value since {@link #begin}, 1 at least; NaN when one is NaN. */
    public double largestValue() {
        return Math.max(states.largest, transitions.largest);
    }

    /** The sequences that were ended since {@link #begin}. */
    public EncodedSequences buildAll() {
        boolean plain = transitions.size == 0;
        return new EncodedSequences(
                Arrays.copyOf(begins, sequences + 1),
                Arrays.copyOf(offsets, length + 1),
                Arrays.copyOf(states.attributes, states.size),
                states.values(),
                plain ? NONE : Arrays.copyOf(transitionOffsets, length + 1),
                plain ? NONE : Arrays.copyOf(transitions.attributes, transitions.size),
                transitions.values());
    }

    /** The positions since {@link #begin} as one sequence. */
    public EncodedSequence build() {
        boolean plain = transitions.size == 0;
        return new EncodedSequence(
                length,
                new AttributeLists(
                        Arrays.copyOf(offsets, length + 1),
                        Arrays.copyOf(states.attributes, states.size),
                        states.values()),
                plain
                        ? AttributeLists.NONE
                        : new AttributeLists(
                                Arrays.copyOf(transitionOffsets, length + 1),
                                Arrays.copyOf(transitions.attributes, transitions.size),
                                transitions.values()));
    }

    /** The sequence in this builder's own arrays: valid until {@link #begin}. */
    public EncodedSequence view() {
        boolean plain = transitions.size == 0;
        return new EncodedSequence(
                length,
                new AttributeLists(offsets, states.attributes, states.values),
                plain
                        ? AttributeLists.NONE
                        : new AttributeLists(transitionOffsets, transitions.attributes, transitions.values));
    }

    private static final class Entries {
        private int size;
        private int[] attributes = new int[256];
        private double @Nullable [] values; // of the same length, once a value was not 1
        private double largest = 1;

        void clear() {
            size = 0;
            values = null;
            largest = 1;
        }

        void add(int attribute, double value) {
            if (attribute < 0) {
                return;
            }
            if (size == attributes.length) {
                attributes = Arrays.copyOf(attributes, 2 * size);
                values = values == null ? null : Arrays.copyOf(values, 2 * size);
            }
            if (value != 1.0 && values == null) {
                values = new double[attributes.length];
                Arrays.fill(values, 0, size, 1.0);
            }
            if (values != null) {
                values[size] = value;
                largest = Math.max(largest, Math.abs(value)); // NaN stays
            }
            attributes[size++] = attribute;
        }

        double @Nullable [] values() {
            return values == null ? null : Arrays.copyOf(values, size);
        }
    }
}
