package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;

/** Draws random segmentations from a seed; the same seed gives the same case, and every case says its seed. */
public final class SegmentGenerators {

    /** Kinds of scores, from the ordinary to the hostile. */
    public enum Kind {
        /** Normal with standard deviation 1. */
        NORMAL,
        /** Normal with standard deviation 20. */
        WIDE,
        /** Between −100 and 100: what probabilities can just hold, for some tokens. */
        STEEP,
        /** +800 or −800. */
        HUGE,
        /** Small whole numbers, so that many outputs have exactly the same score. */
        TIES,
        /** All zero: every output is the best. */
        ZERO,
        /** Normal, a sixth of the parts forbidden. */
        MASKED,
        /** Between −100 and 100, or forbidden. */
        STEEP_MASKED,
        /** +800 or −800 or forbidden. */
        HUGE_MASKED,
        /** Normal, all labels and boundaries but those of one output forbidden. */
        ONE_OUTPUT,
        /** Normal, one token forbidden altogether. */
        NO_STATES,
        /** Normal, all lengths forbidden. */
        NO_LENGTHS,
        /** Normal, every transition forbidden: one segment at most. */
        NO_TRANSITIONS
    }

    private final long seed;
    private final Random random;

    public SegmentGenerators(long seed) {
        this.seed = seed;
        this.random = new Random((seed + 1) * 0x9E3779B97F4A7C15L); // neighbouring seeds begin alike
    }

    public Random random() {
        return random;
    }

    /** A tiny segmentation (1 ≤ T ≤ 5, L ≤ 3, D ≤ 4, own parts at some places) with scores of a kind. */
    public ScoredSegmentation tiny(Kind kind) {
        int length = 1 + random.nextInt(5);
        return segmentation(kind, length, 1 + random.nextInt(3), 4, random.nextBoolean() ? 0.0 : 0.5);
    }

    /**
     * A segmentation with scores of a kind.
     *
     * @param longest the length limits of the labels are drawn from 1 to this
     * @param ownShare the probability that a place has own parts
     */
    public ScoredSegmentation segmentation(Kind kind, int length, int labels, int longest, double ownShare) {
        int[] limits = new int[labels];
        Arrays.setAll(limits, y -> 1 + random.nextInt(longest));
        return segmentation(kind, length, SegmentLengths.of(limits), ownShare);
    }

    /** The same with given length limits. */
    public ScoredSegmentation segmentation(Kind kind, int length, SegmentLengths lengths, double ownShare) {
        List<int[]> places = new ArrayList<>();
        for (int end = 1; end <= length && ownShare > 0; end++) {
            for (int d = 1; d <= Math.min(end, lengths.longest()); d++) {
                if (random.nextDouble() < ownShare) {
                    places.add(new int[] {end - d, d});
                }
            }
        }
        Segmentation segmentation = Segmentation.of(
                length,
                lengths,
                places.stream().mapToInt(place -> place[0]).toArray(),
                places.stream().mapToInt(place -> place[1]).toArray());
        return new ScoredSegmentation(segmentation, scores(kind, segmentation), kind + " with seed " + seed);
    }

    private double[] scores(Kind kind, Segmentation segmentation) {
        double[] scores = new double[segmentation.parts()];
        for (int part = 0; part < scores.length; part++) {
            scores[part] = score(kind);
        }
        int labels = segmentation.labels();
        int length = segmentation.length();
        switch (kind) {
            case ONE_OUTPUT -> GoldSegments.of(segments(segmentation).list()).forbid(segmentation, scores);
            case NO_STATES -> {
                if (length > 0) {
                    int offset = segmentation.stateOffset(random.nextInt(length));
                    Arrays.fill(scores, offset, offset + labels, Double.NEGATIVE_INFINITY);
                }
            }
            case NO_LENGTHS ->
                Arrays.fill(scores, segmentation.lengthOffset(1), segmentation.sharedParts(), Double.NEGATIVE_INFINITY);
            case NO_TRANSITIONS -> Arrays.fill(scores, 0, labels * labels, Double.NEGATIVE_INFINITY);
            default -> {}
        }
        return scores;
    }

    private double score(Kind kind) {
        return switch (kind) {
            case NORMAL, ONE_OUTPUT, NO_STATES, NO_LENGTHS, NO_TRANSITIONS -> random.nextGaussian();
            case WIDE -> 20 * random.nextGaussian();
            case STEEP -> steep();
            case HUGE -> random.nextBoolean() ? 800 : -800;
            case TIES -> random.nextInt(3) - 1;
            case ZERO -> 0;
            case MASKED -> random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian();
            case STEEP_MASKED -> random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY : steep();
            case HUGE_MASKED -> random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY : random.nextBoolean() ? 800 : -800;
        };
    }

    private double steep() {
        return random.nextInt(3) * 100 - 100 + random.nextDouble();
    }

    /** Some output. */
    public Segments segments(Segmentation segmentation) {
        List<Segment> segments = new ArrayList<>();
        for (int start = 0; start < segmentation.length(); ) {
            int label = random.nextInt(segmentation.labels());
            int most = Math.min(segmentation.lengths().longest(label), segmentation.length() - start);
            int end = start + 1 + random.nextInt(most);
            segments.add(new Segment(start, end, label));
            start = end;
        }
        return Segments.of(segmentation, segments);
    }

    /** What is known of some output: sets of labels around its own, some of its boundaries. */
    public GoldSegments partial(Segmentation segmentation) {
        Segments truth = segments(segmentation);
        int[][] labels = new int[segmentation.length()][];
        Boundary[] boundaries = new Boundary[segmentation.length()];
        for (Segment segment : truth.list()) {
            for (int t = segment.start(); t < segment.end(); t++) {
                labels[t] = switch (random.nextInt(3)) {
                    case 0 -> null;
                    case 1 -> new int[] {segment.label()};
                    default -> new int[] {segment.label(), random.nextInt(segmentation.labels())};
                };
                Boundary known = t == segment.start() ? Boundary.BEGINS : Boundary.INSIDE;
                boundaries[t] = random.nextBoolean() ? known : Boundary.UNKNOWN;
            }
        }
        return GoldSegments.partial(labels, boundaries);
    }

    /** So many numbers, normal with standard deviation {@code scale}. */
    public double[] normal(int size, double scale) {
        double[] numbers = new double[size];
        Arrays.setAll(numbers, k -> scale * random.nextGaussian());
        return numbers;
    }
}
