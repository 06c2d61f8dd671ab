package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** w₀ = (5, 0, 0); step 1 adds 1 to place 2; step 2 takes 7 from place 0 and adds 3 to place 2. */
class VotedWeightsTest {
    private static VotedWeights votes(double last) {
        return VotedWeights.ofSteps(
                new double[] {5, 0, 0}, new int[] {2, 0, 4}, new int[] {0, 1, 3}, new int[] {2, 0, 2}, new double[] {
                    1, -7, last
                });
    }

    @Test
    void everyVectorIsTheSumOfTheStepsBeforeIt() {
        VotedWeights votes = votes(3);
        assertThat(votes.vector(0)).containsExactly(5, 0, 0);
        assertThat(votes.vector(1)).containsExactly(5, 0, 1);
        assertThat(votes.vector(2)).containsExactly(-2, 0, 4);
        assertThat(votes.entries()).isEqualTo(4);
        assertThat(votes.places()).containsExactly(0, 2);
        assertThat(votes.total()).isEqualTo(6);
        assertThat(votes.before(2)).isEqualTo(2);
        assertThat(votes).hasToString("a vote of 3 weight vectors");
    }

    @Test
    void placesMove() {
        VotedWeights moved = votes(3).at(new int[] {2, 1, 0});
        for (int v = 0; v < 3; v++) {
            double[] before = votes(3).vector(v);
            assertThat(moved.vector(v)).containsExactly(before[2], before[1], before[0]);
        }
        VotedWeights fewer = votes(3).at(new int[] {2, 0});
        assertThat(fewer.vector(2)).containsExactly(4, -2);
        assertThat(fewer.total()).isEqualTo(6);
    }

    @Test
    void placesWithEntriesAreNotForgotten() {
        assertThatThrownBy(() -> votes(3).at(new int[] {2, 1})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equalVotesAreEqual() {
        assertThat(votes(3)).isEqualTo(votes(3)).hasSameHashCodeAs(votes(3)).isNotEqualTo(votes(2));
        assertThat(votes(3).hashCode()).isNotEqualTo(votes(2).hashCode());
    }
}
