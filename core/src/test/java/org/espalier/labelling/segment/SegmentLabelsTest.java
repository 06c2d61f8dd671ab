package org.espalier.labelling.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.structure.segment.Boundary.BEGINS;
import static org.espalier.structure.segment.Boundary.INSIDE;
import static org.espalier.structure.segment.Boundary.UNKNOWN;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentLabelsTest {
    private static final List<String> BIO = List.of("B-X", "B-Y", "I-X", "I-Y", "O");
    private static final SegmentLabels SEGMENTS = SegmentLabels.of(BIO, TagScheme.IOB2);

    /** All labels of the types X and Y. */
    private static List<String> labels(TagScheme scheme) {
        List<String> labels = new ArrayList<>(List.of("O"));
        for (String type : List.of("X", "Y")) {
            for (String prefix : List.of("B", "I", "L", "U", "E", "S", "M")) {
                if (scheme.role(prefix + "-" + type) != TagScheme.Role.UNKNOWN) {
                    labels.add(prefix + "-" + type);
                }
            }
        }
        return scheme == TagScheme.NONE ? List.of("O", "X", "Y") : labels;
    }

    private static int[] numbers(List<String> labels, String... names) {
        return Arrays.stream(names).mapToInt(labels::indexOf).toArray();
    }

    /** Labels separated by |, ? for any. */
    private static AllowedStates allowed(List<String> labels, String... tokens) {
        int[][] sets = new int[tokens.length][];
        for (int t = 0; t < tokens.length; t++) {
            sets[t] = tokens[t].equals("?") ? null : numbers(labels, tokens[t].split("\\|"));
        }
        return AllowedStates.of(sets);
    }

    private static List<Boundary> boundaries(GoldSegments gold) {
        return IntStream.range(0, gold.length()).mapToObj(gold::boundary).toList();
    }

    @Test
    void typesAndLabelsOutsideAreLabelsOfSegments() {
        assertThat(SEGMENTS.names()).containsExactly("X", "Y", "O");
        assertThat(SEGMENTS.isOutside(2)).isTrue();
        assertThat(SEGMENTS.isOutside(0)).isFalse();
        assertThat(SegmentLabels.of(List.of("B", "E", "M", "S"), TagScheme.BMES).names())
                .containsExactly("");
        assertThat(SegmentLabels.of(List.of("ADJ", "O", "NOUN"), TagScheme.NONE).names())
                .containsExactly("ADJ", "O", "NOUN");
        SegmentLabels strange = SegmentLabels.of(List.of("B-X", "I-X", "O", "oops"), TagScheme.IOB2);
        assertThat(strange.names()).as("a label that the scheme does not know").containsExactly("X", "O", "oops");
        assertThat(strange.isOutside(2)).isTrue();
    }

    @Test
    void aTypeMayBeNamedAsTheLabelOutside() {
        assertThat(SegmentLabels.of(List.of("B-O", "I-O", "O"), TagScheme.IOB2).names())
                .containsExactly("O", "O");
    }

    @Test
    void outsideSegmentsHaveOneToken() {
        assertThat(SEGMENTS.segments(numbers(BIO, "O", "O", "B-X", "I-X", "B-X", "O")))
                .containsExactly(
                        new Segment(0, 1, 2),
                        new Segment(1, 2, 2),
                        new Segment(2, 4, 0),
                        new Segment(4, 5, 0),
                        new Segment(5, 6, 2));
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void labelsAreReadAsTheSchemeReadsThemAlsoWhereTheyBreakIt(TagScheme scheme) {
        List<String> labels = new ArrayList<>(labels(scheme));
        labels.add("oops");
        SegmentLabels segments = SegmentLabels.of(labels, scheme);
        Random random = new Random(3);
        for (int n = 0; n < 500; n++) {
            int[] path = random.ints(random.nextInt(8), 0, labels.size()).toArray();
            List<String> names = Arrays.stream(path).mapToObj(labels::get).toList();
            List<Span> spans = segments.segments(path).stream()
                    .filter(segment -> !segments.isOutside(segment.label()))
                    .map(segment -> new Span(
                            segment.start(), segment.end(), segments.names().get(segment.label())))
                    .toList();
            assertThat(spans).as(names.toString()).isEqualTo(scheme.decode(names));
        }
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void segmentsAreWrittenAsTheSchemeWritesThem(TagScheme scheme) {
        List<String> labels = labels(scheme);
        SegmentLabels segments = SegmentLabels.of(labels, scheme);
        Random random = new Random(5);
        for (int n = 0; n < 500; n++) {
            int[] path = random.ints(random.nextInt(8), 0, labels.size()).toArray();
            List<String> names = Arrays.stream(path).mapToObj(labels::get).toList();
            List<Segment> found = segments.segments(path);
            Segments output = Segments.of(Segmentation.of(path.length, SegmentLengths.same(segments.size(), 9)), found);
            int[] written = segments.labels(output);
            assertThat(Arrays.stream(written).mapToObj(labels::get)).isEqualTo(scheme.repair(names));
            assertThat(segments.segments(written)).isEqualTo(found);
        }
    }

    @Test
    void onlyLabelsThatExistAreWritten() {
        List<String> some = List.of("B-X", "I-X", "O", "S-Y"); // of IOBES
        SegmentLabels segments = SegmentLabels.of(some, TagScheme.IOBES);
        Segmentation segmentation = Segmentation.of(6, SegmentLengths.same(segments.size(), 3));
        int[] path = segments.labels(
                Segments.of(segmentation, List.of(new Segment(0, 1, 0), new Segment(1, 4, 0), new Segment(4, 6, 2))));
        assertThat(Arrays.stream(path).mapToObj(some::get)).containsExactly("B-X", "B-X", "I-X", "I-X", "S-Y", "S-Y");
    }

    @Test
    void unknownLabelsLeaveTypesAndBoundariesOpen() {
        GoldSegments gold = SEGMENTS.gold(allowed(BIO, "B-X", "?", "I-X", "?", "O", "B-Y|B-X", "I-Y"));
        assertThat(boundaries(gold)).containsExactly(BEGINS, UNKNOWN, INSIDE, UNKNOWN, BEGINS, BEGINS, INSIDE);
        assertThat(gold.isSingle()).isFalse();
        assertThat(gold.allows(1, 2)).as("nothing but X stands before I-X").isFalse();
        assertThat(gold.allows(3, 2)).isTrue();
        assertThat(gold.allows(5, 1)).isTrue();
        assertThat(gold.allows(5, 2)).isFalse();
    }

    @Test
    void labelsOfBothNeighboursTellABoundary() {
        List<String> labels = labels(TagScheme.IOBES);
        SegmentLabels segments = SegmentLabels.of(labels, TagScheme.IOBES);
        GoldSegments gold = segments.gold(allowed(labels, "?", "I-X", "?", "E-X", "?", "S-Y", "?"));
        assertThat(boundaries(gold)).containsExactly(BEGINS, INSIDE, INSIDE, INSIDE, BEGINS, BEGINS, BEGINS);
    }

    @Test
    void schemesThatMarkOnlyTouchingSpansLeaveOpenWhatNoLabelTells() {
        List<String> labels = labels(TagScheme.IOB1);
        SegmentLabels segments = SegmentLabels.of(labels, TagScheme.IOB1);
        GoldSegments gold = segments.gold(allowed(labels, "I-X", "?", "I-X", "I-X|B-X", "I-X", "I-Y|I-X", "B-Y", "?"));
        assertThat(boundaries(gold))
                .containsExactly(BEGINS, UNKNOWN, UNKNOWN, UNKNOWN, INSIDE, UNKNOWN, BEGINS, UNKNOWN);
        SegmentLabels plain = SegmentLabels.of(List.of("O", "X", "Y"), TagScheme.NONE);
        assertThat(boundaries(plain.gold(allowed(List.of("O", "X", "Y"), "X", "X", "?", "Y", "O|Y", "O"))))
                .containsExactly(BEGINS, INSIDE, UNKNOWN, UNKNOWN, UNKNOWN, BEGINS);
    }

    @Test
    void alternativesThatAreNoProductOfTypesAndBoundariesAreRefused() {
        assertThatThrownBy(() -> SEGMENTS.gold(allowed(BIO, "B-X", "I-X|O")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "token 2 may be I-X or O: together with its neighbours, its types and boundaries also allow a"
                                + " segment 'X' that begins and ends there, which its labels do not allow");
        assertThatThrownBy(() -> SEGMENTS.gold(allowed(BIO, "?", "B-X|I-Y")))
                .hasMessageContaining("token 2 may be B-X or I-Y");
    }

    @Test
    void alternativesThatTheNeighboursDecideAreNot() {
        GoldSegments gold = SEGMENTS.gold(allowed(BIO, "B-X", "I-X|O", "I-X"));
        assertThat(boundaries(gold)).containsExactly(BEGINS, INSIDE, INSIDE);
        assertThat(gold.isSingle()).as("O cannot stand before I-X").isTrue();
    }

    @Test
    void longestSegmentsAreThoseSeenUpToTheLimit() {
        LongestSegments longest = new LongestSegments(SEGMENTS, 3);
        longest.add(0, AllowedStates.path(numbers(BIO, "O", "O", "B-X", "I-X", "O")));
        longest.add(7, AllowedStates.path(numbers(BIO, "B-Y", "I-Y", "I-Y", "I-Y", "B-Y")));
        longest.add(8, AllowedStates.path(numbers(BIO, "B-Y", "I-Y", "I-Y", "I-Y", "I-Y")));
        SegmentLengths lengths = longest.lengths();
        assertThat(lengths.longest(0)).isEqualTo(2);
        assertThat(lengths.longest(1)).isEqualTo(3);
        assertThat(lengths.longest(2)).as("O").isEqualTo(1);
        assertThat(longest.longest()).isEqualTo(5);
        assertThat(longest.tooLong()).isEqualTo(2);
        assertThat(longest.firstTooLong()).contains(new LongestSegments.TooLong(7, new Segment(0, 4, 1), "Y"));
    }

    @Test
    void labelsMayHaveLimitsOfTheirOwn() {
        LongestSegments longest = new LongestSegments(SEGMENTS, new int[] {1, 6, 6});
        longest.add(0, AllowedStates.path(numbers(BIO, "B-Y", "I-Y", "B-X", "I-X")));
        longest.add(1, allowed(BIO, "B-X|B-Y", "I-X|I-Y"));
        assertThat(longest.tooLong()).isEqualTo(1);
        assertThat(longest.firstTooLong()).contains(new LongestSegments.TooLong(0, new Segment(2, 4, 0), "X"));
        assertThat(longest.lengths().longest(0)).isEqualTo(1);
        assertThat(longest.lengths().longest(1)).isEqualTo(2);
    }

    @Test
    void aLabelWithoutAWholeSegmentGetsTheLimit() {
        LongestSegments longest = new LongestSegments(SEGMENTS, 6);
        longest.add(0, allowed(BIO, "B-X", "I-X", "?", "B-Y", "O"));
        assertThat(longest.lengths().longest(0)).isEqualTo(6);
        assertThat(longest.lengths().longest(1)).isEqualTo(1);
        assertThat(longest.tooLong()).isZero();
    }

    @Test
    void whatMayBeOneSegmentMustFit() {
        LongestSegments longest = new LongestSegments(SEGMENTS, 6);
        longest.add(0, AllowedStates.path(numbers(BIO, "B-X", "O", "B-Y")));
        longest.add(1, allowed(BIO, "B-X|B-Y", "I-X|I-Y", "I-X|I-Y"));
        assertThat(longest.lengths().longest(0)).isEqualTo(3);
        assertThat(longest.lengths().longest(1)).isEqualTo(3);
    }

    @Test
    void segmentsThatAreTooLongCanBeSplit() {
        SegmentLengths lengths = SegmentLengths.of(3, 2, 1);
        GoldSegments gold = SEGMENTS.gold(
                AllowedStates.path(numbers(BIO, "B-X", "I-X", "I-X", "I-X", "I-X", "I-X", "I-X", "O", "B-Y", "I-Y")));
        Segmentation segmentation = Segmentation.of(10, lengths);
        assertThatThrownBy(() -> gold.requireFit(segmentation)).hasMessageContaining("7 tokens; expected at most 3");
        GoldSegments split = gold.split(lengths);
        split.requireFit(segmentation);
        assertThat(((Segments) split.single(segmentation)).list())
                .containsExactly(
                        new Segment(0, 3, 0),
                        new Segment(3, 6, 0),
                        new Segment(6, 7, 0),
                        new Segment(7, 8, 2),
                        new Segment(8, 10, 1));
        assertThat(split.split(lengths)).isSameAs(split);
        GoldSegments partial = SEGMENTS.gold(allowed(BIO, "?", "I-X|I-Y", "I-X|I-Y", "I-X|I-Y", "O"));
        assertThat(boundaries(partial.split(lengths))).containsExactly(BEGINS, INSIDE, INSIDE, BEGINS, BEGINS);
    }
}
