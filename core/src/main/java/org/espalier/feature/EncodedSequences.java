package org.espalier.feature;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Several sequences as flat numbers: all their positions one after the other, in the layout of {@link EncodedSequence}.
 *
 * <p>Memory: 4 bytes per attribute (12 where values are not all 1) and 4 or 8 per position.
 */
public final class EncodedSequences {
    private final int[] begins; // [N+1]: the first position of each sequence
    private final int[] offsets; // [positions + 1]
    private final int[] attributes;
    private final double @Nullable [] values;
    private final int[] transitionOffsets; // [positions + 1], or empty when there are no transition attributes
    private final int[] transitionAttributes;
    private final double @Nullable [] transitionValues;

    EncodedSequences(
            int[] begins,
            int[] offsets,
            int[] attributes,
            double @Nullable [] values,
            int[] transitionOffsets,
            int[] transitionAttributes,
            double @Nullable [] transitionValues) {
        this.begins = begins;
        this.offsets = offsets;
        this.attributes = attributes;
        this.values = values;
        this.transitionOffsets = transitionOffsets;
        this.transitionAttributes = transitionAttributes;
        this.transitionValues = transitionValues;
    }

    /** The number of sequences. */
    public int size() {
        return begins.length - 1;
    }

    /** The number of positions of all sequences. */
    public int positions() {
        return offsets.length - 1;
    }

    /** Where sequence {@code n} begins among the positions of all; n = {@link #size()} gives their number. */
    public int begin(int n) {
        return begins[n];
    }

    /** Sequence {@code n}, as a copy. */
    public EncodedSequence get(int n) {
        int from = begins[n];
        int to = begins[n + 1];
        boolean plain = transitionOffsets.length == 0 || transitionOffsets[from] == transitionOffsets[to];
        return new EncodedSequence(
                to - from,
                part(offsets, attributes, values, from, to),
                plain
                        ? AttributeLists.NONE
                        : part(transitionOffsets, transitionAttributes, transitionValues, from, to));
    }

    private static AttributeLists part(int[] offsets, int[] attributes, double @Nullable [] values, int from, int to) {
        return new AttributeLists(
                relative(offsets, from, to),
                Arrays.copyOfRange(attributes, offsets[from], offsets[to]),
                values == null ? null : Arrays.copyOfRange(values, offsets[from], offsets[to]));
    }

    private static int[] relative(int[] offsets, int from, int to) {
        int[] result = new int[to - from + 1];
        for (int t = from; t <= to; t++) {
            result[t - from] = offsets[t] - offsets[from];
        }
        return result;
    }

    /** Replaces every number n ≥ base by numbers[n − base]; changes this object, so before it is shared. */
    public void settle(int base, int[] numbers, int transitionBase, int[] transitionNumbers) {
        settle(attributes, base, numbers);
        settle(transitionAttributes, transitionBase, transitionNumbers);
    }

    private static void settle(int[] attributes, int base, int[] numbers) {
        for (int k = 0; k < attributes.length; k++) {
            if (attributes[k] >= base) {
                attributes[k] = numbers[attributes[k] - base];
            }
        }
    }

    /** Adds how often each attribute occurs; a count ends at 2³¹−1. */
    public void count(int[] counts, int[] transitionCounts) {
        countEach(attributes, counts);
        countEach(transitionAttributes, transitionCounts);
    }

    private static void countEach(int[] attributes, int[] counts) {
        for (int attribute : attributes) {
            counts[attribute] += counts[attribute] == Integer.MAX_VALUE ? 0 : 1;
        }
    }

    /** The same sequences with attributes renumbered; those whose new number is negative are left out. */
    public EncodedSequences renumbered(int[] newAttributes, int[] newTransitionAttributes) {
        EncodedBuilder builder = new EncodedBuilder();
        builder.begin();
        for (int n = 0; n < size(); n++) {
            for (int t = begins[n]; t < begins[n + 1]; t++) {
                for (int k = offsets[t]; k < offsets[t + 1]; k++) {
                    builder.add(newAttributes[attributes[k]], values == null ? 1.0 : values[k]);
                }
                if (transitionOffsets.length > 0) {
                    for (int k = transitionOffsets[t]; k < transitionOffsets[t + 1]; k++) {
                        builder.addTransition(
                                newTransitionAttributes[transitionAttributes[k]],
                                transitionValues == null ? 1.0 : transitionValues[k]);
                    }
                }
                builder.endPosition();
            }
            builder.endSequence();
        }
        return builder.buildAll();
    }

    /** Some of the sequences, in the order of their numbers here. */
    public EncodedSequences select(int[] numbers) {
        EncodedBuilder builder = new EncodedBuilder();
        builder.begin();
        for (int n : numbers) {
            for (int t = begins[n]; t < begins[n + 1]; t++) {
                copy(t, builder);
            }
            builder.endSequence();
        }
        return builder.buildAll();
    }

    private void copy(int t, EncodedBuilder builder) {
        for (int k = offsets[t]; k < offsets[t + 1]; k++) {
            builder.add(attributes[k], values == null ? 1.0 : values[k]);
        }
        if (transitionOffsets.length > 0) {
            for (int k = transitionOffsets[t]; k < transitionOffsets[t + 1]; k++) {
                builder.addTransition(transitionAttributes[k], transitionValues == null ? 1.0 : transitionValues[k]);
            }
        }
        builder.endPosition();
    }

    /** How many bytes {@link #write} writes. */
    public long bytes() {
        return 7L * Integer.BYTES
                + Integer.BYTES
                        * ((long) begins.length
                                + offsets.length
                                + attributes.length
                                + transitionOffsets.length
                                + transitionAttributes.length)
                + Double.BYTES * ((long) length(values) + length(transitionValues));
    }

    private static int length(double @Nullable [] values) {
        return values == null ? 0 : values.length;
    }

    /** Writes everything, so that {@link #read} gives it back. */
    public void write(ByteBuffer target) {
        write(begins, target);
        write(offsets, target);
        write(attributes, target);
        write(values, target);
        write(transitionOffsets, target);
        write(transitionAttributes, target);
        write(transitionValues, target);
    }

    private static void write(int[] numbers, ByteBuffer target) {
        target.putInt(numbers.length);
        target.asIntBuffer().put(numbers);
        target.position(target.position() + Integer.BYTES * numbers.length);
    }

    private static void write(double @Nullable [] numbers, ByteBuffer target) {
        target.putInt(numbers == null ? -1 : numbers.length);
        if (numbers != null) {
            target.asDoubleBuffer().put(numbers);
            target.position(target.position() + Double.BYTES * numbers.length);
        }
    }

    /** Reads what {@link #write} has written. */
    public static EncodedSequences read(ByteBuffer source) {
        return new EncodedSequences(
                integers(source),
                integers(source),
                integers(source),
                doubles(source),
                integers(source),
                integers(source),
                doubles(source));
    }

    private static int[] integers(ByteBuffer source) {
        int[] numbers = new int[source.getInt()];
        source.asIntBuffer().get(numbers);
        source.position(source.position() + Integer.BYTES * numbers.length);
        return numbers;
    }

    private static double @Nullable [] doubles(ByteBuffer source) {
        int length = source.getInt();
        if (length < 0) {
            return null;
        }
        double[] numbers = new double[length];
        source.asDoubleBuffer().get(numbers);
        source.position(source.position() + Double.BYTES * length);
        return numbers;
    }
}
