package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.inspect.Inspection;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.parallel.Workers;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSvmTest {
    private static final KernelFunction RBF = KernelFunction.parse("rbf(gamma=0.7)");
    private static final KernelSvm EXACT = KernelSvm.DEFAULTS.withTolerance(1e-7);

    private static KernelTrainer trainer(KernelFunction kernel, KernelLearner learner) {
        return new KernelTrainer(new GivenAttributes(), kernel, learner);
    }

    /** Two points at ±1 with a large cost: f(x) = x, α = ½ each. */
    @Test
    void twoPointsHaveASolutionInTheHead() {
        try (Workers workers = new Workers(1)) {
            KernelProblem problem = Problems.problem(
                    KernelFunction.parse("linear"),
                    new Problems.Vectors(List.of(new double[] {1}, new double[] {-1}), List.of("a", "b")).sequences(),
                    workers);
            BinarySvm machine =
                    SvmRun.machine(EXACT.withCost(100), problem, new int[] {0, 1}, 0, KernelProblem.Monitor.NONE);

            assertThat(machine.coefficients()).containsExactly(0.5, -0.5);
            assertThat(machine.bias()).isZero();
            assertThat(machine.dual()).isEqualTo(-0.5);
            assertThat(machine.primal()).isEqualTo(0.5);
        }
    }

    @Test
    void theDualityGapCloses() {
        try (Workers workers = new Workers(2)) {
            KernelProblem problem =
                    Problems.problem(RBF, Problems.clouds(120, 2, 1.0, 2).sequences(), workers);
            int[] all = IntStream.range(0, problem.size()).toArray();
            BinarySvm machine = SvmRun.machine(EXACT.withCost(3), problem, all, 0, KernelProblem.Monitor.NONE);

            assertThat(machine.gap()).isLessThan(1e-5 * machine.primal());
            assertThat(machine.violation()).isLessThan(1e-7);
            assertThat(Arrays.stream(machine.coefficients()).sum()).isCloseTo(0, within(1e-9));
            double[] decisions = machine.decisions(problem.gram(), all);
            double hinge = 0;
            for (int i = 0; i < all.length; i++) {
                double sign = problem.labels()[i] == 0 ? 1 : -1;
                hinge += 3 * Math.max(0, 1 - sign * decisions[i]);
                assertThat(sign * machine.coefficients()[i]).isBetween(0.0, 3.0);
            }
            assertThat(machine.primal()).isGreaterThan(hinge);
        }
    }

    @Test
    void aWeightOfTwoIsThePointTwice() {
        List<Sequence> data = Problems.clouds(60, 2, 1.0, 3).sequences();
        List<Sequence> weighted = new ArrayList<>();
        List<Sequence> doubled = new ArrayList<>();
        for (int i = 0; i < data.size(); i++) {
            weighted.add(data.get(i).withWeight(i % 4 == 0 ? 2 : 1));
            doubled.add(data.get(i));
            if (i % 4 == 0) {
                doubled.add(data.get(i));
            }
        }
        weighted.add(data.get(0).withLabels(List.of("label1")).withWeight(0));
        for (KernelLearner learner : List.of(EXACT, KernelLogisticRegression.DEFAULTS)) {
            Tagger once = trainer(RBF, learner).train(weighted).tagger();
            Tagger twice = trainer(RBF, learner).train(doubled).tagger();
            for (Sequence x : Problems.clouds(20, 2, 1.0, 4).sequences()) {
                assertThat(once.tag(x).marginals()[0][0]).isCloseTo(twice.tag(x).marginals()[0][0], within(1e-3));
            }
        }
    }

    /** The ladder: with the linear kernel the support points add up to one weight per attribute. */
    @Test
    void withTheLinearKernelItIsALinearModel() {
        Problems.Vectors data = Problems.clouds(90, 3, 0.6, 5);
        Model model = trainer(KernelFunction.parse("linear"), EXACT).train(data.sequences());
        DualSolution solution;
        try (Workers workers = new Workers(1)) {
            solution = EXACT.learn(Problems.problem(KernelFunction.parse("linear"), data.sequences(), workers));
        }
        for (double[] x : Problems.clouds(20, 3, 0.6, 6).x()) {
            double best = Double.NEGATIVE_INFINITY;
            for (int y = 0; y < 3; y++) {
                double score = solution.machines().get(y).bias();
                for (int k = 0; k < x.length; k++) {
                    double weight = 0;
                    for (int i = 0; i < data.size(); i++) {
                        weight += solution.machines().get(y).coefficients()[i]
                                * data.x().get(i)[k];
                    }
                    score += weight * x[k];
                }
                best = Math.max(best, score);
            }
            Sequence question =
                    new Problems.Vectors(List.of(x), List.of("?")).sequences().get(0);
            assertThat(model.tagger().tag(question).score()).isCloseTo(best, within(1e-9));
        }
    }

    @Test
    void threadsAndCacheDoNotChangeTheModel(@TempDir Path folder) throws Exception {
        List<Sequence> data = Problems.clouds(150, 3, 0.8, 7).sequences();
        List<KernelLearner> learners = List.of(
                KernelSvm.DEFAULTS.withProbabilities(true),
                KernelSvm.DEFAULTS.withProbabilities(true).withMulticlass(KernelSvm.Multiclass.ALL_PAIRS),
                KernelPerceptron.DEFAULTS,
                KernelLogisticRegression.DEFAULTS.withImportVectors(ImportVectors.DEFAULTS));
        for (KernelLearner learner : learners) {
            trainer(RBF, learner).withThreads(1).train(data).save(folder.resolve("one"));
            trainer(RBF, learner)
                    .withThreads(3)
                    .withCacheBytes(learner instanceof KernelLogisticRegression ? 1 << 20 : 1)
                    .train(data)
                    .save(folder.resolve("three"));

            assertThat(Files.mismatch(folder.resolve("one"), folder.resolve("three")))
                    .isEqualTo(-1);
        }
    }

    @Test
    void aSavedModelGivesTheSameAnswers(@TempDir Path folder) {
        Model model = trainer(RBF, KernelSvm.DEFAULTS.withProbabilities(true))
                .train(Problems.clouds(90, 3, 0.6, 8).sequences());
        model.save(folder.resolve("model.esp"));
        Model loaded = Model.load(folder.resolve("model.esp"));
        for (Sequence x : Problems.clouds(20, 3, 0.6, 9).sequences()) {
            assertThat(loaded.tagger().tag(x).marginals())
                    .isDeepEqualTo(model.tagger().tag(x).marginals());
        }
        assertThat(loaded.provenance().get("options"))
                .isInstanceOf(Map.class)
                .asString()
                .contains("kernel-svm", "rbf");
        assertThat(Inspection.of(loaded).model()).isSameAs(loaded);
    }

    /** Within one in ten of the accuracy that they promise; the clouds overlap so much that most are unsure. */
    @Test
    void probabilitiesAreCalibrated() {
        for (int labels = 2; labels <= 3; labels++) {
            Problems.Vectors train = Problems.clouds(300, labels, 1.0, 10);
            Problems.Vectors test = Problems.clouds(600, labels, 1.0, 11);
            Tagger tagger = trainer(RBF, KernelSvm.DEFAULTS.withProbabilities(true))
                    .train(train.sequences())
                    .tagger();
            Tagger pairs = trainer(
                            RBF,
                            KernelSvm.DEFAULTS.withProbabilities(true).withMulticlass(KernelSvm.Multiclass.ALL_PAIRS))
                    .train(train.sequences())
                    .tagger();
            double promised = 0;
            double promisedByPairs = 0;
            double right = 0;
            double rightByPairs = 0;
            List<Sequence> questions = test.sequences();
            for (int i = 0; i < questions.size(); i++) {
                double[] p = tagger.tag(questions.get(i)).marginals()[0];
                promised += Arrays.stream(p).max().orElse(0);
                right += tagger.tag(questions.get(i))
                                .labels()
                                .get(0)
                                .equals(test.y().get(i))
                        ? 1
                        : 0;
                double[] coupled = pairs.tag(questions.get(i)).marginals()[0];
                promisedByPairs += Arrays.stream(coupled).max().orElse(0);
                rightByPairs += pairs.tag(questions.get(i))
                                .labels()
                                .get(0)
                                .equals(test.y().get(i))
                        ? 1
                        : 0;
                assertThat(Arrays.stream(coupled).sum()).isCloseTo(1, within(1e-9));
            }
            assertThat(promised / 600).isCloseTo(right / 600, within(0.06));
            assertThat(promisedByPairs / 600).isCloseTo(rightByPairs / 600, within(0.06));
            assertThat(right / 600).isGreaterThan(labels == 2 ? 0.75 : 0.6);
        }
    }

    @Test
    void kernelsOverTextTellWordsApart() {
        List<Sequence> data = new ArrayList<>();
        for (String word :
                List.of("walking", "talking", "running", "singing", "walked", "talked", "jumped", "played")) {
            data.add(Sequence.ofWords(word).withLabels(List.of(word.endsWith("ing") ? "now" : "then")));
        }
        for (KernelLearner learner :
                List.of(KernelSvm.DEFAULTS, KernelPerceptron.DEFAULTS, KernelLogisticRegression.DEFAULTS)) {
            Tagger tagger = trainer(KernelFunction.parse("normalised(string(length=2,decay=0.5))"), learner)
                    .train(data)
                    .tagger();

            assertThat(tagger.tag(Sequence.ofWords("jumping")).labels()).containsExactly("now");
            assertThat(tagger.tag(Sequence.ofWords("kissed")).labels()).containsExactly("then");
        }
    }

    @Test
    void aRareLabelDoesNotBreakTheCrossValidation() {
        List<Sequence> data = new ArrayList<>(Problems.clouds(30, 2, 0.5, 12).sequences());
        data.add(data.get(0).withLabels(List.of("rare")));

        for (KernelSvm.Multiclass multiclass : KernelSvm.Multiclass.values()) {
            Tagger tagger = trainer(
                            RBF, KernelSvm.DEFAULTS.withProbabilities(true).withMulticlass(multiclass))
                    .train(data)
                    .tagger();

            double[] marginals = tagger.tag(data.get(1)).marginals()[0];
            assertThat(marginals).hasSize(3);
            assertThat(Arrays.stream(marginals).sum()).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void stopsWhenAskedTo() {
        Model model = trainer(RBF, KernelSvm.DEFAULTS.withCost(1e6).withTolerance(1e-12))
                .withStop(() -> true)
                .train(Problems.clouds(200, 2, 1.5, 13).sequences());

        assertThat(model.provenance().get("training")).asString().contains("STOPPED");
    }

    @Test
    void badDataAreExplained() {
        Token token = Token.ofAttributes(List.of(Attribute.of("a")));
        KernelTrainer trainer = trainer(RBF, KernelSvm.DEFAULTS);

        assertThatThrownBy(() -> trainer.train(List.of(Sequence.of(List.of(token, token), List.of("A", "B")))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("a sequence of 2 tokens; kernel machines classify sequences of one token");
        assertThatThrownBy(() -> trainer.train(List.of(Sequence.of(List.of(token), null))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no label");
        assertThatThrownBy(() -> trainer.train(List.of(Sequence.of(List.of(token), List.of("A")))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("all training data have the label 'A'");
        assertThatThrownBy(() -> trainer.train(List.of()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> KernelSvm.DEFAULTS.withCost(0)).hasMessageContaining("cost = 0.0");
    }
}
