package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** The oracle itself, against numbers worked out by hand and against the scalar semirings. */
class EnumeratorTest {

    @Test
    void twoPositionsByHand() {
        // shared [[1, 2], [3, 4]], states [[0.5, 0], [0, 0.25]], own at 1: [[0, −2], [0, 0]]
        double[] scores = {1, 2, 3, 4, 0.5, 0, 0, 0.25, 0, -2, 0, 0};
        Enumerator found = Enumerator.of(new ScoredTrellis(Trellis.chain(2, 2, new int[] {1}), scores, "by hand"));
        // 00: 0.5 + 1 = 1.5; 01: 0.5 + 2 − 2 + 0.25 = 0.75; 10: 3; 11: 4 + 0.25 = 4.25
        double z = Math.exp(1.5) + Math.exp(0.75) + Math.exp(3) + Math.exp(4.25);
        assertThat(found.logSum()).isCloseTo(Math.log(z), within(1e-12));
        assertThat(found.paths()).extracting(Enumerator.Path::score).containsExactly(4.25, 3.0, 1.5, 0.75);
        assertThat(found.paths().get(0).states()).containsExactly(1, 1);
        assertThat(found.probability(1, 0)).isCloseTo(Math.exp(3) / z, within(1e-12));
        double[] marginals = found.marginals();
        assertThat(marginals[4]).isCloseTo((Math.exp(1.5) + Math.exp(0.75)) / z, within(1e-12));
        assertThat(marginals[3]).isCloseTo(Math.exp(4.25) / z, within(1e-12));
        assertThat(marginals[9]).isEqualTo(marginals[1]);
        assertThat(found.logSumWithin(new int[][] {null, {1}}))
                .isCloseTo(Math.log(Math.exp(0.75) + Math.exp(4.25)), within(1e-12));
    }

    @Test
    void agreesWithTheScalarSemirings() {
        for (Kind kind : Kind.values()) {
            for (int seed = 0; seed < 50; seed++) {
                ScoredTrellis scored = new Generators(seed).tiny(kind);
                Enumerator enumerator = Enumerator.of(scored);
                assertThat(Semiring.COUNT.total(scored)).as(scored.toString()).isEqualTo(enumerator.count());
                assertThat(Semiring.FEASIBLE.total(scored))
                        .as(scored.toString())
                        .isEqualTo(enumerator.count() > 0);
                double logSum = Semiring.LOG.total(scored);
                if (enumerator.count() == 0) {
                    assertThat(logSum).as(scored.toString()).isEqualTo(Double.NEGATIVE_INFINITY);
                } else {
                    assertThat(logSum).as(scored.toString()).isCloseTo(enumerator.logSum(), within(1e-9));
                }
            }
        }
    }

    @Test
    void everyKindOfScoresIsWhatItSays() {
        for (int seed = 0; seed < 50; seed++) {
            assertThat(Enumerator.of(new Generators(seed).tiny(Kind.ONE_OUTPUT)).count())
                    .isEqualTo(1);
            assertThat(Enumerator.of(new Generators(seed).tiny(Kind.NO_OUTPUT)).count())
                    .isZero();
            ScoredTrellis same = new Generators(seed).tiny(Kind.WIDE);
            assertThat(same.scores())
                    .isEqualTo(new Generators(seed).tiny(Kind.WIDE).scores());
        }
    }

    @Test
    void refusesWhatItCannotEnumerate() {
        ScoredTrellis large = new Generators(1).trellis(Kind.ZERO, 30, 4, 0);
        assertThatThrownBy(() -> Enumerator.of(large)).isInstanceOf(IllegalArgumentException.class);
    }
}
