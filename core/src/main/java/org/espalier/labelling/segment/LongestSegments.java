package org.espalier.labelling.segment;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;

/**
 * Finds the longest segment of each label in training data, and those that are longer than a limit: one for all labels, or one for each. For one thread.
 *
 * <p>{@link #lengths} gives every label the longest length that was seen, up to the limit. A label of which no whole segment was seen,
 * because its boundaries are unknown, gets the limit; labels outside get 1.
 */
final class LongestSegments {
    private final SegmentLabels labels;
    private final int[] limits; // [labels]
    private final int[] longest; // [labels]: 0 where none was seen
    private final boolean[] whole; // [labels]: whether a segment was seen of which label and boundaries are known
    private long tooLong;
    private int longestOfAll;
    private Optional<TooLong> first = Optional.empty();

    /**
     * A segment that is longer than the limit.
     *
     * @param sequence the number of its sequence, as {@link #add} was told
     * @param segment the segment
     * @param name its label
     */
    public record TooLong(long sequence, Segment segment, String name) {}

    /**
     * An empty count.
     *
     * @param limit how long segments may be at most: D
     */
    public LongestSegments(SegmentLabels labels, int limit) {
        this(labels, IntStream.generate(() -> limit).limit(labels.size()).toArray());
    }

    /**
     * An empty count with a limit for each label of segments.
     *
     * @param limits how long segments of each label may be // [labels of segments]
     */
    public LongestSegments(SegmentLabels labels, int[] limits) {
        if (limits.length != labels.size()) {
            throw new IllegalArgumentException(limits.length + " limits for " + labels.size() + " labels of segments");
        }
        for (int limit : limits) {
            if (limit < 1) {
                throw new IllegalArgumentException("segments of at most " + limit + " tokens; expected at least 1");
            }
        }
        this.labels = labels;
        this.limits = limits.clone();
        this.longest = new int[labels.size()];
        this.whole = new boolean[labels.size()];
    }

    /**
     * Looks at the labels of a sequence.
     *
     * @param sequence its number, for {@link TooLong}
     */
    public void add(long sequence, AllowedStates allowed) {
        if (allowed.isPath()) {
            labels.segments(allowed.onlyPath()).forEach(segment -> add(sequence, segment));
            return;
        }
        GoldSegments gold = labels.gold(allowed);
        int start = 0;
        for (int t = 1; t <= gold.length(); t++) {
            if (t == gold.length() || gold.boundary(t) != Boundary.INSIDE) {
                boolean isWhole = gold.boundary(start) == Boundary.BEGINS
                        && (t == gold.length() || gold.boundary(t) == Boundary.BEGINS);
                addPiece(sequence, gold, start, t, isWhole);
                start = t;
            }
        }
    }

    private void add(long sequence, Segment segment) {
        int y = segment.label();
        longest[y] = Math.max(longest[y], segment.length());
        whole[y] = true;
        longestOfAll = Math.max(longestOfAll, segment.length());
        if (segment.length() > limits[y]) {
            count(sequence, segment);
        }
    }

    /** Tokens that are known to be in one segment, of which there may be more. Every label that fits must be able to hold them. */
    private void addPiece(long sequence, GoldSegments gold, int start, int end, boolean isWhole) {
        int[] fitting = IntStream.range(0, labels.size())
                .filter(y -> IntStream.range(start, end).allMatch(t -> gold.allows(t, y)))
                .toArray();
        for (int y : fitting) {
            longest[y] = Math.max(longest[y], end - start);
            whole[y] |= isWhole && fitting.length == 1;
        }
        longestOfAll = Math.max(longestOfAll, end - start);
        if (fitting.length > 0 && IntStream.of(fitting).allMatch(y -> end - start > limits[y])) {
            count(sequence, new Segment(start, end, fitting[0]));
        }
    }

    private void count(long sequence, Segment segment) {
        tooLong++;
        if (first.isEmpty()) {
            String name = labels.names().get(segment.label());
            first = Optional.of(new TooLong(sequence, segment, name));
        }
    }

    /** How many segments are longer than the limit. */
    public long tooLong() {
        return tooLong;
    }

    /** The first of them. */
    public Optional<TooLong> firstTooLong() {
        return first;
    }

    /** How many tokens the longest segment has, also when that is too long. */
    public int longest() {
        return longestOfAll;
    }

    /** How long segments of each label may be. */
    public SegmentLengths lengths() {
        int[] most = new int[labels.size()];
        Arrays.setAll(most, this::most);
        return SegmentLengths.of(most);
    }

    private int most(int y) {
        if (labels.isOutside(y)) {
            return 1;
        }
        return whole[y] ? Math.min(limits[y], longest[y]) : limits[y];
    }
}
