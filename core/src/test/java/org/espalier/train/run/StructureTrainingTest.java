package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.espalier.compress.Compression;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.loss.LossFunction;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.optimize.Penalty;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Recorder;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Training with every structure: the same promises for all of them. */
class StructureTrainingTest {
    private static final List<LossFunction> LOSSES =
            List.of(LossFunction.LOG, LossFunction.HINGE, LossFunction.SQUARED_HINGE, LossFunction.SOFTMAX_MARGIN);

    @TempDir
    private Path folder;

    static List<StructureCase> cases() {
        return StructureCase.all();
    }

    private static Model train(StructureCase one, TrainingOptions options, List<Sequence> data) {
        return new Trainer(one.features(), options).train(data);
    }

    private byte[] bytes(Model model) throws IOException {
        Path file = folder.resolve("bytes.esp");
        model.save(file);
        return Files.readAllBytes(file);
    }

    // ---- the objective ----

    @ParameterizedTest
    @MethodSource("cases")
    void theGradientIsThatOfTheObjective(StructureCase one) {
        for (LossFunction function : LOSSES) {
            one.withObjective(function, one.data(3, 10), objective -> {
                double[] x = new Random(4).doubles(objective.dimension(), -1, 1).toArray();
                double[] gradient = new double[x.length];
                objective.evaluate(x, gradient);
                double[] ignored = new double[x.length];
                double step = 1e-6;
                for (int k = 0; k < x.length; k++) {
                    double before = x[k];
                    x[k] = before + step;
                    double above = objective.evaluate(x, ignored);
                    x[k] = before - step;
                    double below = objective.evaluate(x, ignored);
                    x[k] = before;
                    assertThat(gradient[k])
                            .as("%s, weight %d", function, k)
                            .isCloseTo((above - below) / (2 * step), within(1e-4 * Math.max(1, Math.abs(gradient[k]))));
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theHessianIsTheChangeOfTheGradient(StructureCase one) {
        one.withObjective(LossFunction.LOG, one.data(3, 8), objective -> {
            if (!objective.hasHessian()) {
                return;
            }
            int n = objective.dimension();
            double[] x = new Random(5).doubles(n, -1, 1).toArray();
            double[] direction = new Random(6).doubles(n, -1, 1).toArray();
            double[] product = new double[n];
            objective.timesHessian(x, direction, product);
            double[] above = new double[n];
            double[] below = new double[n];
            double step = 1e-5;
            objective.evaluate(moved(x, direction, step), above);
            objective.evaluate(moved(x, direction, -step), below);
            for (int k = 0; k < n; k++) {
                assertThat(product[k]).as("weight %d", k).isCloseTo((above[k] - below[k]) / (2 * step), within(1e-5));
            }
        });
    }

    private static double[] moved(double[] x, double[] direction, double step) {
        double[] moved = x.clone();
        Arrays.setAll(moved, k -> x[k] + step * direction[k]);
        return moved;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aWeightOfTwoIsTheInstanceTwice(StructureCase one) {
        List<Sequence> data = one.data(7, 12);
        List<Sequence> twice = new ArrayList<>(data);
        twice.add(5, data.get(5));
        List<Sequence> weighted = new ArrayList<>(data);
        weighted.set(5, data.get(5).withWeight(2));
        double[][] gradients = new double[2][];
        double[] values = new double[2];
        int[] count = {0};
        for (List<Sequence> sequences : List.of(twice, weighted)) {
            one.withObjective(LossFunction.LOG, sequences, objective -> {
                double[] x = new Random(8).doubles(objective.dimension(), -1, 1).toArray();
                gradients[count[0]] = new double[x.length];
                values[count[0]] = objective.evaluate(x, gradients[count[0]++]);
            });
        }

        assertThat(values[1]).isCloseTo(values[0], within(1e-9));
        assertThat(gradients[1]).containsExactly(gradients[0], within(1e-9));
    }

    // ---- training ----

    /** Enough tokens for several chunks, which are handed out to the threads. */
    @ParameterizedTest
    @MethodSource("cases")
    void theBitsDoNotDependOnThreads(StructureCase one) throws IOException {
        List<Sequence> data = one.data(9, 350);
        for (Algorithm algorithm : List.of(Algorithm.AUTO, Algorithm.LBFGS)) {
            TrainingOptions options = one.options().withAlgorithm(algorithm).withMaxIterations(5);

            byte[] alone = bytes(train(one, options, data));
            byte[] three = bytes(train(one, options.withThreads(3), data));

            assertThat(three).as(algorithm.toString()).isEqualTo(alone);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theFileKeepsTheModel(StructureCase one) {
        Model model = train(one, one.options().withMaxIterations(20), one.data(10, 60));
        model.save(folder.resolve("model.esp"));
        Model loaded = Model.load(folder.resolve("model.esp"));
        Compression.LOSSLESS.apply(loaded).save(folder.resolve("compact.esp"));
        Model compact = Model.load(folder.resolve("compact.esp"));
        compact.save(folder.resolve("again.esp"));

        for (Model copy : List.of(loaded, compact, Model.load(folder.resolve("again.esp")))) {
            assertThat(copy.structure().toString()).isEqualTo(model.structure().toString());
            assertThat(copy.structure().definition().toString())
                    .isEqualTo(model.structure().definition().toString());
            for (Sequence sequence : one.data(11, 25)) {
                Tagging expected = model.tagger().tag(sequence);
                Tagging found = copy.tagger().tag(sequence);
                assertThat(found.labels()).isEqualTo(expected.labels());
                assertThat(found.logProbability()).isCloseTo(expected.logProbability(), within(1e-9));
                assertThat(found.logProbability(sequence.labels()))
                        .isCloseTo(expected.logProbability(sequence.labels()), within(1e-9));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void dataOnDiskGiveTheSameModel(StructureCase one) throws IOException {
        List<Sequence> data = one.data(12, 80);
        TrainingOptions options = one.options().withAlgorithm(Algorithm.LBFGS).withMaxIterations(15);

        Model memory = train(one, options, data);
        Model disk = new Trainer(one.features(), options).withDataOnDisk(folder).train(data);

        assertThat(bytes(disk)).isEqualTo(bytes(memory));
    }

    @TestFactory
    Stream<DynamicTest> anInterruptedTrainingEndsWithTheSameBits() {
        return each(
                List.of(Algorithm.LBFGS, Algorithm.AUTO, Algorithm.PERCEPTRON, Algorithm.AROW), (one, algorithm) -> {
                    List<Sequence> data = one.data(13, 50);
                    TrainingOptions options = one.options()
                            .withPenalty(Penalty.l2(1))
                            .withAlgorithm(algorithm)
                            .withMaxIterations(12);
                    Path checkpoint = folder.resolve("checkpoint-" + one.name() + algorithm);
                    AtomicInteger iterations = new AtomicInteger();

                    Model whole = train(one, options, data);
                    new Trainer(one.features(), options)
                            .withCheckpoint(checkpoint, 1, false)
                            .withStop(() -> iterations.incrementAndGet() >= 3)
                            .train(data);
                    Recorder recorder = new Recorder();
                    Model resumed = new Trainer(one.features(), options)
                            .withListener(recorder)
                            .withCheckpoint(checkpoint, 1, true)
                            .train(data);

                    assertThat(recorder.summary().resumedAt()).isPositive();
                    assertThat(bytes(resumed)).isEqualTo(bytes(whole));
                });
    }

    private interface Check<T> {
        void check(StructureCase one, T what) throws IOException;
    }

    private static <T> Stream<DynamicTest> each(List<T> values, Check<T> check) {
        return cases().stream()
                .flatMap(one ->
                        values.stream().map(value -> dynamicTest(one + ", " + value, () -> check.check(one, value))));
    }

    /** The minimum is where it was: the run ends at once, and with the same answers. */
    @ParameterizedTest
    @MethodSource("cases")
    void goesOnFromAModelOfTheSameStructure(StructureCase one) {
        List<Sequence> data = one.data(14, 40);
        TrainingOptions options = one.options()
                .withAlgorithm(Algorithm.LBFGS)
                .withTolerance(0)
                .withGradientTolerance(1e-5)
                .withMaxIterations(2000);
        Recorder cold = new Recorder();
        Recorder warm = new Recorder();

        Model first = new Trainer(one.features(), options).withListener(cold).train(data);
        Model second = new Trainer(one.features(), options)
                .withListener(warm)
                .withInitial(first)
                .train(data);

        assertThat(warm.report().iterations()).isLessThanOrEqualTo(3);
        assertThat(warm.report().objective()).isCloseTo(cold.report().objective(), within(1e-6));
        assertThat(warm.warnings).isEmpty();
        for (Sequence sequence : one.data(15, 10)) {
            assertThat(second.tagger().tag(sequence).logProbability(sequence.labels()))
                    .isCloseTo(first.tagger().tag(sequence).logProbability(sequence.labels()), within(1e-3));
        }
    }

    /** New labels and words come after the old ones, and the old weights keep their places. */
    @ParameterizedTest
    @MethodSource("cases")
    void goesOnWithMoreLabels(StructureCase one) {
        List<Sequence> data = one.data(16, 60);
        List<Sequence> fewer = data.stream()
                .filter(sequence -> sequence.labels().stream().noneMatch(label -> label.matches("L1|C1|R1|G1|[BI]-X")))
                .toList();
        Model first = train(one, one.options(), fewer);
        TrainingOptions none = one.options().withAlgorithm(Algorithm.LBFGS).withMaxIterations(1);
        assertThat(first.labels().size())
                .isLessThan(train(one, none, data).labels().size());

        Model second = new Trainer(one.features(), none.withL2(1e-9))
                .withInitial(first)
                .withStop(() -> true)
                .train(data);

        assertThat(second.labels().names().subList(0, first.labels().size()))
                .isEqualTo(first.labels().names());
    }

    @TestFactory
    Stream<DynamicTest> refusesToGoOnFromAnotherStructure() {
        return each(cases(), (one, other) -> {
            boolean same = one.name().equals(other.name());
            boolean alike = one.data(1, 5).get(2).labels().get(0).charAt(0)
                    == other.data(1, 5).get(2).labels().get(0).charAt(0);
            if (same || !alike || !one.features().equals(other.features())) {
                return;
            }
            Model initial = train(other, other.options().withMaxIterations(2), other.data(17, 30));
            assertThatThrownBy(() -> new Trainer(one.features(), one.options())
                            .withInitial(initial)
                            .train(one.data(17, 30)))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageContaining("the initial model does not fit");
        });
    }

    @TestFactory
    Stream<DynamicTest> everyLossIsLearnt() {
        return each(LOSSES, (one, loss) -> {
            List<Sequence> data = one.data(18, 50);
            double[] atZero = new double[1];
            one.withObjective(
                    loss,
                    data,
                    objective -> atZero[0] =
                            objective.evaluate(new double[objective.dimension()], new double[objective.dimension()]));
            Recorder recorder = new Recorder();
            Model model = new Trainer(
                            one.features(),
                            one.options().withLoss(loss).withL2(0.1).withMaxIterations(40))
                    .withListener(recorder)
                    .train(data);
            assertThat(recorder.report().objective()).isLessThan(0.8 * atZero[0]);
            assertThat(accuracy(model, data)).isGreaterThan(0.6);
        });
    }

    /** Every algorithm learns, or says what to do instead. */
    @TestFactory
    Stream<DynamicTest> everyAlgorithmLearns() {
        return each(List.of(Algorithm.values()), (one, algorithm) -> {
            List<Sequence> data = one.data(19, 50);
            Penalty penalty = switch (algorithm) {
                case OWLQN, BCD, SGD_L1 -> Penalty.l1(0.05);
                case GIS, IIS -> Penalty.NONE;
                default -> Penalty.l2(algorithm.isOnline() ? 1 : 0.1);
            };
            Model model;
            try {
                TrainingOptions options = TrainingOptions.DEFAULTS
                        .withPenalty(penalty)
                        .withThreads(1)
                        .withLearning(
                                algorithm == Algorithm.FRANK_WOLFE || algorithm == Algorithm.SUBGRADIENT
                                        ? LossFunction.HINGE
                                        : LossFunction.LOG,
                                algorithm)
                        .withMaxIterations(60)
                        .withStructure(one.spec());
                model = train(one, options, data);
            } catch (IllegalArgumentException | TrainingException e) {
                assertThat(algorithm).as(e.getMessage()).isIn(Algorithm.GIS, Algorithm.IIS);
                assertThat(e).hasMessageContaining("hidden states are not observed; use lbfgs");
                return;
            }
            assertThat(model.weights()).isNotEmpty().doesNotContain(Double.NaN);
            // With shared states scores are products of weights: 0 is a minimum with an L1 penalty, and averages say
            // little.
            boolean isBilinear = one.name().equals("classes, shared");
            if (!isBilinear || !(algorithm.isOnline() || algorithm == Algorithm.SGD_L1)) {
                assertThat(accuracy(model, data)).isGreaterThan(0.6);
            }
        });
    }

    private static double accuracy(Model model, List<Sequence> data) {
        int right = 0;
        int all = 0;
        for (Sequence sequence : data) {
            List<String> found = model.tagger().tag(sequence).labels();
            for (int t = 0; t < found.size(); t++) {
                right += found.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
                all++;
            }
        }
        return right / (double) all;
    }

    @TestFactory
    Stream<DynamicTest> aDevelopmentSetEndsTheTraining() {
        return each(List.of(EarlyStopping.Metric.values()), (one, metric) -> {
            Recorder recorder = new Recorder();
            new Trainer(
                            one.features(),
                            one.options()
                                    .withAlgorithm(Algorithm.LBFGS)
                                    .withL2(1e-4)
                                    .withEarlyStopping(new EarlyStopping(metric, 2)))
                    .withListener(recorder)
                    .withDev(one.data(21, 30))
                    .train(one.data(20, 30));
            TrainingReport report = recorder.report();
            assertThat(report.stoppedEarly()).isTrue();
            assertThat(report.devScore()).isFinite();
            assertThat(report.bestIteration()).isPositive().isLessThanOrEqualTo(report.iterations());
        });
    }

    // ---- answers of the model ----

    @ParameterizedTest
    @MethodSource("cases")
    void probabilitiesAreThoseOfAllLabellings(StructureCase one) {
        Model model = train(one, one.options().withMaxIterations(15), one.data(22, 60));
        List<Sequence> short4 = one.data(23, 60).stream()
                .filter(sequence -> sequence.length() <= 4)
                .limit(12)
                .toList();
        for (Sequence sequence : short4) {
            requireProbabilities(one, model, sequence);
        }
    }

    private static void requireProbabilities(StructureCase one, Model model, Sequence sequence) {
        Tagging tagging = model.tagger().tag(sequence);
        int length = sequence.length();
        int labels = model.labels().size();
        double sum = 0;
        int possible = 0;
        double[][] marginals = new double[length][labels];
        double highest = Double.NEGATIVE_INFINITY;
        List<String> best = List.of();
        for (int code = 0; code < Math.pow(labels, length); code++) {
            List<String> names = new ArrayList<>();
            for (int t = 0, rest = code; t < length; t++, rest /= labels) {
                names.add(model.labels().name(rest % labels));
            }
            double log = tagging.logProbability(names);
            double p = Math.exp(log);
            sum += p;
            possible += p > 0 ? 1 : 0;
            for (int t = 0, rest = code; t < length; t++, rest /= labels) {
                marginals[t][rest % labels] += p;
            }
            if (log > highest) {
                highest = log;
                best = names;
            }
        }

        assertThat(sum).isCloseTo(1, within(1e-9));
        double[][] found = tagging.marginals();
        for (int t = 0; t < length; t++) {
            assertThat(found[t]).containsExactly(marginals[t], within(1e-9));
        }
        List<Labelling> all = tagging.nBest(possible + 10);
        assertThat(all).hasSizeLessThanOrEqualTo(possible);
        if (one.exact()) {
            assertThat(all).hasSize(possible);
            assertThat(all.get(0).labels()).isEqualTo(best);
            assertThat(tagging.labels()).isEqualTo(best);
        }
        double before = 0;
        for (Labelling labelling : all) {
            assertThat(labelling.logProbability()).isLessThanOrEqualTo(before + 1e-12);
            assertThat(labelling.logProbability()).isCloseTo(tagging.logProbability(labelling.labels()), within(1e-9));
            before = labelling.logProbability();
        }
        assertThat(tagging.logProbability()).isCloseTo(tagging.logProbability(tagging.labels()), within(1e-9));
        for (int seed = 0; seed < 5; seed++) {
            assertThat(tagging.logProbability(tagging.sample(seed))).isGreaterThan(Double.NEGATIVE_INFINITY);
        }
        assertThat(tagging.entropy()).isNotNegative();
    }

    /** Where several labels are allowed, and where any is. */
    @ParameterizedTest
    @MethodSource("cases")
    void learnsFromPartialLabels(StructureCase one) {
        List<Sequence> data = new ArrayList<>();
        Random random = new Random(24);
        for (Sequence sequence : one.data(24, 60)) {
            List<String> labels = new ArrayList<>(sequence.labels());
            labels.replaceAll(label -> random.nextInt(4) == 0 ? "?" : label);
            data.add(sequence.withLabels(labels));
        }

        Recorder recorder = new Recorder();
        Model model;
        try {
            model = new Trainer(one.features(), one.options().withMaxIterations(30))
                    .withListener(recorder)
                    .train(data);
        } catch (DataFormatException e) {
            assertThat(one.name()).as(e.getMessage()).startsWith("segments");
            return;
        }

        assertThat(accuracy(model, one.data(25, 60))).isGreaterThan(0.5);
        assertThat(recorder.report().convex()).isFalse();
    }
}
