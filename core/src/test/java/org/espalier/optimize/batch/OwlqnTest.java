package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.TestFunctions.Logistic;
import org.espalier.optimize.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwlqnTest {
    private static final LbfgsOptions TIGHT = LbfgsOptions.DEFAULTS
            .withObjectiveTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(30_000);

    @ParameterizedTest
    @CsvSource({"0.1, 0", "1, 0", "10, 0", "1, 1", "0.1, 10", "5, 0.01"})
    void satisfiesTheSubgradientConditions(double l1, double l2) {
        for (int seed = 0; seed < 5; seed++) {
            Logistic function = Logistic.random(150, 40, new Random(seed));

            Result result = new Owlqn(TIGHT).minimize(function, new Penalty(l1, l2), new double[40]);

            assertThat(result.reason()).as("seed %d", seed).isEqualTo(StopReason.CONVERGED_GRADIENT);
            double[] gradient = new double[40];
            function.evaluate(result.x(), gradient);
            for (int i = 0; i < gradient.length; i++) {
                double x = result.x()[i];
                double smooth = gradient[i] + l2 * x;
                if (x == 0) {
                    assertThat(Math.abs(smooth))
                            .as("seed %d, x[%d] = 0", seed, i)
                            .isLessThan(l1 + 1e-6);
                } else {
                    assertThat(smooth)
                            .as("seed %d, x[%d] = %s", seed, i, x)
                            .isCloseTo(-Math.signum(x) * l1, within(1e-6));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0", "2, 0", "8, 0", "1, 0.5"})
    void agreesWithCoordinateDescent(double l1, double l2) {
        for (int seed = 10; seed < 14; seed++) {
            Logistic function = Logistic.random(80, 15, new Random(seed));

            Result result = new Owlqn(TIGHT).minimize(function, new Penalty(l1, l2), new double[15]);

            double[] oracle = coordinateDescent(function, l1, l2);
            double best = function.objective(oracle, l1, l2);
            assertThat(result.value()).as("seed %d", seed).isCloseTo(best, within(1e-9 * best));
            for (int i = 0; i < oracle.length; i++) {
                assertThat(result.x()[i])
                        .as("seed %d, x[%d]", seed, i)
                        .isCloseTo(oracle[i], within(1e-6 * Math.max(1, Math.abs(oracle[i]))));
            }
        }
    }

    /** Minimises one coordinate at a time by a proximal step with the coordinate's bound on the curvature, ¼Σaᵢⱼ². */
    private static double[] coordinateDescent(Logistic function, double l1, double l2) {
        int n = function.dimension();
        double[] x = new double[n];
        double[] margins = new double[function.rows().length];
        double change = 1;
        for (int sweep = 0; change > 1e-13 && sweep < 1_000_000; sweep++) {
            change = 0;
            for (int j = 0; j < n; j++) {
                double slope = l2 * x[j];
                double bound = l2;
                for (int i = 0; i < margins.length; i++) {
                    double sign = function.signs()[i];
                    double a = function.rows()[i][j];
                    slope -= sign * a / (1 + Math.exp(sign * margins[i]));
                    bound += 0.25 * a * a;
                }
                double target = x[j] - slope / bound;
                double next = Math.signum(target) * Math.max(0, Math.abs(target) - l1 / bound);
                for (int i = 0; i < margins.length; i++) {
                    margins[i] += (next - x[j]) * function.rows()[i][j];
                }
                change = Math.max(change, Math.abs(next - x[j]));
                x[j] = next;
            }
        }
        return x;
    }

    @Test
    void convergesWhenThereAreManyMoreVariablesThanExamples() {
        Logistic function = Logistic.random(60, 400, new Random(2));

        Result result = new Owlqn(TIGHT).minimize(function, Penalty.l1(0.5), new double[400]);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        // A lasso optimum in general position has at most as many nonzeros as examples.
        assertThat(Vectors.nonZeros(result.x())).isBetween(5, 60);
        assertThat(result.evaluations()).isLessThan(2000);
    }

    @Test
    void reachesTheOptimumFromOtherOrthants() {
        Logistic function = Logistic.random(100, 20, new Random(4));
        double expected = new Owlqn(TIGHT)
                .minimize(function, Penalty.l1(1), new double[20])
                .value();

        for (int seed = 0; seed < 10; seed++) {
            double[] start = new Random(seed).doubles(20, -5, 5).toArray();
            double value =
                    new Owlqn(TIGHT).minimize(function, Penalty.l1(1), start).value();
            assertThat(value).as("seed %d", seed).isCloseTo(expected, within(1e-10 * expected));
        }
    }

    @Test
    void findsTheSoftThresholdOfAQuadratic() {
        double[] centre = {3, -0.5, 0.99, -4, 0};
        Function function = TestFunctions.of(5, (x, g) -> {
            double value = 0;
            for (int i = 0; i < 5; i++) {
                g[i] = x[i] - centre[i];
                value += 0.5 * g[i] * g[i];
            }
            return value;
        });

        Result result = new Owlqn(TIGHT).minimize(function, Penalty.l1(1), new double[5]);

        assertThat(result.x()).containsExactly(new double[] {2, 0, 0, -3, 0}, within(1e-7));
        assertThat(Vectors.nonZeros(result.x())).isEqualTo(2);
    }

    @Test
    void doesNothingWhenThePenaltyOutweighsEveryGradient() {
        Logistic function = Logistic.random(50, 10, new Random(1));

        Result result = new Owlqn().minimize(function, Penalty.l1(1e6), new double[10]);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(result.iterations()).isZero();
        assertThat(result.x()).containsOnly(0);
    }

    @Test
    void isLbfgsWithoutAnL1Penalty() {
        Logistic function = Logistic.random(100, 20, new Random(4));
        Penalty penalty = new Penalty(0, 2);

        Result owlqn = new Owlqn(TIGHT).minimize(function, penalty, new double[20]);
        Result lbfgs = new Lbfgs(TIGHT).minimize(function, Penalty.l2(2), new double[20]);

        assertThat(owlqn.x()).containsExactly(lbfgs.x());
        assertThat(owlqn.evaluations()).isEqualTo(lbfgs.evaluations());
    }

    @Test
    void recognisesAFunctionWithoutMinimum() {
        Function linear = TestFunctions.of(2, (x, g) -> {
            g[0] = 3;
            g[1] = -0.5;
            return 3 * x[0] - 0.5 * x[1];
        });

        Result result = new Owlqn().minimize(linear, Penalty.l1(1), new double[2]);

        assertThat(result.reason()).isEqualTo(StopReason.UNBOUNDED);
        assertThat(result.evaluations()).isLessThan(60);
    }

    @Test
    void takesShorterStepsWhereTheFunctionCannotBeComputed() {
        Function function = TestFunctions.of(2, (x, g) -> {
            if (x[0] >= 1) {
                return Double.NaN;
            }
            g[0] = 1e-3 / (1 - x[0]) - 10;
            g[1] = x[1] - 3;
            return -1e-3 * Math.log(1 - x[0]) - 10 * x[0] + 0.5 * (x[1] - 3) * (x[1] - 3);
        });

        Result result = new Owlqn(TIGHT).minimize(function, Penalty.l1(1), new double[2]);

        assertThat(result.reason().converged()).isTrue();
        assertThat(result.x()).containsExactly(new double[] {1 - 1e-3 / 9, 2}, within(1e-7));
    }

    @Test
    void handlesNoVariablesAndOne() {
        assertThat(new Owlqn()
                        .minimize(TestFunctions.of(0, (x, g) -> 7), Penalty.l1(1), new double[0])
                        .reason())
                .isEqualTo(StopReason.CONVERGED_GRADIENT);
        Function parabola = TestFunctions.of(1, (x, g) -> {
            g[0] = x[0] - 3;
            return 0.5 * g[0] * g[0];
        });
        assertThat(new Owlqn(TIGHT)
                        .minimize(parabola, Penalty.l1(1), new double[] {-8})
                        .x()[0])
                .isCloseTo(2, within(1e-8));
    }
}
