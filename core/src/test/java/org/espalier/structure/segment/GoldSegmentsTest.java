package org.espalier.structure.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.structure.segment.Boundary.BEGINS;
import static org.espalier.structure.segment.Boundary.INSIDE;
import static org.espalier.structure.segment.Boundary.UNKNOWN;

import java.util.List;
import org.junit.jupiter.api.Test;

class GoldSegmentsTest {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final Segmentation SEGMENTATION = Segmentation.of(3, SegmentLengths.of(1, 2));
    private static final List<Segment> IN_NEW_YORK = List.of(new Segment(0, 1, 0), new Segment(1, 3, 1));

    private static Segments segments(int[] ends, int... labels) {
        return new Segments(SEGMENTATION, ends, labels);
    }

    @Test
    void aFullGoldStandardAllowsOneOutput() {
        GoldSegments gold = GoldSegments.of(IN_NEW_YORK);
        gold.requireFit(SEGMENTATION);
        assertThat(gold.length()).isEqualTo(3);
        assertThat(gold.isSingle()).isTrue();
        assertThat(gold.single(SEGMENTATION)).isEqualTo(segments(new int[] {1, 3}, 0, 1));
        assertThat(gold.boundary(1)).isEqualTo(BEGINS);
        assertThat(gold.boundary(2)).isEqualTo(INSIDE);
        assertThat(gold.allows(2, 1)).isTrue();
        assertThat(gold.allows(2, 0)).isFalse();
    }

    /** One error per wrong label, one per boundary that is missing or too much. */
    @Test
    void errorsAreCountedPerLabelAndPerBoundary() {
        GoldSegments gold = GoldSegments.of(IN_NEW_YORK);
        assertThat(gold.errors(SEGMENTATION, segments(new int[] {1, 3}, 0, 1))).isZero();
        assertThat(gold.errors(SEGMENTATION, segments(new int[] {1, 2, 3}, 0, 1, 1)))
                .as("cut in two")
                .isEqualTo(1);
        assertThat(gold.errors(SEGMENTATION, segments(new int[] {1, 3}, 1, 1)))
                .as("one wrong label")
                .isEqualTo(1);
        assertThat(gold.errors(SEGMENTATION, segments(new int[] {2, 3}, 1, 0)))
                .as("tokens 0 and 2 have wrong labels, tokens 1 and 2 wrong boundaries")
                .isEqualTo(4);
    }

    @Test
    void costsStandAtThePartsThatAreErrors() {
        GoldSegments gold = GoldSegments.of(IN_NEW_YORK);
        double[] scores = new double[SEGMENTATION.parts()];
        gold.addCost(SEGMENTATION, 2, scores);
        for (Segments output : List.of(
                segments(new int[] {1, 3}, 0, 1),
                segments(new int[] {1, 2, 3}, 0, 1, 1),
                segments(new int[] {2, 3}, 1, 0),
                segments(new int[] {1, 2, 3}, 0, 0, 0))) {
            assertThat(output.score(scores)).as(output.toString()).isEqualTo(2.0 * gold.errors(SEGMENTATION, output));
        }
        for (int part = 0; part < SEGMENTATION.sharedParts(); part++) {
            assertThat(scores[part]).as("shared part %d", part).isZero();
        }
    }

    @Test
    void forbidsWhatIsAnErrorAndNothingElse() {
        GoldSegments gold =
                GoldSegments.partial(new int[][] {{0, 1}, null, {1}}, new Boundary[] {UNKNOWN, UNKNOWN, INSIDE});
        double[] scores = new double[SEGMENTATION.parts()];
        gold.forbid(SEGMENTATION, scores);
        double[] expected = new double[SEGMENTATION.parts()];
        expected[SEGMENTATION.stateOffset(2)] = NONE;
        expected[SEGMENTATION.boundaryOffset(2) + Segmentation.BEGINS] = NONE;
        expected[SEGMENTATION.boundaryOffset(0) + Segmentation.INSIDE] = NONE; // no output has this part
        assertThat(scores).isEqualTo(expected);
        assertThat(gold.isSingle()).isFalse();
        assertThatThrownBy(() -> gold.single(SEGMENTATION)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void partialKnowledgeIsSingleWhenNothingIsLeftOpen() {
        int[][] labels = {{0}, {1, 1}, {1}};
        GoldSegments gold = GoldSegments.partial(labels, new Boundary[] {UNKNOWN, BEGINS, INSIDE});
        assertThat(gold.isSingle()).isTrue();
        assertThat(gold.single(SEGMENTATION)).isEqualTo(segments(new int[] {1, 3}, 0, 1));
        assertThat(GoldSegments.partial(labels, new Boundary[] {BEGINS, BEGINS, UNKNOWN})
                        .isSingle())
                .isFalse();
        assertThat(GoldSegments.partial(labels, new Boundary[] {BEGINS, INSIDE, INSIDE})
                        .isSingle())
                .as("the label changes inside a segment: no output is allowed")
                .isFalse();
        assertThat(GoldSegments.of(List.of()).isSingle()).isTrue();
        assertThat(GoldSegments.partial(new int[0][], new Boundary[0]).isSingle())
                .isTrue();
    }

    @Test
    void sizesMustAgreeAndTheFirstTokenBegins() {
        assertThatThrownBy(() -> GoldSegments.partial(new int[][] {{0}}, new Boundary[] {INSIDE}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("first token");
        assertThatThrownBy(() -> GoldSegments.partial(new int[][] {{0}}, new Boundary[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("labels of 1 tokens and boundaries of 0");
        assertThatThrownBy(() -> GoldSegments.of(List.of(new Segment(0, 1, 0), new Segment(2, 3, 0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ends at 1");
        assertThatThrownBy(() -> GoldSegments.of(List.of()).requireFit(SEGMENTATION))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length 0 for a sequence of length 3");
    }

    @Test
    void theFirstSegmentThatIsTooLongForItsLabelIsNamed() {
        SegmentLengths lengths = SegmentLengths.of(1, 2);
        assertThat(GoldSegments.tooLong(lengths, IN_NEW_YORK)).isEmpty();
        Segment long0 = new Segment(2, 4, 0);
        assertThat(GoldSegments.tooLong(lengths, List.of(new Segment(0, 2, 1), long0, new Segment(4, 9, 1))))
                .contains(new GoldSegments.TooLong(long0, 1));
    }
}
