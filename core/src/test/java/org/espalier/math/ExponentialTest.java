package org.espalier.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExponentialTest {

    @Test
    void isWithinTheStatedErrorOfTheStrictFunction() {
        Random random = new Random(7);
        double worst = 0;
        for (int k = 0; k < 1_000_000; k++) {
            double x = k % 2 == 0 ? -708 + 1417 * random.nextDouble() : random.nextGaussian();
            double expected = StrictMath.exp(x);
            worst = Math.max(worst, Math.abs(Exponential.of(x) - expected) / expected);
        }
        assertThat(worst).isLessThan(2e-15);
    }

    @Test
    void knowsTheEdges() {
        assertThat(Exponential.of(0)).isEqualTo(1);
        assertThat(Exponential.of(-0.0)).isEqualTo(1);
        assertThat(Exponential.of(Double.NEGATIVE_INFINITY)).isZero();
        assertThat(Exponential.of(-708.001)).isZero();
        assertThat(Exponential.of(Exponential.SMALLEST)).isGreaterThan(Double.MIN_NORMAL);
        assertThat(Exponential.of(709.5)).isEqualTo(StrictMath.exp(709.5));
        assertThat(Exponential.of(800)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Exponential.of(Double.NaN)).isNaN();
    }

    /** Worked out once: the same bits on every processor. */
    @Test
    void hasTheSameBitsEverywhere() {
        long hash = 0;
        for (int k = -7000; k <= 7000; k++) {
            hash = 31 * hash + Double.doubleToRawLongBits(Exponential.of(k / 10.0));
        }
        assertThat(hash).isEqualTo(6683866025478234201L);
    }
}
