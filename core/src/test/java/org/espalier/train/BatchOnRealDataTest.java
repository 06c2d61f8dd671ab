package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batch algorithms on real data: against liblinear, and against the optimum that others reached; skipped where the data are not at hand. */
class BatchOnRealDataTest {
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(1e-7)
            .withGradientTolerance(1e-4)
            .withMaxIterations(3000)
            .withAllFeatures(true);

    private static TrainingReport train(TrainingOptions options, List<Sequence> data) {
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), options).withListener(recorder).train(data);
        assertThat(recorder.report().stopReason().converged())
                .as(recorder.report().stopReason().text())
                .isTrue();
        return recorder.report();
    }

    /**
     * liblinear minimises ½‖u‖² + C Σ log(1 + exp(−y u·x)). A softmax over two labels with weights v and w sees u = v − w only,
     * and ½λ₂(‖v‖² + ‖w‖²) is least for v = −w = u/2, where it is ¼λ₂‖u‖². So with λ₂ = 2/C our objective is liblinear's divided by C.
     */
    @ParameterizedTest
    @CsvSource({"a9a, 1, TRUST_REGION", "mushrooms.svm, 1, BFGS", "mushrooms.svm, 10, CG"})
    void liblinearReachesTheSame(String name, double c, Algorithm algorithm) throws IOException {
        Path file = ReferenceObjectivesTest.shared("data/libsvm/" + name);
        List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
        List<Sequence> sequences = new ArrayList<>();
        List<Feature[]> rows = new ArrayList<>();
        List<Double> signs = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.trim().split(" +");
            List<Attribute> attributes = new ArrayList<>();
            Feature[] row = new Feature[fields.length - 1];
            for (int k = 1; k < fields.length; k++) {
                String[] pair = fields[k].split(":");
                attributes.add(new Attribute(pair[0], Double.parseDouble(pair[1])));
                row[k - 1] = new FeatureNode(Integer.parseInt(pair[0]), Double.parseDouble(pair[1]));
            }
            sequences.add(Sequence.of(List.of(Token.ofAttributes(attributes)), List.of(fields[0])));
            rows.add(row);
            signs.add(fields[0].equals(lines.get(0).trim().split(" ")[0]) ? 1.0 : -1.0);
        }
        double expected = liblinear(rows, signs, c);

        TrainingOptions options = TIGHT.withAlgorithm(algorithm)
                .withL2(2 / c)
                .withSelection(TIGHT.selection().withTransitions(false));
        double found = c * train(options, sequences).objective();
        assertThat(found).isCloseTo(expected, within(1e-5 * expected));
    }

    /** The objective at liblinear's weights. */
    private static double liblinear(List<Feature[]> rows, List<Double> signs, double c) {
        Problem problem = new Problem();
        problem.l = rows.size();
        problem.x = rows.toArray(new Feature[0][]);
        problem.y = signs.stream().mapToDouble(Double::doubleValue).toArray();
        problem.n = rows.stream()
                .mapToInt(row -> row[row.length - 1].getIndex())
                .max()
                .orElseThrow();
        Linear.disableDebugOutput();
        de.bwaldvogel.liblinear.Model model = Linear.train(problem, new Parameter(SolverType.L2R_LR, c, 1e-5));
        double[] weights = model.getFeatureWeights();
        double turn = model.getLabels()[0] == 1 ? 1 : -1; // weights are for the label that came first
        double value = 0;
        for (double weight : weights) {
            value += 0.5 * weight * weight;
        }
        for (int n = 0; n < problem.l; n++) {
            double margin = 0;
            for (Feature feature : problem.x[n]) {
                margin += turn * weights[feature.getIndex() - 1] * feature.getValue();
            }
            margin *= problem.y[n];
            value += c * (margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin)));
        }
        return value;
    }

    /** The same objective as L-BFGS reaches, see {@link ReferenceObjectivesTest}. */
    @Test
    void trecQuestionsWithTrustRegions() throws IOException {
        List<Sequence> questions =
                ReferenceObjectivesTest.questions(ReferenceObjectivesTest.shared("data/trec_qc/train.txt"));
        double objective =
                train(TIGHT.withAlgorithm(Algorithm.TRUST_REGION), questions).objective();
        assertThat(objective).isCloseTo(1073.774815, within(1073e-6));
    }
}
