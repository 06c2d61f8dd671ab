package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.optimize.ConvexSoftmax;
import org.espalier.optimize.Penalty;
import org.junit.jupiter.api.Test;

class ScalingStepTest {

    /** Σ_b E_b·exp(δ·T_b) + λ₂·(x + δ) = observed. */
    @Test
    void theStepSolvesItsEquation() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            double[] totals =
                    random.doubles(1 + random.nextInt(4), 0.5, 4).sorted().toArray();
            double[][] expected = new double[totals.length][3];
            for (int b = 0; b < totals.length; b++) {
                expected[b][1] = random.nextInt(3) == 0 && b > 0 ? 0 : 5 * random.nextDouble();
            }
            double observed = 0.01 + 8 * random.nextDouble();
            double l2 = seed % 3 == 0 ? 0 : 2 * random.nextDouble();
            double x = random.nextGaussian();
            double delta = ScalingStep.solve(expected, 1, totals, observed, l2, x);
            double left = l2 * (x + delta);
            for (int b = 0; b < totals.length; b++) {
                left += expected[b][1] * Math.exp(delta * totals[b]);
            }
            assertThat(left).as("seed %d", seed).isCloseTo(observed, within(1e-9));
        }
    }

    /** What is never observed and not penalised has no solution: its weight falls by a fixed amount. */
    @Test
    void whatIsNeverObservedFalls() {
        double[][] expected = {{2}, {1}};
        double[] totals = {1, 4};
        assertThat(ScalingStep.solve(expected, 0, totals, 0, 0, 3)).isEqualTo(-10 / 4.0);
        double delta = ScalingStep.solve(expected, 0, totals, 0, 0.5, 3);
        assertThat(2 * Math.exp(delta) + Math.exp(4 * delta) + 0.5 * (3 + delta))
                .isCloseTo(0, within(1e-9));
        assertThat(ScalingStep.solve(new double[2][1], 0, totals, 0, 0, 3))
                .as("nothing fires")
                .isZero();
    }

    /** With one total and no penalty the step is log(observed / expected) / C. */
    @Test
    void generalisedScalingTakesTheLogarithmOfTheRatio() {
        ConvexSoftmax softmax = ConvexSoftmax.random(40, 4, 3, 3, new Random(6));
        double[] x = new Random(7).doubles(softmax.dimension(), -0.1, 0.1).toArray();
        double[] observed = softmax.observed();
        double[] gradient = new double[x.length];
        softmax.evaluate(x, gradient);
        double largest = softmax.totals()[softmax.totals().length - 1];
        double[][] found = new double[1][];
        new IterativeScaling(LbfgsOptions.DEFAULTS, IterativeScaling.Variant.GENERALISED)
                .minimize(softmax, Penalty.NONE, x, progress -> {
                    found[0] = progress.x().clone();
                    return false;
                });
        for (int k = 0; k < x.length; k++) {
            double expected = gradient[k] + observed[k];
            if (observed[k] > 0 && expected > 0) {
                assertThat(found[0][k])
                        .as("weight %d", k)
                        .isCloseTo(x[k] + Math.log(observed[k] / expected) / largest, within(1e-9));
            }
        }
    }

    /** The improved steps solve the equation with the expectations by totals, and reach lower values in as many iterations. */
    @Test
    void improvedScalingGroupsByTotals() {
        ConvexSoftmax softmax = ConvexSoftmax.random(40, 4, 3, 3, new Random(6));
        double[] x = new double[softmax.dimension()];
        double l2 = 0.5;
        double[] totals = softmax.totals();
        double[][] byTotal = new double[totals.length][x.length];
        softmax.evaluateByTotal(x, byTotal);
        double[] observed = softmax.observed();
        double[][] found = new double[1][];
        new IterativeScaling(LbfgsOptions.DEFAULTS, IterativeScaling.Variant.IMPROVED)
                .minimize(softmax, Penalty.l2(l2), x, progress -> {
                    found[0] = progress.x().clone();
                    return false;
                });
        for (int k = 0; k < x.length; k++) {
            double left = l2 * found[0][k];
            for (int b = 0; b < totals.length; b++) {
                left += byTotal[b][k] * Math.exp(found[0][k] * totals[b]);
            }
            assertThat(left).as("weight %d", k).isCloseTo(observed[k], within(1e-9));
        }
    }

    /** Without expectation and penalty nothing answers to δ: the weight stays. */
    @Test
    void whatHasNoExpectationStays() {
        assertThat(ScalingStep.solve(new double[][] {{0}, {0}}, 0, new double[] {1, 4}, 2, 0, 3))
                .isZero();
    }
}
