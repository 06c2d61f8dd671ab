package org.espalier.feature;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as flat numbers: the attribute numbers and values of every position.
 *
 * <p>State attributes of position t are the entries {@code offsets[t] … offsets[t+1]−1} of {@code attributes}; transition
 * attributes likewise. Values are null when all of them are 1.
 */
public final class EncodedSequence {
    private static final int[] NONE = {};

    final int length;
    final int[] offsets; // [T+1]
    final int[] attributes; // [offsets[T]]
    final double @Nullable [] values;
    final int[] transitionOffsets; // [T+1], or empty when there are no transition attributes
    final int[] transitionAttributes;
    final double @Nullable [] transitionValues;

    EncodedSequence(
            int length,
            int[] offsets,
            int[] attributes,
            double @Nullable [] values,
            int[] transitionOffsets,
            int[] transitionAttributes,
            double @Nullable [] transitionValues) {
        this.length = length;
        this.offsets = offsets;
        this.attributes = attributes;
        this.values = values;
        this.transitionOffsets = transitionOffsets;
        this.transitionAttributes = transitionAttributes;
        this.transitionValues = transitionValues;
    }

    /** The sequence without positions: what a scorer makes of it has room for the shared parts, and for no others. */
    public static EncodedSequence empty() {
        return new EncodedSequence(0, new int[1], NONE, null, NONE, NONE, null);
    }

    public int length() {
        return length;
    }

    /** Where the state attributes of position t begin; t = T gives their total number. */
    public int begin(int t) {
        return offsets[t];
    }

    /** The k-th state attribute, see {@link #begin}. */
    public int attribute(int k) {
        return attributes[k];
    }

    /** The value of the k-th state attribute. */
    public double value(int k) {
        return values == null ? 1.0 : values[k];
    }

    /** The state attributes of all positions; not to be changed. */
    public int[] attributes() {
        return attributes;
    }

    /** The values of the state attributes, or null when all are 1; not to be changed. */
    public double @Nullable [] values() {
        return values;
    }

    /** Where the transition attributes of the step into t begin; t = T gives their total number. */
    public int transitionBegin(int t) {
        return transitionOffsets.length == 0 ? 0 : transitionOffsets[t];
    }

    /** The k-th transition attribute, see {@link #transitionBegin}. */
    public int transitionAttribute(int k) {
        return transitionAttributes[k];
    }

    /** The value of the k-th transition attribute. */
    public double transitionValue(int k) {
        return transitionValues == null ? 1.0 : transitionValues[k];
    }

    /** The positions t ≥ 1 that have transition attributes, ascending. */
    public int[] transitionPositions() {
        if (transitionOffsets.length == 0) {
            return NONE;
        }
        int[] positions = new int[length];
        int count = 0;
        for (int t = 1; t < length; t++) {
            if (transitionOffsets[t + 1] > transitionOffsets[t]) {
                positions[count++] = t;
            }
        }
        return Arrays.copyOf(positions, count);
    }

    /** The same sequence with attributes renumbered; those whose new number is negative are left out. */
    EncodedSequence renumbered(int[] newAttributes, int[] newTransitionAttributes) {
        EncodedBuilder builder = new EncodedBuilder();
        builder.begin();
        for (int t = 0; t < length; t++) {
            for (int k = begin(t); k < begin(t + 1); k++) {
                builder.add(newAttributes[attribute(k)], value(k));
            }
            for (int k = transitionBegin(t); k < transitionBegin(t + 1); k++) {
                builder.addTransition(newTransitionAttributes[transitionAttribute(k)], transitionValue(k));
            }
            builder.endPosition();
        }
        return builder.build();
    }
}
