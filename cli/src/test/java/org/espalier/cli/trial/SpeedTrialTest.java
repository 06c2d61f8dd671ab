package org.espalier.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.espalier.cli.trial.SpeedTrial.Verdict;
import org.junit.jupiter.api.Test;

/** Whether one model is called faster, given timings. */
final class SpeedTrialTest {
    private static final int ROUNDS = 25;

    private static SpeedTrial trial(LongUnaryOperator first, LongUnaryOperator second) {
        return new SpeedTrial(1_000, rounds(first), rounds(second));
    }

    private static List<Long> rounds(LongUnaryOperator nanos) {
        return IntStream.range(0, ROUNDS).mapToObj(n -> nanos.applyAsLong(n)).toList();
    }

    @Test
    void aModelIsNotFasterThanItself() {
        assertThat(trial(n -> 1_000_000, n -> 1_000_000).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            // The same time for both, with noise of a factor of up to 2 in each round.
            SpeedTrial trial =
                    trial(n -> 1_000_000 + random.nextInt(1_000_000), n -> 1_000_000 + random.nextInt(1_000_000));
            assertThat(trial.verdict()).as("seed %d: %s", seed, trial).isEqualTo(Verdict.NO_DIFFERENCE);
        }
    }

    @Test
    void aSlowStartOfOneOfThemDoesNotDecide() {
        SpeedTrial trial = trial(n -> n < 10 ? 3_000_000 : 1_000_000, n -> 1_000_000);

        assertThat(trial.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
        assertThat(trial.ratio()).isEqualTo(1);
    }

    @Test
    void aSmallDifferenceIsNoneHoweverSteady() {
        assertThat(trial(n -> 1_100_000, n -> 1_000_000).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    }

    @Test
    void aSteadyDifferenceIsTold() {
        SpeedTrial trial = trial(n -> 1_500_000 + 10_000 * (n % 7), n -> 1_000_000 + 10_000 * (n % 5));

        assertThat(trial.verdict()).isEqualTo(Verdict.SECOND_IS_FASTER);
        assertThat(trial.ratio()).isBetween(1.4, 1.6);
        assertThat(trial.secondSpeed()).isBetween(960_000.0, 1_000_000.0);
        assertThat(new SpeedTrial(1_000, trial.second(), trial.first()).verdict())
                .isEqualTo(Verdict.FIRST_IS_FASTER);
    }

    @Test
    void twoRoundsOfNoiseDoNotHideADifference() {
        assertThat(trial(n -> n < 2 ? 500_000 : 2_000_000, n -> 1_000_000).verdict())
                .isEqualTo(Verdict.SECOND_IS_FASTER);
        assertThat(trial(n -> n < 3 ? 500_000 : 2_000_000, n -> 1_000_000).verdict())
                .isEqualTo(Verdict.NO_DIFFERENCE);
    }

    @Test
    void fewRoundsProveNothing() {
        assertThat(new SpeedTrial(10, List.of(9L, 9L, 9L), List.of(1L, 1L, 1L)).verdict())
                .isEqualTo(Verdict.NO_DIFFERENCE);
    }
}
