package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.optimize.StopReason;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelPerceptronTest {
    private static final KernelFunction LINEAR = KernelFunction.parse("linear");

    /** The same order of points, weights in place of coefficients: the same mistakes, the same scores. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withTheLinearKernelItIsThePerceptron(boolean averaged) {
        Problems.Vectors data = Problems.clouds(60, 3, 0.5, 3);
        KernelPerceptron learner =
                KernelPerceptron.DEFAULTS.withAveraged(averaged).withEpochs(4);
        try (Workers workers = new Workers(1)) {
            KernelProblem problem = Problems.problem(LINEAR, data.sequences(), workers);
            DualSolution solution = learner.learn(problem);
            double[][] expected = primal(data, problem.labels(), 3, learner);
            for (int y = 0; y < 3; y++) {
                for (int k = 0; k < 3; k++) {
                    double weight = 0;
                    for (int i = 0; i < data.size(); i++) {
                        weight += solution.machines().get(y).coefficients()[i]
                                * data.x().get(i)[k];
                    }
                    assertThat(weight).isCloseTo(expected[y][k], within(1e-9));
                }
            }
        }
    }

    private static double[][] primal(Problems.Vectors data, int[] labels, int classes, KernelPerceptron learner) {
        int dimension = data.x().get(0).length;
        double[][] weights = new double[classes][dimension];
        double[][] sums = new double[classes][dimension];
        SplittableRandom random = new SplittableRandom(learner.seed());
        int[] order = new int[data.size()];
        Arrays.setAll(order, i -> i);
        long steps = 0;
        for (int epoch = 0; epoch < learner.epochs(); epoch++) {
            for (int k = order.length - 1; k > 0; k--) {
                int other = random.nextInt(k + 1);
                int kept = order[k];
                order[k] = order[other];
                order[other] = kept;
            }
            for (int i : order) {
                int gold = labels[i];
                int rival = -1;
                for (int y = 0; y < classes; y++) {
                    if (y != gold
                            && (rival < 0
                                    || dot(weights[y], data.x().get(i))
                                            > dot(weights[rival], data.x().get(i)))) {
                        rival = y;
                    }
                }
                if (dot(weights[rival], data.x().get(i))
                        >= dot(weights[gold], data.x().get(i))) {
                    for (int k = 0; k < dimension; k++) {
                        weights[gold][k] += data.x().get(i)[k];
                        weights[rival][k] -= data.x().get(i)[k];
                    }
                }
                steps++;
                for (int y = 0; y < classes; y++) {
                    for (int k = 0; k < dimension; k++) {
                        sums[y][k] += weights[y][k];
                    }
                }
            }
        }
        for (double[] sum : sums) {
            double all = steps;
            Arrays.setAll(sum, k -> sum[k] / all);
        }
        return learner.averaged() ? sums : weights;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /** Novikoff: labelled by a unit vector u with margin γ, there are at most R²/γ² mistakes. */
    @Test
    void theMistakeBoundHolds() {
        SplittableRandom random = new SplittableRandom(11);
        List<double[]> points = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        double margin = Double.POSITIVE_INFINITY;
        double radius = 0;
        while (points.size() < 200) {
            double[] x = {random.nextDouble(-1, 1), random.nextDouble(-1, 1), 1};
            double side = (0.6 * x[0] - 0.8 * x[1]);
            if (Math.abs(side) > 0.1) {
                points.add(x);
                labels.add(side > 0 ? "yes" : "no");
                margin = Math.min(margin, Math.abs(side));
                radius = Math.max(radius, dot(x, x));
            }
        }
        try (Workers workers = new Workers(1)) {
            KernelProblem problem = Problems.problem(LINEAR, new Problems.Vectors(points, labels).sequences(), workers);
            DualSolution solution = KernelPerceptron.DEFAULTS
                    .withAveraged(false)
                    .withEpochs(1000)
                    .learn(problem);
            double mistakes = Arrays.stream(solution.machines().get(0).coefficients())
                    .map(Math::abs)
                    .sum();

            assertThat(solution.reason()).isEqualTo(StopReason.CONVERGED_LOSS);
            // Of two opposite weight vectors of half the length each, a mistake moves both.
            assertThat(mistakes).isPositive().isLessThanOrEqualTo(radius / (margin * margin));
        }
    }

    @Test
    void aBudgetIsKept() {
        try (Workers workers = new Workers(2)) {
            KernelProblem problem = Problems.problem(
                    KernelFunction.parse("rbf(gamma=2)"),
                    Problems.clouds(150, 3, 0.6, 5).sequences(),
                    workers);
            DualSolution free = KernelPerceptron.DEFAULTS.withAveraged(false).learn(problem);
            DualSolution tight = KernelPerceptron.DEFAULTS.withBudget(20).learn(problem);

            assertThat(support(free)).isGreaterThan(40);
            assertThat(support(tight)).isBetween(10, 20);
        }
    }

    private static int support(DualSolution solution) {
        int count = 0;
        for (int i = 0; i < solution.machines().get(0).coefficients().length; i++) {
            boolean used = false;
            for (DualSolution.Machine machine : solution.machines()) {
                used |= machine.coefficients()[i] != 0;
            }
            count += used ? 1 : 0;
        }
        return count;
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() {
        assertThatThrownBy(() -> new KernelPerceptron(10, true, 5, 1))
                .hasMessageContaining("does not go together with averaging");
        assertThatThrownBy(() -> KernelPerceptron.DEFAULTS.withEpochs(0)).hasMessageContaining("epochs = 0");
    }
}
