package org.espalier.feature;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Several sequences as flat numbers: all their positions one after the other, in the layout of {@link EncodedSequence}, and all their
 * steps or segments.
 *
 * <p>Memory: 4 bytes per attribute (12 where values are not all 1), 4 or 8 per position, 12 per segment with attributes.
 */
public final class EncodedSequences {
    private final int[] begins; // [N+1]: the first position of each sequence
    private final AttributeLists states; // by position
    private final int[] otherBegins; // [N+1]: the first site of the second kind of each sequence
    private final SiteLists others; // of the second kind

    EncodedSequences(int[] begins, AttributeLists states, int[] otherBegins, SiteLists others) {
        this.begins = begins;
        this.states = states;
        this.otherBegins = otherBegins;
        this.others = others;
    }

    /** The number of sequences. */
    public int size() {
        return begins.length - 1;
    }

    /** The number of positions of all sequences. */
    public int positions() {
        return states.offsets().length - 1;
    }

    /** Where sequence {@code n} begins among the positions of all; n = {@link #size()} gives their number. */
    public int begin(int n) {
        return begins[n];
    }

    /** Sequence {@code n}. Its state attributes are those of this object, not copies: they are most of the data. */
    public EncodedSequence get(int n) {
        int from = begins[n];
        int to = begins[n + 1];
        AttributeLists own = new AttributeLists(
                Arrays.copyOfRange(states.offsets(), from, to + 1), states.attributes(), states.values());
        int siteFrom = otherBegins[n];
        int siteTo = otherBegins[n + 1];
        int[] sites = others.sites();
        if (sites == null ? others.lists().begin(siteFrom) == others.lists().begin(siteTo) : siteFrom == siteTo) {
            return EncodedSequence.plain(to - from, own);
        }
        int[] ownSites = sites == null
                ? null
                : Arrays.copyOfRange(sites, SiteLists.NUMBERS * siteFrom, SiteLists.NUMBERS * siteTo);
        return new EncodedSequence(to - from, own, new SiteLists(ownSites, part(others.lists(), siteFrom, siteTo)));
    }

    private static AttributeLists part(AttributeLists all, int from, int to) {
        int[] offsets = all.offsets();
        double @Nullable [] values = all.values();
        return new AttributeLists(
                relative(offsets, from, to),
                Arrays.copyOfRange(all.attributes(), offsets[from], offsets[to]),
                values == null ? null : Arrays.copyOfRange(values, offsets[from], offsets[to]));
    }

    private static int[] relative(int[] offsets, int from, int to) {
        int[] result = new int[to - from + 1];
        for (int t = from; t <= to; t++) {
            result[t - from] = offsets[t] - offsets[from];
        }
        return result;
    }

    /** The state attributes of all sequences, by position. */
    AttributeLists states() {
        return states;
    }

    /** The attributes of a kind of all sequences. */
    private AttributeLists lists(int kind) {
        return kind == 0 ? states : others.lists();
    }

    /** Replaces every number n ≥ base of a kind by numbers[n − base]; changes this object, so before it is shared. */
    public void settle(int kind, int base, int[] numbers) {
        int[] attributes = lists(kind).attributes();
        for (int k = 0; k < attributes.length; k++) {
            if (attributes[k] >= base) {
                attributes[k] = numbers[attributes[k] - base];
            }
        }
    }

    /** Adds how often each attribute of a kind occurs; a count ends at 2³¹−1. */
    public void count(int kind, int[] counts) {
        for (int attribute : lists(kind).attributes()) {
            counts[attribute] += counts[attribute] == Integer.MAX_VALUE ? 0 : 1;
        }
    }

    /**
     * The same sequences with attributes renumbered; those whose new number is negative are left out.
     *
     * @param numbers the new numbers by kind // [kinds][attributes]
     */
    public EncodedSequences renumbered(int[]... numbers) {
        EncodedBuilder builder = new EncodedBuilder(others.sites() != null);
        builder.begin();
        for (int n = 0; n < size(); n++) {
            copy(n, builder, numbers);
        }
        return builder.buildAll();
    }

    /** The same sequences with the state attributes renumbered; those whose new number is negative are left out. */
    public EncodedSequences withStates(int[] numbers) {
        int[] attributes = states.attributes();
        double @Nullable [] values = states.values();
        int[] offsets = new int[states.offsets().length];
        int[] kept = new int[attributes.length];
        double @Nullable [] keptValues = values == null ? null : new double[attributes.length];
        int size = 0;
        for (int t = 0; t < offsets.length - 1; t++) {
            for (int k = states.begin(t); k < states.begin(t + 1); k++) {
                int number = numbers[attributes[k]];
                if (number >= 0) {
                    if (values != null && keptValues != null) {
                        keptValues[size] = values[k];
                    }
                    kept[size++] = number;
                }
            }
            offsets[t + 1] = size;
        }
        AttributeLists lists = new AttributeLists(
                offsets, Arrays.copyOf(kept, size), keptValues == null ? null : Arrays.copyOf(keptValues, size));
        return new EncodedSequences(begins, lists, otherBegins, others);
    }

    /** Some of the sequences, in the order of their numbers here. */
    public EncodedSequences select(int[] chosen) {
        EncodedBuilder builder = new EncodedBuilder(others.sites() != null);
        builder.begin();
        for (int n : chosen) {
            copy(n, builder, null);
        }
        return builder.buildAll();
    }

    private void copy(int n, EncodedBuilder builder, int @Nullable [][] numbers) {
        builder.addAll(states, begins[n], begins[n + 1], others, otherBegins[n], otherBegins[n + 1], numbers);
        builder.endSequence();
    }

    /** How many bytes {@link #write} writes. */
    public long bytes() {
        return bytes(begins) + bytes(states) + bytes(others.sites()) + bytes(otherBegins) + bytes(others.lists());
    }

    private static long bytes(AttributeLists lists) {
        double @Nullable [] values = lists.values();
        return bytes(lists.offsets())
                + bytes(lists.attributes())
                + Integer.BYTES
                + (values == null ? 0 : Double.BYTES * (long) values.length);
    }

    private static long bytes(int @Nullable [] numbers) {
        return Integer.BYTES * (1L + (numbers == null ? 0 : numbers.length));
    }

    /** Writes everything, so that {@link #read} gives it back. */
    public void write(ByteBuffer target) {
        write(begins, target);
        write(states, target);
        write(others.sites(), target);
        write(otherBegins, target);
        write(others.lists(), target);
    }

    private static void write(AttributeLists lists, ByteBuffer target) {
        write(lists.offsets(), target);
        write(lists.attributes(), target);
        double @Nullable [] values = lists.values();
        target.putInt(values == null ? -1 : values.length);
        if (values != null) {
            target.asDoubleBuffer().put(values);
            target.position(target.position() + Double.BYTES * values.length);
        }
    }

    private static void write(int @Nullable [] numbers, ByteBuffer target) {
        target.putInt(numbers == null ? -1 : numbers.length);
        if (numbers != null) {
            target.asIntBuffer().put(numbers);
            target.position(target.position() + Integer.BYTES * numbers.length);
        }
    }

    /** Reads what {@link #write} has written. */
    public static EncodedSequences read(ByteBuffer source) {
        int[] begins = integers(source.getInt(), source);
        AttributeLists states = lists(source);
        int count = source.getInt();
        int[] sites = count < 0 ? null : integers(count, source);
        int[] otherBegins = integers(source.getInt(), source);
        return new EncodedSequences(begins, states, otherBegins, new SiteLists(sites, lists(source)));
    }

    private static AttributeLists lists(ByteBuffer source) {
        int[] offsets = integers(source.getInt(), source);
        int[] attributes = integers(source.getInt(), source);
        int length = source.getInt();
        if (length < 0) {
            return new AttributeLists(offsets, attributes, null);
        }
        double[] values = new double[length];
        source.asDoubleBuffer().get(values);
        source.position(source.position() + Double.BYTES * length);
        return new AttributeLists(offsets, attributes, values);
    }

    private static int[] integers(int length, ByteBuffer source) {
        int[] numbers = new int[length];
        source.asIntBuffer().get(numbers);
        source.position(source.position() + Integer.BYTES * length);
        return numbers;
    }
}
