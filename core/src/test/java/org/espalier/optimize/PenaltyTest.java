package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PenaltyTest {

    @Test
    void isTheElasticNet() {
        double[] x = {3, -4, 0};

        assertThat(new Penalty(2, 0.5).value(x)).isCloseTo(2 * 7 + 0.25 * 25, within(1e-12));
        assertThat(Penalty.NONE.value(x)).isZero();

        double[] gradient = {1, 1, 1};
        new Penalty(2, 0.5).addSmoothGradient(x, gradient);
        assertThat(gradient).containsExactly(2.5, -1, 1);
    }

    @Test
    void withoutL1IsExactlyL2() {
        double[] x = new Random(1).doubles(101, -1, 1).toArray();
        double[] gradient = new Random(2).doubles(101, -1, 1).toArray();
        double[] pseudo = new double[101];

        new Penalty(0, 0.3).pseudoGradient(x, gradient, pseudo);

        assertThat(pseudo).containsExactly(gradient);
        assertThat(new Penalty(0, 0.3).value(x)).isEqualTo(Penalty.l2(0.3).value(x));
    }

    @Test
    void pseudoGradientIsTheSmallestDirectionalDerivative() {
        Penalty penalty = Penalty.l1(1);

        assertThat(penalty.pseudoGradient(2, 0.5)).isEqualTo(1.5);
        assertThat(penalty.pseudoGradient(-2, 0.5)).isEqualTo(-0.5);
        assertThat(penalty.pseudoGradient(0, 0.5)).isZero();
        assertThat(penalty.pseudoGradient(0, -1)).isZero();
        assertThat(penalty.pseudoGradient(0, 1.5)).isEqualTo(0.5);
        assertThat(penalty.pseudoGradient(-0.0, -1.5)).isEqualTo(-0.5);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsWeightsThatAreNone(double weight) {
        assertThatThrownBy(() -> Penalty.l1(weight))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("l1 = " + weight);
        assertThatThrownBy(() -> Penalty.l2(weight))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("l2 = " + weight);
    }
}
