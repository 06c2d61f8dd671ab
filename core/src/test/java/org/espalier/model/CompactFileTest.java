package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Model files of the compact form. */
class CompactFileTest {
    private static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB1:%x[0,0]\nB", "t");
    private static final List<String> LABELS = List.of("B-A", "I-A", "O");

    @TempDir
    Path folder;

    /** The same model in another form, its weights rounded to it. */
    static Model in(FileForm form, Model model) {
        return new Model(
                model.labels(),
                model.encoder(),
                model.layout(),
                form.round(model.layout(), model.weights()),
                model.columns(),
                model.provenance(),
                form);
    }

    private static Model random(long seed) {
        return SmallModels.random(TEMPLATE, true, LABELS, seed, "one", "two", "three", "zwei\u0301", "one");
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 32, 16, 12, 8})
    void aRoundTripKeepsEverythingAndTheBytes(int bits) throws IOException {
        Path file = folder.resolve("model.esp");
        for (int seed = 0; seed < 20; seed++) {
            Model model = in(FileForm.compact(bits), random(seed));
            model.save(file);
            byte[] bytes = Files.readAllBytes(file);
            Model read = Model.load(file);
            assertThat(read.form()).isEqualTo(model.form());
            assertThat(read.weights()).isEqualTo(model.weights());
            assertThat(read.labels()).isEqualTo(model.labels());
            assertThat(read.provenance()).isEqualTo(model.provenance());
            assertThat(read.layout()).usingRecursiveComparison().isEqualTo(model.layout());
            assertThat(read.encoder().attributes().toVocabulary().toBytes())
                    .isEqualTo(model.encoder().attributes().toVocabulary().toBytes());
            assertThat(read.encoder().transitionAttributes().toVocabulary().toBytes())
                    .isEqualTo(model.encoder()
                            .transitionAttributes()
                            .toVocabulary()
                            .toBytes());
            read.save(file);
            assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 32, 16, 12, 8})
    void roundingStaysWithinItsBoundAndIsDoneOnce(int bits) {
        Random random = new Random(bits);
        FileForm form = FileForm.compact(bits);
        for (int round = 0; round < 200; round++) {
            ParameterLayout layout = new ParameterLayout(
                    2, FeatureLists.complete(50, 2), new int[] {0, 1, -1, 2}, FeatureLists.complete(5, 4));
            double scale = Math.pow(10, random.nextInt(12) - 6);
            double[] weights =
                    random.doubles(layout.parameters(), -scale, scale).toArray();
            double[] rounded = form.round(layout, weights);
            assertThat(form.round(layout, rounded)).isEqualTo(rounded);
            double largest = 0;
            for (int k = 0; k < weights.length; k++) {
                boolean shared = k >= layout.sharedBegin() && k < layout.transitionBegin();
                largest = shared ? largest : Math.max(largest, Math.abs(weights[k]));
            }
            for (int k = 0; k < weights.length; k++) {
                boolean shared = k >= layout.sharedBegin() && k < layout.transitionBegin();
                double bound = bits == 64
                        ? 0
                        : bits == 32 || shared
                                ? Math.abs(weights[k]) * 0x1p-24
                                : largest / ((1 << bits - 1) - 1) / 2 * (1 + 1e-6);
                assertThat(Math.abs(rounded[k] - weights[k])).isLessThanOrEqualTo(bound);
            }
        }
    }

    @Test
    void listsOfManyTargetsAndNoFeaturesComeBack() {
        Random random = new Random(5);
        for (int targets : new int[] {1, 3, 255, 256, 300, 70_000}) {
            for (int attributes : new int[] {0, 1, 7, 200}) {
                int[] offsets = new int[attributes + 1];
                int[] all = new int[3 * attributes];
                for (int a = 0; a < attributes; a++) {
                    int count = random.nextInt(1 + Math.min(3, targets));
                    for (int k = 0; k < count; k++) {
                        all[offsets[a] + k] = targets * k / count + random.nextInt(Math.max(1, targets / count));
                    }
                    offsets[a + 1] = offsets[a] + count;
                }
                FeatureLists lists =
                        new FeatureLists(targets, offsets, java.util.Arrays.copyOf(all, offsets[attributes]));
                ByteBuffer bytes = CompactSections.lists(lists).order(ByteOrder.LITTLE_ENDIAN);
                assertThat(CompactSections.lists(bytes, targets, attributes))
                        .usingRecursiveComparison()
                        .isEqualTo(lists);
            }
        }
    }

    @Test
    void weightsThatAreNotRoundedAreNotWritten() {
        Model model = random(1);
        Model wrong = new Model(
                model.labels(),
                model.encoder(),
                model.layout(),
                model.weights(),
                1,
                model.provenance(),
                FileForm.compact(8));
        assertThatThrownBy(() -> wrong.save(folder.resolve("wrong.esp")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not rounded");
        assertThat(folder).isEmptyDirectory();
        assertThatThrownBy(() -> FileForm.compact(7)).hasMessageContaining("expected 64, 32, 16, 12 or 8");
        assertThatThrownBy(() -> new FileForm(false, 8)).hasMessageContaining("plain");
    }

    /** What loading the file says, or null when it loads. */
    private static @Nullable Kind kind(Path damaged) {
        try {
            Model.load(damaged);
            return null;
        } catch (ModelFormatException e) {
            return e.kind();
        }
    }

    @Test
    void everyTruncationAndEveryFlippedBitIsRecognised() throws IOException {
        Path file = folder.resolve("tiny.esp");
        Model tiny = SmallModels.random(Template.parse("U:%x[0,0]\nB", "t"), false, List.of("A", "B"), 1, "x", "y");
        in(FileForm.compact(8), tiny).save(file);
        byte[] bytes = Files.readAllBytes(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                int at = bit / 8;
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (bytes[at] ^ 1 << bit % 8)}), at);
                if (kind(file) != (at < 8 ? Kind.NOT_A_MODEL : Kind.CORRUPT)) {
                    fail("bit %d of byte %d: %s", bit % 8, at, kind(file));
                }
                channel.write(ByteBuffer.wrap(new byte[] {bytes[at]}), at);
            }
            assertThat(kind(file)).isNull();
            for (int length = bytes.length - 1; length > 0; length--) {
                channel.truncate(length);
                if (kind(file) != Kind.TRUNCATED) {
                    fail("%d of %d bytes: %s", length, bytes.length, kind(file));
                }
            }
        }
    }

    /** With right checksums: only the format exception, or another model that works. */
    @Test
    void wrongBytesInSectionsAreCorruptOrAnotherValidModel() throws IOException {
        Path file = folder.resolve("model.esp");
        Path damaged = folder.resolve("damaged.esp");
        in(FileForm.compact(12), random(3)).save(file);
        Map<String, ByteBuffer> sections = SectionFile.read(file, ModelFile.MAGIC, ModelFile.VERSION, "a model");
        int corrupt = 0;
        for (String name :
                sections.keySet().stream().skip(3).toList()) { // the first three are JSON, as in a plain file
            byte[] content = new byte[sections.get(name).remaining()];
            sections.get(name).duplicate().get(content);
            for (int at = 0; at < content.length; at++) {
                for (byte value : new byte[] {-1, 0, 127, (byte) (content[at] + 1)}) {
                    byte[] wrong = content.clone();
                    wrong[at] = value;
                    Map<String, ByteBuffer> changed = new LinkedHashMap<>(sections);
                    changed.put(name, ByteBuffer.wrap(wrong));
                    SectionFile.write(damaged, ModelFile.MAGIC, ModelFile.VERSION, changed);
                    try {
                        Model.load(damaged)
                                .tagger()
                                .tag(Sequence.ofWords("one", "two", "four"))
                                .marginals();
                    } catch (ModelFormatException e) {
                        corrupt++;
                    }
                }
            }
        }
        assertThat(corrupt).isGreaterThan(500);
    }

    @Test
    void everyMissingSectionIsCorrupt() throws IOException {
        Path file = folder.resolve("model.esp");
        in(FileForm.compact(16), random(3)).save(file);
        Map<String, ByteBuffer> sections = SectionFile.read(file, ModelFile.MAGIC, ModelFile.VERSION, "a model");
        assertThat(Model.sections(file).keySet()).isEqualTo(sections.keySet());
        for (String name : sections.keySet()) {
            Map<String, ByteBuffer> fewer = new LinkedHashMap<>(sections);
            fewer.remove(name);
            SectionFile.write(folder.resolve("fewer.esp"), ModelFile.MAGIC, ModelFile.VERSION, fewer);
            assertThat(kind(folder.resolve("fewer.esp"))).as(name).isEqualTo(Kind.CORRUPT);
        }
    }

    @Test
    void theVersionRisesOnlyForCompactFiles() throws IOException {
        Path file = folder.resolve("model.esp");
        random(1).save(file);
        assertThat(Files.readAllBytes(file)[8]).isEqualTo((byte) 1);
        in(FileForm.compact(64), random(1)).save(file);
        assertThat(Files.readAllBytes(file)[8]).isEqualTo((byte) 2);
        assertThatThrownBy(() -> SectionFile.read(file, ModelFile.MAGIC, 1, "a model"))
                .isInstanceOfSatisfying(
                        ModelFormatException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_NEW));
    }

    @Test
    void codingBetterThanTheAllowedRatioIsFilledUp() throws IOException {
        Path file = folder.resolve("model.esp");
        String[] words = new String[3_000];
        for (int n = 0; n < words.length; n++) {
            words[n] = "the same long beginning of every word ".repeat(6) + (char) (0x4E00 + n);
        }
        Model model = SmallModels.random(Template.parse("U:%x[0,0]", "t"), false, List.of("A"), 1, words);
        Model smaller = new Model(
                model.labels(),
                model.encoder(),
                model.layout(),
                new double[model.weights().length],
                1,
                Map.of(),
                FileForm.compact(8));
        smaller.save(file);
        assertThat(Model.load(file).encoder().attributes().toVocabulary().toBytes())
                .isEqualTo(model.encoder().attributes().toVocabulary().toBytes());
        assertThat(Model.sections(file).get("attributes")).isBetween(3_000, 30_000);
    }
}
