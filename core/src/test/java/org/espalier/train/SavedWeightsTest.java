package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What report and model file tell of the objective is told of the weights that the model has, and not of the last ones. */
class SavedWeightsTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB", "words");
    private static final List<Sequence> TRAIN = SyntheticData.sequences(1, 40, 3);
    private static final List<Sequence> DEV = SyntheticData.sequences(2, 40, 3);

    /** Hardly any penalty, so that the weights soon fit the noise and the development set notices. */
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS
            .withL2(0.01)
            .withTolerance(0)
            .withThreads(1)
            .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 4));

    private static Trainer trainer(TrainingOptions options, Recorder recorder) {
        return new Trainer(WORDS, options).withDev(DEV).withListener(recorder);
    }

    /** Evaluates the objective at a model's weights. */
    private static TrainingReport at(Model model, LossFunction loss) {
        Recorder recorder = new Recorder();
        Algorithm algorithm = loss.isSmooth() ? Algorithm.LBFGS : Algorithm.SUBGRADIENT;
        new Trainer(WORDS, OPTIONS.withLearning(loss, algorithm).withMaxIterations(0))
                .withInitial(model)
                .withListener(recorder)
                .train(TRAIN);
        return recorder.report();
    }

    private static void requireTrue(TrainingReport report, Model model, LossFunction loss) {
        TrainingReport there = at(model, loss);
        assertThat(report.objective()).isEqualTo(there.objective(), within(1e-9 * there.objective()));
        assertThat(report.gradientNorm()).isEqualTo(there.gradientNorm(), within(1e-9 * there.gradientNorm()));
        Map<?, ?> told = (Map<?, ?>) model.provenance().get("training");
        assertThat(told.get("objective")).isEqualTo(report.objective());
        assertThat(told.get("gradientNorm")).isEqualTo(report.gradientNorm());
    }

    private static double minimum(LossFunction loss) {
        Recorder recorder = new Recorder();
        Algorithm algorithm = loss.isSmooth() ? Algorithm.LBFGS : Algorithm.FRANK_WOLFE;
        new Trainer(WORDS, OPTIONS.withLearning(loss, algorithm).withMaxIterations(400))
                .withListener(recorder)
                .train(TRAIN);
        return recorder.report().objective();
    }

    @ParameterizedTest
    @CsvSource({
        "LOG, AUTO",
        "LOG, LBFGS",
        "LOG, OWLQN",
        "LOG, RPROP",
        "LOG, TRUST_REGION",
        "LOG, SGD",
        "LOG, ASGD",
        "LOG, SAG",
        "HINGE, FRANK_WOLFE",
        "HINGE, SUBGRADIENT",
        "SOFTMAX_MARGIN, LBFGS"
    })
    void theChosenIterationIsTheOneThatIsTold(LossFunction loss, Algorithm algorithm) {
        Recorder recorder = new Recorder();
        Model model = trainer(OPTIONS.withLearning(loss, algorithm), recorder).train(TRAIN);
        TrainingReport report = recorder.report();

        assertThat(report.bestIteration()).isLessThan(report.iterations());
        requireTrue(report, model, loss);
        assertThat(report.gapBound()).isFinite().isGreaterThanOrEqualTo(report.objective() - minimum(loss) - 1e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTO", "LBFGS", "SGD"})
    void aRunThatWasInterruptedTellsTheSame(Algorithm algorithm, @TempDir Path folder) {
        TrainingOptions options = OPTIONS.withAlgorithm(algorithm);
        Recorder whole = new Recorder();
        trainer(options, whole).train(TRAIN);
        int after = whole.report().bestIteration() + 2;
        Path file = folder.resolve("run.check");
        AtomicInteger asked = new AtomicInteger();
        Recorder cut = new Recorder();
        Model model = trainer(options, cut)
                .withCheckpoint(file, 1000, false)
                .withStop(() -> asked.incrementAndGet() >= after)
                .train(TRAIN);

        assertThat(cut.report().iterations()).isEqualTo(after);
        requireTrue(cut.report(), model, LossFunction.LOG);
        Recorder resumed = new Recorder();
        trainer(options, resumed).withCheckpoint(file, 1000, true).train(TRAIN);
        assertThat(resumed.report().objective()).isEqualTo(whole.report().objective());
        assertThat(resumed.report().gradientNorm()).isEqualTo(whole.report().gradientNorm());
        assertThat(resumed.report().gapBound()).isEqualTo(whole.report().gapBound());
        assertThat(resumed.report().evaluations()).isEqualTo(whole.report().evaluations());
    }

    @Test
    void theLastIterationIsToldWhenNobodyChooses() {
        AtomicInteger asked = new AtomicInteger();
        Recorder recorder = new Recorder();
        Model model = new Trainer(WORDS, OPTIONS)
                .withListener(recorder)
                .withStop(() -> asked.incrementAndGet() >= 7)
                .train(TRAIN);

        requireTrue(recorder.report(), model, LossFunction.LOG);
    }

    @Test
    void ofMixedWeightsTooTheChosenOnesAreTold() {
        Recorder recorder = new Recorder();
        Model model = trainer(OPTIONS.withMaxIterations(60), recorder)
                .withMixing(ParameterMixing.iterated(2, 2))
                .train(TRAIN);

        assertThat(recorder.report().bestIteration())
                .isLessThan(recorder.report().iterations());
        requireTrue(recorder.report(), model, LossFunction.LOG);
    }

    /** An online learner has no objective: the summed loss of the epoch that its weights are from. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofAnOnlineLearnerTheChosenEpochIsTold(boolean voting, @TempDir Path folder) {
        TrainingOptions options = OPTIONS.withL2(1).withAlgorithm(Algorithm.PERCEPTRON);
        TrainingOptions asked = options.withOnline(options.online().withVoting(voting))
                .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 6));
        Recorder whole = new Recorder();
        Model model = trainer(asked, whole).train(TRAIN);
        TrainingReport report = whole.report();

        assertThat(report.bestIteration()).isLessThan(report.iterations());
        double met = whole.progress.get(report.bestIteration() - 1).objective();
        assertThat(report.objective()).isEqualTo(met);
        assertThat(((Map<?, ?>) model.provenance().get("training")).get("objective"))
                .isEqualTo(met);
        assertThat(report.gapBound()).isNaN();
        if (!voting) {
            Path file = folder.resolve("run.check");
            AtomicInteger epochs = new AtomicInteger();
            trainer(asked, new Recorder())
                    .withCheckpoint(file, 1000, false)
                    .withStop(() -> epochs.incrementAndGet() > report.bestIteration())
                    .train(TRAIN);
            Recorder resumed = new Recorder();
            trainer(asked, resumed).withCheckpoint(file, 1000, true).train(TRAIN);
            assertThat(resumed.report().objective()).isEqualTo(met);
        }
    }
}
