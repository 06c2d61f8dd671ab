package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.optimize.Function;
import org.junit.jupiter.api.Test;

/** The checker passes a right gradient and catches a wrong one in any coordinate. */
class GradientCheckTest {

    /** f(x) = Σ exp(x<sub>k</sub>) + x<sub>0</sub> x<sub>1</sub>, with an error added to one slope. */
    private record Curved(int wrong, double error) implements Function {
        @Override
        public int dimension() {
            return 3;
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            double value = x[0] * x[1];
            for (int k = 0; k < 3; k++) {
                value += Math.exp(x[k]);
                gradient[k] = Math.exp(x[k]) + (k == wrong ? error : 0);
            }
            gradient[0] += x[1];
            gradient[1] += x[0];
            return value;
        }
    }

    @Test
    void aRightGradientPasses() {
        GradientCheck.check(new Curved(0, 0), new double[] {0.3, -2, 5}, 1e-9, "right");
    }

    @Test
    void aWrongSlopeIsCaughtWhereverItIs() {
        for (int k = 0; k < 3; k++) {
            Curved wrong = new Curved(k, 1e-4);
            assertThatThrownBy(() -> GradientCheck.check(wrong, new double[] {0.3, -2, 1}, 1e-6, "seed 17"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("seed 17")
                    .hasMessageContaining("coordinate " + k);
        }
    }
}
