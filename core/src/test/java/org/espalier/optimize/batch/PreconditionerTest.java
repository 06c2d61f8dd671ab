package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;
import org.junit.jupiter.api.Test;

final class PreconditionerTest {

    private static float[] inverse(double[] diagonal, double l2) {
        return Objects.requireNonNull(
                Preconditioner.of(diagonal, Penalty.l2(l2), Vectors.SEQUENTIAL).inverse());
    }

    private static double mean(double[] diagonal) {
        return Arrays.stream(diagonal).average().orElseThrow();
    }

    /** D = m·((d + b)/m)^¾ with b = max(λ₂, mean/20) and m = b + mean. */
    private static double damped(double d, double l2, double mean) {
        double base = Math.max(l2, 0.05 * mean);
        double middle = base + mean;
        return middle * Math.pow((base + d) / middle, 0.75);
    }

    @Test
    void isThePowerOfTheDiagonal() {
        double[] diagonal = new Random(3).doubles(50, 0, 9).toArray();
        for (double l2 : new double[] {0, 0.1, 5}) {
            float[] inverse = inverse(diagonal, l2);
            for (int i = 0; i < diagonal.length; i++) {
                double expected = 1 / damped(diagonal[i], l2, mean(diagonal));
                assertThat((double) inverse[i]).isCloseTo(expected, within(1e-6 * expected));
            }
        }
    }

    /** The mean is 10⁴ and more, and more than a hundred times the geometric mean: every coordinate has its own scale. */
    @Test
    void isTheDiagonalWhereScalesDiffer() {
        double[] diagonal = new double[40];
        Arrays.setAll(diagonal, i -> i < 20 ? 1e-3 : 1e9 * (i + 1));
        float[] inverse = inverse(diagonal, 0.5);
        for (int i = 0; i < diagonal.length; i++) {
            double expected = 1 / (0.5 + Math.max(0.05, diagonal[i]));
            assertThat((double) inverse[i]).isCloseTo(expected, within(1e-6 * expected));
        }
        assertThat(inverse(new double[] {1, 1e60, 1e60}, 0)[1]).isEqualTo(Float.MIN_NORMAL);
    }

    /** One coordinate of ten is c and the others are 1: the mean is above 10⁴, and the geometric mean is c^(1/10), at most 4. */
    @Test
    void scalesDifferFromAHundredTimesTheGeometricMeanOn() {
        for (double c : new double[] {1e5, 1.1e5, 3e5, 1e6}) {
            double[] diagonal = new double[10];
            Arrays.fill(diagonal, 1);
            diagonal[0] = c;

            assertThat(inverse(diagonal, 0)[5]).isEqualTo(1.0f);
        }
        double[] alike = new double[10];
        Arrays.setAll(alike, i -> 1e6 * (i + 1));
        assertThat((double) inverse(alike, 0)[0]).isCloseTo(1 / damped(1e6, 0, mean(alike)), within(1e-6 / 1e6));
        double[] small = {1e-5, 9e3}; // uneven, but the mean is below 10⁴
        assertThat((double) inverse(small, 0)[0])
                .isCloseTo(1 / damped(1e-5, 0, mean(small)), within(1e-6 / damped(1e-5, 0, mean(small))));
    }

    /** With a penalty the least curvature is λ₂, and nothing is uneven that the penalty makes even. */
    @Test
    void thePenaltyCounts() {
        double[] diagonal = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1e6};
        assertThat((double) inverse(diagonal, 1e5)[0])
                .isCloseTo(1 / damped(1, 1e5, mean(diagonal)), within(1e-6 / damped(1, 1e5, mean(diagonal))));
    }

    @Test
    void withoutCurvatureItIsTheIdentity() {
        for (double[] diagonal : new double[][] {{0, 0}, {Double.POSITIVE_INFINITY, 1}, {Double.NaN, 1}}) {
            assertThat(Preconditioner.of(diagonal, Penalty.NONE, Vectors.SEQUENTIAL)
                            .isIdentity())
                    .isTrue();
        }
        assertThat(Preconditioner.of(new double[] {0, 0}, Penalty.l2(2), Vectors.SEQUENTIAL)
                        .isIdentity())
                .isFalse();
    }
}
