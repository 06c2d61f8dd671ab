package org.espalier.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Densities, moments and gradients against dense normal distributions, integration and differences. */
class GaussianSumTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.9})
    void theLossIsTheDensityOfADenseNormalDistribution(double missing) {
        Random random = new Random(7);
        for (int trial = 0; trial < 40; trial++) {
            int n = 1 + random.nextInt(12);
            NeighbourGraph graph = Dense.graph(n, 0.3, random);
            double[][] regressors = {Dense.values(n, 0, random), Dense.values(n, 0.2, random)};
            double[] alpha = {0.1 + random.nextDouble(), random.nextDouble()};
            double[] beta = {random.nextDouble(), random.nextDouble()};
            double[] values = Dense.values(n, missing, random);
            double[][] precision = Dense.precision(graph, regressors, alpha, beta);
            double loss = new ContinuousInstance(graph, regressors, values, 1).loss(alpha, beta, new double[4]);
            assertThat(loss).isEqualTo(-Dense.logDensity(precision, values), within(1e-9));
        }
    }

    @Test
    void theIntegralOfTwoValuesIsThatOfAGrid() {
        NeighbourGraph graph = NeighbourGraph.builder(2).add(0, 1, 0, 0.7).build();
        double[][] regressors = {{0.3, -0.4}};
        double sum = 0;
        double step = 0.02;
        for (double a = -8; a < 8; a += step) {
            for (double b = -8; b < 8; b += step) {
                sum += Math.exp(-0.9 * ((a - 0.3) * (a - 0.3) + (b + 0.4) * (b + 0.4)) - 1.3 * 0.7 * (a - b) * (a - b));
            }
        }
        GaussianSum all = new GaussianSum(graph, new double[] {Double.NaN, Double.NaN});
        double log = all.logSum(regressors, new double[] {0.9}, new double[] {1.3}, new double[2]);
        assertThat(log).isEqualTo(Math.log(sum * step * step), within(1e-8));
    }

    @Test
    void theGradientIsThatOfDifferences() {
        Random random = new Random(11);
        try (Workers workers = new Workers(1)) {
            for (double missing : new double[] {0, 0.4}) {
                ContinuousInstance[] instances = new ContinuousInstance[5];
                Arrays.setAll(instances, s -> {
                    int n = 2 + 6 * s;
                    return new ContinuousInstance(
                            Dense.graph(n, 0.2, random),
                            new double[][] {Dense.values(n, 0, random), Dense.values(n, 0.3, random)},
                            Dense.values(n, missing, random),
                            0.5 + s);
                });
                ContinuousObjective objective =
                        new ContinuousObjective(List.of(instances), 2, 2, new LocalSum(workers));
                double[] x = {0.3, -0.7, -0.2, 0.4};
                double[] gradient = new double[4];
                double[] unused = new double[4];
                objective.evaluate(x, gradient);
                for (int i = 0; i < 4; i++) {
                    double[] above = x.clone();
                    double[] below = x.clone();
                    above[i] += 1e-5;
                    below[i] -= 1e-5;
                    double slope = (objective.evaluate(above, unused) - objective.evaluate(below, unused)) / 2e-5;
                    assertThat(gradient[i]).isEqualTo(slope, within(1e-7 * (1 + Math.abs(slope))));
                }
            }
        }
    }

    @Test
    void knownValuesMoveTheirNeighbours() {
        Random random = new Random(3);
        int n = 10;
        NeighbourGraph graph = Dense.graph(n, 0.4, random);
        double[][] regressors = {Dense.values(n, 0, random)};
        double[] alpha = {0.8};
        double[] beta = {0.5, 1.1};
        double[] known = Dense.values(n, 0.5, random);
        GaussianSum sum = new GaussianSum(graph, known);
        sum.logSum(regressors, alpha, beta, new double[3]);
        double[][] precision = Dense.precision(graph, regressors, alpha, beta);
        double[] values = known.clone();
        for (int t = 0; t < n; t++) {
            if (!Double.isNaN(known[t])) {
                assertThat(sum.mean()[t]).isEqualTo(known[t]);
                assertThat(sum.variance()[t]).isZero();
                continue;
            }
            // log p(y_t | known) is a parabola whose top and width are mean and variance.
            double[] heights = new double[3];
            for (int k = -1; k <= 1; k++) {
                values[t] = sum.mean()[t] + k;
                heights[k + 1] = Dense.logDensity(precision, values);
            }
            values[t] = Double.NaN;
            assertThat(heights[0]).isEqualTo(heights[2], within(1e-9));
            assertThat(1 / (2 * heights[1] - heights[0] - heights[2])).isEqualTo(sum.variance()[t], within(1e-9));
        }
    }

    @Test
    void aValueOfWhichNobodySaysAnythingMakesTheSystemSingular() {
        NeighbourGraph graph = NeighbourGraph.builder(3).add(0, 1, 0, 1).build();
        double[][] regressors = {{1, Double.NaN, Double.NaN}};
        double[] unknown = {Double.NaN, Double.NaN, Double.NaN};
        GaussianSum sum = new GaussianSum(graph, unknown);
        assertThat(sum.logSum(regressors, new double[] {1}, new double[] {1}, new double[2]))
                .isNaN();
    }

    @Test
    void wrongEdgesAreRefused() {
        NeighbourGraph.Builder graph = NeighbourGraph.builder(3);
        assertThatThrownBy(() -> graph.add(1, 1, 0, 1)).hasMessageContaining("two different ones");
        assertThatThrownBy(() -> graph.add(0, 3, 0, 1)).hasMessageContaining("two different ones");
        assertThatThrownBy(() -> graph.add(0, 1, 0, -1)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> graph.add(0, 1, 0, Double.NaN)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> graph.add(0, 1, 0, 1, Double.NaN)).hasMessageContaining("finite");
    }
}
