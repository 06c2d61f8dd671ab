package org.espalier.feature;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the attribute numbers of one sequence after the other, or of several together; its arrays are used again.
 *
 * <p>Beside positions there is a second kind of place: steps, which every position has, or pairs of tokens, which are told one by one:
 * segments or arcs.
 */
public final class EncodedBuilder {
    private final boolean byPair; // whether the second kind are pairs that are told
    private int length;
    private int pairs;
    private int sequences;
    private int[] begins = new int[64]; // where the sequences that have ended begin, and the current one
    private int[] pairBegins = {}; // the same among the pairs
    private int[] offsets = new int[64];
    private int[] otherOffsets = new int[64]; // by position, or by segment
    private int[] sites = {}; // start and length of each segment
    private final Entries states = new Entries();
    private final Entries others = new Entries();

    /** The second kind are steps. */
    public EncodedBuilder() {
        this(false);
    }

    /** With steps or pairs for the second kind. */
    public EncodedBuilder(boolean byPair) {
        this.byPair = byPair;
    }

    /** Begins anew. */
    public void begin() {
        length = 0;
        pairs = 0;
        sequences = 0;
        states.clear();
        others.clear();
    }

    /** Adds a state attribute to the current position; a negative number is an unknown attribute and is left out. */
    public void add(int attribute, double value) {
        states.add(attribute, value);
    }

    /** Adds a transition attribute to the step into the current position. */
    public void addTransition(int attribute, double value) {
        if (byPair) {
            throw new IllegalArgumentException(
                    "the features give attributes to steps between tokens, which a model of"
                            + " segments or trees does not have; leave 'transitions(…)', or the template's B lines with macros, out");
        }
        others.add(attribute, value);
    }

    /** Adds an attribute to the pair that {@link #endPair} will tell. */
    public void addPair(int attribute, double value) {
        if (!byPair) {
            throw new IllegalStateException("an attribute of a pair of tokens in a model whose pairs are steps");
        }
        others.add(attribute, value);
    }

    /** The following attributes belong to the next position. */
    public void endPosition() {
        length++;
        if (length >= offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * length);
            if (!byPair) {
                otherOffsets = Arrays.copyOf(otherOffsets, 2 * length);
            }
        }
        offsets[length] = states.size;
        if (!byPair) {
            otherOffsets[length] = others.size;
        }
    }

    /**
     * Says which pair has the attributes since the last one; without any it is passed over, unless the first number is below −1 or the second is negative.
     *
     * @param first the start of a segment, or the head of an arc; or a number below −1, whose meaning the structure knows
     * @param second the length of a segment, or the word of an arc
     */
    public void endPair(int first, int second) {
        if (others.size == otherOffsets[pairs] && first >= -1 && second >= 0) {
            return;
        }
        if (SiteLists.NUMBERS * (pairs + 1) > sites.length) {
            sites = Arrays.copyOf(sites, Math.max(64, 2 * sites.length));
        }
        sites[SiteLists.NUMBERS * pairs] = first;
        sites[SiteLists.NUMBERS * pairs + 1] = second;
        pairs++;
        if (pairs >= otherOffsets.length) {
            otherOffsets = Arrays.copyOf(otherOffsets, 2 * pairs);
        }
        otherOffsets[pairs] = others.size;
    }

    /** The following positions belong to the next sequence. */
    public void endSequence() {
        sequences++;
        if (sequences == begins.length) {
            begins = Arrays.copyOf(begins, 2 * sequences);
        }
        begins[sequences] = length;
        if (byPair) {
            if (sequences >= pairBegins.length) {
                pairBegins = Arrays.copyOf(pairBegins, 2 * sequences);
            }
            pairBegins[sequences] = pairs;
        }
    }

    /**
     * Adds the positions and pairs of a sequence.
     *
     * @param from its first position
     * @param siteFrom its first site of the second kind
     * @param numbers the new numbers of the attributes by kind, negative ones are left out; null to keep them
     */
    void addAll(
            AttributeLists own,
            int from,
            int to,
            SiteLists more,
            int siteFrom,
            int siteTo,
            int @Nullable [][] numbers) {
        int @Nullable [] stateNumbers = numbers == null ? null : numbers[0];
        int @Nullable [] otherNumbers = numbers == null ? null : numbers[1];
        for (int t = from; t < to; t++) {
            addAll(states, own, t, stateNumbers);
            if (!byPair) {
                addAll(others, more.lists(), t, otherNumbers);
            }
            endPosition();
        }
        int[] places = more.sites();
        if (places != null) {
            for (int site = siteFrom; site < siteTo; site++) {
                addAll(others, more.lists(), site, otherNumbers);
                endPair(places[SiteLists.NUMBERS * site], places[SiteLists.NUMBERS * site + 1]);
            }
        }
    }

    private static void addAll(Entries target, AttributeLists lists, int site, int @Nullable [] numbers) {
        int end = lists.begin(site + 1);
        for (int k = lists.begin(site); k < end; k++) {
            int attribute = lists.attributes()[k];
            target.add(numbers == null ? attribute : numbers[attribute], lists.value(k));
        }
    }

    /** The largest magnitude of a value since {@link #begin}, 1 at least; NaN when one is NaN. */
    public double largestValue() {
        return Math.max(states.largest, others.largest);
    }

    /** The sequences that were ended since {@link #begin}. */
    public EncodedSequences buildAll() {
        int[] positions = Arrays.copyOf(begins, sequences + 1);
        return new EncodedSequences(
                positions,
                stateLists(),
                byPair ? Arrays.copyOf(pairBegins, sequences + 1) : positions,
                isWithoutOthers() ? new SiteLists(byPair ? new int[0] : null, AttributeLists.NONE) : otherLists());
    }

    private boolean isWithoutOthers() {
        return others.size == 0 && pairs == 0;
    }

    /** The positions since {@link #begin} as one sequence. */
    public EncodedSequence build() {
        return isWithoutOthers()
                ? EncodedSequence.plain(length, stateLists())
                : new EncodedSequence(length, stateLists(), otherLists());
    }

    private AttributeLists stateLists() {
        return new AttributeLists(
                Arrays.copyOf(offsets, length + 1), Arrays.copyOf(states.attributes, states.size), states.values());
    }

    private SiteLists otherLists() {
        return new SiteLists(
                byPair ? Arrays.copyOf(sites, SiteLists.NUMBERS * pairs) : null,
                new AttributeLists(
                        Arrays.copyOf(otherOffsets, (byPair ? pairs : length) + 1),
                        Arrays.copyOf(others.attributes, others.size),
                        others.values()));
    }

    /** The sequence in this builder's own arrays, but for the sites of segments: valid until {@link #begin}. */
    public EncodedSequence view() {
        AttributeLists own = new AttributeLists(offsets, states.attributes, states.values);
        return isWithoutOthers()
                ? EncodedSequence.plain(length, own)
                : new EncodedSequence(
                        length,
                        own,
                        new SiteLists(
                                byPair ? Arrays.copyOf(sites, SiteLists.NUMBERS * pairs) : null,
                                new AttributeLists(otherOffsets, others.attributes, others.values)));
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
