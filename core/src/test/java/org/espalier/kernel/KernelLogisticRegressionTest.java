package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.model.Model;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.parallel.Workers;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.Test;

class KernelLogisticRegressionTest {
    private static final LbfgsOptions TIGHT =
            LbfgsOptions.DEFAULTS.withGradientTolerance(1e-9).withObjectiveTolerance(0);
    private static final KernelLogisticRegression EXACT =
            KernelLogisticRegression.DEFAULTS.withOptimizer(TIGHT).withL2(0.7);

    private static final class Report implements TrainingListener {
        private TrainingReport report;

        @Override
        public void onFinish(TrainingReport finished) {
            report = finished;
        }
    }

    /** The ladder: linear kernel ≡ linear model, in objective and in every probability. */
    @Test
    void withTheLinearKernelItIsLogisticRegression() {
        List<Sequence> data = new ArrayList<>(Problems.clouds(80, 3, 0.8, 1).sequences());
        data.replaceAll(sequence -> sequence.withWeight(data.indexOf(sequence) % 3 == 0 ? 2.5 : 1));
        Report linear = new Report();
        Model primal = new Trainer(
                        new GivenAttributes(),
                        TrainingOptions.DEFAULTS
                                .withL2(0.7)
                                .withAllFeatures(true)
                                .withTolerance(0)
                                .withGradientTolerance(1e-9))
                .withListener(linear)
                .train(data);
        Report kernel = new Report();
        Model dual = new KernelTrainer(new GivenAttributes(), KernelFunction.parse("linear"), EXACT.withBias(false))
                .withListener(kernel)
                .train(data);

        assertThat(kernel.report.objective())
                .isCloseTo(linear.report.objective(), within(1e-8 * linear.report.objective()));
        assertThat(dual.encoder().attributes().size())
                .as("as many support points as dimensions")
                .isEqualTo(3);
        for (Sequence x : Problems.clouds(20, 3, 1.5, 2).sequences()) {
            double[] expected = primal.tagger().tag(x).marginals()[0];
            double[] found = dual.tagger().tag(x).marginals()[0];
            for (int y = 0; y < 3; y++) {
                assertThat(found[y]).isCloseTo(expected[y], within(1e-6));
            }
        }
    }

    /** ∂/∂α = K (w (p − t) + λα) vanishes for every label, computed from the definition; and b's derivative too. */
    @Test
    void theOptimumIsOneOfTheObjectiveInCoefficients() {
        for (String kernel : List.of("rbf(gamma=0.8)", "polynomial(degree=3)", "rbf(gamma=50)")) {
            try (Workers workers = new Workers(2)) {
                KernelProblem problem = Problems.problem(
                        KernelFunction.parse(kernel),
                        Problems.clouds(60, 3, 0.7, 4).sequences(),
                        workers);
                DualSolution solution = EXACT.learn(problem);
                double[][] residual = residuals(problem, solution);
                double objective = 0;
                for (int y = 0; y < 3; y++) {
                    assertThat(Arrays.stream(residual[y]).sum()).isCloseTo(0, within(1e-5));
                    for (int i = 0; i < problem.size(); i++) {
                        double gradient = 0;
                        double[] row = problem.gram().row(i);
                        for (int j = 0; j < row.length; j++) {
                            gradient += row[j]
                                    * (residual[y][j]
                                            + 0.7 * solution.machines().get(y).coefficients()[j]);
                            objective += 0.35
                                    * solution.machines().get(y).coefficients()[i]
                                    * row[j]
                                    * solution.machines().get(y).coefficients()[j];
                        }
                        assertThat(gradient)
                                .as(kernel)
                                .isCloseTo(0, within(1e-5 * problem.gram().diagonal(i)));
                    }
                }
                for (int i = 0; i < problem.size(); i++) {
                    objective -= Math.log(1 + residual[problem.labels()[i]][i]);
                }
                assertThat(solution.objective()).as(kernel).isCloseTo(objective, within(1e-7 * objective));
            }
        }
    }

    /** p − t // [Y][n]. */
    private static double[][] residuals(KernelProblem problem, DualSolution solution) {
        double[][] residual = new double[problem.classes()][problem.size()];
        for (int i = 0; i < problem.size(); i++) {
            double[] row = problem.gram().row(i);
            double[] scores = new double[problem.classes()];
            double sum = 0;
            for (int y = 0; y < scores.length; y++) {
                scores[y] = solution.machines().get(y).bias();
                for (int j = 0; j < row.length; j++) {
                    scores[y] += solution.machines().get(y).coefficients()[j] * row[j];
                }
                sum += Math.exp(scores[y]);
            }
            for (int y = 0; y < scores.length; y++) {
                residual[y][i] = Math.exp(scores[y]) / sum - (problem.labels()[i] == y ? 1 : 0);
            }
        }
        return residual;
    }

    @Test
    void theGradientIsThatOfTheFunction() {
        try (Workers workers = new Workers(2)) {
            KernelProblem problem = Problems.problem(
                    KernelFunction.parse("rbf"), Problems.clouds(30, 3, 0.7, 6).sequences(), workers);
            PivotedCholesky factor = new PivotedCholesky(problem.gram(), 1e-10, workers);
            for (int k = 0; k < 5; k++) {
                factor.add(factor.largest());
            }
            DualLogisticFunction function = new DualLogisticFunction(
                    factor,
                    new SoftmaxLoss(problem.labels(), problem.weights(), 3, workers),
                    problem.size(),
                    3,
                    0.3,
                    true,
                    workers);
            double[] x = new double[function.dimension()];
            Arrays.setAll(x, k -> Math.sin(k + 1));

            double[] gradient = new double[x.length];
            function.evaluate(x, gradient);
            double step = 1e-5;
            for (int k = 0; k < x.length; k++) {
                double[] above = x.clone();
                double[] below = x.clone();
                above[k] += step;
                below[k] -= step;
                double[] ignored = new double[x.length];
                double difference =
                        (function.evaluate(above, ignored) - function.evaluate(below, ignored)) / (2 * step);
                assertThat(gradient[k])
                        .as("coordinate %d", k)
                        .isCloseTo(difference, within(1e-6 * Math.max(1, Math.abs(difference))));
            }
        }
    }

    /** Zhu & Hastie: few import vectors come close to the optimum over all points. */
    @Test
    void importVectorsComeCloseToTheOptimum() {
        try (Workers workers = new Workers(2)) {
            KernelProblem problem = Problems.problem(
                    KernelFunction.parse("rbf(gamma=0.5)"),
                    Problems.clouds(200, 3, 0.6, 8).sequences(),
                    workers);
            DualSolution all = EXACT.learn(problem);
            KernelLogisticRegression few = EXACT.withImportVectors(ImportVectors.DEFAULTS.withTolerance(1e-4));
            DualSolution chosen = few.learn(problem);
            long vectors = Arrays.stream(chosen.machines().get(0).coefficients())
                    .filter(a -> a != 0)
                    .count();

            assertThat(chosen.objective()).isBetween(all.objective() - 1e-6, all.objective() * 1.01);
            assertThat(vectors).isBetween(5L, 100L);
            assertThat(Arrays.stream(all.machines().get(0).coefficients())
                            .filter(a -> a != 0)
                            .count())
                    .isEqualTo(200);
            DualSolution three = few.withImportVectors(
                            ImportVectors.DEFAULTS.withMost(3).withCandidates(0))
                    .learn(problem);
            assertThat(Arrays.stream(three.machines().get(0).coefficients())
                            .filter(a -> a != 0)
                            .count())
                    .isEqualTo(3);
            assertThat(three.objective()).isGreaterThan(chosen.objective());
            assertThat(few.learn(problem)).usingRecursiveComparison().isEqualTo(chosen);
        }
    }

    @Test
    void withEveryPointAsImportVectorItIsTheOptimum() {
        try (Workers workers = new Workers(1)) {
            KernelProblem problem = Problems.problem(
                    KernelFunction.parse("rbf(gamma=1)"),
                    Problems.clouds(30, 2, 0.9, 9).sequences(),
                    workers);
            DualSolution all = EXACT.learn(problem);
            DualSolution chosen =
                    EXACT.withImportVectors(new ImportVectors(1000, 0, 0)).learn(problem);

            assertThat(chosen.objective()).isCloseTo(all.objective(), within(1e-7 * all.objective()));
        }
    }

    @Test
    void saysWhatTooManyPointsNeed() {
        KernelTrainer trainer = new KernelTrainer(
                        new GivenAttributes(),
                        KernelFunction.parse("rbf(gamma=100)"),
                        KernelLogisticRegression.DEFAULTS)
                .withCacheBytes(8 * 100 * 50);

        assertThatThrownBy(() -> trainer.train(Problems.clouds(100, 2, 0.5, 1).sequences()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("needs more than 50 of them as support points")
                .hasMessageContaining("choose import vectors");
        assertThatThrownBy(() -> EXACT.withL2(0)).hasMessageContaining("l2 = 0.0; expected a finite number above 0");
    }

    /** On real data: all learners agree within two points, and import vectors need a fraction of the points. */
    @Test
    void svmguide1() {
        Problems.Vectors train = Problems.libsvm("svmguide1.dat", 4);
        Problems.Vectors test = Problems.libsvm("svmguide1.t.dat", 4);
        List<double[]> both = new ArrayList<>(train.x());
        both.addAll(test.x());
        List<String> labels = new ArrayList<>(train.y());
        labels.addAll(test.y());
        Problems.Vectors scaled = new Problems.Vectors(both, labels).scaled();
        List<Sequence> data = scaled.part(0, train.size()).every(3, 0).sequences();
        List<Sequence> questions =
                scaled.part(train.size(), scaled.size()).every(4, 0).sequences();
        KernelLogisticRegression regression = KernelLogisticRegression.DEFAULTS.withL2(0.5);
        double full = accuracy(regression, data, questions, 1030);
        double few = accuracy(regression.withImportVectors(ImportVectors.DEFAULTS), data, questions, 60);
        double perceptron = accuracy(KernelPerceptron.DEFAULTS, data, questions, 1030);
        double svm = accuracy(KernelSvm.DEFAULTS.withCost(2), data, questions, 300);

        assertThat(List.of(full, few, perceptron, svm))
                .allSatisfy(value -> assertThat(value).isGreaterThan(0.94));
    }

    private static double accuracy(KernelLearner learner, List<Sequence> data, List<Sequence> questions, int most) {
        Report report = new Report();
        Model model = new KernelTrainer(new GivenAttributes(), KernelFunction.parse("rbf(gamma=2)"), learner)
                .withListener(report)
                .train(data);
        int support = ((KernelFeatures) model.encoder().extractor()).points().size();
        double right = 0;
        for (Sequence question : questions) {
            right += model.tagger().tag(question).labels().equals(question.labels()) ? 1 : 0;
        }
        System.out.printf(
                "svmguide1 %s: %d points, %d support points, objective %.4f, accuracy %.4f%n",
                learner.name(), data.size(), support, report.report.objective(), right / questions.size());
        assertThat(support).as(learner.toString()).isBetween(2, most);
        return right / questions.size();
    }
}
