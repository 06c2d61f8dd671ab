package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.TestFunctions;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

class BlockCoordinateDescentTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new BlockCoordinateDescent(options, 1.5, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return false;
    }

    @Override
    boolean takesL1() {
        return true;
    }

    /** One sweep after the other by the formula; κ is doubled until a sweep lowers the objective. */
    @Test
    void sweepsAreThoseOfTheFormula() {
        int doublings = 0;
        for (Penalty penalty : new Penalty[] {Penalty.l1(2), new Penalty(1, 0.5), Penalty.l2(0.3)}) {
            double[] start = new Random(3).doubles(softmax.dimension(), -2, 2).toArray();
            start[4] = 0;
            double[][] x = {start};
            double[] kappa = {1};
            int[] swept = {0};
            BlockCoordinateDescent descent = new BlockCoordinateDescent(TIGHT.withMaxIterations(12), 1, new Workers(1));
            Result result = descent.minimize(softmax, penalty, start, progress -> {
                double[] next = sweep(x[0], penalty, kappa[0]);
                swept[0]++;
                while (value(next, penalty) > value(x[0], penalty)) {
                    kappa[0] *= 2;
                    next = sweep(x[0], penalty, kappa[0]);
                    swept[0]++;
                }
                assertThat(progress.x()).as("sweep %d", progress.iteration()).containsExactly(next, within(1e-9));
                x[0] = progress.x().clone();
                return true;
            });
            assertThat(result.evaluations()).isEqualTo(1 + swept[0] * (1 + softmax.blocks()));
            doublings += kappa[0] > 1 ? 1 : 0;
        }
        assertThat(doublings).as("sweeps that were taken back").isPositive();
    }

    private double value(double[] x, Penalty penalty) {
        return softmax.evaluate(x, new double[x.length]) + penalty.value(x);
    }

    private double[] sweep(double[] from, Penalty penalty, double kappa) {
        double[] x = from.clone();
        int classes = softmax.softmax().classes();
        double[] gradient = new double[classes];
        double[] curvature = new double[classes];
        for (int block = 0; block < softmax.blocks(); block++) {
            softmax.evaluateBlock(block, x, gradient, curvature);
            for (int k = 0; k < classes; k++) {
                int i = softmax.blockBegin(block) + k;
                double pseudo = penalty.pseudoGradient(x[i], gradient[k] + penalty.l2() * x[i]);
                double h = kappa * Math.max(curvature[k], Math.abs(pseudo));
                double z = h * x[i] - gradient[k];
                double soft = Math.signum(z) * Math.max(0, Math.abs(z) - penalty.l1());
                x[i] = pseudo == 0 ? x[i] : soft / (h + penalty.l2());
            }
        }
        return x;
    }

    @Test
    void kappaBelowOneAndFunctionsWithoutBlocksAreRefused() {
        assertThatThrownBy(() -> new BlockCoordinateDescent(TIGHT, 0.9, new Workers(1)))
                .hasMessageContaining("kappa = 0.9");
        assertThatThrownBy(() -> new BlockCoordinateDescent(TIGHT, Double.POSITIVE_INFINITY, new Workers(1)))
                .hasMessageContaining("kappa = Infinity");
        assertThatThrownBy(() ->
                        new BlockCoordinateDescent().minimize(TestFunctions.rosenbrock(2), Penalty.NONE, new double[2]))
                .hasMessageContaining("a function with blocks");
    }
}
