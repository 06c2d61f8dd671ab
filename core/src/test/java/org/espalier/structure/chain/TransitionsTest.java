package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

    /** Shared 0→1, 1→2, 1→3; three times four states; the same three pairs again for the step into position 2. */
    @Test
    void whereOthersAreForbiddenOwnTransitionsHaveTheSamePairs() {
        Trellis trellis = Trellis.chain(3, Transitions.only(4, new int[] {1, 6, 7}), new int[] {2});
        assertThat(trellis.forbidsOthers()).isTrue();
        assertThat(trellis.ownParts()).isEqualTo(3);
        assertThat(trellis.ownOffset(0)).isEqualTo(15);
        assertThat(trellis.ownPart(0, 1, 3)).isEqualTo(17);
        assertThat(trellis.ownPart(0, 3, 1)).isEqualTo(-1);
        assertThat(trellis.parts()).isEqualTo(18);
        double[] parts = new double[18];
        trellis.addPath(parts, new int[] {0, 1, 2}, 1);
        double[] expected = new double[18];
        for (int part : new int[] {0, 1, 3, 8, 13, 15 + 1}) {
            expected[part] = 1;
        }
        assertThat(parts).isEqualTo(expected);
        assertThat(trellis.score(parts, new int[] {0, 1, 2})).isEqualTo(6);
    }

    @Test
    void anAbsentStepScoresZeroAndAForbiddenOneMinusInfinity() {
        int[] arcs = {1, 6, 7};
        Trellis absent = Trellis.chain(3, Transitions.of(4, arcs), new int[] {2});
        Trellis forbidden = Trellis.chain(3, Transitions.only(4, arcs), new int[] {2});
        int[] path = {0, 1, 0};
        assertThat(absent.sharedPart(1, 0)).isEqualTo(-1);
        assertThat(forbidden.sharedPart(1, 0)).isEqualTo(-1);
        assertThat(absent.allows(1, 0)).isTrue();
        assertThat(forbidden.allows(1, 0)).isFalse();
        assertThat(forbidden.allows(1, 2)).isTrue();
        assertThat(absent.stepScore(new double[absent.parts()], 1, 0, 0)).isZero();
        assertThat(absent.score(new double[absent.parts()], path)).isZero();
        assertThat(forbidden.stepScore(new double[forbidden.parts()], 1, 0, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(forbidden.score(new double[forbidden.parts()], path)).isEqualTo(Double.NEGATIVE_INFINITY);
        double[] parts = new double[forbidden.parts()];
        forbidden.addPath(parts, path, 1);
        double[] expected = new double[forbidden.parts()];
        for (int part : new int[] {0, 3, 8, 11}) {
            expected[part] = 1; // nothing for the step that is forbidden
        }
        assertThat(parts).isEqualTo(expected);
    }

    @Test
    void rowsOfTargetsAreTheSameAsPairs() {
        Transitions pairs = Transitions.only(4, new int[] {1, 6, 7, 12});
        Transitions rows = Transitions.only(new int[][] {{1}, {2, 3}, {}, {0}});
        assertThat(rows.forbidsOthers()).isTrue();
        assertThat(rows.parts()).isEqualTo(4);
        for (int arc = 0; arc < 16; arc++) {
            assertThat(rows.part(arc / 4, arc % 4)).isEqualTo(pairs.part(arc / 4, arc % 4));
        }
        for (int k = 0; k < 4; k++) {
            assertThat(rows.columnPart(k)).isEqualTo(pairs.columnPart(k));
            assertThat(rows.columnSource(k)).isEqualTo(pairs.columnSource(k));
        }
        for (int[] row : new int[][] {{2, 1}, {1, 1}, {3}, {-1}}) {
            assertThatThrownBy(() -> Transitions.only(new int[][] {{}, row, {}}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("state 1 is followed by state");
        }
    }

    @Test
    void pairsMustRiseAndExist() {
        for (int[] arcs : new int[][] {{4}, {-1}, {2, 1}, {1, 1}}) {
            for (ThrowingCallable made :
                    List.<ThrowingCallable>of(() -> Transitions.of(2, arcs), () -> Transitions.only(2, arcs))) {
                assertThatThrownBy(made)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("expected rising numbers below 4");
            }
        }
    }
}
