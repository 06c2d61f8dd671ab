package org.espalier.structure.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.junit.jupiter.api.Test;

class SegmentTopologyTest {

    /** An instance of some tokens with attributes at some segments: start and length in turn. */
    private record Instance(int length, int... segments) implements Sites {
        @Override
        public int[] sites(int kind) {
            return kind == Segmentation.SEGMENTS ? segments : new int[0];
        }
    }

    @Test
    void familiesStandWhereThoseOfAChainDoAndLengthsComeLast() {
        SegmentTopology topology = new SegmentTopology(SegmentLengths.of(1, 3));
        assertThat(topology.families().stream().map(Family::name))
                .containsExactly("state", "transition", "segment", "length");
        assertThat(topology.families().stream().map(Family::targets)).containsExactly(2, 4, 2, 6);
        assertThat(topology.families().stream().map(Family::isShared)).containsExactly(false, true, false, true);
        assertThat(topology.sharedParts())
                .isEqualTo(topology.structure(new Instance(4)).sharedParts())
                .isEqualTo(10);
        assertThat(topology.coversParts()).isFalse();
    }

    @Test
    void lengthsAreTiedBehindTheTransitionsAndOnlyWhereTheirLabelMayBeSoLong() {
        Family length = new SegmentTopology(SegmentLengths.of(1, 3)).families().get(3);
        assertThat(length.tie()).containsExactly(-1, -1, -1, -1, 0, 1, -1, 3, -1, 5);
    }

    @Test
    void lengthsOfOneTokenHaveNoWeights() {
        Family length = new SegmentTopology(SegmentLengths.of(1, 1)).families().get(3);
        assertThat(length.targets()).isZero();
        assertThat(length.tie()).containsOnly(-1).hasSize(6);
    }

    @Test
    void sitesAreStartAndLengthInTurn() {
        SegmentTopology topology = new SegmentTopology(SegmentLengths.of(1, 3));
        Instance instance = new Instance(4, 0, 1, 1, 2, 0, 3);
        Segmentation segmentation = topology.structure(instance);
        assertThat(segmentation.places()).isEqualTo(3);
        assertThat(segmentation.placeStart(1)).isEqualTo(1);
        assertThat(segmentation.placeLength(1)).isEqualTo(2);
        assertThat(segmentation.place(3, 3)).isEqualTo(2);
        assertThat(segmentation.site(Segmentation.SEGMENTS, 2)).isEqualTo(2);
        assertThat(topology.isShapedByLength(instance)).isFalse();
        assertThat(topology.isShapedByLength(new Instance(4))).isTrue();
    }

    @Test
    void sitesThatAreTooLongHaveNoPlace() {
        Segmentation segmentation =
                new SegmentTopology(SegmentLengths.of(1, 2)).structure(new Instance(4, 0, 1, 1, 2, 0, 3, 3, 1));
        assertThat(segmentation.places()).isEqualTo(3);
        assertThat(segmentation.site(Segmentation.SEGMENTS, 0)).isZero();
        assertThat(segmentation.site(Segmentation.SEGMENTS, 1)).isEqualTo(1);
        assertThat(segmentation.site(Segmentation.SEGMENTS, 2)).isEqualTo(3);
        assertThat(segmentation.site(Segmentation.STATES, 2)).isEqualTo(2);
        assertThat(segmentation.placeStart(2)).isEqualTo(3);
    }
}
