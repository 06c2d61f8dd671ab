package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.dual.FrankWolfe;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.train.run.TermProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Linear support vector machines against liblinear, in its Java version, on the first rows of data of LIBSVM; skipped where they
 * are not at hand. {@link LiblinearIT} reads all rows.
 */
class LiblinearTest {
    private static final int ROWS = 1500;

    /** One line of LIBSVM's format: a label, then index:value with indices from 1. */
    record Row(double label, int[] indices, double[] values) {

        static Row parse(String line) {
            String[] fields = line.trim().split("\\s+");
            int[] indices = new int[fields.length - 1];
            double[] values = new double[fields.length - 1];
            for (int k = 1; k < fields.length; k++) {
                int colon = fields[k].indexOf(':');
                indices[k - 1] = Integer.parseInt(fields[k].substring(0, colon));
                values[k - 1] = Double.parseDouble(fields[k].substring(colon + 1));
            }
            return new Row(Double.parseDouble(fields[0]), indices, values);
        }

        Sequence sequence() {
            List<Attribute> attributes = new ArrayList<>();
            for (int k = 0; k < indices.length; k++) {
                attributes.add(new Attribute("x" + indices[k], values[k]));
            }
            return Sequence.of(List.of(Token.ofAttributes(attributes)), List.of(String.valueOf(label)));
        }

        Feature[] features() {
            Feature[] nodes = new Feature[indices.length];
            for (int k = 0; k < nodes.length; k++) {
                nodes[k] = new FeatureNode(indices[k], values[k]);
            }
            return nodes;
        }
    }

    static List<Row> rows(String file, int most) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line :
                Files.readAllLines(ReferenceObjectivesTest.shared("data/libsvm/" + file), StandardCharsets.US_ASCII)) {
            if (!line.isBlank() && rows.size() < most) {
                rows.add(Row.parse(line));
            }
        }
        return rows;
    }

    private static Model train(List<Row> rows, SolverType type, double c, double accuracy) {
        Problem problem = new Problem();
        problem.l = rows.size();
        problem.n = rows.stream()
                .flatMapToInt(row -> Arrays.stream(row.indices()))
                .max()
                .orElseThrow();
        problem.x = rows.stream().map(Row::features).toArray(Feature[][]::new);
        problem.y = rows.stream().mapToDouble(Row::label).toArray();
        problem.bias = -1;
        Linear.disableDebugOutput();
        return Linear.train(problem, new Parameter(type, c, accuracy));
    }

    /** The score of the k-th class of liblinear's model. */
    private static double score(Model model, Row row, int k, int vectors) {
        double sum = 0;
        for (int i = 0; i < row.indices().length; i++) {
            sum += model.getFeatureWeights()[(row.indices()[i] - 1) * vectors + k] * row.values()[i];
        }
        return sum;
    }

    private static double squaredNorm(Model model) {
        double sum = 0;
        for (double weight : model.getFeatureWeights()) {
            sum += weight * weight;
        }
        return sum;
    }

    /** ½Σ‖w_k‖² + C Σ max_k (w_k·x + [k ≠ y] − w_y·x). */
    private static double crammerSinger(Model model, List<Row> rows, double c) {
        double loss = 0;
        for (Row row : rows) {
            double right = Double.NaN;
            double worst = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < model.getNrClass(); k++) {
                double score = score(model, row, k, model.getNrClass());
                boolean gold = model.getLabels()[k] == row.label();
                right = gold ? score : right;
                worst = Math.max(worst, score + (gold ? 0 : 1));
            }
            loss += worst - right;
        }
        return 0.5 * squaredNorm(model) + c * loss;
    }

    @ParameterizedTest
    @CsvSource({"a9a, 1", "a9a, 0.1", "mushrooms.svm, 1", "glass.txt, 1"})
    void crammerAndSingersMachineHasLiblinearsObjective(String file, double c) throws IOException {
        compareCrammerSinger(file, rows(file, ROWS), c, 1e-6);
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Demands liblinear's objective to 10⁻⁴, and a proof of it. */
    static void compareCrammerSinger(String file, List<Row> rows, double c, double accuracy) {
        long begin = processorTime();
        Model model = train(rows, SolverType.MCSVM_CS, c, accuracy);
        long between = processorTime();
        double expected = crammerSinger(model, rows, c);
        try (TermProblem problem =
                TermProblem.of(rows.stream().map(Row::sequence).toList(), LossFunction.HINGE, false, 1)) {
            long start = processorTime();
            Result found = new FrankWolfe(
                            StochasticOptions.DEFAULTS.withGapTolerance(5e-5).withEpochs(5000))
                    .minimize(problem.function(), Penalty.l2(1 / c), problem.zero());
            System.out.printf(
                    Locale.ROOT,
                    "%s, %d rows, C=%s: Crammer–Singer %.6f, liblinear %.6f, relative %.1e; gap %.1e; %d epochs;"
                            + " %.1f processor seconds, liblinear %.1f%n",
                    file,
                    rows.size(),
                    c,
                    c * found.value(),
                    expected,
                    c * found.value() / expected - 1,
                    found.gap() / found.value(),
                    found.iterations(),
                    (processorTime() - start) / 1e9,
                    (between - begin) / 1e9);

            assertThat(found.reason()).isEqualTo(StopReason.CONVERGED_DUALITY);
            assertThat(c * found.value() / expected - 1).isBetween(-1e-4, 1e-4);
        }
    }

    @ParameterizedTest
    @CsvSource({"a9a, 1", "mushrooms.svm, 1", "glass.txt, 1"})
    void oneVsRestHasLiblinearsObjective(String file, double c) throws IOException {
        compareOneVsRest(rows(file, ROWS), c);
    }

    /** With two classes liblinear trains one machine and we two, which are each other's mirror image. */
    static void compareOneVsRest(List<Row> rows, double c) {
        Model model = train(rows, SolverType.L2R_L2LOSS_SVC, c, 1e-7);
        int vectors = model.getNrClass() == 2 ? 1 : model.getNrClass();
        double expected = 0.5 * squaredNorm(model);
        for (Row row : rows) {
            for (int k = 0; k < vectors; k++) {
                double sign = model.getLabels()[k] == row.label() ? 1 : -1;
                double gap = Math.max(0, 1 - sign * score(model, row, k, vectors));
                expected += c * gap * gap;
            }
        }
        expected *= model.getNrClass() == 2 ? 2 : 1;
        try (TermProblem problem = TermProblem.of(
                rows.stream().map(Row::sequence).toList(), LossFunction.ONE_VS_REST_SQUARED_HINGE, false, 1)) {
            Result found = new Lbfgs(LbfgsOptions.DEFAULTS
                            .withMemory(20)
                            .withObjectiveTolerance(1e-9)
                            .withMaxIterations(5000))
                    .minimize(problem.function(), Penalty.l2(1 / c), problem.zero());
            assertThat(c * found.value() / expected - 1).isBetween(-1e-5, 1e-5);
        }
    }
}
