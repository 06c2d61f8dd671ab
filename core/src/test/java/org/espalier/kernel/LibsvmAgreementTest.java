package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import libsvm.svm;
import libsvm.svm_model;
import libsvm.svm_node;
import libsvm.svm_parameter;
import libsvm.svm_problem;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.model.Model;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Normalisation;
import org.junit.jupiter.api.Test;

/** Support vector machines against libsvm, on real data where they are at hand and on drawn data everywhere. */
class LibsvmAgreementTest {
    private static final double TOLERANCE = 1e-5;

    static svm_parameter parameter(String kernel, double gamma, double cost) {
        svm_parameter parameter = new svm_parameter();
        parameter.svm_type = svm_parameter.C_SVC;
        parameter.kernel_type = switch (kernel) {
            case "linear" -> svm_parameter.LINEAR;
            case "polynomial" -> svm_parameter.POLY;
            default -> svm_parameter.RBF;
        };
        parameter.degree = 3;
        parameter.coef0 = 1;
        parameter.gamma = gamma;
        parameter.C = cost;
        parameter.eps = TOLERANCE;
        parameter.cache_size = 100;
        parameter.shrinking = 1;
        parameter.weight_label = new int[0];
        parameter.weight = new double[0];
        return parameter;
    }

    private static String specification(String kernel, double gamma) {
        return switch (kernel) {
            case "linear" -> "linear";
            case "polynomial" -> "polynomial(degree=3,coefficient=1,gamma=" + gamma + ")";
            default -> "rbf(gamma=" + gamma + ")";
        };
    }

    private static svm_node[] nodes(double[] x) {
        List<svm_node> nodes = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            if (x[k] != 0) {
                svm_node node = new svm_node();
                node.index = k + 1;
                node.value = x[k];
                nodes.add(node);
            }
        }
        return nodes.toArray(new svm_node[0]);
    }

    /** Labels are numbered in their order, as ours are. */
    static svm_model train(Problems.Vectors data, svm_parameter parameter) {
        svm.svm_set_print_string_function(text -> {});
        List<String> labels = new ArrayList<>(new TreeSet<>(data.y()));
        svm_problem problem = new svm_problem();
        problem.l = data.size();
        problem.x = data.x().stream().map(LibsvmAgreementTest::nodes).toArray(svm_node[][]::new);
        problem.y = data.y().stream().mapToDouble(labels::indexOf).toArray();
        return svm.svm_train(problem, parameter);
    }

    /** Of a binary machine, from its own support points: libsvm does not tell its objective. */
    static double dual(svm_model model, KernelProblem problem) {
        double[] coefficients = new double[problem.size()];
        for (int k = 0; k < model.sv_indices.length; k++) {
            coefficients[model.sv_indices[k] - 1] = model.sv_coef[0][k];
        }
        return dual(coefficients, problem);
    }

    private static void compareBinary(
            String name, Problems.Vectors train, Problems.Vectors test, String kernel, double gamma, double cost) {
        Problems.Vectors data = train.sorted();
        svm_model theirs = train(data, parameter(kernel, gamma, cost));
        KernelFunction function = KernelFunction.parse(specification(kernel, gamma));
        List<Sequence> sequences = data.sequences();
        BinarySvm ours;
        double theirDual;
        try (Workers workers = new Workers(2)) {
            KernelProblem problem = Problems.problem(function, sequences, workers);
            KernelSvm options = KernelSvm.DEFAULTS.withCost(cost).withTolerance(TOLERANCE);
            ours = SvmRun.machine(
                    options, problem, IntStream.range(0, problem.size()).toArray(), 0, KernelProblem.Monitor.NONE);
            theirDual = dual(theirs, problem);
        }
        Model model = new KernelTrainer(
                        new GivenAttributes(),
                        function,
                        KernelSvm.DEFAULTS.withCost(cost).withTolerance(TOLERANCE))
                .train(sequences);
        List<String> labels = model.labels().names();
        int same = 0;
        int right = 0;
        List<Sequence> questions = test.sequences();
        for (int i = 0; i < test.size(); i++) {
            String answer = model.tagger().tag(questions.get(i)).labels().get(0);
            double[] decision = new double[1];
            String theirAnswer = labels.get(
                    (int) svm.svm_predict_values(theirs, nodes(test.x().get(i)), decision));
            same += answer.equals(theirAnswer) || Math.abs(decision[0]) < 1e-3 ? 1 : 0;
            right += answer.equals(test.y().get(i)) ? 1 : 0;
        }
        System.out.printf(
                "%s %s C=%s: n=%d dual %.6f, libsvm %.6f, relative %.1e; gap %.1e; support %d, libsvm %d; steps %d; accuracy %.4f%n",
                name,
                function,
                cost,
                data.size(),
                ours.dual(),
                theirDual,
                Math.abs(ours.dual() - theirDual) / Math.abs(theirDual),
                ours.gap(),
                Arrays.stream(ours.coefficients()).filter(a -> a != 0).count(),
                theirs.l,
                ours.steps(),
                right / (double) test.size());

        assertThat(ours.dual()).as(name).isCloseTo(theirDual, within(1e-4 * Math.abs(theirDual)));
        assertThat(ours.gap()).as(name).isLessThan(1e-3 * ours.primal());
        assertThat(ours.bias()).as(name).isCloseTo(-theirs.rho[0], within(1e-2 * Math.max(1, Math.abs(theirs.rho[0]))));
        assertThat(same).as(name).isEqualTo(test.size());
    }

    @Test
    void drawnData() {
        Problems.Vectors train = Problems.clouds(200, 2, 1.2, 21);
        Problems.Vectors test = Problems.clouds(200, 2, 1.2, 22);
        compareBinary("clouds", train, test, "linear", 1, 0.5);
        compareBinary("clouds", train, test, "polynomial", 0.5, 1);
        compareBinary("clouds", train, test, "rbf", 0.7, 10);
    }

    @Test
    void svmguide1() {
        Problems.Vectors all = Problems.libsvm("svmguide1.dat", 4);
        Problems.Vectors test = Problems.libsvm("svmguide1.t.dat", 4);
        List<double[]> both = new ArrayList<>(all.x());
        both.addAll(test.x());
        List<String> labels = new ArrayList<>(all.y());
        labels.addAll(test.y());
        Problems.Vectors scaled = new Problems.Vectors(both, labels).scaled();

        compareBinary(
                "svmguide1",
                scaled.part(0, all.size()).every(3, 0),
                scaled.part(all.size(), scaled.size()).every(4, 0),
                "rbf",
                2,
                2);
    }

    @Test
    void mushrooms() {
        Problems.Vectors all = Problems.libsvm("mushrooms.svm", 112);

        compareBinary("mushrooms", all.every(10, 0), all.every(10, 5), "rbf", 0.01, 1);
        compareBinary("mushrooms", all.every(10, 0), all.every(10, 5), "polynomial", 0.1, 1);
    }

    @Test
    void a9a() {
        Problems.Vectors all = Problems.libsvm("a9a", 123);

        compareBinary("a9a", all.every(40, 0), all.every(40, 5), "rbf", 0.05, 1);
    }

    /** Every pair's ½Σ c_i c_j K_ij − Σ|c_i|; libsvm keeps what label i has in the machine (i, j) in row j − 1, or j for j < i. */
    private static void compareDuals(
            String name, svm_model theirs, KernelFunction kernel, KernelSvm options, List<Sequence> data) {
        try (Workers workers = new Workers(2)) {
            KernelProblem problem = Problems.problem(kernel, data, workers);
            DualSolution solution = options.learn(problem);
            assertThat(solution.normalisation()).isEqualTo(Normalisation.VOTES);
            int[] at = Arrays.stream(theirs.sv_indices).map(i -> i - 1).toArray();
            double largest = 0;
            int pair = 0;
            for (int i = 0; i < problem.classes(); i++) {
                for (int j = i + 1; j < problem.classes(); j++, pair++) {
                    double[] theirCoefficients = new double[problem.size()];
                    for (int k : at) {
                        int label = problem.labels()[k];
                        if (label == i || label == j) {
                            int row = label == i ? j - 1 : i;
                            theirCoefficients[k] = theirs.sv_coef[row][Arrays.binarySearch(at, k)];
                        }
                    }
                    DualSolution.Machine machine = solution.machines().get(pair);
                    double[] ours = new double[problem.size()];
                    for (int k = 0; k < machine.points().length; k++) {
                        ours[machine.points()[k]] = machine.coefficients()[k];
                    }
                    double expected = dual(theirCoefficients, problem);
                    assertThat(dual(ours, problem))
                            .as("%s, pair %d %d", name, i, j)
                            .isCloseTo(expected, within(1e-4 * Math.abs(expected)));
                    largest = Math.max(largest, Math.abs(dual(ours, problem) / expected - 1));
                }
            }
            System.out.printf("%s: dual objectives of %d pairs differ by %.1e at most%n", name, pair, largest);
        }
    }

    private static double dual(double[] coefficients, KernelProblem problem) {
        double sum = 0;
        for (int a = 0; a < coefficients.length; a++) {
            if (coefficients[a] != 0) {
                double[] row = problem.gram().row(a);
                for (int b = 0; b < coefficients.length; b++) {
                    sum += 0.5 * coefficients[a] * coefficients[b] * row[b];
                }
                sum -= Math.abs(coefficients[a]);
            }
        }
        return sum;
    }

    private static void compareOneVsOne(
            String name, Problems.Vectors train, Problems.Vectors test, double gamma, double cost) {
        Problems.Vectors data = train.sorted();
        svm_model theirs = train(data, parameter("rbf", gamma, cost));
        KernelFunction kernel = KernelFunction.parse("rbf(gamma=" + gamma + ")");
        KernelSvm perLabel = KernelSvm.DEFAULTS.withCost(cost).withTolerance(TOLERANCE);
        KernelSvm perPair = perLabel.withMulticlass(KernelSvm.Multiclass.ALL_PAIRS);
        Model ours = new KernelTrainer(new GivenAttributes(), kernel, perPair).train(data.sequences());
        Model rest = new KernelTrainer(new GivenAttributes(), kernel, perLabel).train(data.sequences());
        compareDuals(name, theirs, kernel, perPair, data.sequences());
        List<String> labels = ours.labels().names();
        int pairs = labels.size() * (labels.size() - 1) / 2;
        double largest = 0;
        int right = 0;
        int rightOfRest = 0;
        List<Sequence> questions = test.sequences();
        for (int i = 0; i < test.size(); i++) {
            double[] expected = new double[pairs];
            int label = (int) svm.svm_predict_values(theirs, nodes(test.x().get(i)), expected);
            double[] found = AllPairsSvmTest.pairScores(ours, questions.get(i));
            String answer = ours.tagger().tag(questions.get(i)).labels().get(0);
            boolean close = false;
            for (int k = 0; k < pairs; k++) {
                largest = Math.max(largest, Math.abs(found[k] - expected[k]));
                close |= Math.abs(expected[k]) < 1e-3;
            }
            if (!close) {
                assertThat(answer).as("%s, point %d", name, i).isEqualTo(labels.get(label));
            }
            right += answer.equals(test.y().get(i)) ? 1 : 0;
            rightOfRest += rest.tagger()
                            .tag(questions.get(i))
                            .labels()
                            .get(0)
                            .equals(test.y().get(i))
                    ? 1
                    : 0;
        }
        System.out.printf(
                "%s one against one: %d labels, support %d, libsvm %d, decisions differ by %.1e at most; accuracy %.4f; one against the rest %.4f%n",
                name,
                labels.size(),
                AllPairsSvmTest.supportPoints(ours),
                theirs.l,
                largest,
                right / (double) test.size(),
                rightOfRest / (double) test.size());

        assertThat(largest).as(name).isLessThan(5e-3);
    }

    @Test
    void glass() {
        Problems.Vectors all = Problems.libsvm("glass.txt", 9);
        compareOneVsOne("glass", all.every(2, 0), all.every(2, 1), 0.5, 10);
    }

    @Test
    void iris() {
        Problems.Vectors all = Problems.csv("iris.csv", true);
        compareOneVsOne("iris", all.every(2, 0), all.every(2, 1), 0.2, 5);
    }

    @Test
    void digits() {
        Problems.Vectors all = Problems.csv("digits.csv.gz", false).scaled();
        compareOneVsOne("digits", all.every(4, 0), all.every(4, 2), 0.05, 5);
    }
}
