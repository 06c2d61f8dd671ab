package org.espalier.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The steps of dual ascent against their formulas in plain loops. */
class DualStepsTest {

    private static double[] distribution(int classes, double sharpness, Random random) {
        double[] p =
                random.doubles(classes, -sharpness, sharpness).map(Math::exp).toArray();
        double sum = Arrays.stream(p).sum();
        return Arrays.stream(p).map(value -> value / sum).toArray();
    }

    /** h(γ) = Σ dᵢ (log πᵢ(r) − log πᵢ(α + γd)) − 1.5γ·curvature. */
    private static double slope(
            double[] target, double[] difference, int begin, int end, double weight, double curvature, double gamma) {
        double slope = -1.5 * gamma * curvature;
        for (int i = begin; i < end; i++) {
            if (Math.abs(difference[i]) / weight > 1e-4) {
                double base = target[i] < 0 ? 1 : 0;
                double there = base + target[i] / weight;
                double here = base + (target[i] - (1 - gamma) * difference[i]) / weight;
                slope += difference[i] * (Math.log(Math.max(0, there) + 1e-12) - Math.log(Math.max(0, here) + 1e-12));
            }
        }
        return slope;
    }

    /** The zero of h by bisection; what lies outside of the exclusive parts does not matter. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2, 6})
    void theLengthIsTheZeroOfTheSlope(double sharpness) {
        Random random = new Random(41);
        DualStep step = new DualStep();
        int close = 0;
        for (int n = 0; n < 300; n++) {
            int classes = 2 + n % 6;
            int begin = n % 4;
            double weight = n % 3 == 0 ? 2.5 : 1;
            double[] p = distribution(classes, sharpness, random);
            double[] q = distribution(classes, sharpness, random);
            int gold = random.nextInt(classes);
            double[] target = random.doubles(begin + classes + 2, -9, 9).toArray();
            double[] difference = random.doubles(begin + classes + 2, -9, 9).toArray();
            for (int c = 0; c < classes; c++) {
                target[begin + c] = weight * (p[c] - (c == gold ? 1 : 0));
                difference[begin + c] = weight * (p[c] - q[c]);
            }
            double curvature = Math.exp(4 * random.nextDouble() - 2);
            double low = 0;
            double high = 1;
            for (int k = 0; k < 60; k++) {
                double middle = 0.5 * (low + high);
                if (slope(target, difference, begin, begin + classes, weight, curvature, middle) > 0) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            double found = step.length(target, difference, begin, begin + classes, weight, curvature);
            assertThat(found).as("case %d", n).isBetween(0.0, 1.0);
            // h falls by at least 1.5·curvature per unit of γ, so a slope of at most 2 % of that times γ means a γ
            // within 2 %.
            close += Math.abs(found - low) <= 0.02 * found + 1e-9 ? 1 : 0;
        }
        // Five steps of regula falsi may be too few, where the logarithms are steep.
        assertThat(close).isGreaterThanOrEqualTo(sharpness > 3 ? 250 : 300);
    }

    @Test
    void thereIsNoStepWithoutDifferenceAndAFullOneWithoutCurvature() {
        DualStep step = new DualStep();
        assertThat(step.length(new double[] {0.4, -0.4}, new double[2], 0, 2, 1, 3))
                .isZero();
        assertThat(step.length(new double[] {0.4, -0.4}, new double[] {0.2, -0.2}, 0, 2, 1, 0))
                .isEqualTo(1);
    }

    /** d = ∇φₙ(Aₙx) − αₙ, αₙ += γd, x −= (γ/λ₂)Aₙᵀd, in the order of the shuffle, with α in single precision. */
    @Test
    void anEpochVisitsEveryTermOnce() {
        Softmax function = Softmax.random(120, 32, 3, 4, new Random(42));
        for (int[] row : function.rows()) {
            Arrays.setAll(row, k -> 8 * k + row[k] % 8); // no column twice in a term, so steps need not be careful
        }
        function.weights()[5] = 0;
        Penalty penalty = Penalty.l2(2);
        DualRun run = DualRun.from(function, penalty, Vectors.SEQUENTIAL, DualOptions.DEFAULTS);
        int[] order = IntStream.range(0, 120).filter(n -> n != 5).toArray();
        double l2 = 2.0 * order.length / 120; // a share of the terms is worth the same share of the penalty
        double[] x = new double[function.dimension()];
        float[][] alpha = new float[120][3];
        DualStep step = new DualStep();
        double[] target = new double[3];
        double zero = 0;
        for (int k = 0; k < 16; k++) {
            zero += function.evaluateTerm(order[k * order.length / 16], x, 0, target) * 120 / 16;
        }
        for (int epoch = 0; epoch < 3; epoch++) {
            run.next();
            SplittableRandom random = new SplittableRandom(DualOptions.DEFAULTS.seed() + epoch);
            for (int i = order.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = order[i];
                order[i] = order[j];
                order[j] = swapped;
            }
            double losses = 0;
            for (int term : order) {
                losses += function.evaluateTerm(term, x, 0, target);
                double[] difference = new double[3];
                for (int c = 0; c < 3; c++) {
                    difference[c] = target[c] - alpha[term][c];
                }
                double norm = function.squaredNorm(term, difference);
                double gamma = step.length(target, difference, 0, 3, function.weight(term), norm / l2);
                double[] moved = new double[3];
                for (int c = 0; c < 3; c++) {
                    float before = alpha[term][c];
                    alpha[term][c] = (float) (before + gamma * difference[c]);
                    moved[c] = -(alpha[term][c] - before) / l2;
                }
                function.addTerm(term, moved, x, 0, 1);
            }
            assertThat(run.x()).containsExactly(x, within(1e-12));
            assertThat(run.loss()).isCloseTo(losses * 120 / order.length, within(1e-9));
            assertThat(run.value()).isCloseTo(run.loss() + penalty.value(x), within(1e-9));
            assertThat(run.iteration()).isEqualTo(epoch + 1);
            assertThat(run.evaluations()).isEqualTo(epoch + 1);
            for (int n = 0; n < 120; n++) {
                for (int c = 0; c < 3 && n != 5; c++) {
                    assertThat(run.dual(n, c)).isEqualTo(alpha[n][c]);
                }
            }
        }
        assertThat(run.lossAtZero()).isCloseTo(zero, within(1e-9));
        assertThat(run.isFinite()).isTrue();
    }

    /** Batches: all terms of one are evaluated at the same x. Where a term is little work, a batch has one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theTermsOfABatchAreEvaluatedAtTheSamePoint(int batch) {
        Softmax small = Softmax.random(2_000, 4_000, 2, 3, new Random(43));
        Softmax function = batch == 2 ? small.withMuchWork() : small;
        DualRun run = DualRun.from(function, Penalty.l2(3), Vectors.SEQUENTIAL, DualOptions.DEFAULTS);
        run.next();
        int[] order = IntStream.range(0, 2_000).toArray();
        SplittableRandom random = new SplittableRandom(DualOptions.DEFAULTS.seed());
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        double[] x = new double[function.dimension()];
        DualStep step = new DualStep();
        double losses = 0;
        for (int first = 0; first < order.length; first += batch) {
            List<double[]> moves = new ArrayList<>();
            for (int k = 0; k < batch; k++) {
                int term = order[first + k];
                double[] target = new double[2];
                losses += function.evaluateTerm(term, x, 0, target);
                double norm = function.squaredNorm(term, target);
                double gamma = step.length(target, target, 0, 2, function.weight(term), norm / 3);
                moves.add(Arrays.stream(target)
                        .map(value -> -(float) (gamma * value) / 3.0)
                        .toArray());
            }
            for (int k = 0; k < batch; k++) {
                function.addTerm(order[first + k], moves.get(k), x, 0, 1);
            }
        }
        assertThat(run.x()).containsExactly(x, within(1e-12));
        assertThat(run.loss()).isCloseTo(losses, within(1e-8));
    }

    /** Where there is room for a share of the parts, term n takes part if ⌊(n + 1)·share⌋ &gt; ⌊n·share⌋. */
    @ParameterizedTest
    @ValueSource(ints = {30, 57, 89, 90, 1000})
    void asManyTermsTakePartAsThereIsRoomFor(int most) {
        Softmax function = Softmax.random(30, 20, 3, 4, new Random(44));
        DualRun run = DualRun.from(
                function,
                Penalty.l2(1),
                Vectors.SEQUENTIAL,
                new DualOptions(DualOptions.DEFAULTS.epochs(), most, DualOptions.DEFAULTS.seed()));
        run.next();
        double share = Math.min(1, most / 90.0);
        int count = 0;
        for (int n = 0; n < 30; n++) {
            if (share == 1 || Math.floor((n + 1) * share) > Math.floor(n * share)) {
                count++;
                assertThat(run.dual(n, 0)).as("term %d", n).isNotZero();
            }
        }
        assertThat(count).isBetween(Math.min(most / 3 - 1, 29), 30);
        // The sum of x over the classes of a column is 0 where gradients of a term sum to 0.
        double[] x = run.x();
        for (int column = 0; column < 20; column++) {
            assertThat(x[3 * column] + x[3 * column + 1] + x[3 * column + 2]).isCloseTo(0, within(1e-6));
        }
    }

    /** Epochs are limited; a gradient and a step length there are none. */
    @Test
    void theEpochsAreLimited() {
        Softmax function = Softmax.random(120, 32, 3, 4, new Random(45));
        DualRun run = DualRun.from(
                function,
                Penalty.l2(0.1),
                Vectors.SEQUENTIAL,
                DualOptions.DEFAULTS.withEpochs(2).withMaxParts(360));
        assertThat(run.hasNext()).isTrue();
        run.next();
        assertThat(run.hasNext()).isTrue();
        run.next();
        assertThat(run.hasNext()).isFalse();
        assertThat(run.gradientNorm()).isNaN();
        assertThat(run.step()).isNaN();
        assertThat(DualOptions.DEFAULTS.withMaxParts(1).maxParts()).isEqualTo(1);
        assertThat(DualOptions.DEFAULTS.withEpochs(0).epochs()).isZero();
        DualRun none =
                DualRun.from(function, Penalty.l2(0.1), Vectors.SEQUENTIAL, DualOptions.DEFAULTS.withMaxParts(1));
        assertThat(none.hasNext()).as("no term fits").isFalse();
    }

    /** Batches 0 … 63 and every 32nd are measured. */
    @Test
    void measuresTheFirstBatchesAndSomeLater() {
        DualOverlap overlap = new DualOverlap(Softmax.random(4, 5, 2, 2, new Random(1)), 2);
        for (int number = 0; number < 200; number++) {
            assertThat(overlap.isDue()).as("batch %d", number).isEqualTo(number < 64 || number % 32 == 0);
        }
    }

    /** Two terms with the same columns: ‖Σ Aₙᵀdₙ‖² against 1.5 Σ qₙ. */
    @Test
    void countsBatchesThatOverlap() {
        Softmax function = new Softmax(
                2,
                3,
                new int[][] {{0, 1}, {0, 1}, {2}},
                new double[][] {{1, 1}, {1, 1}, {1}},
                new int[] {0, 0, 0},
                new double[] {1, 1, 1});
        double[][] steps = {{0.5, -0.5}, {0.5, -0.5}};
        // Two columns of (1, −1): 4.
        DualOverlap overlap = new DualOverlap(function, 2);
        int[] terms = {2, 0, 1};
        for (int k = 0; k < 7; k++) {
            assertThat(overlap.isExcessive(terms, 1, 2, steps, 4 / 1.51))
                    .as("%d overlaps", k + 1)
                    .isFalse();
        }
        assertThat(overlap.isExcessive(terms, 1, 2, steps, 4 / 1.51)).isTrue();

        // Exactly as much as allowed is no overlap, and one that is 2·batch times as much needs no second.
        DualOverlap exact = new DualOverlap(function, 2);
        for (int k = 0; k < 20; k++) {
            assertThat(exact.isExcessive(terms, 1, 2, steps, 4 / 1.5)).isFalse();
        }
        assertThat(exact.isExcessive(terms, 1, 2, steps, 4 / 1.5 / 4)).isFalse();
        assertThat(exact.isExcessive(terms, 1, 2, steps, 3.99 / 1.5 / 4)).isTrue();

        // Eight overlaps are a quarter of 32 batches, and less of 33.
        DualOverlap rare = new DualOverlap(function, 2);
        for (int k = 0; k < 25; k++) {
            assertThat(rare.isExcessive(terms, 1, 2, steps, 100)).isFalse();
        }
        for (int k = 0; k < 8; k++) {
            assertThat(rare.isExcessive(terms, 1, 2, steps, 4 / 1.51)).isFalse();
        }
        // 9 of 34 are more than a quarter.
        assertThat(rare.isExcessive(terms, 1, 2, steps, 4 / 1.51)).isTrue();
    }
}
