package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class PerturbationTest {

    private static double[] moved(double width, long seed, double from) {
        double[] x = new double[10_000];
        Arrays.fill(x, from);
        new Perturbation(width, seed).move(x);
        return x;
    }

    /** Uniform between ±w has the mean 0 and the variance w²/3. */
    @Test
    void everyCoordinateMovesByAUniformNumber() {
        double[] x = moved(0.3, 5, 2);
        double mean = Arrays.stream(x).map(value -> value - 2).average().orElseThrow();
        double square = Arrays.stream(x)
                .map(value -> (value - 2) * (value - 2))
                .average()
                .orElseThrow();

        assertThat(Arrays.stream(x).min().orElseThrow()).isBetween(1.7, 1.71);
        assertThat(Arrays.stream(x).max().orElseThrow()).isBetween(2.29, 2.3);
        assertThat(mean).isCloseTo(0, within(0.01));
        assertThat(square).isCloseTo(0.03, within(0.001));
        assertThat(Arrays.stream(x).distinct().count()).isEqualTo(x.length);
    }

    @Test
    void theSeedDecides() {
        assertThat(moved(0.01, 5, 0)).isEqualTo(moved(0.01, 5, 0)).isNotEqualTo(moved(0.01, 6, 0));
    }
}
