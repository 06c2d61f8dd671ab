package org.espalier.structure.segment;

import java.util.Arrays;
import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * All ways to cut T tokens into segments of at most D tokens and to give each segment one of L labels: a semi-Markov chain.
 *
 * <p>Its parts, in this order:
 *
 * <pre>
 *   transitions    [L][L]   from the label of a segment to that of the next; shared
 *   lengths        [D][L]   a segment of d = 1 … D tokens with label y; shared
 *   states         [T][L]   token t has label y
 *   boundaries     [T][2]   a segment begins at token t; or token t continues the segment of token t − 1
 *   own segments   [C][L]   only at the C places (start, length) where a segment has attributes of its own
 * </pre>
 *
 * The score of a segmentation is the sum over its segments (b, e, y), which hold the tokens b … e−1, of
 *
 * <pre>
 *   seg(b, e, y) = begins(b) + Σ_{b≤t&lt;e} state(t, y) + Σ_{b&lt;t&lt;e} inside(t) + length(e − b, y) + own(b, e, y)
 * </pre>
 *
 * and over its neighbouring segments of transition(y, y′) (Sarawagi &amp; Cohen 2004). A label may have a maximal length of its
 * own, see {@link SegmentLengths}; the parts of longer segments exist, but no segmentation has them. Neither has any the part
 * that says that token 0 continues a segment.
 *
 * <p>A score of −∞ forbids: of a state, the label at that token; of a boundary, that a segment begins there, or that it does not.
 * The shared parts come first, so that their numbers do not depend on T.
 */
public final class Segmentation implements Structure {
    /** The kind of place that every token is: its parts are the labels. */
    public static final int STATES = 0;

    /** The kind of place that a segment with attributes of its own is: its parts are the labels. */
    public static final int SEGMENTS = 1;

    /** Which of the two boundary parts of a token says that a segment begins there. */
    public static final int BEGINS = 0;

    /** Which of them says that none does. */
    public static final int INSIDE = 1;

    private static final int[] NO_PLACES = {};

    private final int length;
    private final SegmentLengths lengths;
    private final int labels;
    private final int[] placeStarts; // [C]
    private final int[] placeLengths; // [C]
    private final int[] firstPlaces; // [T+2]: the first place that ends at e or later; empty when there are no places
    private final int @Nullable [] sites; // [C]: the site of each place; null when place c is site c

    private Segmentation(
            int length,
            SegmentLengths lengths,
            int[] placeStarts,
            int[] placeLengths,
            int[] firstPlaces,
            int @Nullable [] sites) {
        this.length = length;
        this.lengths = lengths;
        this.labels = lengths.labels();
        this.placeStarts = placeStarts;
        this.placeLengths = placeLengths;
        this.firstPlaces = firstPlaces;
        this.sites = sites;
    }

    /** Without own segments. */
    public static Segmentation of(int length, SegmentLengths lengths) {
        return of(length, lengths, NO_PLACES, NO_PLACES);
    }

    /**
     * With own segments at some places, which are sorted by end, then by length.
     *
     * @param placeStarts the first token of each place
     * @param placeLengths how many tokens it has
     */
    public static Segmentation of(int length, SegmentLengths lengths, int[] placeStarts, int[] placeLengths) {
        if (length < 0) {
            throw new IllegalArgumentException("length " + length + "; expected at least 0");
        }
        checkPlaces(length, lengths.longest(), placeStarts, placeLengths);
        long labels = lengths.labels();
        long parts = labels * (labels + lengths.longest() + length + placeStarts.length) + 2L * length;
        if (parts > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a sequence of " + length + " tokens with " + labels
                    + " labels, segments of up to " + lengths.longest() + " tokens and " + placeStarts.length
                    + " places with attributes has " + parts + " parts; at most " + (Integer.MAX_VALUE - 8)
                    + " fit: split the sequence");
        }
        if (placeStarts.length == 0) {
            return new Segmentation(length, lengths, NO_PLACES, NO_PLACES, NO_PLACES, null);
        }
        int[] starts = placeStarts.clone();
        int[] sizes = placeLengths.clone();
        return new Segmentation(length, lengths, starts, sizes, firstPlaces(length, starts, sizes), null);
    }

    /** The same, where the attributes of place c are those of site {@code sites[c]} of the instance. */
    Segmentation withSites(int[] chosen) {
        return new Segmentation(length, lengths, placeStarts, placeLengths, firstPlaces, chosen);
    }

    private static void checkPlaces(int length, int longest, int[] starts, int[] lengths) {
        if (starts.length != lengths.length) {
            throw new IllegalArgumentException(starts.length + " starts and " + lengths.length + " lengths of places");
        }
        for (int c = 0; c < starts.length; c++) {
            boolean inside = starts[c] >= 0 && lengths[c] >= 1 && starts[c] <= length - lengths[c];
            if (!inside || lengths[c] > longest) {
                throw new IllegalArgumentException("place " + c + " begins at " + starts[c] + " and has " + lengths[c]
                        + " tokens; expected 1 to " + longest + " of the tokens 0 to " + (length - 1));
            }
            if (c > 0) {
                int end = starts[c] + lengths[c];
                int before = starts[c - 1] + lengths[c - 1];
                if (end < before || (end == before && lengths[c] <= lengths[c - 1])) {
                    throw new IllegalArgumentException("place " + c + " ends at " + end + " and has " + lengths[c]
                            + " tokens, after one that ends at " + before + " and has " + lengths[c - 1]
                            + "; expected them by rising end, then by rising length");
                }
            }
        }
    }

    private static int[] firstPlaces(int length, int[] starts, int[] lengths) {
        int[] first = new int[length + 2];
        for (int c = 0; c < starts.length; c++) {
            first[starts[c] + lengths[c] + 1]++;
        }
        for (int end = 1; end < first.length; end++) {
            first[end] += first[end - 1];
        }
        return first;
    }

    @Override
    public int length() {
        return length;
    }

    /** How many labels there are: L. */
    public int labels() {
        return labels;
    }

    /** The longest segment of any label: D. */
    public int longest() {
        return lengths.longest();
    }

    /** How long segments of each label may be. */
    public SegmentLengths lengths() {
        return lengths;
    }

    @Override
    public int parts() {
        return ownOffset(placeStarts.length);
    }

    /** L·(L + D). */
    @Override
    public int sharedParts() {
        return lengthOffset(lengths.longest() + 1);
    }

    @Override
    public int places(int kind) {
        return kind == STATES ? length : placeStarts.length;
    }

    @Override
    public int offset(int kind, int place) {
        return kind == STATES ? stateOffset(place) : ownOffset(place);
    }

    @Override
    public int site(int kind, int place) {
        return kind == SEGMENTS && sites != null ? sites[place] : place;
    }

    /** The part of the step from a segment with label i to one with label j. */
    public int transitionPart(int i, int j) {
        return i * labels + j;
    }

    /** The first part of segments with d ≥ 1 tokens: that of label y is this plus y. */
    public int lengthOffset(int d) {
        return (labels + d - 1) * labels;
    }

    /** The first state part of token t: that of label y is this plus y. */
    public int stateOffset(int t) {
        return (labels + lengths.longest() + t) * labels;
    }

    /** The first boundary part of token t: add {@link #BEGINS} or {@link #INSIDE}. */
    public int boundaryOffset(int t) {
        return stateOffset(length) + 2 * t;
    }

    /** The first of the parts of the c-th place: that of label y is this plus y. */
    public int ownOffset(int c) {
        return boundaryOffset(length) + c * labels;
    }

    /** How many places have own parts: C. */
    public int places() {
        return placeStarts.length;
    }

    /** The first token of the c-th place. */
    public int placeStart(int c) {
        return placeStarts[c];
    }

    /** How many tokens the c-th place has. */
    public int placeLength(int c) {
        return placeLengths[c];
    }

    /** The first place that ends at a token or later; those that end there reach to the first place of the next end. */
    public int firstPlace(int end) {
        return firstPlaces.length == 0 ? 0 : firstPlaces[end];
    }

    /** The place of the segment with d tokens before {@code end}, or −1 when there is none. */
    public int place(int end, int d) {
        if (firstPlaces.length == 0) {
            return -1;
        }
        int from = firstPlaces[end];
        int to = firstPlaces[end + 1];
        int last = from + d - 1; // where it stands when all shorter ones are there too
        return last < to && placeLengths[last] == d
                ? last
                : Math.max(-1, Arrays.binarySearch(placeLengths, from, Math.min(to, last), d));
    }
}
