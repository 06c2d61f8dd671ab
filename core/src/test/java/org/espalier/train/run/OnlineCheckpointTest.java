package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.SectionFile;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.online.PassiveAggressive;
import org.espalier.online.Perceptron;
import org.espalier.online.UpdateRule;
import org.espalier.optimize.VisitingOrder;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Online learners that were interrupted after any epoch end with the bits of those that were not. */
class OnlineCheckpointTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB", "words");
    private static final List<Sequence> DATA = SyntheticData.sequences(1, 40, 3);
    private static final List<Sequence> DEV = SyntheticData.sequences(2, 30, 3);
    private static final int EPOCHS = 8;

    @TempDir
    Path folder;

    private Path checkpoint;

    @BeforeEach
    void name() {
        checkpoint = folder.resolve("run.checkpoint");
    }

    private static TrainingOptions options(Algorithm algorithm) {
        return TrainingOptions.DEFAULTS
                .withAlgorithm(algorithm)
                .withThreads(1)
                .withSeed(17)
                .withOnline(OnlineOptions.DEFAULTS.withEpochs(EPOCHS));
    }

    private Trainer trainer(String kind) {
        TrainingOptions pa = options(Algorithm.PA);
        TrainingOptions perceptron = options(Algorithm.PERCEPTRON);
        return switch (kind) {
            case "perceptron" -> new Trainer(WORDS, perceptron);
            case "last weights" ->
                new Trainer(WORDS, perceptron.withOnline(perceptron.online().withAveraging(false)));
            case "pa hard" -> new Trainer(WORDS, pa.withOnline(pa.online().withType(PassiveAggressive.Type.HARD)));
            case "pa" -> new Trainer(WORDS, pa);
            case "pa quadratic" ->
                new Trainer(WORDS, pa.withOnline(pa.online().withType(PassiveAggressive.Type.QUADRATIC)));
            case "mira" -> new Trainer(WORDS, options(Algorithm.MIRA));
            case "arow" -> new Trainer(WORDS, options(Algorithm.AROW));
            case "given order" -> new Trainer(WORDS, options(Algorithm.AROW)).withOrder(VisitingOrder.GIVEN);
            case "on disk" -> new Trainer(WORDS, options(Algorithm.AROW)).withDataOnDisk(folder);
            case "tolerance" ->
                new Trainer(WORDS, pa.withOnline(pa.online().withEpochs(100).withTolerance(0.02)));
            case "dev" ->
                new Trainer(
                                WORDS,
                                options(Algorithm.AROW)
                                        .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.F1, 2)))
                        .withDev(DEV);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private byte[] bytes(Model model) throws IOException {
        Path file = folder.resolve("model.esp");
        model.save(file);
        return Files.readAllBytes(file);
    }

    private void stopAfter(int epochs, Trainer trainer) {
        AtomicInteger done = new AtomicInteger();
        trainer.withCheckpoint(checkpoint, 1000, false)
                .withStop(() -> done.incrementAndGet() == epochs)
                .train(DATA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "perceptron",
                "last weights",
                "pa hard",
                "pa",
                "pa quadratic",
                "mira",
                "arow",
                "given order",
                "on disk",
                "tolerance",
                "dev"
            })
    void stoppedAfterAnyEpochAndResumedEndsWithTheSameBytes(String kind) throws IOException {
        Recorder recorder = new Recorder();
        byte[] uninterrupted = bytes(trainer(kind).withListener(recorder).train(DATA));
        int epochs = recorder.report().iterations();
        assertThat(epochs).isGreaterThan(2);
        assertThat(recorder.report().stoppedEarly()).isEqualTo(kind.equals("dev"));
        for (int k = 1; k <= epochs; k++) {
            stopAfter(k, trainer(kind));
            Recorder resumed = new Recorder();
            Model model = trainer(kind)
                    .withCheckpoint(checkpoint, 1000, true)
                    .withListener(resumed)
                    .train(DATA);
            assertThat(resumed.summary().resumedAt()).isEqualTo(k);
            assertThat(resumed.progress).hasSize(epochs - k);
            assertThat(bytes(model))
                    .as("%s, stopped after epoch %d of %d", kind, k, epochs)
                    .isEqualTo(uninterrupted);
        }
    }

    /** As after kill −9: the checkpoint is older than the last epoch. */
    @Test
    void anOldCheckpointServesAndMoreEpochsMayBeAllowed() throws IOException {
        TrainingOptions few = options(Algorithm.AROW);
        new Trainer(WORDS, few.withOnline(few.online().withEpochs(5)))
                .withCheckpoint(checkpoint, 2, false)
                .train(DATA);
        Recorder resumed = new Recorder();
        Model model = trainer("arow")
                .withCheckpoint(checkpoint, 2, true)
                .withListener(resumed)
                .train(DATA);
        assertThat(resumed.summary().resumedAt()).isEqualTo(4);
        assertThat(bytes(model)).isEqualTo(bytes(trainer("arow").train(DATA)));
    }

    @Test
    void anotherRunIsRefusedAndTheDifferenceNamed() {
        stopAfter(3, trainer("arow"));
        TrainingOptions arow = options(Algorithm.AROW);
        refused(new Trainer(WORDS, arow.withOnline(arow.online().withGamma(3))), "options.gamma: 100.0");
        refused(new Trainer(WORDS, arow.withSeed(3)), "options.seed: 17 in the checkpoint, 3 now");
        refused(trainer("perceptron"), "options.algorithm: ");
        refused(trainer("on disk"), "dataOnDisk: false in the checkpoint, true now");
        refused(trainer("given order"), "order: ");
        refused(trainer("arow").withOnline(new OnlineLearning("mine", (p, n) -> new Perceptron())), "rule: ");
        refused(new Trainer(WORDS, TrainingOptions.DEFAULTS), "options.algorithm: ");
    }

    private void refused(Trainer trainer, String difference) {
        assertThatThrownBy(() -> trainer.withCheckpoint(checkpoint, 1, true).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("belongs to another training run")
                .hasMessageContaining(difference);
    }

    @Test
    void whatCannotBeKeptIsRefusedBeforeTheFirstEpoch() {
        UpdateRule silent = (instance, rivals, weight, weights) -> 0;
        assertThatThrownBy(() -> trainer("perceptron")
                        .withOnline(new OnlineLearning("silent", (p, n) -> silent))
                        .withCheckpoint(checkpoint, 1, false)
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("does not say what it remembers");
        assertThatThrownBy(() -> trainer("perceptron")
                        .withOrder((order, epoch) -> {})
                        .withCheckpoint(checkpoint, 1, false)
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("custom order");
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void aDamagedFileIsRefused() throws IOException {
        stopAfter(3, trainer("arow"));
        byte[] whole = Files.readAllBytes(checkpoint);
        for (int length = 1; length < whole.length; length += 1 + whole.length / 60) {
            Files.write(checkpoint, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> resume("arow")).isInstanceOf(ModelFormatException.class);
            byte[] flipped = whole.clone();
            flipped[length] ^= 4;
            Files.write(checkpoint, flipped);
            assertThatThrownBy(() -> resume("arow")).isInstanceOf(ModelFormatException.class);
        }
    }

    private Model resume(String kind) {
        return trainer(kind).withCheckpoint(checkpoint, 1, true).train(DATA);
    }

    /** Whole by its checksums, and yet not what the run needs. */
    @Test
    void contentThatDoesNotFitIsRefused() {
        stopAfter(3, trainer("arow"));
        Map<String, ByteBuffer> sections =
                new LinkedHashMap<>(SectionFile.read(checkpoint, "ESPCHECK", 3, "an Espalier checkpoint"));
        ByteBuffer state = sections.get("online-0");

        sections.put("online-0", state.slice(0, state.capacity() - 20));
        SectionFile.write(checkpoint, "ESPCHECK", 3, sections);
        assertThatThrownBy(() -> resume("arow"))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("ends early");

        sections.remove("online-0");
        sections.put("state-0", state);
        SectionFile.write(checkpoint, "ESPCHECK", 3, sections);
        assertThatThrownBy(() -> resume("arow"))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no section 'online-0'");
    }

    private static final OnlineState STATE =
            new OnlineState(3, 0.5, false, 121, new double[] {1, -2}, new double[] {7, 8}, new double[] {0.5, 0.25});

    private static byte[] written(OnlineState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        state.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static OnlineState read(byte[] bytes) throws IOException {
        return OnlineState.read(new DataInputStream(new ByteArrayInputStream(bytes)), 2);
    }

    @Test
    void aStateIsReadBackOrRefusedWhateverTheBytes() throws IOException {
        byte[] bytes = written(STATE);
        assertThat(written(read(bytes))).isEqualTo(bytes);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut)).as("first %d bytes", length).isInstanceOf(IOException.class);
        }
        Random random = new Random(3);
        for (int n = 0; n < 2000; n++) {
            byte[] noise = bytes.clone();
            noise[random.nextInt(noise.length)] = (byte) random.nextInt();
            noise[random.nextInt(noise.length)] = (byte) random.nextInt();
            try {
                OnlineState state = read(noise);
                assertThat(written(state)).hasSizeLessThanOrEqualTo(bytes.length);
            } catch (IOException e) {
                assertThat(e).as("seed 3, case %d", n).isNotNull();
            }
        }
    }

    @Test
    void nonsenseInAStateIsNamed() throws IOException {
        OnlineState nan = new OnlineState(3, 0.5, false, 1, new double[] {1, Double.NaN}, new double[0], new double[0]);
        assertThatThrownBy(() -> read(written(nan))).hasMessageContaining("weights[1]: NaN, expected a finite number");
        OnlineState sums = new OnlineState(3, 0.5, false, 1, new double[2], new double[1], new double[0]);
        assertThatThrownBy(() -> read(written(sums))).hasMessageContaining("the number of sums: 1, expected 0 or 2");
        OnlineState none = new OnlineState(0, 0.5, false, 1, new double[2], new double[0], new double[0]);
        assertThatThrownBy(() -> read(written(none))).hasMessageContaining("epochs: 0, expected a number above 0");
        OnlineState lost = new OnlineState(3, Double.NaN, false, 1, new double[2], new double[0], new double[0]);
        assertThatThrownBy(() -> read(written(lost))).hasMessageContaining("the loss: NaN, expected a finite number");
        OnlineState unmoved = new OnlineState(3, 0.5, false, 0, new double[2], new double[0], new double[0]);
        assertThatThrownBy(() -> read(written(unmoved))).hasMessageContaining("the step: 0, expected a number above 0");
        OnlineState more = new OnlineState(3, 0.5, false, 1, new double[3], new double[0], new double[0]);
        assertThatThrownBy(() -> read(written(more))).hasMessageContaining("the number of weights: 3, expected 2");
    }

    /** More numbers than are made room for at first. */
    @Test
    void aLargeStateIsReadBackToo() throws IOException {
        double[] weights = new Random(1).doubles(20_000).toArray();
        OnlineState state = new OnlineState(2, 0.5, true, 9, weights, weights.clone(), new double[] {3});
        byte[] bytes = written(state);
        OnlineState back = OnlineState.read(new DataInputStream(new ByteArrayInputStream(bytes)), 20_000);
        assertThat(back.weights()).isEqualTo(weights);
        assertThat(back.delayed()).isEqualTo(weights);
        assertThat(back.rule()).containsExactly(3);
        assertThat(back.evaluations()).as("an epoch is an evaluation").isEqualTo(2);
    }

    /** Checkpoints of before online learners had any: version 2, the state of an optimiser in the same sections. */
    @Test
    void anOlderFileStillOpens() throws IOException {
        TrainingOptions lbfgs = TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(12);
        byte[] uninterrupted = bytes(new Trainer(WORDS, lbfgs).train(DATA));
        stopAfter(5, new Trainer(WORDS, lbfgs));
        Map<String, ByteBuffer> sections =
                new LinkedHashMap<>(SectionFile.read(checkpoint, "ESPCHECK", 3, "an Espalier checkpoint"));
        Path older = folder.resolve("older.checkpoint");
        SectionFile.write(older, "ESPCHECK", 2, sections);
        Model model =
                new Trainer(WORDS, lbfgs).withCheckpoint(older, 1000, true).train(DATA);
        assertThat(bytes(model)).isEqualTo(uninterrupted);
    }
}
