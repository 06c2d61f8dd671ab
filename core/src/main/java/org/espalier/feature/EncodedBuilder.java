package org.espalier.feature;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the attribute numbers of one sequence after the other; its arrays are used again. */
final class EncodedBuilder {
    private static final int[] NONE = {};

    private int length;
    private int[] offsets = new int[64];
    private int[] transitionOffsets = new int[64];
    private final Entries states = new Entries();
    private final Entries transitions = new Entries();

    void begin() {
        length = 0;
        states.clear();
        transitions.clear();
    }

    /** Adds a state attribute to the current position; a negative number is an unknown attribute and is left out. */
    void add(int attribute, double value) {
        states.add(attribute, value);
    }

    /** Adds a transition attribute to the step into the current position. */
    void addTransition(int attribute, double value) {
        transitions.add(attribute, value);
    }

    void endPosition() {
        length++;
        if (length >= offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * length);
            transitionOffsets = Arrays.copyOf(transitionOffsets, 2 * length);
        }
        offsets[length] = states.size;
        transitionOffsets[length] = transitions.size;
    }

    EncodedSequence build() {
        boolean plain = transitions.size == 0;
        return new EncodedSequence(
                length,
                Arrays.copyOf(offsets, length + 1),
                Arrays.copyOf(states.attributes, states.size),
                states.values(),
                plain ? NONE : Arrays.copyOf(transitionOffsets, length + 1),
                plain ? NONE : Arrays.copyOf(transitions.attributes, transitions.size),
                transitions.values());
    }

    /** The sequence in this builder's own arrays: valid until {@link #begin}. */
    EncodedSequence view() {
        boolean plain = transitions.size == 0;
        return new EncodedSequence(
                length,
                offsets,
                states.attributes,
                states.allOnes ? null : states.values,
                plain ? NONE : transitionOffsets,
                plain ? NONE : transitions.attributes,
                transitions.allOnes ? null : transitions.values);
    }

    private static final class Entries {
        private int size;
        private int[] attributes = new int[256];
        private double[] values = new double[256];
        private boolean allOnes = true;

        void clear() {
            size = 0;
            allOnes = true;
        }

        void add(int attribute, double value) {
            if (attribute < 0) {
                return;
            }
            if (size == attributes.length) {
                attributes = Arrays.copyOf(attributes, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            attributes[size] = attribute;
            values[size++] = value;
            allOnes &= value == 1.0;
        }

        double @Nullable [] values() {
            return allOnes ? null : Arrays.copyOf(values, size);
        }
    }
}
