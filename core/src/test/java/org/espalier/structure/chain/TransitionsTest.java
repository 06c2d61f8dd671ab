package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransitionsTest {

    @Test
    void rowsAndColumnsNumberTheSameParts() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int states = 1 + random.nextInt(12);
            int[] arcs = IntStream.range(0, states * states)
                    .filter(arc -> random.nextInt(3) == 0)
                    .toArray();
            Transitions transitions = Transitions.of(states, arcs);
            assertThat(transitions.parts()).isEqualTo(arcs.length);
            int part = 0;
            for (int arc = 0; arc < states * states; arc++) {
                boolean has = part < arcs.length && arcs[part] == arc;
                assertThat(transitions.part(arc / states, arc % states)).isEqualTo(has ? part : -1);
                part += has ? 1 : 0;
            }
            for (int j = 0; j < states; j++) {
                for (int k = transitions.columnBegin(j); k < transitions.columnBegin(j + 1); k++) {
                    assertThat(transitions.part(transitions.columnSource(k), j)).isEqualTo(transitions.columnPart(k));
                    assertThat(transitions.target(transitions.columnPart(k))).isEqualTo(j);
                }
            }
        }
    }

    @Test
    void thePartsOfATrellisFollowEachOther() {
        Trellis trellis = Trellis.chain(3, Transitions.of(4, new int[] {1, 6, 7}), new int[] {2});
        assertThat(trellis.sharedParts()).isEqualTo(3);
        assertThat(trellis.stateOffset(0)).isEqualTo(3);
        assertThat(trellis.ownOffset(0)).isEqualTo(15);
        assertThat(trellis.parts()).isEqualTo(31);
        double[] parts = new double[31];
        trellis.addPath(parts, new int[] {0, 1, 2}, 1);
        double[] expected = new double[31];
        for (int part : new int[] {0, 1, 3, 8, 13, 15 + 6}) {
            expected[part] = 1;
        }
        assertThat(parts).isEqualTo(expected);
        assertThat(trellis.score(parts, new int[] {0, 1, 2})).isEqualTo(6);
        assertThat(trellis.score(parts, new int[] {2, 0, 0})).isZero();
    }

    @Test
    void pairsMustRiseAndExist() {
        for (int[] arcs : new int[][] {{4}, {-1}, {2, 1}, {1, 1}}) {
            assertThatThrownBy(() -> Transitions.of(2, arcs))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected rising numbers below 4");
        }
    }
}
