package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.scoring.PairwiseCoupling;
import org.junit.jupiter.api.Test;

class PlattScalingTest {

    /** The gradient of the likelihood with smoothed targets, from the definition, vanishes. */
    @Test
    void theFitIsAnOptimum() {
        SplittableRandom random = new SplittableRandom(5);
        double[] decisions = new double[200];
        boolean[] positive = new boolean[200];
        double[] weights = new double[200];
        double positives = 0;
        double negatives = 0;
        for (int i = 0; i < 200; i++) {
            decisions[i] = 3 * random.nextGaussian();
            positive[i] = decisions[i] + random.nextGaussian() > 0.5;
            weights[i] = 1 + random.nextInt(2);
            positives += positive[i] ? weights[i] : 0;
            negatives += positive[i] ? 0 : weights[i];
        }
        PlattScaling scaling = PlattScaling.fit(decisions, positive, weights);
        double slope = 0;
        double offset = 0;
        for (int i = 0; i < 200; i++) {
            double target = positive[i] ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
            double p = 1 / (1 + Math.exp(scaling.slope() * decisions[i] + scaling.offset()));
            slope += weights[i] * (target - p) * decisions[i];
            offset += weights[i] * (target - p);
        }

        assertThat(slope).isCloseTo(0, within(1e-4));
        assertThat(offset).isCloseTo(0, within(1e-4));
        assertThat(scaling.slope()).isNegative();
        assertThat(scaling.probability(10)).isGreaterThan(0.99);
    }

    @Test
    void separableAndHugeDecisionsStayFinite() {
        PlattScaling scaling = PlattScaling.fit(
                new double[] {1e6, 2e6, -1e6, -3e6}, new boolean[] {true, true, false, false}, new double[] {1, 1, 1, 1
                });

        assertThat(scaling.slope()).isFinite();
        assertThat(scaling.probability(1e6)).isBetween(0.5, 1.0);
        assertThat(scaling.probability(-1e6)).isBetween(0.0, 0.5);
    }

    /** Pairs that agree with one distribution give it back. */
    @Test
    void couplingFindsTheDistributionBehindThePairs() {
        double[] expected = {0.5, 0.3, 0.15, 0.05};
        double[][] pairs = new double[4][4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                pairs[i][j] = i == j ? 0 : expected[i] / (expected[i] + expected[j]);
            }
        }
        double[] found = PairwiseCoupling.couple(pairs);
        for (int y = 0; y < 4; y++) {
            assertThat(found[y]).isCloseTo(expected[y], within(1e-7));
        }
    }

    /** Pairs that contradict each other: no distribution on a fine grid has a smaller sum of squares. */
    @Test
    void couplingMinimisesItsSumOfSquares() {
        double[][] pairs = {{0, 0.9, 0.4}, {0.1, 0, 0.7}, {0.6, 0.3, 0}};
        double[] found = PairwiseCoupling.couple(pairs);
        double least = squares(pairs, found);
        for (int a = 0; a <= 100; a++) {
            for (int b = 0; a + b <= 100; b++) {
                double[] p = {a / 100.0, b / 100.0, (100 - a - b) / 100.0};
                assertThat(squares(pairs, p)).isGreaterThanOrEqualTo(least - 1e-9);
            }
        }
        assertThat(Arrays.stream(found).sum()).isCloseTo(1, within(1e-12));
    }

    private static double squares(double[][] pairs, double[] p) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < p.length; j++) {
                double difference = pairs[j][i] * p[i] - pairs[i][j] * p[j];
                sum += i == j ? 0 : difference * difference;
            }
        }
        return sum;
    }
}
