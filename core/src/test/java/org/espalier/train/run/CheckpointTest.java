package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {
    private static final Template BIGRAMS = Template.parse("U0:%x[0,0]\nB0:%x[0,0]\nB", "bigrams");
    private static final List<Sequence> DATA = SyntheticData.sequences(1, 40, 3);
    private static final List<Sequence> DEV = SyntheticData.sequences(2, 30, 3);
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-3)
            .withThreads(1)
            .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 5));

    @TempDir
    Path folder;

    private Path checkpoint;

    @BeforeEach
    void name() {
        checkpoint = folder.resolve("run.checkpoint");
    }

    private byte[] bytes(Model model) throws IOException {
        Path file = folder.resolve("model.esp");
        model.save(file);
        return Files.readAllBytes(file);
    }

    private static Trainer trainer(String kind) {
        return switch (kind) {
            case "L-BFGS" -> new Trainer(BIGRAMS, OPTIONS);
            case "OWL-QN" -> new Trainer(BIGRAMS, OPTIONS.withL1(0.3).withL2(0.01));
            case "dev" -> new Trainer(BIGRAMS, OPTIONS.withL2(1e-3)).withDev(DEV);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"L-BFGS", "OWL-QN", "dev"})
    void stoppedAnywhereAndResumedEndsWithTheSameBytes(String kind) throws IOException {
        Recorder recorder = new Recorder();
        byte[] uninterrupted = bytes(trainer(kind).withListener(recorder).train(DATA));
        int iterations = recorder.report().iterations();
        assertThat(iterations).isGreaterThan(6);
        assertThat(recorder.report().stoppedEarly()).isEqualTo(kind.equals("dev"));
        for (int k = 1; k <= iterations; k++) {
            AtomicInteger done = new AtomicInteger();
            int last = k;
            trainer(kind)
                    .withCheckpoint(checkpoint, 1000, false)
                    .withStop(() -> done.incrementAndGet() == last)
                    .train(DATA);
            Recorder resumed = new Recorder();
            byte[] bytes = bytes(trainer(kind)
                    .withCheckpoint(checkpoint, 1000, true)
                    .withListener(resumed)
                    .train(DATA));
            assertThat(resumed.summary().resumedAt()).isEqualTo(k);
            assertThat(bytes)
                    .as("stopped after iteration %d of %d", k, iterations)
                    .isEqualTo(uninterrupted);
        }
    }

    /** As after kill −9: the checkpoint is older than the last iteration, and may be taken up several times. */
    @Test
    void aRunMayBeResumedFromAnOldCheckpointAndInSteps() throws IOException {
        byte[] uninterrupted = bytes(trainer("dev").train(DATA));
        Recorder recorder = new Recorder();
        int steps = 0;
        while (!recorderFinished(recorder) && steps++ < 100) {
            recorder = new Recorder();
            AtomicInteger done = new AtomicInteger();
            Model model = trainer("dev")
                    .withCheckpoint(checkpoint, 2, true)
                    .withListener(recorder)
                    .withStop(() -> done.incrementAndGet() == 3)
                    .train(DATA);
            if (recorderFinished(recorder)) {
                assertThat(bytes(model)).isEqualTo(uninterrupted);
            }
        }
        assertThat(steps).isBetween(2, 99);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run.checkpoint", "model.esp"); // nothing half written
        }
    }

    private static boolean recorderFinished(Recorder recorder) {
        return !recorder.progress.isEmpty() && !recorder.report().stopName().equals("STOPPED");
    }

    private void stopAfterThree(Trainer trainer) {
        AtomicInteger done = new AtomicInteger();
        trainer.withCheckpoint(checkpoint, 1000, false)
                .withStop(() -> done.incrementAndGet() == 3)
                .train(DATA);
    }

    @Test
    void moreIterationsMayBeAllowedOnResuming() throws IOException {
        new Trainer(BIGRAMS, OPTIONS.withMaxIterations(4))
                .withCheckpoint(checkpoint, 1, false)
                .train(DATA);
        Model resumed = new Trainer(BIGRAMS, OPTIONS)
                .withCheckpoint(checkpoint, 1, true)
                .train(DATA);
        assertThat(bytes(resumed)).isEqualTo(bytes(new Trainer(BIGRAMS, OPTIONS).train(DATA)));
        Model threads = new Trainer(BIGRAMS, OPTIONS.withThreads(2))
                .withCheckpoint(checkpoint, 1, true)
                .train(DATA);
        assertThat(bytes(threads)).isEqualTo(bytes(resumed));
    }

    @Test
    void anotherRunIsRefusedAndTheDifferenceNamed() {
        stopAfterThree(new Trainer(BIGRAMS, OPTIONS));
        refused(new Trainer(BIGRAMS, OPTIONS.withL2(3)), DATA, "options.l2: 1.0 in the checkpoint, 3.0 now");
        refused(new Trainer(BIGRAMS, OPTIONS), DATA.subList(0, 39), "data: ");
        refused(new Trainer(BIGRAMS, OPTIONS).withDev(DEV), DATA, "dev: ");
        refused(new Trainer(Template.parse("U0:%x[0,0]", "t"), OPTIONS), DATA, "features: ");
        refused(new Trainer(new GivenAttributes(), OPTIONS), DATA, "features: ");
        Model initial = new Trainer(BIGRAMS, OPTIONS.withMaxIterations(1)).train(DATA);
        refused(new Trainer(BIGRAMS, OPTIONS).withInitial(initial), DATA, "initial: ");
        // Without asking to resume, the file is simply replaced.
        new Trainer(BIGRAMS, OPTIONS.withL2(3).withMaxIterations(1))
                .withCheckpoint(checkpoint, 1, false)
                .train(DATA);
    }

    private void refused(Trainer trainer, List<Sequence> data, String difference) {
        assertThatThrownBy(() -> trainer.withCheckpoint(checkpoint, 1, true).train(data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("belongs to another training run")
                .hasMessageContaining(difference);
    }

    @Test
    void aDamagedCheckpointIsRefused() throws IOException {
        stopAfterThree(new Trainer(BIGRAMS, OPTIONS));
        byte[] whole = Files.readAllBytes(checkpoint);
        for (int length = 1; length < whole.length; length += 1 + whole.length / 50) {
            Files.write(checkpoint, Arrays.copyOf(whole, length));
            assertRefused(ModelFormatException.Kind.TRUNCATED, "first " + length);
            byte[] flipped = whole.clone();
            flipped[length] ^= 4;
            Files.write(checkpoint, flipped);
            assertRefused(
                    length < 8 ? ModelFormatException.Kind.NOT_A_MODEL : ModelFormatException.Kind.CORRUPT,
                    "byte " + length);
        }
        // A model is not a checkpoint.
        new Trainer(BIGRAMS, OPTIONS).train(DATA).save(checkpoint);
        assertRefused(ModelFormatException.Kind.NOT_A_MODEL, "a model");
    }

    private void assertRefused(ModelFormatException.Kind kind, String what) {
        try {
            new Trainer(BIGRAMS, OPTIONS).withCheckpoint(checkpoint, 1, true).train(DATA);
            fail(what + " was taken");
        } catch (ModelFormatException e) {
            assertThat(e.kind()).as(what).isEqualTo(kind);
        }
    }

    @Test
    void withoutACheckpointTheRunBeginsAndSaysSo() throws IOException {
        Recorder recorder = new Recorder();
        Model model = new Trainer(BIGRAMS, OPTIONS)
                .withCheckpoint(checkpoint, 1, true)
                .withListener(recorder)
                .train(DATA);
        assertThat(recorder.warnings).singleElement().asString().contains("there is no checkpoint " + checkpoint);
        assertThat(recorder.summary().resumedAt()).isZero();
        assertThat(bytes(model)).isEqualTo(bytes(new Trainer(BIGRAMS, OPTIONS).train(DATA)));
        assertThatThrownBy(() -> new Trainer(BIGRAMS, OPTIONS)
                        .withCheckpoint(folder.resolve("no/such"), 1, true)
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("directory does not exist");
        assertThatThrownBy(() -> new Trainer(BIGRAMS, OPTIONS).withCheckpoint(checkpoint, 0, true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A state of more than 2 GiB takes several sections; here they are 64 bytes each. */
    @Test
    void aStateIsWrittenInPiecesAndReadBack() {
        AtomicReference<OptimizerState> state = new AtomicReference<>();
        new Lbfgs(LbfgsOptions.DEFAULTS).minimize(new Bowl(), Penalty.NONE, new double[20], progress -> {
            state.set(progress.snapshot());
            return progress.iteration() < 3;
        });
        double[] best = new double[20];
        Arrays.setAll(best, k -> k - 0.1);
        new Checkpoint("{}", new RunState.Optimizing(state.get()), best, 0.5, 2, 12.5).write(checkpoint, 64);
        Checkpoint read = Checkpoint.read(checkpoint, "{}", 20, false);
        assertThat(((RunState.Optimizing) read.state()).state().x())
                .isEqualTo(state.get().x());
        assertThat(read.best()).isEqualTo(best);
        assertThat(read.bestScore()).isEqualTo(0.5);
        assertThat(read.bestIteration()).isEqualTo(2);
        new Checkpoint("{}", new RunState.Optimizing(state.get()), null, Double.NEGATIVE_INFINITY, 0, Double.NaN)
                .write(checkpoint, 1000);
        assertThat(Checkpoint.read(checkpoint, "{}", 20, false).best()).isNull();
    }

    private static final class Bowl implements org.espalier.optimize.Function {
        @Override
        public int dimension() {
            return 20;
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            double value = 0;
            for (int k = 0; k < x.length; k++) {
                gradient[k] = (k + 1) * (x[k] - k);
                value += 0.5 * gradient[k] * (x[k] - k);
            }
            return value;
        }
    }

    /** The folder of the checkpoint is gone after two iterations. */
    @Test
    void aCheckpointThatCannotBeWrittenCostsAWarningAndNotTheModel() throws IOException {
        byte[] undisturbed = bytes(trainer("L-BFGS").train(DATA));
        Path gone = Files.createDirectory(folder.resolve("gone"));
        List<String> warnings = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onIteration(TrainingProgress progress) {
                if (progress.iteration() == 2) {
                    delete(gone.resolve("run.checkpoint"));
                    delete(gone);
                }
            }

            @Override
            public void onWarning(String message) {
                warnings.add(message);
            }
        };

        Model model = trainer("L-BFGS")
                .withListener(listener)
                .withCheckpoint(gone.resolve("run.checkpoint"), 1, false)
                .train(DATA);

        assertThat(bytes(model)).isEqualTo(undisturbed);
        assertThat(warnings).singleElement().asString().contains("cannot write the checkpoint", "Training continues");
    }

    /** A directory stands where the checkpoint should be: of a write that fails at its end nothing is left behind either. */
    @Test
    void onceTheTroubleIsOverCheckpointsAreWrittenAgain() throws IOException {
        Files.createDirectories(checkpoint.resolve("occupied"));
        List<String> warnings = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onIteration(TrainingProgress progress) {
                if (progress.iteration() == 3) {
                    delete(checkpoint.resolve("occupied"));
                    delete(checkpoint);
                }
            }

            @Override
            public void onWarning(String message) {
                warnings.add(message);
            }
        };
        trainer("L-BFGS")
                .withListener(listener)
                .withCheckpoint(checkpoint, 1, false)
                .train(DATA);
        assertThat(warnings).singleElement().asString().startsWith("cannot write " + checkpoint);
        assertThat(checkpoint).isRegularFile();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(checkpoint);
        }
    }

    @Test
    void filesBesideTheCheckpointStay() throws IOException {
        Path own = Files.writeString(folder.resolve("run.checkpoint.state"), "mine");
        trainer("L-BFGS").withCheckpoint(checkpoint, 1, false).train(DATA);
        assertThat(own).hasContent("mine");
        assertThat(checkpoint).isRegularFile();
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
