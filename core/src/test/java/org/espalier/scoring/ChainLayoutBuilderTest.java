package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.structure.chain.AllowedStates;
import org.junit.jupiter.api.Test;

class ChainLayoutBuilderTest {

    @Test
    void pairsOfAnOlderLayoutAreKeptWhateverTheMinimalCount() {
        ParameterLayout older =
                new ChainLayoutBuilder(2, 0, 0, true).observed(List.of(), List.of(AllowedStates.path(0, 1)), 1, null);
        for (int minCount : new int[] {0, 1, 5}) {
            ParameterLayout newer =
                    new ChainLayoutBuilder(3, 0, 0, true).observed(List.of(), List.of(), minCount, older);
            assertThat(newer.sharedFeatures())
                    .as("minimal count %d", minCount)
                    .containsExactly(-1, 0, -1, -1, -1, -1, -1, -1, -1);
        }
    }

    @Test
    void aPairIsKeptWhenItOccursOftenEnough() {
        List<AllowedStates> gold =
                List.of(AllowedStates.path(0, 1, 0, 1), AllowedStates.of(new int[][] {{1}, {0, 1}, null}));
        ParameterLayout layout = new ChainLayoutBuilder(2, 0, 0, true).observed(List.of(), gold, 2, null);
        // 0→1 twice, 1→0 once and once as an alternative, 1→1 once as an alternative
        assertThat(layout.sharedFeatures()).containsExactly(-1, 0, 1, -1);
        assertThat(layout.sharedCount()).isEqualTo(2);
        assertThat(new ChainLayoutBuilder(2, 0, 0, false)
                        .observed(List.of(), gold, 1, null)
                        .sharedCount())
                .isZero();
    }
}
