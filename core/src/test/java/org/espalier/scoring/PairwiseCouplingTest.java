package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Wu, Lin &amp; Weng (2004), their second method, against its definition. */
class PairwiseCouplingTest {

    private static double[][] draw(Random random, int states) {
        double[][] pairs = new double[states][states];
        for (int i = 0; i < states; i++) {
            for (int j = i + 1; j < states; j++) {
                pairs[i][j] = 0.05 + 0.9 * random.nextDouble();
                pairs[j][i] = 1 - pairs[i][j];
            }
        }
        return pairs;
    }

    /** Σ_i Σ_{j≠i} (r_ji p_i − r_ij p_j)². */
    private static double objective(double[][] r, double[] p) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            for (int j = 0; j < p.length; j++) {
                sum += i == j ? 0 : Math.pow(r[j][i] * p[i] - r[i][j] * p[j], 2);
            }
        }
        return sum;
    }

    /** The objective is convex: where no move that keeps the sum lowers it, it is at its minimum. */
    @Test
    void noOtherDistributionIsLower() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int states = 2 + random.nextInt(5);
            double[][] pairs = draw(random, states);
            double[] p = PairwiseCoupling.couple(pairs);
            assertThat(Arrays.stream(p).sum()).as("seed %d", seed).isCloseTo(1, within(1e-12));
            assertThat(Arrays.stream(p)).allMatch(value -> value > 0);
            double reached = objective(pairs, p);
            for (int i = 0; i < states; i++) {
                for (int j = 0; j < states; j++) {
                    double[] moved = p.clone();
                    moved[i] += 1e-5;
                    moved[j] -= 1e-5;
                    assertThat(objective(pairs, moved))
                            .as("seed %d, %d to %d", seed, j, i)
                            .isGreaterThanOrEqualTo(reached - 1e-16);
                }
            }
        }
    }

    /** Where the pairs come from a distribution, that is found, whatever stands on the diagonal. */
    @Test
    void consistentPairsGiveTheirDistribution() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            double[] p = random.doubles(1 + random.nextInt(6), 0.1, 1).toArray();
            double sum = Arrays.stream(p).sum();
            Arrays.setAll(p, k -> p[k] / sum);
            double[][] pairs = new double[p.length][p.length];
            for (int i = 0; i < p.length; i++) {
                for (int j = 0; j < p.length; j++) {
                    pairs[i][j] = i == j ? 77 : p[i] / (p[i] + p[j]);
                }
            }
            assertThat(PairwiseCoupling.couple(pairs)).as("seed %d", seed).containsExactly(p, within(1e-9));
        }
    }
}
