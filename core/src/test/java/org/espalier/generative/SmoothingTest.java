package org.espalier.generative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every smoothing is a distribution, positive, and what its formula says. */
final class SmoothingTest {
    private static final double CLOSE = 1e-12;
    private static final double[][] COUNTS = {{4, 1, 0}, {0, 2, 1}};
    private static final double[] LOWER = {4.01 / 8.03, 3.01 / 8.03, 1.01 / 8.03};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "additive:0.3",
                "additive",
                "absolute",
                "absolute:0.7",
                "witten-bell",
                "witten-bell:2",
                "interpolation",
                "interpolation:0.8"
            })
    void everyRowIsAPositiveDistribution(String text) {
        Smoothing smoothing = Smoothing.parse(text);
        assertThat(Smoothing.parse(smoothing.toString())).isEqualTo(smoothing);
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            double[][] counts = new double[4][6];
            for (double[] row : counts) {
                Arrays.setAll(row, k -> random.nextInt(3) == 0 ? random.nextInt(5) * random.nextDouble() : 0);
            }
            for (double[] row : smoothing.estimate(counts)) {
                assertThat(Arrays.stream(row).sum()).as("seed %d", seed).isCloseTo(1, within(CLOSE));
                assertThat(Arrays.stream(row).min().orElseThrow()).isPositive();
            }
        }
    }

    @Test
    void maximumLikelihoodIsTheRelativeFrequency() {
        assertThat(Smoothing.NONE.estimate(COUNTS)[0]).containsExactly(0.8, 0.2, 0);
        assertThat(Smoothing.NONE.estimate(new double[][] {{0, 0}})[0]).containsExactly(0.5, 0.5);
    }

    @Test
    void theFormulas() {
        assertThat(Smoothing.additive(0.5).estimate(COUNTS)[0])
                .containsExactly(new double[] {4.5 / 6.5, 1.5 / 6.5, 0.5 / 6.5}, within(CLOSE));
        assertThat(new Smoothing(Smoothing.Method.ABSOLUTE, 0.7).estimate(COUNTS)[0])
                .containsExactly(
                        new double[] {(3.3 + 1.4 * LOWER[0]) / 5, (0.3 + 1.4 * LOWER[1]) / 5, 1.4 * LOWER[2] / 5},
                        within(CLOSE));
        // Two counts of 1, one of 2: d = 2 / (2 + 2).
        assertThat(Smoothing.ABSOLUTE.estimate(COUNTS)[1][0]).isCloseTo(LOWER[0] / 3, within(CLOSE));
        assertThat(Smoothing.WITTEN_BELL.estimate(COUNTS)[1])
                .containsExactly(
                        new double[] {2 * LOWER[0] / 5, (2 + 2 * LOWER[1]) / 5, (1 + 2 * LOWER[2]) / 5}, within(CLOSE));
        assertThat(new Smoothing(Smoothing.Method.INTERPOLATION, 0.8).estimate(COUNTS)[0][1])
                .isCloseTo(0.8 * 0.2 + 0.2 * LOWER[1], within(CLOSE));
    }

    /** (4−1)/(5−1) = 3/4 beats 3/7: 4 votes; 0 loses to 2/7; (2−1)/(3−1) beats 2/7: 2 votes; 0 = 0 counts for the history. */
    @Test
    void deletedInterpolationLetsThePairsVote() {
        double lambda = (4 + 2 + 1) / 8.0;
        assertThat(Smoothing.INTERPOLATION.estimate(COUNTS)[0][2]).isCloseTo((1 - lambda) * LOWER[2], within(CLOSE));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> Smoothing.parse("good-turing")).hasMessageContaining("expected additive, absolute");
        assertThatThrownBy(() -> Smoothing.parse("absolute:x")).hasMessageContaining("a number after the colon");
        assertThatThrownBy(() -> Smoothing.parse("absolute:1.5")).hasMessageContaining("below 1");
        assertThatThrownBy(() -> Smoothing.additive(-1)).hasMessageContaining("from 0");
    }
}
