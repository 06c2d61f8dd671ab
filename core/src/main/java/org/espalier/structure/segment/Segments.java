package org.espalier.structure.segment;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.structure.Output;
import org.jspecify.annotations.Nullable;

/** One output of a {@link Segmentation}: labelled segments, one after the other, that hold every token once. */
public final class Segments implements Output {
    private final Segmentation segmentation;
    private final int[] ends; // [segments]
    private final int[] labels; // [segments]

    /**
     * Segments by their ends; each begins where the one before it ends.
     *
     * @param ends the token after the last of each segment, rising to T
     * @param labels the label of each segment
     * @throws IllegalArgumentException when they do not hold every token once, or when one is too long for its label
     */
    public Segments(Segmentation segmentation, int[] ends, int[] labels) {
        this.segmentation = segmentation;
        this.ends = ends.clone();
        this.labels = labels.clone();
        check();
    }

    /** The same from a list. */
    public static Segments of(Segmentation segmentation, List<Segment> segments) {
        int end = 0;
        for (Segment segment : segments) {
            if (segment.start() != end) {
                throw new IllegalArgumentException(segment + " follows one that ends at " + end);
            }
            end = segment.end();
        }
        return new Segments(
                segmentation,
                segments.stream().mapToInt(Segment::end).toArray(),
                segments.stream().mapToInt(Segment::label).toArray());
    }

    private void check() {
        if (ends.length != labels.length || (ends.length == 0 ? 0 : ends[ends.length - 1]) != segmentation.length()) {
            throw new IllegalArgumentException(ends.length + " segments with " + labels.length + " labels that end at "
                    + Arrays.toString(ends) + "; expected one label each, and the last to end at "
                    + segmentation.length());
        }
        for (int k = 0; k < ends.length; k++) {
            int size = ends[k] - start(k);
            boolean labelled = labels[k] >= 0 && labels[k] < segmentation.labels();
            if (!labelled || size < 1 || size > segmentation.lengths().longest(labels[k])) {
                throw new IllegalArgumentException("segment " + k + " has " + size + " tokens and label " + labels[k]
                        + (labelled
                                ? "; expected 1 to " + segmentation.lengths().longest(labels[k]) + " tokens"
                                : "; expected a label below " + segmentation.labels()));
            }
        }
    }

    /** The structure whose output this is. */
    public Segmentation segmentation() {
        return segmentation;
    }

    /** How many segments there are. */
    public int count() {
        return ends.length;
    }

    /** The first token of the k-th segment. */
    public int start(int k) {
        return k == 0 ? 0 : ends[k - 1];
    }

    /** The token after the last of the k-th segment. */
    public int end(int k) {
        return ends[k];
    }

    /** The label of the k-th segment. */
    public int label(int k) {
        return labels[k];
    }

    /** The k-th segment. */
    public Segment segment(int k) {
        return new Segment(start(k), end(k), label(k));
    }

    /** The segments from left to right. */
    public List<Segment> list() {
        return IntStream.range(0, count()).mapToObj(this::segment).toList();
    }

    /** The label of every token // [T]. */
    public int[] tokenLabels() {
        int[] tokens = new int[segmentation.length()];
        for (int k = 0; k < ends.length; k++) {
            Arrays.fill(tokens, start(k), ends[k], labels[k]);
        }
        return tokens;
    }

    /** Adds from left to right, as the search for the best output does. */
    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int k = 0; k < ends.length; k++) {
            int y = labels[k];
            if (k > 0) {
                sum += scores[segmentation.transitionPart(labels[k - 1], y)];
            }
            int start = start(k);
            for (int t = start; t < ends[k]; t++) {
                sum += scores[boundaryPart(t, start)] + scores[segmentation.stateOffset(t) + y];
            }
            int d = ends[k] - start;
            double whole = scores[segmentation.lengthOffset(d) + y];
            int place = segmentation.place(ends[k], d);
            sum += place < 0 ? whole : whole + scores[segmentation.ownOffset(place) + y];
        }
        return sum;
    }

    private int boundaryPart(int t, int start) {
        return segmentation.boundaryOffset(t) + (t == start ? Segmentation.BEGINS : Segmentation.INSIDE);
    }

    @Override
    public void addTo(double[] parts, double amount) {
        for (int k = 0; k < ends.length; k++) {
            int y = labels[k];
            if (k > 0) {
                parts[segmentation.transitionPart(labels[k - 1], y)] += amount;
            }
            int start = start(k);
            for (int t = start; t < ends[k]; t++) {
                parts[boundaryPart(t, start)] += amount;
                parts[segmentation.stateOffset(t) + y] += amount;
            }
            int d = ends[k] - start;
            parts[segmentation.lengthOffset(d) + y] += amount;
            int place = segmentation.place(ends[k], d);
            if (place >= 0) {
                parts[segmentation.ownOffset(place) + y] += amount;
            }
        }
    }

    /** Whether the other has the same segments with the same labels. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Segments that && Arrays.equals(ends, that.ends) && Arrays.equals(labels, that.labels);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(ends) + Arrays.hashCode(labels);
    }

    /** Such as {@code [0, 2) 1 | [2, 3) 0}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < ends.length; k++) {
            text.append(k == 0 ? "" : " | ").append('[').append(start(k)).append(", ");
            text.append(ends[k]).append(") ").append(labels[k]);
        }
        return text.toString();
    }
}
