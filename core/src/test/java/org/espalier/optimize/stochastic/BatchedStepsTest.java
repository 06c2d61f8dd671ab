package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.OptimizerContract;
import org.espalier.optimize.batch.Walk;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stochastic steps with several terms at a time, against the formulas in plain loops over all coordinates: a batch of k terms
 * takes the penalty of k terms, also the shorter one at the end of an epoch.
 */
class BatchedStepsTest {
    private static final int EPOCHS = 3;
    private static final double RATE = 0.3;
    private static final double CLOSE = 1e-10;

    /** 30 terms, most of them with columns of their own. */
    private final Softmax rare = Softmax.random(30, 60, 3, 3, new Random(17));

    private static StochasticOptions options(int batch) {
        return StochasticOptions.DEFAULTS.withRate(RATE).withDecay(0.7).withBatch(batch);
    }

    private static StochasticProblem problem(Softmax function, Penalty penalty, double[] start) {
        return StochasticProblem.of(function, penalty, start, new Workers(1), VisitingOrder.GIVEN);
    }

    private static double[] start(Softmax function) {
        return new Random(4).doubles(function.dimension(), -0.2, 0.2).toArray();
    }

    /** ∇ of the terms from first on. */
    private static double[] gradient(Softmax function, int first, int count, double[] x) {
        double[] gradient = new double[x.length];
        double[] parts = new double[function.classes()];
        for (int n = first; n < first + count; n++) {
            function.evaluateTerm(n, x, 0, parts);
            function.addTerm(n, parts, gradient, 0, 1);
        }
        return gradient;
    }

    private static boolean[] lookedAt(Softmax function, int first, int count) {
        boolean[] seen = new boolean[function.dimension()];
        for (int n = first; n < first + count; n++) {
            for (int column : function.rows()[n]) {
                Arrays.fill(seen, column * function.classes(), (column + 1) * function.classes(), true);
            }
        }
        return seen;
    }

    /** One batch at a time: the number of the first term in the epoch, how many, and how many were visited before. */
    private interface Visit {
        void at(int first, int count, int visited);
    }

    private static void forBatches(Softmax function, int batch, Visit visit, Runnable endEpoch) {
        int terms = function.terms();
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            for (int first = 0; first < terms; first += batch) {
                visit.at(first, Math.min(batch, terms - first), epoch * terms + first);
            }
            endEpoch.run();
        }
    }

    private static double[] after(StochasticRun run) {
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            run.next();
        }
        return run.x();
    }

    /** Tsuruoka et al. (2009), figure 2, with a batch in the place of an example. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 30})
    void sgdL1ShrinksByThePenaltyOfEveryTermOfTheBatch(int batch) {
        double perTerm = 0.4 / rare.terms();
        double[] x = start(rare);
        double[] found = after(new SgdL1Run(problem(rare, Penalty.l1(0.4), x), options(batch), x));
        double[] received = new double[x.length]; // q
        double[] allowed = {0}; // u
        boolean[] all = new boolean[x.length];
        Arrays.fill(all, true);
        forBatches(
                rare,
                batch,
                (first, count, visited) -> {
                    double eta = RATE * Math.pow(0.7, visited / (double) rare.terms());
                    double[] gradient = gradient(rare, first, count, x);
                    for (int k = 0; k < count; k++) {
                        allowed[0] += eta * perTerm;
                    }
                    for (int i = 0; i < x.length; i++) {
                        x[i] -= eta * gradient[i];
                    }
                    shrink(x, received, allowed[0], lookedAt(rare, first, count));
                },
                () -> shrink(x, received, allowed[0], all));
        assertThat(found).containsExactly(x, within(CLOSE));
        assertThat(Vectors.nonZeros(found)).isBetween(10, x.length - 10);
    }

    private static void shrink(double[] x, double[] received, double allowed, boolean[] which) {
        for (int i = 0; i < x.length; i++) {
            if (which[i]) {
                double z = x[i];
                if (z > 0) {
                    x[i] = Math.max(0, z - (allowed + received[i]));
                } else if (z < 0) {
                    x[i] = Math.min(0, z + (allowed - received[i]));
                }
                received[i] += x[i] - z;
            }
        }
    }

    /** Duchi et al. (2011): after every batch as many proximal steps as it has terms, one by one, in every coordinate. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 30})
    void adaGradTakesTheProximalStepOfEveryTermOfTheBatch(int batch) {
        for (Penalty penalty : new Penalty[] {new Penalty(2, 0), new Penalty(0, 5), new Penalty(2, 5)}) {
            double l1 = penalty.l1() / rare.terms();
            double l2 = penalty.l2() / rare.terms();
            double[] x = start(rare);
            double[] found = after(new AdaGradRun(problem(rare, penalty, x), options(batch), x));
            double[] squares = new double[x.length];
            forBatches(
                    rare,
                    batch,
                    (first, count, visited) -> {
                        double[] gradient = gradient(rare, first, count, x);
                        for (int i = 0; i < x.length; i++) {
                            squares[i] += gradient[i] * gradient[i];
                            if (squares[i] > 0) {
                                double h = RATE / Math.sqrt(squares[i]);
                                x[i] -= h * gradient[i];
                                for (int k = 0; k < count; k++) {
                                    x[i] = Math.signum(x[i]) * Math.max(0, Math.abs(x[i]) - h * l1) / (1 + h * l2);
                                }
                            }
                        }
                    },
                    () -> {});
            assertThat(found).as(penalty.toString()).containsExactly(x, within(CLOSE));
            assertThat(Vectors.nonZeros(found)).isGreaterThan(10);
        }
    }

    /** x / (1 + ηₜ₋₁λk), then the gradient; the mean is that of the points after every batch. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 30})
    void sgdShrinksByThePenaltyOfEveryTermOfTheBatch(int batch) {
        double l2 = 6.0 / rare.terms();
        for (SgdRun.Mean mean : SgdRun.Mean.values()) {
            double power = mean == SgdRun.Mean.UNIFORM ? 0.75 : 1;
            double[] x = start(rare);
            double[] found = after(new SgdRun(problem(rare, Penalty.l2(6), x), options(batch), x, mean, power));
            double[] before = {0}; // ηₜ₋₁λk
            double[] sum = new double[x.length];
            double[] weight = {0};
            forBatches(
                    rare,
                    batch,
                    (first, count, visited) -> {
                        Vectors.SEQUENTIAL.scale(1 / (1 + before[0]), x);
                        double eta = RATE / Math.pow(1 + 0.7 * visited / rare.terms(), power);
                        double[] gradient = gradient(rare, first, count, x);
                        double counts = mean == SgdRun.Mean.LINEAR ? visited + 1 : visited >= rare.terms() ? 1 : 0;
                        for (int i = 0; i < x.length; i++) {
                            x[i] -= eta * gradient[i];
                            sum[i] += counts * x[i];
                        }
                        weight[0] += counts;
                        before[0] = eta * l2 * count;
                    },
                    () -> {});
            Vectors.SEQUENTIAL.scale(1 / weight[0], sum);
            assertThat(found).as(mean.name()).containsExactly(mean == SgdRun.Mean.NONE ? x : sum, within(CLOSE));
        }
    }

    /** Where every term looks at every coordinate, the lazy algorithm is the dense one of Kingma &amp; Ba (2015). */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 30})
    void adamAddsThePenaltyOfEveryTermOfTheBatch(int batch) {
        Softmax dense = Softmax.random(30, 2, 3, 9, new Random(18));
        for (int[] row : dense.rows()) {
            row[0] = 0;
            row[1] = 1;
        }
        double l2 = 6.0 / dense.terms();
        double[] x = start(dense);
        double[] found = after(new AdamRun(problem(dense, Penalty.l2(6), x), options(batch), x));
        double[] m = new double[x.length];
        double[] v = new double[x.length];
        int[] t = {0};
        forBatches(
                dense,
                batch,
                (first, count, visited) -> {
                    t[0]++;
                    double eta = RATE / (1 + 0.7 * visited / dense.terms());
                    double[] gradient = gradient(dense, first, count, x);
                    for (int i = 0; i < x.length; i++) {
                        double g = gradient[i] + l2 * count * x[i];
                        m[i] = 0.9 * m[i] + 0.1 * g;
                        v[i] = 0.999 * v[i] + 0.001 * g * g;
                        x[i] -= eta
                                * m[i]
                                / (1 - Math.pow(0.9, t[0]))
                                / (Math.sqrt(v[i] / (1 - Math.pow(0.999, t[0]))) + 1e-8);
                    }
                },
                () -> {});
        assertThat(found).containsExactly(x, within(CLOSE));
    }

    /**
     * Schmidt et al. (2015), the first epoch, which visits every term once: x ← (1 − αλ)x − (α/m)·d, with the curvature Lₙ of each
     * term found by doubling.
     */
    @Test
    void sagGoesAlongTheMeanOfTheGradientsSeen() {
        double lambda = 6.0 / rare.terms();
        double[] x = start(rare);
        SagRun run = new SagRun(problem(rare, Penalty.l2(6), x), options(1), x);
        run.next();
        double[] sum = new double[x.length]; // d
        double[] parts = new double[rare.classes()];
        double largest = 0;
        double curvatures = 0;
        double losses = 0;
        for (int n = 0; n < rare.terms(); n++) {
            double loss = rare.evaluateTerm(n, x, 0, parts);
            losses += loss;
            double[] gradient = gradient(rare, n, 1, x);
            double norm = Walk.dot(gradient, gradient);
            double bound = largest > 0 ? largest : 1;
            boolean held = true;
            while (rare.evaluateTerm(n, Walk.plus(x, -1 / bound, gradient), 0, new double[rare.classes()])
                    > loss - norm / (2 * bound)) {
                bound *= 2;
                held = false;
            }
            largest = Math.max(largest, bound);
            curvatures += held ? 0.9 * bound : bound;
            double[] kept = Arrays.stream(parts).map(part -> (float) part).toArray(); // in single precision
            rare.addTerm(n, kept, sum, 0, 1);
            int seen = n + 1;
            double alpha = 0.5 * (1 / (largest + lambda) + 1 / (curvatures / seen + lambda));
            for (int i = 0; i < x.length; i++) {
                x[i] = (1 - alpha * lambda) * x[i] - alpha / seen * sum[i];
            }
            assertThat(n < rare.terms() - 1 || Math.abs(run.step() - alpha) < CLOSE)
                    .isTrue();
        }
        assertThat(run.x()).containsExactly(x, within(CLOSE));
        assertThat(run.loss()).isCloseTo(losses, within(1e-9));
        assertThat(run.value()).isCloseTo(losses + Penalty.l2(6).value(x), within(1e-9));
        double[] gradient = Walk.plus(sum, 6, x);
        assertThat(run.gradientNorm()).isCloseTo(Math.sqrt(Walk.dot(gradient, gradient)), within(1e-9));
    }

    /** In every later epoch the kept gradients are those of the terms as they were met last; where nothing moves, they are the gradient. */
    @Test
    void sagEndsWithAProvedGap() {
        Penalty penalty = Penalty.l2(3);
        double[] zero = new double[rare.dimension()];
        StochasticOptions options =
                StochasticOptions.DEFAULTS.withTolerance(1e-7).withPeriod(1000);
        Result found = new Sag(options).minimize(rare, penalty, zero);
        double least =
                new Lbfgs(OptimizerContract.TIGHT).minimize(rare, penalty, zero).value();
        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_GAP);
        assertThat(found.value() - least).isBetween(-1e-9, 1e-7 * least);
        double bound = penalty.gapBound(found.gradientNorm());
        assertThat(bound).isLessThanOrEqualTo(1e-7 * found.value());
    }
}
