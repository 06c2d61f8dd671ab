package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.TestFunctions.Logistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LbfgsTest {
    private static final LbfgsOptions TIGHT = LbfgsOptions.DEFAULTS
            .withObjectiveTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(30_000);

    @ParameterizedTest
    @ValueSource(ints = {2, 100})
    void findsTheMinimumOfRosenbrocksValley(int n) {
        double[] start = new double[n];
        for (int i = 0; i < n; i++) {
            start[i] = i % 2 == 0 ? -1.2 : 1;
        }

        Result result = new Lbfgs(TIGHT).minimize(TestFunctions.rosenbrock(n), Penalty.NONE, start);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(result.value()).isCloseTo(0, within(1e-14));
        for (double x : result.x()) {
            assertThat(x).isCloseTo(1, within(1e-7));
        }
        assertThat(result.evaluations()).isLessThan(100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1e2, 1e4, 1e6})
    void reachesTightOptimaOfIllConditionedQuadraticForms(double condition) {
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            double[] centre = random.doubles(50, -3, 3).toArray();

            Result result = new Lbfgs(TIGHT)
                    .minimize(TestFunctions.quadratic(centre, condition, 0, random), Penalty.NONE, new double[50]);

            assertThat(result.reason()).as("seed %d", seed).isEqualTo(StopReason.CONVERGED_GRADIENT);
            for (int i = 0; i < centre.length; i++) {
                // The smallest eigenvalue is 1, so the error is at most the gradient's norm.
                assertThat(result.x()[i]).as("seed %d", seed).isCloseTo(centre[i], within(1e-6));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-10, 1, 1e10})
    void doesNotDependOnTheScaleOfTheFunction(double scale) {
        Function base = TestFunctions.quadratic(new double[] {1, 2, 3, 4}, 100, 0, new Random(1));
        Function scaled = TestFunctions.of(4, (x, gradient) -> {
            double value = base.evaluate(x, gradient);
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] *= scale;
            }
            return scale * value;
        });

        Result result =
                new Lbfgs(TIGHT.withGradientTolerance(1e-8 * scale)).minimize(scaled, Penalty.NONE, new double[4]);

        assertThat(result.x()).containsExactly(new double[] {1, 2, 3, 4}, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 1, 0.01})
    void satisfiesTheOptimalityConditionsOfRidgeLogisticRegression(double l2) {
        for (int seed = 0; seed < 5; seed++) {
            Logistic function = Logistic.random(200, 30, new Random(seed));

            Result result = new Lbfgs(TIGHT).minimize(function, Penalty.l2(l2), new double[30]);

            assertThat(result.reason()).as("seed %d", seed).isEqualTo(StopReason.CONVERGED_GRADIENT);
            double[] gradient = new double[30];
            function.evaluate(result.x(), gradient);
            double sum = 0;
            double norm = 0;
            for (int i = 0; i < gradient.length; i++) {
                double total = gradient[i] + l2 * result.x()[i];
                sum += total * total;
                norm += result.x()[i] * result.x()[i];
            }
            assertThat(Math.sqrt(sum))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(1.001e-8 * Math.max(1, Math.sqrt(norm)))
                    .isCloseTo(result.gradientNorm(), within(1e-12));
            assertThat(result.value())
                    .as("seed %d", seed)
                    .isCloseTo(function.objective(result.x(), 0, l2), within(1e-10));
        }
    }

    @Test
    void goesOnToTheLastDigitsWhenNoToleranceIsGiven() {
        Logistic function = Logistic.random(200, 30, new Random(5));

        Result result = new Lbfgs(TIGHT.withGradientTolerance(0)).minimize(function, Penalty.l2(1), new double[30]);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_PRECISION);
        assertThat(result.reason().converged()).isTrue();
        assertThat(result.gradientNorm()).isLessThan(1e-11);
    }

    @Test
    void knowsAPracticalOptimumWithoutAnyHistory() {
        double[] centre = {1, -2, 3};
        Function function = TestFunctions.of(3, (x, g) -> {
            double value = 1e6;
            for (int i = 0; i < 3; i++) {
                g[i] = x[i] - centre[i] + 1e-9 * (i - 1); // a little rounding error
                value += 0.5 * (x[i] - centre[i]) * (x[i] - centre[i]);
            }
            return value;
        });

        Result result = new Lbfgs(TIGHT.withGradientTolerance(0)).minimize(function, Penalty.NONE, centre);

        assertThat(result.reason().converged()).isTrue();
        assertThat(result.x()).containsExactly(centre, within(1e-8));
    }

    @Test
    void neverEndsARosenbrockRunAsAFailure() {
        for (int seed = 0; seed < 500; seed++) {
            double[] start = new Random(seed).doubles(6, -3, 3).toArray();

            Result result = new Lbfgs(TIGHT.withGradientTolerance(0))
                    .minimize(TestFunctions.rosenbrock(6), Penalty.NONE, start);

            assertThat(result.reason().converged())
                    .as("seed %d: %s", seed, result)
                    .isTrue();
            assertThat(result.value()).as("seed %d", seed).isLessThan(1e-20);
        }
    }

    @Test
    void stopsWhenTheObjectiveNoLongerFalls() {
        Logistic function = Logistic.random(200, 30, new Random(5));
        LbfgsOptions options = TIGHT.withObjectiveTolerance(1e-3).withPeriod(5);
        double[] values = new double[1000];

        Result result = new Lbfgs(options).minimize(function, Penalty.l2(1), new double[30], progress -> {
            values[progress.iteration()] = progress.value();
            return true;
        });

        int last = result.iterations();
        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_OBJECTIVE);
        assertThat(values[last - 5] - values[last]).isLessThanOrEqualTo(1e-3 * values[last]);
        for (int i = 6; i < last; i++) {
            assertThat(values[i - 5] - values[i]).isGreaterThan(1e-3 * values[i]);
        }
    }

    @Test
    void stopsAtTheLimitOfIterations() {
        Result result = new Lbfgs(TIGHT.withMaxIterations(3))
                .minimize(TestFunctions.rosenbrock(2), Penalty.NONE, new double[] {-1.2, 1});

        assertThat(result.reason()).isEqualTo(StopReason.MAX_ITERATIONS);
        assertThat(result.iterations()).isEqualTo(3);
    }

    @Test
    void doesNothingAtAnOptimum() {
        double[] start = {1, 1};

        Result result = new Lbfgs().minimize(TestFunctions.rosenbrock(2), Penalty.NONE, start);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(result.iterations()).isZero();
        assertThat(result.evaluations()).isEqualTo(1);
        assertThat(result.x()).containsExactly(1, 1).isNotSameAs(start);
    }

    @Test
    void handlesNoVariables() {
        Result result = new Lbfgs().minimize(TestFunctions.of(0, (x, g) -> 7), Penalty.l2(1), new double[0]);

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(result.value()).isEqualTo(7);
    }

    @Test
    void handlesOneVariable() {
        Function function = TestFunctions.of(1, (x, g) -> {
            g[0] = Math.exp(x[0]) - 5;
            return Math.exp(x[0]) - 5 * x[0];
        });

        Result result = new Lbfgs(TIGHT).minimize(function, Penalty.NONE, new double[] {-20});

        assertThat(result.x()[0]).isCloseTo(Math.log(5), within(1e-8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void takesShorterStepsWhereTheFunctionCannotBeComputed(double outside) {
        // −log(1 − x) − log(x) + 1000x, which exists only between 0 and 1, with a start close to the border.
        Function function = TestFunctions.of(1, (x, g) -> {
            if (x[0] <= 0 || x[0] >= 1) {
                g[0] = Double.NaN;
                return outside;
            }
            g[0] = 1 / (1 - x[0]) - 1 / x[0] + 1000;
            return -Math.log(1 - x[0]) - Math.log(x[0]) + 1000 * x[0];
        });

        Result result = new Lbfgs(TIGHT).minimize(function, Penalty.NONE, new double[] {0.9});

        // 1000x² − 1002x + 1 = 0
        double expected = (1002 - Math.sqrt(1002.0 * 1002 - 4000)) / 2000;
        assertThat(result.reason().converged()).isTrue();
        assertThat(result.x()[0]).isCloseTo(expected, within(1e-11));
    }

    @Test
    void backsOffFromAnInfiniteGradient() {
        Function function = TestFunctions.of(2, (x, g) -> {
            g[0] = x[0] > 3 ? Double.POSITIVE_INFINITY : x[0] - 2;
            g[1] = 1e-3 * (x[1] - 50);
            return 0.5 * (x[0] - 2) * (x[0] - 2) + 0.5e-3 * (x[1] - 50) * (x[1] - 50);
        });

        Result result = new Lbfgs(TIGHT).minimize(function, Penalty.NONE, new double[] {-100, 0});

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_GRADIENT);
        assertThat(result.x()).containsExactly(new double[] {2, 50}, within(1e-3));
    }

    @Test
    void recognisesAFunctionWithoutMinimum() {
        Function linear = TestFunctions.of(2, (x, g) -> {
            g[0] = 3;
            g[1] = -4;
            return 3 * x[0] - 4 * x[1];
        });

        Result result = new Lbfgs().minimize(linear, Penalty.NONE, new double[2]);

        assertThat(result.reason()).isEqualTo(StopReason.UNBOUNDED);
        assertThat(result.evaluations()).isLessThan(60);
        assertThat(new Lbfgs(TIGHT)
                        .minimize(linear, Penalty.l2(0.5), new double[2])
                        .x())
                .containsExactly(new double[] {-6, 8}, within(1e-7));
    }

    @Test
    void reportsAGradientThatDoesNotBelongToTheFunction() {
        Function wrong = TestFunctions.of(2, (x, g) -> {
            g[0] = -2 * x[0];
            g[1] = -2 * x[1];
            return x[0] * x[0] + x[1] * x[1];
        });

        Result result = new Lbfgs().minimize(wrong, Penalty.NONE, new double[] {3, 4});

        assertThat(result.reason()).isEqualTo(StopReason.LINE_SEARCH_FAILED);
        assertThat(result.reason().converged()).isFalse();
        assertThat(result.x()).containsExactly(3, 4);
    }

    @Test
    void rejectsWhatItCannotStartFrom() {
        Function nan = TestFunctions.of(1, (x, g) -> Double.NaN);
        Function nanGradient = TestFunctions.of(2, (x, g) -> {
            g[1] = Double.NaN;
            return 0;
        });

        assertThatThrownBy(() -> new Lbfgs().minimize(nan, Penalty.NONE, new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the function is NaN at the start");
        assertThatThrownBy(() -> new Lbfgs().minimize(nanGradient, Penalty.NONE, new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gradient at the start is NaN in coordinate 1");
        assertThatThrownBy(() -> new Lbfgs().minimize(nanGradient, Penalty.NONE, new double[] {0, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the start is NaN in coordinate 1");
        assertThatThrownBy(() -> new Lbfgs().minimize(nan, Penalty.NONE, new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the start has 3 variables; the function expects 1");
        assertThatThrownBy(() -> new Lbfgs().minimize(TestFunctions.rosenbrock(2), Penalty.l1(1), new double[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("l1 = 1.0; use OWL-QN");
    }

    @Test
    void leavesTheStartAlone() {
        double[] start = {-1.2, 1};

        new Lbfgs(TIGHT).minimize(TestFunctions.rosenbrock(2), Penalty.l2(1), start);

        assertThat(start).containsExactly(-1.2, 1);
    }

    @Test
    void doesNotGetWorseWithMoreMemory() {
        Logistic function = Logistic.random(300, 60, new Random(3));
        int[] evaluations = new int[] {1, 7, 30};

        int[] found = Arrays.stream(evaluations)
                .map(memory -> new Lbfgs(TIGHT.withMemory(memory))
                        .minimize(function, Penalty.l2(1), new double[60])
                        .evaluations())
                .toArray();

        assertThat(found[1]).isLessThan(found[0]);
        assertThat(found[2]).isLessThan(found[1]);
    }
}
