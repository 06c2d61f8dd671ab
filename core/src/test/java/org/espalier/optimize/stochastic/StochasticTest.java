package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.TestFunctions;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.Owlqn;
import org.espalier.optimize.dual.FrankWolfe;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stochastic optimisers against the optimum of the batch ones, and what all of them promise. */
class StochasticTest {
    private static final LbfgsOptions TIGHT = LbfgsOptions.DEFAULTS
            .withObjectiveTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(5000);

    private static final StochasticOptions OPTIONS =
            StochasticOptions.DEFAULTS.withTolerance(0).withEpochs(60);

    private final Softmax function = Softmax.random(800, 300, 5, 8, new Random(3));
    private final double[] zero = new double[function.dimension()];

    static Stream<Arguments> optimisers() {
        return Stream.of(
                // optimiser, penalty, how far above the optimum it may end, relatively
                Arguments.of(new Sgd(OPTIONS), Penalty.l2(1), 1e-3),
                Arguments.of(new Sgd(OPTIONS), Penalty.l2(0.05), 0.1),
                Arguments.of(new Sgd(OPTIONS.withBatch(10)), Penalty.l2(1), 2e-3),
                Arguments.of(new Sgd(OPTIONS.withAveraging(true)), Penalty.l2(1), 1e-3),
                Arguments.of(new Sgd(OPTIONS.withAveraging(true)), Penalty.l2(0.05), 0.1),
                Arguments.of(new Subgradient(OPTIONS), Penalty.l2(1), 1e-3),
                Arguments.of(new SgdL1(OPTIONS.withDecay(0.95)), Penalty.l1(0.5), 1e-2),
                Arguments.of(new AdaGrad(OPTIONS), Penalty.l2(1), 3e-3),
                Arguments.of(new AdaGrad(OPTIONS), Penalty.l1(0.5), 2e-2),
                Arguments.of(new AdaGrad(OPTIONS), new Penalty(0.3, 0.3), 5e-3),
                Arguments.of(new Adam(OPTIONS.withBatch(8)), Penalty.l2(1), 2e-2),
                Arguments.of(new Sag(OPTIONS), Penalty.l2(1), 1e-6),
                Arguments.of(new Sag(OPTIONS), Penalty.l2(30), 1e-6),
                Arguments.of(new Sag(OPTIONS.withEpochs(200)), Penalty.l2(0.3), 1e-6));
    }

    @ParameterizedTest
    @MethodSource("optimisers")
    void comesCloseToTheOptimum(Optimizer optimizer, Penalty penalty, double tolerance) {
        double optimum = new Owlqn(TIGHT).minimize(function, penalty, zero).value();

        Result found = optimizer.minimize(function, penalty, zero);

        double exact = function.evaluate(found.x(), new double[zero.length]) + penalty.value(found.x());
        assertThat(found.value()).isCloseTo(exact, within(1e-9 * exact));
        assertThat(found.value() / optimum - 1).isBetween(-1e-9, tolerance);
    }

    /** As many of each kind as there are, few epochs. */
    private static List<Optimizer> all(int epochs) {
        StochasticOptions few = OPTIONS.withEpochs(epochs).withRate(0.1);
        return List.of(
                new Sgd(few),
                new Sgd(few.withAveraging(true).withBatch(3)),
                new Subgradient(few),
                new AdaGrad(few),
                new Adam(few.withBatch(5)),
                new Sag(few));
    }

    @Test
    void aResumedRunEndsWithTheSameBits() throws IOException {
        double[] start = new Random(5).doubles(zero.length, -0.1, 0.1).toArray();
        for (Optimizer optimizer : all(6)) {
            List<OptimizerState> states = new ArrayList<>();
            Result whole =
                    optimizer.minimize(function, Penalty.l2(1), start, progress -> states.add(progress.snapshot()));
            for (OptimizerState state : states) {
                List<Integer> seen = new ArrayList<>();
                Result resumed = optimizer.resume(
                        function, Penalty.l2(1), copy(state), progress -> seen.add(progress.iteration()));
                assertThat(resumed.x()).isEqualTo(whole.x());
                assertThat(resumed.iterations()).isEqualTo(whole.iterations());
                assertThat(seen).hasSize(6 - state.iteration());
            }
        }
    }

    private static OptimizerState copy(OptimizerState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        state.write(new DataOutputStream(bytes));
        OptimizerState copy = OptimizerState.read(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), state.dimension());
        assertThat(copy.phase()).isEqualTo(Phase.STOCHASTIC);
        assertThat(copy.x()).isEqualTo(state.x());
        return copy;
    }

    @Test
    void theNumberOfWorkersDoesNotChangeABit() {
        StochasticOptions options = OPTIONS.withEpochs(4).withBatch(6);
        Softmax wide = Softmax.random(400, 20_000, 4, 10, new Random(5)); // several chunks
        double[] start = new double[wide.dimension()];
        List<double[]> one = points(wide, start, options, new Workers(1));
        for (int threads : new int[] {2, 7}) {
            try (Workers workers = new Workers(threads)) {
                List<double[]> many = points(wide, start, options, workers);
                for (int k = 0; k < one.size(); k++) {
                    assertThat(many.get(k)).isEqualTo(one.get(k));
                }
            }
        }
    }

    private static List<double[]> points(Softmax wide, double[] start, StochasticOptions options, Workers workers) {
        Penalty smooth = Penalty.l2(1);
        return List.of(
                new Sgd(options, workers).minimize(wide, smooth, start).x(),
                new Sgd(options.withAveraging(true), workers)
                        .minimize(wide, smooth, start)
                        .x(),
                new SgdL1(options, workers).minimize(wide, Penalty.l1(1), start).x(),
                new AdaGrad(options, workers)
                        .minimize(wide, new Penalty(0.2, 0.3), start)
                        .x(),
                new Adam(options, workers).minimize(wide, smooth, start).x(),
                new Sag(options, workers).minimize(wide, smooth, start).x());
    }

    /** The weighted mean of all points, added up one by one, is what the lazy mean says. */
    @Test
    void theLazyMeanIsTheMeanOfAllPoints() {
        Random random = new Random(8);
        int n = 7;
        RunningMean mean = new RunningMean(n);
        double[] v = new double[n];
        double[] sum = new double[n];
        double total = 0;
        double scale = 1;
        for (int k = 1; k <= 500; k++) {
            int changed = random.nextInt(n);
            double delta = random.nextGaussian();
            v[changed] += delta;
            mean.corrections()[changed] += mean.product() * delta;
            scale *= 0.99 + 0.005 * random.nextDouble();
            mean.take(scale, k);
            total += k;
            for (int i = 0; i < n; i++) {
                sum[i] += k * scale * v[i];
            }
            if (k % 100 == 0) {
                mean.fold(v, Vectors.SEQUENTIAL);
                Vectors.SEQUENTIAL.scale(scale, v);
                scale = 1;
            }
        }
        for (int i = 0; i < n; i++) {
            assertThat(mean.mean()[i]).isCloseTo(sum[i] / total, within(1e-9));
        }
    }

    /** Lazy proximal steps, taken all at once, are those taken one by one. */
    @Test
    void adaGradsPenaltyDoesNotDependOnWhenItIsTaken() {
        Softmax rare = Softmax.random(60, 400, 3, 3, new Random(9)); // most columns are looked at once
        Penalty penalty = new Penalty(0.4, 0.7);
        AdaGradRun lazy = run(rare, penalty);
        AdaGradRun eager = run(rare, penalty);
        for (int k = 0; k < 60; k++) {
            lazy.visit(k, 1);
            eager.visit(k, 1);
            eager.endEpoch(); // brings all coordinates up to date after every visit
        }
        lazy.endEpoch();
        for (int i = 0; i < lazy.x().length; i++) {
            assertThat(lazy.x()[i]).isCloseTo(eager.x()[i], within(1e-12));
        }
        assertThat(Vectors.nonZeros(lazy.x())).isBetween(10, lazy.x().length / 2);
    }

    private static AdaGradRun run(Softmax softmax, Penalty penalty) {
        double[] start = new double[softmax.dimension()];
        StochasticProblem problem = StochasticProblem.of(softmax, penalty, start, new Workers(1), VisitingOrder.GIVEN);
        return new AdaGradRun(problem, OPTIONS.withRate(0.2), start);
    }

    @Test
    void drawsInProportionWhileTheNumbersChange() {
        TermSampler sampler = new TermSampler(11);
        double[] numbers = new double[11];
        Random random = new Random(3);
        for (int k = 0; k < 200; k++) {
            int at = random.nextInt(11);
            numbers[at] = at == 4 ? 0 : 3 * random.nextDouble();
            sampler.set(at, numbers[at]);
        }
        double sum = Arrays.stream(numbers).sum();
        assertThat(sampler.sum()).isCloseTo(sum, within(1e-9));
        int[] counts = new int[11];
        SplittableRandom draws = new SplittableRandom(1);
        for (int k = 0; k < 100_000; k++) {
            counts[sampler.draw(draws)]++;
        }
        for (int k = 0; k < 11; k++) {
            assertThat(counts[k] / 1e5).isCloseTo(numbers[k] / sum, within(0.01));
        }
        assertThat(counts[4]).isZero();
    }

    private static double rate(CalibrationOptions options, DoubleUnaryOperator trial) {
        return Calibration.run(options, 1, 10, trial).rate();
    }

    @Test
    void calibrationFindsTheBestOfTheRates() {
        CalibrationOptions options = CalibrationOptions.DEFAULTS;
        assertThat(rate(options, rate -> Math.abs(Math.log(rate / 0.8)))).isEqualTo(0.8);
        assertThat(rate(options, rate -> Math.abs(Math.log(rate / 0.1) / 0.1))).isEqualTo(0.1);
        assertThat(rate(options, rate -> rate > 0.01 ? Double.NaN : 5 - rate)).isEqualTo(0.1 / 16);
    }

    /** CRFsuite's way goes down through rates that are no better, and finds what lies behind them. */
    @Test
    void exhaustiveCalibrationTriesAllCandidates() {
        CalibrationOptions options = CalibrationOptions.DEFAULTS.withTrials(12).withExhaustive(true);
        List<Double> tried = new ArrayList<>();
        double found = rate(options, rate -> {
            tried.add(rate);
            return rate > 0.1 ? 11 : rate == 0.1 / 16 ? 1 : 5 - rate;
        });
        assertThat(found).isEqualTo(0.1 / 16);
        assertThat(tried).hasSize(12).startsWith(0.1, 0.2, 0.05).endsWith(0.1 / 1024);
        // Where none lowers the objective, the least bad one is taken.
        assertThat(rate(options, rate -> rate > 0.02 ? Double.NaN : 20 - rate)).isEqualTo(0.0125);
    }

    /** With the usual decay both ways to shrink are the same, and the best epoch is returned. */
    @Test
    void descendsAsTheFormulaSaysAndKeepsTheBestEpoch() {
        double rate = 0.3;
        double lambda = 2.0 / function.terms();
        double[] x = zero.clone();
        double[] best = x;
        double lowest = Double.POSITIVE_INFINITY;
        double t = 0;
        double[] parts = new double[100];
        for (int epoch = 0; epoch < 7; epoch++) {
            double sum = 0;
            for (int n = function.terms() - 1; n >= 0; n--) {
                double eta = 1 / (lambda * (1 / (lambda * rate) + t++));
                double[] direction = new double[x.length];
                for (int i = 0; i < x.length; i++) {
                    x[i] *= 1 - eta * lambda;
                }
                sum += function.evaluateTerm(n, x, 0, parts);
                function.addTerm(n, parts, direction, 0, 1);
                for (int i = 0; i < x.length; i++) {
                    x[i] -= eta * direction[i];
                }
            }
            double value = sum + Penalty.l2(2).value(x, Vectors.SEQUENTIAL);
            if (value < lowest) {
                lowest = value;
                best = x.clone();
            }
        }
        VisitingOrder backwards = (order, epoch) -> Arrays.setAll(order, i -> order.length - 1 - i);
        Result found = new Sgd(
                        OPTIONS.withRate(rate).withEpochs(7).withTolerance(0).withKeepBest(true),
                        new Workers(1),
                        backwards)
                .minimize(function, Penalty.l2(2), zero);
        for (int i = 0; i < x.length; i++) {
            assertThat(found.x()[i]).isCloseTo(best[i], within(1e-12));
        }
    }

    @Test
    void stopsWhereTheObjectiveNoLongerFalls() {
        Result found = new Sgd(StochasticOptions.DEFAULTS.withTolerance(1e-2).withPeriod(3))
                .minimize(function, Penalty.l2(1), zero);
        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_OBJECTIVE);
        assertThat(found.iterations()).isBetween(4, 200);
    }

    @Test
    void canBeStoppedAndSaysWhereItIs() {
        for (Optimizer optimizer : all(10)) {
            Result stopped = optimizer.minimize(function, Penalty.l2(1), zero, progress -> progress.iteration() < 3);
            assertThat(stopped.reason()).isEqualTo(StopReason.STOPPED);
            assertThat(stopped.iterations()).isEqualTo(3);
            assertThat(stopped.gradientNorm()).isPositive();
        }
    }

    @Test
    void badOptionsPenaltiesAndFunctionsAreRefused() {
        StochasticOptions options = StochasticOptions.DEFAULTS;
        assertThatThrownBy(() -> options.withRate(-1)).hasMessageContaining("rate = -1");
        assertThatThrownBy(() -> options.withBatch(0)).hasMessageContaining("batch = 0");
        assertThatThrownBy(() -> options.withEpochs(-1)).hasMessageContaining("epochs = -1");
        assertThatThrownBy(() -> options.withDecay(Double.NaN)).hasMessageContaining("decay = NaN");
        assertThatThrownBy(() -> CalibrationOptions.DEFAULTS.withFactor(1)).hasMessageContaining("factor = 1");
        assertThatThrownBy(() -> new SgdL1(options.withDecay(2))).hasMessageContaining("decay = 2");
        assertThatThrownBy(() -> new Sgd(options).minimize(function, Penalty.l1(1), zero))
                .hasMessageContaining("l1 = 1");
        assertThatThrownBy(() -> new SgdL1(options).minimize(function, Penalty.l2(1), zero))
                .hasMessageContaining("l2 = 1");
        assertThatThrownBy(() -> new FrankWolfe(options).minimize(function, Penalty.NONE, zero))
                .hasMessageContaining("l2 above 0");
        assertThatThrownBy(() -> new Sgd(options).minimize(TestFunctions.rosenbrock(2), Penalty.NONE, new double[2]))
                .hasMessageContaining("L-BFGS");
        assertThatThrownBy(() -> new Sgd(options.withRate(1e308)).minimize(function, Penalty.NONE, zero))
                .hasMessageContaining("smaller rate");
    }
}
