package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frank–Wolfe in the dual: its gap bounds the distance to the minimum, and no step lowers the dual. */
class FrankWolfeTest {
    private static final StochasticOptions OPTIONS =
            StochasticOptions.DEFAULTS.withTolerance(0).withGapTolerance(1e-9).withGapPeriod(1);

    private final Hinge hinge = new Hinge(Softmax.random(60, 12, 3, 3, new Random(5)));
    private final double[] zero = new double[hinge.dimension()];

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 3, 30})
    void theGapIsProvedInEveryEpochAndCloses(double l2) {
        Penalty penalty = Penalty.l2(l2);
        List<double[]> points = new ArrayList<>();
        List<Double> gaps = new ArrayList<>();
        Result found = new FrankWolfe(OPTIONS.withEpochs(3000)).minimize(hinge, penalty, zero, progress -> {
            points.add(progress.x().clone());
            gaps.add(progress.gap());
            return true;
        });
        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_DUALITY);
        double least = value(found.x(), penalty);
        assertThat(found.value()).isCloseTo(least, within(1e-9));
        double dual = 0; // that of α = 0
        for (int k = 0; k < points.size(); k++) {
            double value = value(points.get(k), penalty);
            assertThat(value).as("epoch %d", k).isBetween(least - 1e-8, least + gaps.get(k) + 1e-8);
            assertThat(value - gaps.get(k)).as("the dual in epoch %d", k).isBetween(dual - 1e-9, least + 1e-8);
            dual = value - gaps.get(k);
        }
        assertThat(dual).isPositive();
    }

    private double value(double[] x, Penalty penalty) {
        return hinge.evaluate(x, new double[x.length]) + penalty.value(x);
    }

    /** The minimum of one term in one dimension is known: two classes, one column, φ = max(0, 1 − (x₀ − x₁)). */
    @ParameterizedTest
    @ValueSource(doubles = {0.25, 1, 4, 10})
    void oneTermEndsAtItsMinimumInOneStep(double l2) {
        Softmax one = new Softmax(2, 1, new int[][] {{0}}, new double[][] {{1}}, new int[] {0}, new double[] {1});
        List<Double> steps = new ArrayList<>();
        Result found = new FrankWolfe(OPTIONS.withEpochs(5))
                .minimize(new Hinge(one), Penalty.l2(l2), new double[2], progress -> steps.add(progress.step()));
        // On the line x₀ = −x₁ = z: 1 − 2z + λz², so z = 1/λ, but no further than the hinge reaches, z = ½.
        double z = Math.min(0.5, 1 / l2);
        assertThat(found.x()).containsExactly(new double[] {z, -z}, within(1e-12));
        assertThat(found.iterations()).isEqualTo(1);
        assertThat(steps.get(0)).isCloseTo(Math.min(1, l2 / 2), within(1e-12));
        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_DUALITY);
    }

    @Test
    void theGapIsLookedAtInItsPeriodAndAtTheEnd() {
        List<Integer> epochs = new ArrayList<>();
        new FrankWolfe(OPTIONS.withGapPeriod(4).withGapTolerance(0).withEpochs(10))
                .minimize(hinge, Penalty.l2(1), zero, progress -> {
                    if (!Double.isNaN(progress.gap())) {
                        epochs.add(progress.iteration());
                    }
                    return true;
                });
        assertThat(epochs).containsExactly(4, 8, 10);
    }

    /** With averaging the result is the mean of the points, the k-th of which counts k times: still a point with a gap that holds. */
    @Test
    void theAverageHasAGapToo() {
        Penalty penalty = Penalty.l2(2);
        double least = new FrankWolfe(OPTIONS.withEpochs(3000))
                .minimize(hinge, penalty, zero)
                .value();
        Result found = new FrankWolfe(OPTIONS.withAveraging(true).withEpochs(200)).minimize(hinge, penalty, zero);
        assertThat(found.value()).isCloseTo(value(found.x(), penalty), within(1e-9));
        assertThat(found.value()).isBetween(least - 1e-9, least + found.gap() + 1e-9);
        assertThat(found.value() / least).isLessThan(1.01);
    }
}
