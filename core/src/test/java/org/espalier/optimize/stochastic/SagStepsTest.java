package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.Walk;
import org.espalier.parallel.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stochastic average gradient over several epochs against plain loops, and where it stops. */
class SagStepsTest {
    private static final double CLOSE = 1e-9;
    private static final StochasticOptions OPTIONS =
            StochasticOptions.DEFAULTS.withTolerance(0).withRate(0.3).withDecay(0.7);

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

    /** Schmidt et al. (2015) over several epochs: half of the visits by Lₙ, each Lₙ raised until it bounds, lowered where it did. */
    @ParameterizedTest
    @CsvSource({"30, 3, 6, 4, 4", "30, 3, 6, 1, 9", "12, 120, 2, 1, 3", "1200, 3, 1e7, 1, 1"})
    void sagVisitsAndMovesByTheFormula(int terms, int active, double l2, double size, int epochs) {
        Softmax function = Softmax.random(terms, 200, 3, active, new Random(19));
        for (double[] row : function.values()) {
            Arrays.setAll(row, k -> size * row[k]); // steep terms need a larger L than 1
        }
        long seed = 5;
        double lambda = l2 / terms;
        double[] x = start(function);
        SagRun run = new SagRun(
                problem(function, Penalty.l2(l2), x), OPTIONS.withSeed(seed).withBatch(1), x);
        double[][] kept = new double[terms][];
        double[] sum = new double[x.length]; // d
        double[] bounds = new double[terms]; // L
        double[] losses = new double[terms];
        int[] waits = new int[terms];
        int[] lastWaits = new int[terms];
        int seen = 0;
        int raised = 0;
        for (int epoch = 0; epoch < epochs; epoch++) {
            run.next();
            SplittableRandom random = new SplittableRandom(~seed + epoch);
            double largest = Arrays.stream(bounds).max().orElseThrow();
            double alpha = 0;
            for (int k = 0; k < terms; k++) {
                int n = epoch == 0 ? k : random.nextBoolean() ? random.nextInt(terms) : draw(bounds, random);
                double loss = loss(function, n, x);
                losses[n] = loss;
                double[] parts = new double[3];
                function.evaluateTerm(n, x, 0, parts);
                if (kept[n] == null) {
                    kept[n] = new double[3];
                    seen++;
                }
                double[] difference = new double[3];
                for (int c = 0; c < 3; c++) {
                    difference[c] = (float) parts[c] - kept[n][c];
                    kept[n][c] = (float) parts[c];
                }
                function.addTerm(n, difference, sum, 0, 1);
                if (bounds[n] == 0 || waits[n]-- <= 0) {
                    double[] gradient = gradient(function, n, x);
                    double norm = Walk.dot(gradient, gradient);
                    double bound = bounds[n] > 0 ? bounds[n] : largest > 0 ? largest : 1;
                    boolean held = true;
                    while (norm > 1e-14
                            && loss(function, n, Walk.plus(x, -1 / bound, gradient)) > loss - norm / (2 * bound)) {
                        bound *= 2;
                        held = false;
                        raised++;
                    }
                    lastWaits[n] = held ? Math.min(64, 2 * lastWaits[n] + 1) : 0;
                    waits[n] = lastWaits[n];
                    bounds[n] = held ? 0.9 * bound : bound;
                    largest = Math.max(largest, bound);
                }
                alpha = 0.5
                        * (1 / (largest + lambda) + 1 / (Arrays.stream(bounds).sum() / seen + lambda));
                double shrunk = 1 - Math.min(0.5, alpha * lambda);
                for (int i = 0; i < x.length; i++) {
                    x[i] = shrunk * x[i] - alpha / seen * sum[i];
                }
            }
            assertThat(run.x()).as("epoch %d", epoch).containsExactly(x, within(CLOSE));
            assertThat(run.step()).isCloseTo(alpha, within(CLOSE * alpha));
            double all = Arrays.stream(losses).sum();
            assertThat(run.loss()).isCloseTo(all, within(CLOSE * all));
            double[] gradient = Walk.plus(sum, l2, x);
            assertThat(run.gradientNorm())
                    .isCloseTo(Math.sqrt(Walk.dot(gradient, gradient)), within(1e-7 * (1 + run.gradientNorm())));
        }
        assertThat(raised).isGreaterThan(size > 1 ? 3 : -1);
    }

    private static int draw(double[] numbers, SplittableRandom random) {
        double left = random.nextDouble() * Arrays.stream(numbers).sum();
        int k = 0;
        while (k < numbers.length - 1 && left >= numbers[k]) {
            left -= numbers[k++];
        }
        return k;
    }

    /** SAG stops in the first epoch in which both the kept gradients and those of x prove the tolerance. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-4, 1e-7})
    void sagStopsAsSoonAsTheGapIsProved(double tolerance) {
        Penalty penalty = Penalty.l2(3);
        Softmax convex = Softmax.random(200, 60, 3, 3, new Random(20));
        List<Boolean> proved = new ArrayList<>();
        Result found = new Sag(
                        StochasticOptions.DEFAULTS.withTolerance(tolerance).withEpochs(400))
                .minimize(convex, penalty, new double[convex.dimension()], progress -> {
                    double[] gradient = new double[convex.dimension()];
                    double value = convex.evaluate(progress.x(), gradient) + penalty.value(progress.x());
                    gradient = Walk.plus(gradient, 3, progress.x());
                    double exact = Walk.dot(gradient, gradient) / 6;
                    double kept = progress.gradientNorm() * progress.gradientNorm() / 6;
                    proved.add(kept <= tolerance * progress.value() && exact <= tolerance * value);
                    return true;
                });
        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_GAP);
        assertThat(proved.subList(0, proved.size() - 1)).hasSizeGreaterThan(1).containsOnly(false);
        assertThat(proved.get(proved.size() - 1)).isTrue();
    }
}
