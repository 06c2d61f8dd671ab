package org.espalier.entropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.entropy.Entropy.Unit;
import org.junit.jupiter.api.Test;

/** Entropies by hand, and the identities that tie them together. */
final class EntropyTest {
    private static final double CLOSE = 1e-12;

    @Test
    void aFairCoinHasOneBit() {
        assertThat(Entropy.entropy(new double[] {0.5, 0.5}, Unit.BITS)).isCloseTo(1, within(CLOSE));
        assertThat(Entropy.entropy(new double[] {0.5, 0.5})).isCloseTo(Math.log(2), within(CLOSE));
        assertThat(Entropy.entropy(new double[] {0, 1, 0})).isZero();
        assertThat(Entropy.entropy(new double[] {0.5, 0.25, 0.125, 0.125}, Unit.BITS))
                .isCloseTo(1.75, within(CLOSE));
    }

    @Test
    void theChainRuleHolds() {
        double[][] joint = joint(3, 4, 7);
        double[] flat = new double[12];
        double[] marginal = new double[3];
        for (int x = 0; x < 3; x++) {
            for (int y = 0; y < 4; y++) {
                flat[4 * x + y] = joint[x][y];
                marginal[x] += joint[x][y];
            }
        }
        assertThat(Entropy.conditionalEntropy(joint))
                .isCloseTo(Entropy.entropy(flat) - Entropy.entropy(marginal), within(CLOSE));
        assertThat(Entropy.conditionalEntropy(joint, Unit.BITS) * Math.log(2))
                .isCloseTo(Entropy.conditionalEntropy(joint), within(CLOSE));
    }

    private static double[][] joint(int rows, int columns, long seed) {
        Random random = new Random(seed);
        double[][] joint = new double[rows][columns];
        double sum = 0;
        for (double[] row : joint) {
            for (int y = 0; y < columns; y++) {
                row[y] = random.nextDouble();
                sum += row[y];
            }
        }
        for (double[] row : joint) {
            for (int y = 0; y < columns; y++) {
                row[y] /= sum;
            }
        }
        return joint;
    }

    @Test
    void theDivergenceIsZeroOnlyBetweenEquals() {
        double[] p = {0.5, 0.5, 0};
        double[] q = {0.25, 0.25, 0.5};
        assertThat(Entropy.divergence(p, p)).isZero();
        assertThat(Entropy.divergence(p, q, Unit.BITS)).isCloseTo(1, within(CLOSE));
        assertThat(Entropy.divergence(q, p)).isInfinite();
        double[] uniform = {1.0 / 3, 1.0 / 3, 1.0 / 3};
        assertThat(Entropy.divergence(q, uniform)).isCloseTo(Math.log(3) - Entropy.entropy(q), within(CLOSE));
    }

    @Test
    void whatIsNoDistributionIsRefused() {
        assertThatThrownBy(() -> Entropy.entropy(new double[] {0.5, 0.4}))
                .hasMessageContaining("add up to 0.9")
                .hasMessageContaining("expected 1");
        assertThatThrownBy(() -> Entropy.entropy(new double[] {1.5, -0.5})).hasMessageContaining("1.5");
        assertThatThrownBy(() -> Entropy.conditionalEntropy(new double[][] {{0.5}, {Double.NaN}}))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> Entropy.divergence(new double[] {1}, new double[] {0.5, 0.5}))
                .hasMessageContaining("1 and 2 outcomes");
    }
}
