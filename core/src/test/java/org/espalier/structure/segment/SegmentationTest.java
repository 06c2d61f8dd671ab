package org.espalier.structure.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SegmentationTest {
    private static final SegmentLengths LENGTHS = SegmentLengths.of(1, 3, 3);

    @Test
    void partsFollowEachOther() {
        Segmentation segmentation = Segmentation.of(4, LENGTHS, new int[] {0, 1, 2, 1}, new int[] {1, 1, 1, 3});
        assertThat(segmentation.labels()).isEqualTo(3);
        assertThat(segmentation.longest()).isEqualTo(3);
        assertThat(segmentation.transitionPart(2, 1)).isEqualTo(7);
        assertThat(segmentation.lengthOffset(1)).isEqualTo(9);
        assertThat(segmentation.lengthOffset(3)).isEqualTo(15);
        assertThat(segmentation.sharedParts()).isEqualTo(18);
        assertThat(segmentation.stateOffset(0)).isEqualTo(18);
        assertThat(segmentation.stateOffset(3)).isEqualTo(27);
        assertThat(segmentation.boundaryOffset(0)).isEqualTo(30);
        assertThat(segmentation.boundaryOffset(3)).isEqualTo(36);
        assertThat(segmentation.ownOffset(0)).isEqualTo(38);
        assertThat(segmentation.parts()).isEqualTo(38 + 4 * 3);
    }

    @Test
    void sharedPartsDoNotDependOnTheNumberOfTokens() {
        assertThat(Segmentation.of(0, LENGTHS).sharedParts())
                .isEqualTo(Segmentation.of(9, LENGTHS).sharedParts());
        assertThat(Segmentation.of(0, LENGTHS).parts())
                .isEqualTo(Segmentation.of(0, LENGTHS).sharedParts());
    }

    @Test
    void placesAreFoundByEndAndLengthAndOnlyThose() {
        int[] starts = {0, 1, 0, 3, 2, 4};
        int[] sizes = {1, 1, 2, 1, 2, 2};
        Segmentation segmentation = Segmentation.of(6, LENGTHS, starts, sizes);
        assertThat(segmentation.places()).isEqualTo(6);
        for (int end = 1; end <= 6; end++) {
            for (int d = 1; d <= 3; d++) {
                int expected = -1;
                for (int c = 0; c < starts.length; c++) {
                    expected = starts[c] + sizes[c] == end && sizes[c] == d ? c : expected;
                }
                assertThat(segmentation.place(end, d))
                        .as("%d tokens before %d", d, end)
                        .isEqualTo(expected);
            }
        }
        assertThat(segmentation.placeStart(4)).isEqualTo(2);
        assertThat(segmentation.placeLength(4)).isEqualTo(2);
        assertThat(Segmentation.of(6, LENGTHS).place(3, 1)).isEqualTo(-1);
    }

    @Test
    void refusesPlacesOutsideAndInAnotherOrder() {
        for (int[][] places : new int[][][] {
            {{-1}, {1}},
            {{0}, {0}},
            {{0}, {4}},
            {{3}, {2}},
            {{4}, {1}},
            {{0, 0}, {1, 1}},
            {{1, 0}, {1, 1}},
            {{0, 1}, {2, 1}}
        }) {
            assertThatThrownBy(() -> Segmentation.of(4, LENGTHS, places[0], places[1]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected");
        }
        assertThatThrownBy(() -> Segmentation.of(4, LENGTHS, new int[] {0}, new int[] {1, 2}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 starts and 2 lengths");
    }

    @Test
    void refusesWhatDoesNotFitIntoAnArray() {
        assertThatThrownBy(() -> Segmentation.of(-1, LENGTHS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Segmentation.of(100_000_000, SegmentLengths.same(30, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("split the sequence");
    }

    @Test
    void limitsAreThoseOfEachLabelAndLabelsCanBeListedByThem() {
        SegmentLengths lengths = SegmentLengths.of(4, 1, 2, 1);
        assertThat(lengths.labels()).isEqualTo(4);
        assertThat(lengths.longest()).isEqualTo(4);
        assertThat(lengths.longest(2)).isEqualTo(2);
        int[][] expected = {{}, {1, 3}, {2}, {}, {0}};
        for (int d = 0; d <= 4; d++) {
            int[] found = new int[lengths.orderBegin(d + 1) - lengths.orderBegin(d)];
            for (int k = 0; k < found.length; k++) {
                found[k] = lengths.ordered(lengths.orderBegin(d) + k);
            }
            assertThat(found).as("at most %d tokens", d).isEqualTo(expected[d]);
        }
        assertThat(SegmentLengths.same(3, 7).longest(2)).isEqualTo(7);
        assertThatThrownBy(SegmentLengths::of).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SegmentLengths.of(2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("label 1");
    }
}
