package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.VotedWeights;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section with the weight vectors of a vote. */
class VotedModelFileTest {
    private static final long SEED = 11;

    @TempDir
    Path folder;

    private Path file;
    private Model model;
    private byte[] votes;

    @BeforeEach
    void save() {
        Model linear = SmallModels.random(
                Template.parse("U0:%x[0,0]\nB", "t"), false, List.of("A", "B", "C"), SEED, "one", "two", "three");
        model = linear.withVotes(history(linear.weights().length));
        file = folder.resolve("model.esp");
        model.save(file);
        ByteBuffer section = Objects.requireNonNull(sections().get("votes"));
        votes = new byte[section.remaining()];
        section.duplicate().get(votes);
    }

    /** Small whole numbers, large ones, fractions; places without an entry; a start that is not 0. */
    private static VotedWeights history(int parameters) {
        Random random = new Random(SEED);
        double[] start = new double[parameters];
        start[1] = 0.25;
        int vectors = 40;
        int[] survived = new int[vectors];
        int[] begins = new int[vectors];
        int[] places = new int[vectors * parameters];
        double[] changes = new double[places.length];
        int size = 0;
        for (int v = 0; v < vectors; v++) {
            survived[v] = v == 0 ? 0 : 1 + random.nextInt(300);
            begins[v] = size;
            for (int k = 0; k < parameters && v + 1 < vectors; k++) {
                if (k % 5 != 4 && random.nextInt(4) == 0) {
                    places[size] = k;
                    changes[size++] = switch (random.nextInt(4)) {
                        case 0 -> random.nextGaussian();
                        case 1 -> random.nextInt();
                        default -> random.nextInt(5) - 2;
                    };
                }
            }
        }
        return VotedWeights.ofSteps(start, survived, begins, places, changes);
    }

    private Map<String, ByteBuffer> sections() {
        return new LinkedHashMap<>(SectionFile.read(file, ModelFile.MAGIC, ModelFile.VERSION, "a model"));
    }

    /** Opens the model with other bytes of votes, and tags with it; null when that goes well. */
    private Kind opened(byte[] bytes) {
        Map<String, ByteBuffer> all = sections();
        all.put("votes", ByteBuffer.wrap(bytes));
        Path other = folder.resolve("other.esp");
        SectionFile.write(other, ModelFile.MAGIC, ModelFile.VERSION, all);
        try {
            Model.load(other)
                    .tagger()
                    .tag(Sequence.ofWords("one", "two", "three"))
                    .marginals();
            return null;
        } catch (ModelFormatException e) {
            return e.kind();
        }
    }

    /**
     * Whether the section alone is refused, in the ways that {@link ModelFile} calls corrupt. Thousands of files would be
     * thousands of mappings, which the operating system limits and only the garbage collector ends.
     */
    private boolean isRefused(byte[] bytes) {
        try {
            VotedWeights read =
                    VoteSection.read(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), model.weights().length);
            model.withVotes(read)
                    .tagger()
                    .tag(Sequence.ofWords("one", "two", "three"))
                    .marginals();
            return false;
        } catch (IllegalArgumentException | ArithmeticException | BufferUnderflowException e) {
            return true;
        }
    }

    @Test
    void aRoundTripKeepsEverything() throws IOException {
        Model loaded = Model.load(file);
        assertThat(loaded.votes()).isEqualTo(model.votes());
        Sequence question = Sequence.ofWords("two", "one", "four", "three");
        assertThat(loaded.tagger().tag(question).marginals())
                .isDeepEqualTo(model.tagger().tag(question).marginals());
        loaded.save(folder.resolve("again.esp"));
        assertThat(Files.mismatch(file, folder.resolve("again.esp"))).isEqualTo(-1);
        assertThat(opened(votes)).isNull();
    }

    /** A reader that does not know of votes would decide by the average. */
    @Test
    void itIsForReadersThatKnowOfIt() {
        assertThatThrownBy(() -> SectionFile.read(file, ModelFile.MAGIC, 3, "a model"))
                .isInstanceOfSatisfying(
                        ModelFormatException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_NEW));
    }

    @Test
    void everyTruncationAndEveryExtensionIsCorrupt() {
        for (int length = 0; length < votes.length; length++) {
            assertThat(isRefused(Arrays.copyOf(votes, length)))
                    .as("%d bytes", length)
                    .isTrue();
        }
        assertThat(opened(Arrays.copyOf(votes, votes.length / 2))).isEqualTo(Kind.CORRUPT);
        assertThat(opened(Arrays.copyOf(votes, votes.length + 1))).isEqualTo(Kind.CORRUPT);
    }

    /** Every byte in turn becomes others, with right checksums: corrupt or another valid model, never another exception. */
    @Test
    void wrongBytesAreCorruptOrAnotherVote() {
        int corrupt = 0;
        for (int at = 0; at < votes.length; at++) {
            for (int value : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
                byte[] wrong = votes.clone();
                wrong[at] = (byte) value;
                boolean refused = isRefused(wrong);
                corrupt += refused ? 1 : 0;
                if (at % 40 == 0) {
                    assertThat(opened(wrong)).as("byte %d", at).isEqualTo(refused ? Kind.CORRUPT : null);
                }
            }
        }
        assertThat(corrupt).isGreaterThan(votes.length);
    }

    @Test
    void countsThatAskForTooMuchMemoryAreRefused() {
        for (int at : new int[] {0, 4}) {
            for (int value : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, votes.length}) {
                byte[] wrong = votes.clone();
                ByteBuffer.wrap(wrong).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
                assertThat(opened(wrong)).as("%d at %d", value, at).isEqualTo(Kind.CORRUPT);
            }
        }
        byte[] noise = new byte[votes.length];
        for (int seed = 0; seed < 300; seed++) {
            new Random(seed).nextBytes(noise);
            System.arraycopy(votes, 0, noise, 0, seed % 2 == 0 ? 8 : 60);
            assertThat(isRefused(noise)).as("seed %d", seed).isTrue();
        }
    }

    @Test
    void aVoteGoesWithAPlainModelOfItsSize() {
        VotedWeights own = Objects.requireNonNull(model.votes());
        Model other = SmallModels.random(Template.parse("U0:%x[0,0]", "t"), false, List.of("A", "B"), 1, "one");
        assertThatThrownBy(() -> other.withVotes(own)).hasMessageContaining("weights for a model of");
        for (FileForm form : List.of(FileForm.PLAIN, FileForm.compact(64))) {
            Model unfit = new Model(
                    model.labels(),
                    model.encoder(),
                    model.layout(),
                    model.weights(),
                    model.columns(),
                    model.provenance(),
                    form,
                    form.compact() ? Normalisation.GLOBAL : Normalisation.LOCAL);
            assertThatThrownBy(() -> unfit.withVotes(own)).hasMessageContaining("expected a plain model");
        }
        assertThatThrownBy(() -> VotedWeights.of(new int[] {0}, new int[] {0}, new int[0], new double[0]))
                .hasMessageContaining("no weight vector has a vote");
        assertThatThrownBy(() -> VotedWeights.of(new int[] {1, -1}, new int[] {0}, new int[0], new double[0]))
                .hasMessageContaining("-1 votes");
        assertThatThrownBy(() ->
                        VotedWeights.of(new int[] {1, 1}, new int[] {0, 2}, new int[] {1, 1}, new double[] {1, 1}))
                .hasMessageContaining("in step 1");
        assertThatThrownBy(() ->
                        VotedWeights.of(new int[] {1, 1}, new int[] {0, 1}, new int[] {1}, new double[] {Double.NaN}))
                .hasMessageContaining("NaN");
    }

    /** Vector by vector, as the history tells them. */
    @Test
    void theVectorsAreThoseOfTheSteps() {
        VotedWeights own = Objects.requireNonNull(model.votes());
        Sequence question = Sequence.ofWords("three", "one", "one");
        double[][] shares = new double[3][3];
        for (int v = 0; v < own.vectors(); v++) {
            List<String> labels = new Model(
                            model.labels(), model.encoder(), model.layout(), own.vector(v), 1, model.provenance())
                    .tagger()
                    .tag(question)
                    .labels();
            for (int t = 0; t < 3; t++) {
                shares[t][model.labels().indexOf(labels.get(t))] += own.survived(v);
            }
        }
        double[][] found = model.tagger().tag(question).marginals();
        for (int t = 0; t < 3; t++) {
            for (int s = 0; s < 3; s++) {
                assertThat(found[t][s] * own.total()).isCloseTo(shares[t][s], within(1e-6));
            }
        }
    }
}
