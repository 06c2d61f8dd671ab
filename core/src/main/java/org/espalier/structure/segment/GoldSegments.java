package org.espalier.structure.segment;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of a {@link Segmentation}: for every token the labels that the gold standard allows, and whether a segment
 * begins there.
 *
 * <p>Where every label and every boundary is known, one segmentation is allowed. Where some are not, all that agree with what is
 * known are.
 *
 * <p>Errors are counted per token: one when its label is not allowed (a state part), and one when a segment begins there though
 * none should, or none begins though one should (a boundary part). So a segmentation has no errors exactly when it is allowed, and
 * at most two per token. A right segment that is cut in two has one error, its boundary; a right segment with the wrong label has
 * as many as it has tokens.
 */
public final class GoldSegments implements Supervision<Segmentation> {
    private final AllowedStates labels; // the labels that each token may have
    private final Boundary[] boundaries; // [T]; the first BEGINS
    private final @Nullable List<Segment> segments; // when exactly these are allowed

    private GoldSegments(AllowedStates labels, Boundary[] boundaries, @Nullable List<Segment> segments) {
        this.labels = labels;
        this.boundaries = boundaries;
        this.segments = segments;
    }

    /**
     * A segment that is longer than segments with its label may be.
     *
     * @param segment the segment
     * @param longest how many tokens it may have
     */
    public record TooLong(Segment segment, int longest) {}

    /** The first of the segments that is too long for its label, if any: data with such a one have no part for its length. */
    public static Optional<TooLong> tooLong(SegmentLengths lengths, List<Segment> segments) {
        return segments.stream()
                .filter(segment -> segment.length() > lengths.longest(segment.label()))
                .findFirst()
                .map(segment -> new TooLong(segment, lengths.longest(segment.label())));
    }

    /** Exactly these segments, which hold every token once. */
    public static GoldSegments of(List<Segment> segments) {
        int length = segments.isEmpty() ? 0 : segments.get(segments.size() - 1).end();
        int[] labels = new int[length];
        Boundary[] boundaries = new Boundary[length];
        int end = 0;
        for (Segment segment : segments) {
            if (segment.start() != end) {
                throw new IllegalArgumentException(
                        segment + " follows a segment that ends at " + end + "; expected it to begin there");
            }
            end = segment.end();
            Arrays.fill(labels, segment.start(), end, segment.label());
            Arrays.fill(boundaries, segment.start(), end, Boundary.INSIDE);
            boundaries[segment.start()] = Boundary.BEGINS;
        }
        return new GoldSegments(AllowedStates.path(labels), boundaries, List.copyOf(segments));
    }

    /**
     * All segmentations that agree with what is known.
     *
     * @param labels the labels that each token may have, in any order; null for all of them
     * @param boundaries what is known of the boundary before each token; at the first one a segment begins in any case
     */
    public static GoldSegments partial(int[] @Nullable [] labels, Boundary[] boundaries) {
        if (labels.length != boundaries.length) {
            throw new IllegalArgumentException("labels of " + labels.length + " tokens and boundaries of "
                    + boundaries.length + "; expected as many");
        }
        AllowedStates allowed = AllowedStates.of(labels);
        Boundary[] known = boundaries.clone();
        if (known.length > 0) {
            if (known[0] == Boundary.INSIDE) {
                throw new IllegalArgumentException(
                        "the first token is marked as continuing a segment; expected a segment to begin there");
            }
            known[0] = Boundary.BEGINS;
        }
        return new GoldSegments(allowed, known, onlySegments(allowed, known));
    }

    /** The segments, when every label and boundary is known and they agree. */
    private static @Nullable List<Segment> onlySegments(AllowedStates allowed, Boundary[] known) {
        boolean isKnown = allowed.isPath() && Arrays.stream(known).noneMatch(Boundary.UNKNOWN::equals);
        if (!isKnown || IntStream.range(1, known.length).anyMatch(t -> changesInside(allowed, known, t))) {
            return null;
        }
        int[] starts = IntStream.range(0, known.length)
                .filter(t -> known[t] == Boundary.BEGINS)
                .toArray();
        return IntStream.range(0, starts.length)
                .mapToObj(k -> new Segment(
                        starts[k], k + 1 < starts.length ? starts[k + 1] : known.length, allowed.onlyState(starts[k])))
                .toList();
    }

    private static boolean changesInside(AllowedStates allowed, Boundary[] known, int t) {
        return known[t] == Boundary.INSIDE && allowed.onlyState(t) != allowed.onlyState(t - 1);
    }

    public int length() {
        return boundaries.length;
    }

    /** Whether a token may have a label. */
    public boolean allows(int t, int label) {
        return labels.allows(t, label);
    }

    /** What is known of the boundary before a token. */
    public Boundary boundary(int t) {
        return boundaries[t];
    }

    /**
     * The same, with segments that are too long for their labels cut: into pieces of as many tokens as possible and a rest. Of
     * tokens that are only known to be in one segment, the label counts that may be longest.
     */
    public GoldSegments split(SegmentLengths lengths) {
        Boundary[] cut = boundaries.clone();
        for (int start = 0, end; start < cut.length; start = end) {
            end = start + 1;
            while (end < cut.length && boundaries[end] == Boundary.INSIDE) {
                end++;
            }
            int most = mostTokens(lengths, start, end);
            for (int t = start + most; t < end; t += most) {
                cut[t] = Boundary.BEGINS;
            }
        }
        return Arrays.equals(cut, boundaries) ? this : new GoldSegments(labels, cut, onlySegments(labels, cut));
    }

    /** How many tokens one segment may have that holds tokens from start to end. */
    private int mostTokens(SegmentLengths lengths, int start, int end) {
        return IntStream.range(0, lengths.labels())
                .filter(y -> IntStream.range(start, end).allMatch(t -> labels.allows(t, y)))
                .map(lengths::longest)
                .max()
                .orElse(end - start);
    }

    /** Also checks that no segment of a full gold standard is {@linkplain #tooLong too long}. */
    @Override
    public void requireFit(Segmentation segmentation) {
        if (boundaries.length != segmentation.length()) {
            throw new IllegalArgumentException("supervision of length " + boundaries.length
                    + " for a sequence of length " + segmentation.length());
        }
        if (segments != null) {
            tooLong(segmentation.lengths(), segments).ifPresent(tooLong -> {
                throw new IllegalArgumentException(tooLong.segment() + " has "
                        + tooLong.segment().length() + " tokens; expected at most " + tooLong.longest());
            });
        }
    }

    @Override
    public boolean isSingle() {
        return segments != null;
    }

    @Override
    public Output single(Segmentation segmentation) {
        if (segments == null) {
            throw new IllegalStateException("more than one segmentation may be allowed; see isSingle");
        }
        return Segments.of(segmentation, segments);
    }

    @Override
    public void addCost(Segmentation segmentation, double cost, double[] scores) {
        for (int t = 0; t < boundaries.length; t++) {
            int offset = segmentation.stateOffset(t);
            for (int y = 0; y < segmentation.labels(); y++) {
                if (!labels.allows(t, y)) {
                    scores[offset + y] += cost;
                }
            }
            int wrong = wrongBoundary(segmentation, t);
            if (wrong >= 0) {
                scores[wrong] += cost;
            }
        }
    }

    @Override
    public void forbid(Segmentation segmentation, double[] scores) {
        for (int t = 0; t < boundaries.length; t++) {
            int offset = segmentation.stateOffset(t);
            for (int y = 0; y < segmentation.labels(); y++) {
                if (!labels.allows(t, y)) {
                    scores[offset + y] = Double.NEGATIVE_INFINITY;
                }
            }
            int wrong = wrongBoundary(segmentation, t);
            if (wrong >= 0) {
                scores[wrong] = Double.NEGATIVE_INFINITY;
            }
        }
    }

    /** The boundary part of a token that is an error, or −1 when nothing is known. */
    private int wrongBoundary(Segmentation segmentation, int t) {
        return switch (boundaries[t]) {
            case BEGINS -> segmentation.boundaryOffset(t) + Segmentation.INSIDE;
            case INSIDE -> segmentation.boundaryOffset(t) + Segmentation.BEGINS;
            case UNKNOWN -> -1;
        };
    }

    @Override
    public int errors(Segmentation segmentation, Output output) {
        Segments found = (Segments) output;
        int errors = 0;
        for (int k = 0; k < found.count(); k++) {
            for (int t = found.start(k); t < found.end(k); t++) {
                Boundary wrong = t == found.start(k) ? Boundary.INSIDE : Boundary.BEGINS;
                errors += boundaries[t] == wrong ? 1 : 0;
                errors += labels.allows(t, found.label(k)) ? 0 : 1;
            }
        }
        return errors;
    }
}
