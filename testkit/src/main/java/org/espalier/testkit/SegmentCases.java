package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.structure.Output;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.jspecify.annotations.Nullable;

/**
 * Segmentations whose labels have limits of their own, with own segments at some places, or at none.
 *
 * <p>The parts are numbered from the definition: transitions [L][L], lengths [D][L], states [T][L], boundaries [T][2], own segments
 * [C][L].
 */
public final class SegmentCases implements StructureCases<Segmentation> {

    @Override
    public Supplier<Segmentation> tiny(Random random) {
        return segmentations(random, 1 + random.nextInt(3), 4, 5);
    }

    @Override
    public Supplier<Segmentation> larger(Random random) {
        return segmentations(random, 1 + random.nextInt(7), 9, 40);
    }

    private static Supplier<Segmentation> segmentations(Random random, int labels, int longest, int tokens) {
        int[] limits =
                IntStream.range(0, labels).map(y -> 1 + random.nextInt(longest)).toArray();
        SegmentLengths lengths = SegmentLengths.of(limits);
        return () -> {
            int length = random.nextInt(tokens + 1);
            double share = random.nextBoolean() ? 0 : 0.5;
            List<int[]> places = new ArrayList<>();
            for (int end = 1; end <= length; end++) {
                for (int d = 1; d <= Math.min(end, Arrays.stream(limits).max().getAsInt()); d++) {
                    if (random.nextDouble() < share) {
                        places.add(new int[] {end - d, d});
                    }
                }
            }
            return Segmentation.of(
                    length,
                    lengths,
                    places.stream().mapToInt(place -> place[0]).toArray(),
                    places.stream().mapToInt(place -> place[1]).toArray());
        };
    }

    @Override
    public List<Listed> outputs(Segmentation segmentation) {
        return SegmentEnumerator.outputs(segmentation).stream()
                .map(segments -> new Listed(segments, SegmentEnumerator.parts(segmentation, segments)))
                .toList();
    }

    /** Exactly the segments of some output; or some of its boundaries, and labels that include its own. */
    @Override
    public Gold<Segmentation> gold(Segmentation segmentation, boolean single, Random random) {
        List<Segment> truth = draw(segmentation, random);
        int[] @Nullable [] labels = new int[segmentation.length()] @Nullable [];
        Boundary[] boundaries = new Boundary[segmentation.length()];
        for (Segment segment : truth) {
            for (int t = segment.start(); t < segment.end(); t++) {
                int choice = single ? 1 : random.nextInt(3);
                labels[t] = choice == 0
                        ? null
                        : choice == 1
                                ? new int[] {segment.label()}
                                : new int[] {segment.label(), random.nextInt(segmentation.labels())};
                boundaries[t] = single || t == 0 || random.nextBoolean()
                        ? t == segment.start() ? Boundary.BEGINS : Boundary.INSIDE
                        : Boundary.UNKNOWN;
            }
        }
        return new Gold<>(
                single ? GoldSegments.of(truth) : GoldSegments.partial(labels, boundaries),
                output -> errors(output, labels, boundaries));
    }

    private static List<Segment> draw(Segmentation segmentation, Random random) {
        List<Segment> segments = new ArrayList<>();
        for (int start = 0; start < segmentation.length(); ) {
            int label = random.nextInt(segmentation.labels());
            int most = Math.min(segmentation.lengths().longest(label), segmentation.length() - start);
            segments.add(new Segment(start, start + 1 + random.nextInt(most), label));
            start = segments.get(segments.size() - 1).end();
        }
        return segments;
    }

    /** One for every token whose label is not allowed, and one for every boundary that is known to be otherwise. */
    private static int errors(Output output, int[] @Nullable [] labels, Boundary[] boundaries) {
        int errors = 0;
        for (Segment segment : ((Segments) output).list()) {
            for (int t = segment.start(); t < segment.end(); t++) {
                int[] allowed = labels[t];
                boolean right = allowed == null || Arrays.stream(allowed).anyMatch(y -> y == segment.label());
                boolean begins = t == segment.start();
                boolean cut = boundaries[t] == Boundary.BEGINS;
                errors += right ? 0 : 1;
                errors += boundaries[t] == Boundary.UNKNOWN || begins == cut ? 0 : 1;
            }
        }
        return errors;
    }

    /** Node e·L + y: all segmentations of the tokens before e whose last segment has label y; the last node is the end. */
    @Override
    public Stream<Hyperedge> hyperedges(Segmentation segmentation) {
        int length = segmentation.length();
        int labels = segmentation.labels();
        int goal = (length + 1) * labels;
        if (length == 0) {
            return Stream.of(Hyperedge.axiom(goal));
        }
        Stream<Hyperedge> segments =
                IntStream.rangeClosed(1, length).boxed().flatMap(end -> ending(segmentation, end).stream());
        Stream<Hyperedge> ends = IntStream.range(0, labels).mapToObj(y -> Hyperedge.step(length * labels + y, goal));
        return Stream.concat(segments, ends);
    }

    /** The segments that end at a token, with every label before them. */
    private static List<Hyperedge> ending(Segmentation segmentation, int end) {
        int labels = segmentation.labels();
        List<Hyperedge> edges = new ArrayList<>();
        for (int y = 0; y < labels; y++) {
            for (int d = 1; d <= Math.min(end, segmentation.lengths().longest(y)); d++) {
                int[] parts = parts(segmentation, end - d, d, y);
                int start = end - d;
                if (start == 0) {
                    edges.add(Hyperedge.axiom(end * labels + y, parts));
                }
                for (int i = 0; i < labels && start > 0; i++) {
                    int[] all = Arrays.copyOf(parts, parts.length + 1);
                    all[parts.length] = i * labels + y;
                    edges.add(Hyperedge.step(start * labels + i, end * labels + y, all));
                }
            }
        }
        return edges;
    }

    /** The parts of one segment, without the step into it. */
    private static int[] parts(Segmentation segmentation, int start, int d, int y) {
        int labels = segmentation.labels();
        int lengthBegin = labels * labels;
        int stateBegin = lengthBegin + segmentation.longest() * labels;
        int boundaryBegin = stateBegin + segmentation.length() * labels;
        int ownBegin = boundaryBegin + 2 * segmentation.length();
        IntStream.Builder parts = IntStream.builder();
        parts.add(lengthBegin + (d - 1) * labels + y);
        for (int t = start; t < start + d; t++) {
            parts.add(stateBegin + t * labels + y);
            parts.add(boundaryBegin + 2 * t + (t == start ? 0 : 1));
        }
        for (int c = 0; c < segmentation.places(); c++) {
            if (segmentation.placeStart(c) == start && segmentation.placeLength(c) == d) {
                parts.add(ownBegin + c * labels + y);
            }
        }
        return parts.build().toArray();
    }
}
