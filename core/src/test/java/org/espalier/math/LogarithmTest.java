package org.espalier.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LogarithmTest {
    @Test
    void agreesWithTheLibraryOverTheWholeRange() {
        Random random = new Random(1);
        for (int k = 0; k < 200_000; k++) {
            double x = Math.exp(1400 * random.nextDouble() - 700);
            double expected = StrictMath.log(x);
            assertThat(Logarithm.of(x)).isCloseTo(expected, within(4e-16 * Math.max(1, Math.abs(expected))));
        }
    }

    @Test
    void isRelativelyAccurateNearOne() {
        Random random = new Random(2);
        for (int k = 0; k < 100_000; k++) {
            double x = 1 + (random.nextDouble() - 0.5) * Math.pow(10, -random.nextInt(12));
            double expected = StrictMath.log(x);
            assertThat(Logarithm.of(x)).isCloseTo(expected, within(6e-16 * Math.abs(expected)));
        }
    }

    @Test
    void isRightAtTheEdges() {
        assertThat(Logarithm.of(1)).isZero();
        assertThat(Logarithm.of(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Logarithm.of(Double.POSITIVE_INFINITY)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Logarithm.of(-1)).isNaN();
        assertThat(Logarithm.of(Double.NaN)).isNaN();
        assertThat(Logarithm.of(Double.MIN_VALUE)).isEqualTo(StrictMath.log(Double.MIN_VALUE));
        assertThat(Logarithm.of(Double.MAX_VALUE)).isCloseTo(StrictMath.log(Double.MAX_VALUE), within(1e-12));
        assertThat(Logarithm.of(Double.MIN_NORMAL)).isCloseTo(StrictMath.log(Double.MIN_NORMAL), within(1e-12));
    }
}
