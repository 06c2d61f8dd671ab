package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AllowedStatesTest {

    @Test
    void aPathAllowsOneStateEverywhere() {
        AllowedStates path = AllowedStates.path(2, 0);
        assertThat(path.isPath()).isTrue();
        assertThat(path.onlyPath()).containsExactly(2, 0);
        assertThat(path.allows(0, 2)).isTrue();
        assertThat(path.allows(0, 0)).isFalse();
        assertThat(path.alternatives(0)).isEmpty();
    }

    @Test
    void setsAreSortedAndAStateThatStandsTwiceCountsOnce() {
        AllowedStates allowed = AllowedStates.of(new int[][] {{3, 1}, null, {2, 2}, {0}});
        assertThat(allowed.isPath()).isFalse();
        assertThat(allowed.alternatives(0)).containsExactly(1, 3);
        assertThat(allowed.onlyState(0)).isEqualTo(-1);
        assertThat(allowed.onlyState(1)).isEqualTo(-1);
        assertThat(allowed.alternatives(1)).isEmpty();
        assertThat(allowed.onlyState(2)).isEqualTo(2);
        assertThat(allowed.onlyState(3)).isZero();
        for (int state = 0; state < 5; state++) {
            assertThat(allowed.allows(0, state)).isEqualTo(state == 1 || state == 3);
            assertThat(allowed.allows(1, state)).isTrue();
        }
    }

    @Test
    void forbidsWhatIsNotAllowedAndNothingElse() {
        Trellis trellis = Trellis.chain(3, 2, new int[] {1});
        double[] scores = new double[trellis.parts()];
        AllowedStates.of(new int[][] {{1}, null, {0, 1}}).forbid(trellis, scores);
        double[] expected = new double[trellis.parts()];
        expected[trellis.stateOffset(0)] = Double.NEGATIVE_INFINITY;
        assertThat(scores).isEqualTo(expected);
    }

    @Test
    void negativeNumbersAreNoStates() {
        assertThatThrownBy(() -> AllowedStates.path(0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AllowedStates.of(new int[][] {{-1}})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AllowedStates.of(new int[][] {{0, -2}})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AllowedStates.of(new int[][] {{}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position 0");
    }
}
