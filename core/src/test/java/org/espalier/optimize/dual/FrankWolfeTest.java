package org.espalier.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.optimize.Hinge;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.Walk;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.optimize.stochastic.StochasticProblem;
import org.espalier.parallel.Workers;
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

    /**
     * Every visit by the formula, with a weight per class in the place of a list of corners: γ = λ₂·slope/‖Aₙᵀd‖², at most the
     * weight of the lowest corner.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void visitsMoveWeightFromTheLowestCornerToTheHighest(boolean averaging) {
        Softmax rows = Softmax.random(40, 15, 4, 3, new Random(6));
        Hinge function = new Hinge(rows);
        Penalty penalty = Penalty.l2(1.5);
        double[] x = new double[function.dimension()];
        StochasticProblem problem = StochasticProblem.of(function, penalty, x, new Workers(1), VisitingOrder.GIVEN);
        FrankWolfeRun run = new FrankWolfeRun(
                problem, OPTIONS.withAveraging(averaging).withSeed(3).withEpochs(100), x);
        double[][] u = new double[40][4];
        for (int n = 0; n < 40; n++) {
            u[n][rows.gold()[n]] = 1;
        }
        int[] order = IntStream.range(0, 40).toArray();
        Rounds rounds = new Rounds(order, 3);
        double[] losses = new double[40];
        double[] sum = new double[x.length];
        double visits = 0;
        double gamma = 0;
        int partial = 0;
        for (int epoch = 0;
                epoch < 4;
                epoch++) { // later rounding decides whether a term that is nearly at rest comes again
            run.next();
            for (int k = 0; k < 40; k++) {
                int n = order[rounds.next()];
                int gold = rows.gold()[n];
                double weight = rows.weights()[n];
                double[] r = new double[4];
                losses[n] = function.evaluateTerm(n, x, 0, r);
                double[] scores = function.scores(0).clone();
                int lowest = gold;
                int highest = gold;
                double least = Double.POSITIVE_INFINITY;
                double mean = 0;
                for (int c = 0; c < 4; c++) {
                    double height = weight * (scores[c] - scores[gold] + (c == gold ? 0 : 1));
                    mean += u[n][c] * height;
                    highest = r[c] > 0 ? c : highest;
                    if (u[n][c] > 0 && height < least) {
                        least = height;
                        lowest = c;
                    }
                }
                double slope = losses[n] - least;
                boolean gains = highest != lowest && slope > 0;
                if (gains) {
                    double[] d = new double[4];
                    d[highest] += weight;
                    d[lowest] -= weight;
                    double[] direction = new double[x.length];
                    function.addTerm(n, d, direction, 0, 1);
                    double best = 1.5 * slope / Walk.dot(direction, direction);
                    gamma = Math.min(u[n][lowest], best);
                    partial += best < u[n][lowest] ? 1 : 0;
                    u[n][lowest] -= gamma;
                    u[n][highest] += gamma;
                    x = Walk.plus(x, -gamma / 1.5, direction);
                }
                rounds.met(gains ? losses[n] - mean : 0);
                visits++;
                sum = Walk.plus(sum, visits, x);
            }
            double all = 0.5 * visits * (visits + 1);
            double[] point = averaging ? Walk.plus(new double[x.length], 1 / all, sum) : x;
            assertThat(run.x()).as("epoch %d", epoch).containsExactly(point, within(1e-9));
            assertThat(run.step()).isCloseTo(gamma, within(1e-9));
            double met = Arrays.stream(losses).sum();
            assertThat(run.loss()).isCloseTo(met, within(1e-8));
            double costs = 0;
            for (int n = 0; n < 40; n++) {
                costs += rows.weights()[n] * (1 - u[n][rows.gold()[n]]);
            }
            double value = function.evaluate(point, new double[x.length]) + penalty.value(point);
            assertThat(run.gap()).isCloseTo(value - costs + penalty.value(x), within(1e-8));
        }
        assertThat(partial).as("steps to the inside of an edge").isGreaterThan(10);
    }

    /** A function that is not convex has no gap; the run ends where its value hardly changes from one look to the next. */
    @Test
    void withoutConvexityTheFallOfTheValueDecides() {
        Hinge folded = new Hinge(Softmax.random(60, 12, 3, 3, new Random(5)), false);
        Penalty penalty = Penalty.l2(3);
        double tolerance = 1e-3;
        List<Double> values = new ArrayList<>();
        Result found = new FrankWolfe(
                        OPTIONS.withTolerance(tolerance).withGapPeriod(2).withEpochs(500))
                .minimize(folded, penalty, zero, progress -> {
                    assertThat(progress.gap()).isNaN();
                    if (progress.iteration() % 2 == 0) {
                        values.add(value(progress.x(), penalty));
                    }
                    return true;
                });
        assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_OBJECTIVE);
        assertThat(found.gap()).isNaN();
        assertThat(values.size()).isEqualTo(found.iterations() / 2);
        for (int k = 1; k < values.size(); k++) {
            boolean flat = Math.abs(values.get(k - 1) - values.get(k)) <= tolerance * values.get(k);
            assertThat(flat).as("look %d", k).isEqualTo(k == values.size() - 1);
        }
    }

    @Test
    void aPenaltyWithoutDualIsRefused() {
        assertThatThrownBy(() -> new FrankWolfe(OPTIONS).minimize(hinge, new Penalty(1, 1), zero))
                .hasMessageContaining("Frank–Wolfe needs a smooth penalty");
        assertThat(new FrankWolfe(OPTIONS).hasRate()).isFalse();
    }
}
