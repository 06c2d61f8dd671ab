package org.espalier.structure.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentsTest {
    private static final Segmentation SEGMENTATION =
            Segmentation.of(4, SegmentLengths.of(1, 3), new int[] {1, 1}, new int[] {1, 2});

    /** Token 0 with label 0, tokens 1 and 2 with label 1 (a place), token 3 with label 1. */
    private static final Segments SEGMENTS = new Segments(SEGMENTATION, new int[] {1, 3, 4}, new int[] {0, 1, 1});

    @Test
    void sayWhatTheyAre() {
        assertThat(SEGMENTS.count()).isEqualTo(3);
        assertThat(SEGMENTS.list()).containsExactly(new Segment(0, 1, 0), new Segment(1, 3, 1), new Segment(3, 4, 1));
        assertThat(SEGMENTS.segment(1).length()).isEqualTo(2);
        assertThat(SEGMENTS.tokenLabels()).containsExactly(0, 1, 1, 1);
        assertThat(SEGMENTS).hasToString("[0, 1) 0 | [1, 3) 1 | [3, 4) 1");
        assertThat(Segments.of(SEGMENTATION, SEGMENTS.list()))
                .isEqualTo(SEGMENTS)
                .hasSameHashCodeAs(SEGMENTS);
        assertThat(new Segments(SEGMENTATION, new int[] {1, 3, 4}, new int[] {0, 1, 0}))
                .isNotEqualTo(SEGMENTS);
        assertThat(new Segments(SEGMENTATION, new int[] {1, 2, 4}, new int[] {0, 1, 1}))
                .isNotEqualTo(SEGMENTS);
        assertThat(SEGMENTS.segmentation()).isSameAs(SEGMENTATION);
    }

    /** Parts: 2·2 transitions, 3·2 lengths from 4, 4·2 states from 10, 4·2 boundaries from 18, 2·2 own from 26. */
    @Test
    void addToExactlyTheirParts() {
        double[] parts = new double[SEGMENTATION.parts()];
        SEGMENTS.addTo(parts, 2.5);
        double[] expected = new double[30];
        int[] own = {
            1,
            3, // 0→1, 1→1
            4 + 0,
            6 + 1,
            4 + 1, // one token with 0, two with 1, one with 1
            10,
            13,
            15,
            17, // states
            18,
            20,
            23,
            24, // begins, begins, inside, begins
            29 // place (1, 2) with label 1
        };
        for (int part : own) {
            expected[part] += 2.5;
        }
        assertThat(parts).isEqualTo(expected);
        assertThat(SEGMENTS.score(parts)).isEqualTo(own.length * 2.5);
    }

    @Test
    void holdEveryTokenOnceAndAreNotTooLong() {
        int[][][] wrong = {
            {{1, 3}, {0, 1}},
            {{1, 3, 5}, {0, 1, 1}},
            {{1, 1, 4}, {0, 1, 1}},
            {{2, 4}, {0, 1}},
            {{4}, {1}},
            {{1, 4}, {0, 2}},
            {{1, 4}, {0, -1}},
            {{1, 4}, {0}},
            {{}, {}}
        };
        for (int[][] ends : wrong) {
            assertThatThrownBy(() -> new Segments(SEGMENTATION, ends[0], ends[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected");
        }
        List<Segment> gap = List.of(new Segment(0, 1, 0), new Segment(2, 4, 1));
        assertThatThrownBy(() -> Segments.of(SEGMENTATION, gap)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new Segments(Segmentation.of(0, SegmentLengths.of(1)), new int[0], new int[0]).list())
                .isEmpty();
    }

    @Test
    void aSegmentHasTokensAndALabel() {
        for (int[] wrong : new int[][] {{-1, 2, 0}, {2, 2, 0}, {3, 2, 0}, {0, 1, -1}}) {
            assertThatThrownBy(() -> new Segment(wrong[0], wrong[1], wrong[2]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
