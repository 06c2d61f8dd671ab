package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.InstanceOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logistic regression in its two forms: with weights for every label, and as log-odds against a reference label. */
class LogisticRegressionTest {
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-9)
            .withMaxIterations(2000)
            .withSelection(FeatureSelection.OBSERVED.withTransitions(false).withAllStates(true));

    private static TrainingOptions against(String label) {
        return TIGHT.withSelection(TIGHT.selection().withReferenceLabel(label));
    }

    /** Instances whose labels depend on their attributes but cannot be told from them with certainty; always with a bias. */
    static List<Sequence> generate(long seed, int count, int labels, int attributes) {
        Random random = new Random(seed);
        double[][] weights = new double[labels][attributes];
        for (double[] row : weights) {
            for (int a = 0; a < attributes; a++) {
                row[a] = random.nextGaussian();
            }
        }
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<Attribute> observed = new ArrayList<>();
            double[] scores = new double[labels];
            for (int a = 0; a < attributes; a++) {
                if (a == 0 || random.nextInt(3) > 0) {
                    double value = a == 0 ? 1 : random.nextGaussian();
                    observed.add(new Attribute(String.valueOf(a + 1), value));
                    for (int k = 0; k < labels; k++) {
                        scores[k] += weights[k][a] * value;
                    }
                }
            }
            int best = 0;
            for (int k = 0; k < labels; k++) {
                scores[k] -= Math.log(-Math.log(random.nextDouble())); // Gumbel noise draws from the softmax
                best = scores[k] > scores[best] ? k : best;
            }
            data.add(Sequence.of(List.of(Token.ofAttributes(observed)), List.of("y" + best)));
        }
        return data;
    }

    private static double objective(TrainingOptions options, List<Sequence> data) {
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), options).withListener(recorder).train(data);
        return recorder.report().objective();
    }

    private static List<double[]> probabilities(Model model, List<Sequence> data) {
        Tagger tagger = model.tagger();
        return data.stream()
                .map(sequence -> tagger.tag(sequence).marginals()[0])
                .toList();
    }

    private static Model train(TrainingOptions options, List<Sequence> data) {
        return new Trainer(new GivenAttributes(), options).train(data);
    }

    @Test
    void theReferenceLabelHasNoWeights() {
        List<Sequence> data = generate(1, 200, 3, 5);
        Model model = train(against("y1"), data);
        assertThat(model.weights()).hasSize(10);
        for (int a = 0; a < 5; a++) {
            assertThat(model.layout().stateFeatures().find(a, model.labels().indexOf("y1")))
                    .isNegative();
        }
        assertThat(train(against("last"), generate(2, 200, 2, 5)).weights()).hasSize(5);
        assertThat(((java.util.Map<?, ?>)
                                train(against("last"), data).provenance().get("options"))
                        .get("referenceLabel"))
                .isEqualTo("y2");
        assertThatThrownBy(() -> train(against("nobody"), data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining(
                        "the reference label 'nobody' does not occur in the data; expected one of [y0, y1, y2]");
        assertThatThrownBy(() -> against("y1").withAllFeatures(false)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Without a penalty both forms can express the same probabilities, and have the same minimum. */
    @Test
    void withoutAPenaltyBothFormsGiveTheSameProbabilities() {
        for (long seed = 1; seed <= 3; seed++) {
            List<Sequence> data = generate(seed, 400, 3, 4);
            TrainingOptions free =
                    TIGHT.withAlgorithm(Algorithm.LBFGS).withL2(0).withGradientTolerance(1e-8);
            List<double[]> full = probabilities(train(free, data), data);
            for (String reference : List.of("y0", "y2")) {
                TrainingOptions odds = free.withSelection(against(reference).selection());
                List<double[]> found = probabilities(train(odds, data), data);
                for (int n = 0; n < data.size(); n++) {
                    assertThat(found.get(n)).as("seed %d", seed).containsExactly(full.get(n), within(1e-5));
                }
            }
        }
    }

    /** With two labels w₊ = −w₋ = w/2 at the minimum of the full form, whose penalty ½λ(‖w₊‖² + ‖w₋‖²) is then ½(λ/2)‖w‖². */
    @Test
    void twoLabelsInTheFullFormAreLogOddsWithHalfThePenalty() {
        for (long seed = 1; seed <= 5; seed++) {
            List<Sequence> data = generate(seed, 150, 2, 6);
            double full = objective(TIGHT.withL2(1.5), data);
            assertThat(objective(against("last").withL2(0.75), data))
                    .as("seed %d", seed)
                    .isCloseTo(full, within(1e-6));
        }
    }

    /** LIBLINEAR's L2R_LR: ½‖w‖² + C Σ log(1 + exp(−y w·x)), which is C times the objective here with λ₂ = 1/C. */
    @Test
    void logOddsHaveTheObjectiveOfLiblinear() {
        for (long seed = 1; seed <= 5; seed++) {
            List<Sequence> data = generate(seed, 150, 2, 6);
            double cost = 0.25 * seed;
            double oracle = liblinear(data, "y0", cost, 1e-10);
            double found = cost * objective(against("y1").withL2(1 / cost), data);
            assertThat(found).as("seed %d", seed).isCloseTo(oracle, within(1e-6));
        }
    }

    @ParameterizedTest
    @CsvSource({"a9a, 1, -1", "mushrooms.svm, 1, 2"})
    void realDataReachLiblinearsObjective(String file, String positive, String reference) {
        Path path = ReferenceObjectivesTest.shared("data/libsvm/" + file);
        DataOptions options = DataOptions.LIBSVM.withInstances(InstanceOptions.DEFAULTS.withBias(1.0));
        List<Sequence> data = Sequences.read(options, path);
        double oracle = liblinear(data, positive, 1, 1e-5);
        double found = objective(against(reference).withGradientTolerance(1e-4), data);
        assertThat(found).isCloseTo(oracle, within(1e-4 * oracle));
    }

    /** The objective of LIBLINEAR's solution, computed from its weights. */
    private static double liblinear(List<Sequence> data, String positive, double cost, double tolerance) {
        Problem problem = new Problem();
        problem.l = data.size();
        problem.x = new Feature[data.size()][];
        problem.y = new double[data.size()];
        for (int n = 0; n < data.size(); n++) {
            List<Attribute> attributes = data.get(n).tokens().get(0).attributes();
            problem.x[n] = new Feature[attributes.size()];
            for (int k = 0; k < attributes.size(); k++) {
                // The bias comes last and is given the index after all others.
                boolean bias = attributes.get(k).name().equals("bias");
                int index = bias ? 1000 : Integer.parseInt(attributes.get(k).name());
                problem.n = Math.max(problem.n, index);
                problem.x[n][k] = new FeatureNode(index, attributes.get(k).value());
            }
            problem.y[n] = List.of(positive).equals(data.get(n).labels()) ? 1 : -1;
        }
        Linear.disableDebugOutput();
        de.bwaldvogel.liblinear.Model model = Linear.train(problem, new Parameter(SolverType.L2R_LR, cost, tolerance));
        double[] weights = model.getFeatureWeights();
        int sign = model.getLabels()[0] == 1 ? 1 : -1;
        double objective = 0;
        for (int a = 0; a < problem.n; a++) {
            objective += 0.5 * weights[a] * weights[a];
        }
        for (int n = 0; n < problem.l; n++) {
            double score = 0;
            for (Feature feature : problem.x[n]) {
                score += sign * weights[feature.getIndex() - 1] * feature.getValue();
            }
            objective += cost * Math.log1p(Math.exp(-problem.y[n] * score));
        }
        return objective;
    }

    @Test
    void aModelOfLogOddsIsSavedAndLoaded(@TempDir Path directory) {
        List<Sequence> data = generate(9, 100, 3, 4);
        Model model = train(against("last"), data);
        Path file = directory.resolve("m.esp");
        model.save(file);
        List<double[]> before = probabilities(model, data);
        List<double[]> after = probabilities(Model.load(file), data);
        for (int n = 0; n < data.size(); n++) {
            assertThat(after.get(n)).isEqualTo(before.get(n));
        }
    }
}
