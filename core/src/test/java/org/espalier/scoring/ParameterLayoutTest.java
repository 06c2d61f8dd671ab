package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.structure.Family;
import org.junit.jupiter.api.Test;

class ParameterLayoutTest {
    private static final FeatureFamily STATE = new FeatureFamily("state", 0, false, FeatureLists.complete(3, 2));
    private static final FeatureFamily PAIRS =
            new FeatureFamily("pairs", Family.SHARED, true, FeatureLists.complete(1, 4));
    private static final FeatureFamily ENDS =
            new FeatureFamily("ends", Family.SHARED, true, FeatureLists.complete(1, 2));

    @Test
    void familiesFollowEachOther() {
        ParameterLayout layout = new ParameterLayout(List.of(STATE, PAIRS, ENDS));
        assertThat(layout.indexOf("state")).isZero();
        assertThat(layout.indexOf("ends")).isEqualTo(2);
        assertThat(layout.indexOf("middle")).isEqualTo(-1);
        assertThat(layout.begin(1)).isEqualTo(6);
        assertThat(layout.sharedBegin()).isEqualTo(6);
        assertThat(layout.sharedEnd()).isEqualTo(12);
        assertThat(layout.sharedCount()).isEqualTo(6);
        assertThat(layout.parameters()).isEqualTo(12);
    }

    @Test
    void sharedFamiliesMayComeFirstOrBeMissing() {
        ParameterLayout first = new ParameterLayout(List.of(PAIRS, ENDS, STATE));
        assertThat(first.sharedBegin()).isZero();
        assertThat(first.sharedEnd()).isEqualTo(6);
        ParameterLayout none = new ParameterLayout(List.of(STATE));
        assertThat(none.sharedCount()).isZero();
        assertThat(none.sharedBegin()).isEqualTo(6);
    }

    @Test
    void sharedFamiliesStandTogether() {
        assertThatThrownBy(() -> new ParameterLayout(List.of(PAIRS, STATE, ENDS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("family ends is shared");
    }

    @Test
    void otherFamiliesThanThoseOfAChainAreNoChain() {
        ParameterLayout layout = new ParameterLayout(List.of(STATE, PAIRS));
        assertThat(layout.isPlainChain()).isFalse();
        assertThatThrownBy(layout::sharedFeatures)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[state, pairs]");
        assertThatThrownBy(layout::transitionFeatures)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("observed-transition");
    }

    @Test
    void moreWeightsThanAnArrayHoldsAreRefused() {
        FeatureFamily huge = new FeatureFamily("huge", 0, false, FeatureLists.complete(1 << 15, (1 << 16) - 1));
        assertThatThrownBy(() -> new ParameterLayout(List.of(huge, huge)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than fit");
    }
}
