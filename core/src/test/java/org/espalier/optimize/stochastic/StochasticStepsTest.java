package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.espalier.optimize.CalibrationReport;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.Walk;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stochastic runs over several epochs against plain loops, where x shrinks below every scale, and what runs report. */
class StochasticStepsTest {
    private static final double CLOSE = 1e-9;
    private static final StochasticOptions OPTIONS =
            StochasticOptions.DEFAULTS.withTolerance(0).withRate(0.3).withDecay(0.7);

    private final Softmax rare = Softmax.random(30, 60, 3, 3, new Random(17));

    private static StochasticProblem problem(Softmax function, Penalty penalty, double[] start) {
        return StochasticProblem.of(function, penalty, start, new Workers(1), VisitingOrder.GIVEN);
    }

    private static double[] start(Softmax function) {
        return new Random(4).doubles(function.dimension(), -0.2, 0.2).toArray();
    }

    private static double[] gradient(Softmax function, int term, double[] x) {
        double[] gradient = new double[x.length];
        double[] parts = new double[function.classes()];
        function.evaluateTerm(term, x, 0, parts);
        function.addTerm(term, parts, gradient, 0, 1);
        return gradient;
    }

    private static double loss(Softmax function, int term, double[] x) {
        return function.evaluateTerm(term, x, 0, new double[function.classes()]);
    }

    /** Strong shrinkage over many visits: x = scale·v must not vanish or overflow, nor the mean of the points. */
    @ParameterizedTest
    @EnumSource(SgdRun.Mean.class)
    void sgdMayShrinkByMoreThanAnyScale(SgdRun.Mean mean) {
        Softmax many = Softmax.random(700, 40, 3, 3, new Random(21));
        double rate = 0.05;
        double l2 = 140_000; // 200 per term: a visit divides x by about 11
        double[] x = start(many);
        SgdRun run = new SgdRun(
                problem(many, Penalty.l2(l2), x), OPTIONS.withRate(rate).withDecay(0.01), x, mean, 1);
        double[] sum = new double[x.length];
        double weight = 0;
        double before = 0;
        for (int epoch = 0; epoch < 2; epoch++) {
            run.next();
            double losses = 0;
            double eta = 0;
            for (int n = 0; n < 700; n++) {
                Vectors.SEQUENTIAL.scale(1 / (1 + before), x);
                int t = 700 * epoch + n;
                eta = rate / (1 + 0.01 / 700 * t);
                losses += loss(many, n, x);
                double[] gradient = gradient(many, n, x);
                double counts = mean == SgdRun.Mean.LINEAR ? t + 1 : epoch;
                for (int i = 0; i < x.length; i++) {
                    x[i] -= eta * gradient[i];
                    sum[i] += counts * x[i];
                }
                weight += counts;
                before = eta * l2 / 700;
            }
            double mass = weight;
            double[] expected = mean == SgdRun.Mean.NONE || mass == 0
                    ? x
                    : Arrays.stream(sum).map(value -> value / mass).toArray();
            assertThat(run.x()).as("epoch %d", epoch).containsExactly(expected, within(CLOSE));
            assertThat(run.loss()).isCloseTo(losses, within(1e-7));
            assertThat(run.value()).isCloseTo(losses + 0.5 * l2 * Walk.dot(expected, expected), within(1e-6));
            assertThat(run.step()).isCloseTo(eta, within(1e-15));
        }
    }

    /** Without a decay of one's own it is λη₀ per visit, or 1 per epoch where there is no penalty. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 6})
    void theDecayOfSgdComesFromThePenalty(double l2) {
        double[] x = start(rare);
        SgdRun run = new SgdRun(problem(rare, Penalty.l2(l2), x), OPTIONS.withDecay(0), x, SgdRun.Mean.NONE, 1);
        double decay = l2 > 0 ? l2 / 30 * 0.3 : 1.0 / 30;
        for (int epoch = 1; epoch < 4; epoch++) {
            run.next();
            assertThat(run.step()).isCloseTo(0.3 / (1 + decay * (30 * epoch - 1)), within(1e-15));
        }
    }

    /** The last point, unless the best one is asked for; an objective that rises again tells them apart. */
    @Test
    void theBestEpochIsKeptOnlyWhenAskedFor() {
        double[] x = start(rare);
        StochasticOptions wild = OPTIONS.withRate(4).withDecay(1e-9).withEpochs(9);
        for (boolean keep : new boolean[] {true, false}) {
            List<double[]> points = new ArrayList<>();
            List<Double> values = new ArrayList<>();
            Result found = new Sgd(wild.withKeepBest(keep)).minimize(rare, Penalty.l2(1), x, progress -> {
                points.add(progress.x().clone());
                values.add(progress.value());
                return true;
            });
            int best = values.indexOf(values.stream().min(Double::compare).orElseThrow());
            assertThat(best).as("the best epoch").isLessThan(8);
            assertThat(found.x()).isEqualTo(points.get(keep ? best : 8));
        }
        List<double[]> means = new ArrayList<>();
        Result averaged = new Sgd(wild.withKeepBest(true).withAveraging(true))
                .minimize(
                        rare,
                        Penalty.l2(1),
                        x,
                        progress -> means.add(progress.x().clone()));
        assertThat(averaged.x()).isEqualTo(means.get(8)); // a mean is not a point of the run
    }

    /** Batches that are worth it are shared out: the bits and the losses are those of one worker. */
    @Test
    void sharedBatchesHaveTheSameBits() {
        Softmax function = Softmax.random(260, 300, 4, 20, new Random(23)); // a batch of 100 is 2,400 units of work
        double[] x = start(function);
        for (Optimizer one : batched(new Workers(1))) {
            double[] first = new double[1];
            Result alone = one.minimize(function, Penalty.NONE, x, progress -> {
                first[0] = first[0] == 0 ? progress.loss() : first[0];
                return true;
            });
            if (one instanceof Sgd) {
                assertThat(first[0]).isCloseTo(batchedLoss(function, x), within(1e-8));
            }
            for (int threads : new int[] {2, 4}) {
                try (Workers workers = new Workers(threads)) {
                    for (Optimizer many : batched(workers)) {
                        if (many.getClass() == one.getClass()) {
                            Result shared = many.minimize(function, Penalty.NONE, x, Monitor.NONE);
                            assertThat(shared.x()).isEqualTo(alone.x());
                            assertThat(shared.value()).isEqualTo(alone.value());
                        }
                    }
                }
            }
        }
    }

    private static List<Optimizer> batched(Workers workers) {
        StochasticOptions options = OPTIONS.withEpochs(3).withBatch(100).withRate(0.02);
        return List.of(
                new Sgd(options, workers, VisitingOrder.GIVEN),
                new SgdL1(options, workers),
                new AdaGrad(options, workers),
                new Adam(options, workers));
    }

    /** The first epoch of SGD without penalty in batches of 100, the last of them shorter. */
    private static double batchedLoss(Softmax function, double[] start) {
        double[] x = start.clone();
        double losses = 0;
        for (int first = 0; first < function.terms(); first += 100) {
            double[] sum = new double[x.length];
            for (int n = first; n < Math.min(first + 100, function.terms()); n++) {
                losses += loss(function, n, x);
                sum = Walk.plus(sum, 1, gradient(function, n, x));
            }
            x = Walk.plus(x, -0.02 / (1 + 0.7 * first / function.terms()), sum);
        }
        return losses;
    }

    /**
     * Where terms look at few coordinates, Adam moves those only: its means fade by the steps that passed, and the penalty of the
     * visits that passed counts at once, of an epoch at most.
     */
    @ParameterizedTest
    @CsvSource({"1, 0.7", "4, 0.7", "4, 0"})
    void adamMovesWhatIsLookedAt(int batch, double decay) {
        double[] x = start(rare);
        double l2 = 6.0 / 30;
        AdamRun run = new AdamRun(
                problem(rare, Penalty.l2(6), x), OPTIONS.withDecay(decay).withBatch(batch), x);
        double[] m = new double[x.length];
        double[] v = new double[x.length];
        int[] at = new int[x.length];
        int t = 0;
        for (int epoch = 0; epoch < 3; epoch++) {
            run.next();
            double met = 0;
            double eta = 0;
            for (int first = 0; first < 30; first += batch) {
                int count = Math.min(batch, 30 - first);
                double[] sum = new double[x.length];
                boolean[] seen = new boolean[x.length];
                for (int n = first; n < first + count; n++) {
                    met += loss(rare, n, x);
                    sum = Walk.plus(sum, 1, gradient(rare, n, x));
                    for (int column : rare.rows()[n]) {
                        Arrays.fill(seen, 3 * column, 3 * column + 3, true);
                    }
                }
                t++;
                eta = 0.3 / (1 + (decay > 0 ? decay : 1) / 30 * (30 * epoch + first));
                for (int i = 0; i < x.length; i++) {
                    if (seen[i]) {
                        int passed = t - at[i];
                        at[i] = t;
                        double g = sum[i] + l2 * Math.min(passed * count, 30) * x[i];
                        m[i] = Math.pow(0.9, passed) * m[i] + 0.1 * g;
                        v[i] = Math.pow(0.999, passed) * v[i] + 0.001 * g * g;
                        double mean = m[i] / (1 - Math.pow(0.9, t));
                        x[i] -= eta * mean / (Math.sqrt(v[i] / (1 - Math.pow(0.999, t))) + 1e-8);
                    }
                }
            }
            assertThat(run.x()).as("epoch %d", epoch).containsExactly(x, within(CLOSE));
            assertThat(run.loss()).isCloseTo(met, within(1e-8));
            assertThat(run.step()).isCloseTo(eta, within(1e-15));
        }
    }

    /** AdaGrad's losses are those that its terms meet, after all proximal steps before them. */
    @Test
    void adaGradMeetsItsTermsUpToDate() {
        Penalty penalty = new Penalty(0.5, 2);
        double[] start = start(rare);
        AdaGradRun run = new AdaGradRun(problem(rare, penalty, start), OPTIONS, start);
        run.next();
        double[] x = start.clone();
        double[] squares = new double[x.length];
        double met = 0;
        for (int n = 0; n < 30; n++) {
            met += loss(rare, n, x);
            double[] gradient = gradient(rare, n, x);
            for (int i = 0; i < x.length; i++) {
                squares[i] += gradient[i] * gradient[i];
                if (squares[i] > 0) {
                    double h = 0.3 / Math.sqrt(squares[i]);
                    double moved = x[i] - h * gradient[i];
                    x[i] = Math.signum(moved) * Math.max(0, Math.abs(moved) - h * 0.5 / 30) / (1 + h * 2 / 30);
                }
            }
        }
        assertThat(run.x()).containsExactly(x, within(CLOSE));
        assertThat(run.loss()).isCloseTo(met, within(CLOSE));
        assertThat(run.step()).isEqualTo(0.3);
    }

    @Test
    void adamNeedsASmoothPenalty() {
        assertThatThrownBy(() -> new Adam(OPTIONS).minimize(rare, Penalty.l1(1), start(rare)))
                .hasMessageContaining("needs a smooth penalty");
    }

    /** An L1 run: losses as they are met, the rate, and the smallest subgradient at the end. */
    @Test
    void whatAnL1RunReportsIsWhatItMet() {
        Penalty penalty = Penalty.l1(0.4);
        double[] x = start(rare);
        SgdL1Run run = new SgdL1Run(problem(rare, penalty, x), OPTIONS, x);
        run.next();
        assertThat(run.step()).isCloseTo(0.3 * Math.pow(0.7, 29 / 30.0), within(1e-12));
        // The terms see the start in the columns that no term before had.
        double met = 0;
        SgdL1Run again = new SgdL1Run(problem(rare, penalty, x), OPTIONS, x);
        for (int n = 0; n < 30; n++) {
            met += loss(rare, n, again.x());
            again.visit(n, 1);
        }
        assertThat(run.loss()).isCloseTo(met, within(CLOSE));
        assertThat(run.value()).isCloseTo(met + penalty.value(run.x()), within(CLOSE));

        Result found = new SgdL1(OPTIONS.withEpochs(40)).minimize(rare, penalty, x);
        double[] gradient = new double[x.length];
        rare.evaluate(found.x(), gradient);
        double squares = 0;
        int zeros = 0;
        for (int i = 0; i < x.length; i++) {
            double xi = found.x()[i];
            double g = gradient[i];
            double smallest = xi != 0 ? g + 0.4 * Math.signum(xi) : Math.signum(g) * Math.max(0, Math.abs(g) - 0.4);
            zeros += xi == 0 ? 1 : 0;
            squares += smallest * smallest;
        }
        assertThat(zeros).isPositive();
        assertThat(found.gradientNorm()).isCloseTo(Math.sqrt(squares), within(CLOSE));
        assertThat(found.evaluations()).isEqualTo(41); // 40 epochs and the one that measured the end
    }

    @Test
    void progressSaysWhatKindOfRunItIs() {
        List<Integer> evaluations = new ArrayList<>();
        new Sgd(OPTIONS.withEpochs(4)).minimize(rare, Penalty.l2(1), start(rare), progress -> {
            assertThat(progress.phase()).isEqualTo(Phase.STOCHASTIC);
            assertThat(progress.gradientNorm()).isNaN();
            evaluations.add(progress.evaluations());
            return true;
        });
        assertThat(evaluations).containsExactly(1, 2, 3, 4);
    }

    /** The sample's objective at the start and after an epoch with each rate, of as much penalty as it has terms. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void calibrationReportsTheObjectiveOfTheSample(boolean exhaustive) {
        CalibrationOptions calibration =
                CalibrationOptions.DEFAULTS.withSamples(12).withTrials(5).withExhaustive(exhaustive);
        Penalty penalty = Penalty.l2(3);
        double[] start = start(rare);
        CalibrationReport[] reports = new CalibrationReport[1];
        Monitor monitor = new Monitor() {
            @Override
            public boolean afterIteration(Progress progress) {
                return true;
            }

            @Override
            public void afterCalibration(CalibrationReport report) {
                reports[0] = report;
            }
        };
        StochasticOptions unknown =
                OPTIONS.withRate(0).withDecay(0).withEpochs(2).withCalibration(calibration);
        new Sgd(unknown, new Workers(1), VisitingOrder.GIVEN).minimize(rare, penalty, start, monitor);
        double share = 12 / 30.0;
        double initial = share * penalty.value(start);
        for (int n = 0; n < 12; n++) {
            initial += loss(rare, n, start);
        }
        assertThat(reports[0].samples()).isEqualTo(12);
        assertThat(reports[0].initial()).isCloseTo(initial, within(CLOSE));
        assertThat(reports[0].trials()).hasSizeGreaterThan(1);
        for (CalibrationReport.Trial trial : reports[0].trials()) {
            double[] x = start.clone();
            double before = 0;
            double met = 0;
            for (int n = 0; n < 12; n++) {
                double eta = trial.rate() / (1 + 0.1 * trial.rate() * n);
                x = Arrays.stream(x).map(shrunk(before)).toArray();
                met += loss(rare, n, x);
                x = Walk.plus(x, -eta, gradient(rare, n, x));
                before = eta * 0.1;
            }
            double after = 0;
            for (int n = 0; n < 12; n++) {
                after += loss(rare, n, x);
            }
            double expected = (exhaustive ? met : after) + share * penalty.value(x);
            assertThat(trial.value()).as("rate %s", trial.rate()).isCloseTo(expected, within(1e-8));
        }
        reports[0] = null;
        new Sag(unknown).minimize(rare, penalty, start, monitor);
        new Sgd(unknown.withRate(0.1)).minimize(rare, penalty, start, monitor);
        assertThat(reports[0]).as("nothing to find").isNull();
    }

    private static DoubleUnaryOperator shrunk(double by) {
        return value -> value / (1 + by);
    }

    /** Terms without weight are not visited, and without any others there is nothing to do. */
    @Test
    void termsWithoutWeightDoNotCount() {
        Softmax half = Softmax.random(30, 60, 3, 3, new Random(17));
        Softmax none = Softmax.random(30, 60, 3, 3, new Random(17));
        for (int n = 0; n < 30; n++) {
            half.weights()[n] = n % 2 == 0 ? 0 : 1;
            none.weights()[n] = 0;
        }
        StochasticProblem problem = problem(half, Penalty.l2(3), new double[180]);
        assertThat(problem.terms()).hasSize(15).doesNotContain(0, 2, 28).contains(1, 29);
        assertThat(problem.l2()).isEqualTo(0.2);
        double[] start = start(none);
        for (Optimizer optimizer : List.of(new Sgd(OPTIONS), new Sgd(OPTIONS.withRate(0)), new Sag(OPTIONS))) {
            Result found = optimizer.minimize(none, Penalty.l2(3), start);
            assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_PRECISION);
            assertThat(found.iterations()).isZero();
            assertThat(found.x()).isEqualTo(start);
            assertThat(found.value()).isCloseTo(Penalty.l2(3).value(start), within(1e-12));
        }
    }

    @Test
    void whatCannotBeRunIsRefused() {
        double[] zero = new double[rare.dimension()];
        Sgd sgd = new Sgd(OPTIONS.withEpochs(1));
        assertThatThrownBy(() -> sgd.minimize(rare, Penalty.NONE, new double[3]))
                .hasMessageContaining("the start has 3 variables; the function expects 180");
        for (int bad : new int[] {0, 7}) {
            double[] infinite = zero.clone();
            infinite[bad] = Double.NEGATIVE_INFINITY;
            assertThatThrownBy(() -> sgd.minimize(rare, Penalty.NONE, infinite))
                    .hasMessageContaining("the start is -Infinity in coordinate " + bad);
        }
        assertThatThrownBy(() -> new Sag(OPTIONS).minimize(rare, Penalty.l1(1), zero))
                .hasMessageContaining("SAG needs a smooth penalty");
        assertThatThrownBy(() -> new Subgradient(OPTIONS).minimize(rare, new Penalty(1, 1), zero))
                .hasMessageContaining("the subgradient method needs a smooth penalty");
        assertThatThrownBy(() -> new Subgradient(OPTIONS).minimize(rare, Penalty.NONE, zero))
                .hasMessageContaining("needs l2 above 0");
        assertThat(new SgdL1(OPTIONS.withDecay(1)).options().decay()).isEqualTo(1);
        OptimizerState[] state = new OptimizerState[1];
        new Lbfgs().minimize(rare, Penalty.l2(1), zero, progress -> {
            state[0] = progress.snapshot();
            return false;
        });
        assertThatThrownBy(() -> sgd.resume(rare, Penalty.l2(1), state[0], Monitor.NONE))
                .hasMessageContaining("not to a stochastic optimiser");
        StochasticOptions options = StochasticOptions.DEFAULTS;
        assertThat(options.withEpochs(0).epochs()).isZero();
        assertThatThrownBy(() -> options.withTolerance(-1)).hasMessageContaining("tolerance = -1");
        assertThatThrownBy(() -> options.withTolerance(Double.POSITIVE_INFINITY))
                .hasMessageContaining("tolerance = Infinity");
        assertThatThrownBy(() -> options.withGapTolerance(-1)).hasMessageContaining("gapTolerance = -1");
        assertThatThrownBy(() -> options.withPeriod(0)).hasMessageContaining("period = 0");
        assertThatThrownBy(() -> options.withGapPeriod(0)).hasMessageContaining("gapPeriod = 0");
    }
}
