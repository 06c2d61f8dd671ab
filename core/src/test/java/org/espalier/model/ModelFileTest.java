package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.BiasedAttributes;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.Feature;
import org.espalier.feature.text.FeatureSet;
import org.espalier.feature.text.WordClasses;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.scoring.Normalisation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ModelFileTest {
    private static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB1:%x[0,0]\nB", "t");
    private static final List<String> LABELS = List.of("B-naïve label", "O", "\uD83C\uDF33\"\\\n");

    @TempDir
    Path folder;

    private Path file;
    private Model model;
    private byte[] bytes;

    @BeforeEach
    void save() throws IOException {
        file = folder.resolve("model.esp");
        model = SmallModels.random(TEMPLATE, true, LABELS, 1, "one", "two", "zwei\u0301", "one");
        model.save(file);
        bytes = Files.readAllBytes(file);
    }

    private static void assertSame(Model actual, Model expected) {
        assertThat(actual.labels()).isEqualTo(expected.labels());
        assertThat(actual.weights()).isEqualTo(expected.weights());
        assertThat(actual.columns()).isEqualTo(expected.columns());
        assertThat(actual.encoder().boundaries()).isEqualTo(expected.encoder().boundaries());
        assertThat(actual.encoder().extractor().definition())
                .isEqualTo(expected.encoder().extractor().definition());
        assertThat(actual.encoder().attributes().toVocabulary().toBytes())
                .isEqualTo(expected.encoder().attributes().toVocabulary().toBytes());
        assertThat(actual.encoder().transitionAttributes().toVocabulary().toBytes())
                .isEqualTo(
                        expected.encoder().transitionAttributes().toVocabulary().toBytes());
        assertThat(actual.layout()).usingRecursiveComparison().isEqualTo(expected.layout());
        assertThat(actual.provenance()).isEqualTo(expected.provenance());
    }

    private ModelFormatException refused(byte[] content) throws IOException {
        Path damaged = folder.resolve("damaged.esp");
        Files.write(damaged, content);
        Throwable thrown = catchThrowable(() -> Model.load(damaged));
        assertThat(thrown).isInstanceOf(ModelFormatException.class).hasMessageStartingWith(damaged + ": ");
        return (ModelFormatException) thrown;
    }

    @Test
    void aRoundTripKeepsEverything() {
        assertSame(Model.load(file), model);
    }

    @Test
    void keepsClusters() {
        WordClasses classes = WordClasses.of(Map.of("Århus", "0110", "New", "10", "York", "11"));
        AttributeExtractor features =
                FeatureSet.of(Feature.words(0, 0), Feature.clusters("brown", classes, List.of(1, 4), -1, 0));
        for (AttributeExtractor extractor : List.of(
                features, Extractors.combine(new GivenAttributes(), features), new BiasedAttributes(features, false))) {
            Model first = SmallModels.random(extractor, false, LABELS, 2, "Århus", "New", "York");
            first.save(file);
            Model read = Model.load(file);
            assertSame(read, first);
            assertThat(read.encoder().extractor().definition()).isEqualTo(extractor.definition());
            assertThat(read.encoder().extractor().definition().tables())
                    .containsOnlyKeys("brown")
                    .containsValue(classes.toBytes());
        }
    }

    @Test
    void keepsGazetteersAndGivenAttributes() {
        AttributeExtractor features =
                FeatureSet.of(Feature.words(0, 0), Feature.gazetteer("towns", List.of("New York", "Århus"), 0, 0));
        Model first = SmallModels.random(features, false, LABELS, 2, "Århus", "New", "York");
        first.save(file);
        Model read = Model.load(file);
        assertSame(read, first);
        assertThat(read.encoder().extractor().definition().gazetteers()).containsKey("towns");
        Model given = SmallModels.random(new GivenAttributes(), false, List.of("A"), 3, "x");
        given.save(file);
        assertSame(Model.load(file), given);
    }

    @Test
    void equalModelsHaveEqualBytesAlsoWhenReadAndWrittenAgain() throws IOException {
        Path again = folder.resolve("again.esp");
        SmallModels.random(TEMPLATE, true, LABELS, 1, "one", "two", "zwei\u0301", "one")
                .save(again);
        assertThat(Files.readAllBytes(again)).isEqualTo(bytes);
        Model.load(file).save(again);
        assertThat(Files.readAllBytes(again)).isEqualTo(bytes);
        // A model stays mapped while its own file is replaced.
        Model mapped = Model.load(file);
        SmallModels.random(TEMPLATE, true, LABELS, 9, "other").save(file);
        assertSame(mapped, model);
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

    /** A model of few bytes, since the tests below try every one of them. */
    private byte[] saveTiny() throws IOException {
        SmallModels.random(Template.parse("U:%x[0,0]\nB", "t"), false, List.of("A", "B"), 1, "x")
                .save(file);
        return Files.readAllBytes(file);
    }

    @Test
    void everyTruncationIsRecognisedAsOne() throws IOException {
        byte[] tiny = saveTiny();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int length = tiny.length - 1; length > 0; length--) {
                channel.truncate(length);
                if (kind(file) != Kind.TRUNCATED) {
                    fail("%d of %d bytes: %s", length, tiny.length, kind(file));
                }
            }
        }
        assertThat(refused(new byte[0]).kind()).isEqualTo(Kind.NOT_A_MODEL);
        assertThat(refused(Arrays.copyOf(bytes, bytes.length + 1)).kind()).isEqualTo(Kind.CORRUPT);
    }

    @Test
    void everyFlippedBitIsRecognised() throws IOException {
        byte[] tiny = saveTiny();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int bit = 0; bit < 8 * tiny.length; bit++) {
                int at = bit / 8;
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (tiny[at] ^ 1 << bit % 8)}), at);
                if (kind(file) != (at < 8 ? Kind.NOT_A_MODEL : Kind.CORRUPT)) {
                    fail("bit %d of byte %d: %s", bit % 8, at, kind(file));
                }
                channel.write(ByteBuffer.wrap(new byte[] {tiny[at]}), at);
            }
        }
        assertThat(kind(file)).isNull();
    }

    @Test
    void aHigherVersionIsTooNewAndAVersionBelowOneIsCorrupt() throws IOException {
        byte[] newer = bytes.clone();
        view(newer).putInt(8, ModelFile.VERSION + 1).putInt(12, crc(newer, 0, 12));
        assertThat(refused(newer).kind()).isEqualTo(Kind.TOO_NEW);
        assertThat(refused(newer))
                .hasMessageContaining("version " + (ModelFile.VERSION + 1))
                .hasMessageContaining("newer Espalier");
        // Whatever a later version puts after its number, this one can still say so.
        assertThat(refused(Arrays.copyOf(newer, 16)).kind()).isEqualTo(Kind.TOO_NEW);
        view(newer).putInt(8, 0).putInt(12, crc(newer, 0, 12));
        assertThat(refused(newer).kind()).isEqualTo(Kind.CORRUPT);
    }

    /** A reader that does not know of normalisation would decode with the wrong probabilities. */
    @Test
    void aLocallyNormalisedModelIsForReadersThatKnowOfIt() {
        for (FileForm form : List.of(FileForm.PLAIN, FileForm.compact(64))) {
            Path local = folder.resolve("local.esp");
            new Model(
                            model.labels(),
                            model.encoder(),
                            model.layout(),
                            model.weights(),
                            model.columns(),
                            model.provenance(),
                            form,
                            Normalisation.LOCAL)
                    .save(local);

            assertThat(Model.load(local).normalisation()).isEqualTo(Normalisation.LOCAL);
            assertThat(Model.load(local).form()).isEqualTo(form);
            assertThatThrownBy(() -> SectionFile.read(local, ModelFile.MAGIC, 2, "a model"))
                    .isInstanceOfSatisfying(
                            ModelFormatException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.TOO_NEW));
        }
    }

    @Test
    void randomFilesAreNotModels() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            byte[] noise = new byte[seed + 1];
            new Random(seed).nextBytes(noise);
            noise[0] = (byte) seed == 'E' ? 0 : (byte) seed;
            assertThat(refused(noise).kind()).as("seed %d", seed).isEqualTo(Kind.NOT_A_MODEL);
        }
    }

    @Test
    void missingFilesAndDirectoriesAreNamed() {
        Path missing = folder.resolve("missing.esp");
        assertThatThrownBy(() -> Model.load(missing))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot read " + missing + ": there is no such file");
        assertThatThrownBy(() -> Model.load(folder))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot read " + folder)
                .hasMessageContaining("irectory");
        assertThatThrownBy(() -> model.save(folder))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("is a directory");
        assertThatThrownBy(() -> model.save(folder.resolve("no/such/model.esp")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("does not exist; create it first");
    }

    @Test
    void aFailingWriteLeavesTheOldFileAndNothingElse() throws IOException {
        Map<String, ByteBuffer> sections = new LinkedHashMap<>();
        sections.put("fine", ByteBuffer.allocate(100));
        sections.put("a name that is much too long for a section", ByteBuffer.allocate(1));
        assertThatThrownBy(() -> SectionFile.write(file, ModelFile.MAGIC, 1, sections))
                .isInstanceOf(IllegalArgumentException.class);
        assertOnlyTheOldFile();
    }

    private void assertOnlyTheOldFile() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    @Test
    void aSymbolicLinkStaysOne() throws IOException {
        Path link = folder.resolve("link.esp");
        Files.createSymbolicLink(link, file);
        SmallModels.random(TEMPLATE, false, LABELS, 7, "one").save(link);
        assertThat(link).isSymbolicLink();
        assertThat(Files.readAllBytes(file)).isNotEqualTo(bytes);
    }

    @Test
    void aLinkToNothingYetLeadsToTheFile() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.esp"), Path.of("later.esp"));
        model.save(link);
        assertThat(link).isSymbolicLink();
        assertThat(Files.readAllBytes(folder.resolve("later.esp"))).isEqualTo(bytes);
    }

    @Test
    void linksThatGoRoundInACircleAreRefusedAndStay() throws IOException {
        Path one = Files.createSymbolicLink(folder.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(folder.resolve("two"), Path.of("one"));
        assertThatThrownBy(() -> model.save(one))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("form a loop");
        assertThat(one).isSymbolicLink();
        assertThatThrownBy(() -> Model.load(one)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aDeviceIsWrittenToAndNotReplaced() throws IOException {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device) && !Files.isRegularFile(device));
        model.save(Files.createSymbolicLink(folder.resolve("device"), device));
        assertThat(Files.exists(device) && !Files.isRegularFile(device)).isTrue();
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        assertThatThrownBy(() -> model.save(Files.createSymbolicLink(folder.resolve("full"), full)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("No space left");
    }

    @Test
    void somebodysFileWithTheNameOfTheScratchFileStays() throws IOException {
        Path own = Files.writeString(folder.resolve("model.esp.writing"), "mine");
        SmallModels.random(TEMPLATE, false, LABELS, 7, "one").save(file);
        assertThat(own).hasContent("mine");
        assertThat(Files.readAllBytes(file)).isNotEqualTo(bytes);
    }

    private static ByteBuffer view(byte[] content) {
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int crc(byte[] content, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(content, from, length);
        return (int) crc.getValue();
    }

    private static final int TABLE = 32;
    private static final int ENTRY = 44;

    static Stream<Arguments> wrongTables() {
        return Stream.of(
                table("offset −8", entry -> entry.putLong(24, -8)),
                table("offset 8 further on", entry -> entry.putLong(24, entry.getLong(24) + 8)),
                table("an offset that overlaps", entry -> entry.putLong(24, entry.getLong(24) - 8)),
                table("offset 2⁶³−1", entry -> entry.putLong(24, Long.MAX_VALUE)),
                table("length −1", entry -> entry.putLong(32, -1)),
                table("length 2³¹", entry -> entry.putLong(32, 1L << 31)),
                table("length 2⁶³−1", entry -> entry.putLong(32, Long.MAX_VALUE)),
                table("length 2⁴⁰", entry -> entry.putLong(32, 1L << 40)),
                table("length one less", entry -> entry.putLong(32, entry.getLong(32) - 1)),
                table(
                        "the name of the section before",
                        entry -> entry.put(0, "labels\0\0\0".getBytes(StandardCharsets.UTF_8))));
    }

    private static Arguments table(String name, Consumer<ByteBuffer> change) {
        return Arguments.of(name, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongTables")
    void aWrongSectionTableWithRightChecksumsIsCorrupt(String name, Consumer<ByteBuffer> change) throws IOException {
        byte[] wrong = bytes.clone();
        change.accept(view(wrong).slice(TABLE + ENTRY, ENTRY).order(ByteOrder.LITTLE_ENDIAN));
        int end = TABLE + ENTRY * view(wrong).getInt(16);
        view(wrong).putInt(end, crc(wrong, TABLE, end - TABLE));
        assertThat(refused(wrong).kind()).isEqualTo(Kind.CORRUPT);
    }

    @Test
    void wrongCountsAndLengthsWithRightChecksumsAreRefused() throws IOException {
        for (int count : new int[] {-1, 0, 1, 8, 10, 1000, 1001, Integer.MAX_VALUE}) {
            byte[] wrong = bytes.clone();
            view(wrong).putInt(16, count).putInt(28, crc(wrong, 16, 12));
            assertThat(refused(wrong).kind()).as("%d sections", count).isEqualTo(Kind.CORRUPT);
        }
        byte[] wrong = bytes.clone();
        view(wrong).putLong(20, Long.MAX_VALUE).putInt(28, crc(wrong, 16, 12));
        assertThat(refused(wrong).kind()).isEqualTo(Kind.TRUNCATED);
        view(wrong).putLong(20, -1).putInt(28, crc(wrong, 16, 12));
        assertThat(refused(wrong).kind()).isEqualTo(Kind.CORRUPT);
    }

    static Stream<Arguments> wrongSections() {
        String features =
                "{\"kind\":\"template\",\"text\":\"U0:%x[0,0]\",\"gazetteers\":{},\"boundaries\":true,\"columns\":1}";
        return Stream.of(
                Arguments.of("labels", "[]"),
                Arguments.of("labels", "null"),
                Arguments.of("labels", ""),
                Arguments.of("labels", "{}"),
                Arguments.of("labels", "[1,2,3]"),
                Arguments.of("labels", "[\"a\",null,\"b\"]"),
                Arguments.of("labels", "[\"a\",\"a\",\"b\"]"),
                Arguments.of("labels", "[\"a\",\"b\"]"),
                Arguments.of("labels", "[\"a\",\"b\",\"c\",\"d\"]"),
                Arguments.of("labels", "[" + "[".repeat(5000)),
                Arguments.of("features", "[]"),
                Arguments.of("features", "{}"),
                Arguments.of("features", features.replace("\"template\"", "\"\"")),
                Arguments.of("features", features.replace("\"template\"", "7")),
                Arguments.of("features", features.replace("\"template\"", "\"combined\"")),
                Arguments.of("features", features.replace("\"template\"", "\"features\"")),
                Arguments.of("features", features.replace("U0:", "Q0:")),
                Arguments.of("features", features.replace("U0:%x[0,0]", "")),
                Arguments.of("features", features.replace("{}", "[]")),
                Arguments.of("features", features.replace("{}", "{\"g\":null}")),
                Arguments.of("features", features.replace("{}", "{\"g\":[null]}")),
                Arguments.of("features", features.replace("true", "\"yes\"")),
                Arguments.of("features", features.replace(":1}", ":-1}")),
                Arguments.of("features", features.replace(":1}", ":1e300}")),
                Arguments.of("features", features.replace(":1}", ":99999999999}")),
                Arguments.of("provenance", "[]"),
                Arguments.of("provenance", "{\"a\":1,\"a\":2}"),
                Arguments.of("provenance", "\u0001"));
    }

    @ParameterizedTest
    @MethodSource("wrongSections")
    void jsonOfTheWrongShapeIsCorrupt(String section, String text) throws IOException {
        assertThat(refused(with(section, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))))
                        .kind())
                .isEqualTo(Kind.CORRUPT);
    }

    private byte[] with(String section, ByteBuffer content) throws IOException {
        Map<String, ByteBuffer> sections = new LinkedHashMap<>(SectionFile.read(file, ModelFile.MAGIC, 1, "a model"));
        sections.put(section, content);
        return written(sections);
    }

    private byte[] written(Map<String, ByteBuffer> sections) throws IOException {
        Path other = folder.resolve("hostile.esp");
        SectionFile.write(other, ModelFile.MAGIC, 1, sections);
        return Files.readAllBytes(other);
    }

    @Test
    void everyMissingSectionIsCorrupt() throws IOException {
        Map<String, ByteBuffer> all = SectionFile.read(file, ModelFile.MAGIC, 1, "a model");
        assertThat(all).hasSize(9);
        for (String name : all.keySet()) {
            Map<String, ByteBuffer> fewer = new LinkedHashMap<>(all);
            fewer.remove(name);
            assertThat(refused(written(fewer)).kind()).as(name).isEqualTo(Kind.CORRUPT);
        }
    }

    /** Every int of every binary section in turn becomes huge, negative or another small number: never another exception. */
    @Test
    void wrongNumbersWithRightChecksumsAreCorruptOrAnotherValidModel() throws IOException {
        int table = TABLE + ENTRY * view(bytes).getInt(16);
        Path damaged = folder.resolve("damaged.esp");
        int corrupt = 0;
        for (int k = 3; k < view(bytes).getInt(16); k++) { // the first three sections are JSON
            int entry = TABLE + ENTRY * k;
            int begin = (int) view(bytes).getLong(entry + 24);
            int length = (int) view(bytes).getLong(entry + 32);
            for (int at = begin; at + 4 <= begin + length; at += 4) {
                for (int value : new int[] {Integer.MAX_VALUE, -1}) {
                    byte[] wrong = bytes.clone();
                    view(wrong).putInt(at, value);
                    view(wrong).putInt(entry + 40, crc(wrong, begin, length));
                    view(wrong).putInt(table, crc(wrong, TABLE, table - TABLE));
                    Files.write(damaged, wrong);
                    try {
                        Model.load(damaged)
                                .tagger()
                                .tag(Sequence.ofWords("one", "two", "three"))
                                .marginals();
                    } catch (ModelFormatException e) {
                        assertThat(e.kind()).isEqualTo(Kind.CORRUPT);
                        corrupt++;
                    }
                }
            }
        }
        assertThat(corrupt).isGreaterThan(100);
    }

    @Test
    void listsThatAreNotCompleteComeBackAndWrongOnesDoNot() throws IOException {
        // 3 labels, 2 attributes: 1 with {0, 2}, 1 with {1}
        ByteBuffer lists = ByteBuffer.allocate(12 + 5).order(ByteOrder.LITTLE_ENDIAN);
        Model two = SmallModels.random(Template.parse("U0:%x[0,0]", "t"), false, LABELS, 1, "a", "b");
        two.save(file);
        lists.putInt(3).putInt(2).putInt(0).put(new byte[] {2, 1, 0, 2, 1}).flip();
        Map<String, ByteBuffer> sections = new LinkedHashMap<>(SectionFile.read(file, ModelFile.MAGIC, 1, "a model"));
        sections.put("state-features", lists);
        sections.put("weights", ByteBuffer.allocate(24));
        Path some = folder.resolve("some.esp");
        Files.write(some, written(sections));
        assertThat(Model.load(some).layout().stateFeatures().offsets()).containsExactly(0, 2, 3);
        assertThat(Model.load(some).layout().stateFeatures().targets()).containsExactly(0, 2, 1);
        for (byte[] wrong :
                new byte[][] {{2, 1, 2, 0, 1}, {2, 1, 0, 0, 1}, {2, 1, 0, 3, 1}, {4, 1, 0, 2, 1}, {1, 1, 0, 2, 1}}) {
            sections.put(
                    "state-features",
                    ByteBuffer.allocate(17)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(3)
                            .putInt(2)
                            .putInt(0)
                            .put(wrong)
                            .flip());
            assertThat(refused(written(sections)).kind()).isEqualTo(Kind.CORRUPT);
        }
        sections.put(
                "state-features",
                ByteBuffer.allocate(12)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(3)
                        .putInt(2)
                        .putInt(2)
                        .flip());
        assertThat(refused(written(sections)).kind()).isEqualTo(Kind.CORRUPT);
        sections.put("state-features", lists);
        sections.put("weights", ByteBuffer.allocate(24).putLong(0, 0xF07F)); // +∞, little-endian
        assertThat(refused(written(sections))).hasMessageContaining("weight");
    }

    private record Own() implements AttributeExtractor {
        @Override
        public void extract(Sequence sequence, int position, AttributeSink sink) {
            sink.state(
                    "length=" + sequence.tokens().get(position).columns().get(0).length(), 1);
        }

        @Override
        public boolean sharedTransitions() {
            return true;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("own", "", Map.of());
        }
    }

    @Test
    void anExtractorOfYourOwnIsHandedOverOnLoading() throws IOException {
        Model own = SmallModels.random(new Own(), false, LABELS, 5, "a", "bc");
        own.save(file);
        assertThat(refused(Files.readAllBytes(file)).kind()).isEqualTo(Kind.UNKNOWN_EXTRACTOR);
        assertSame(Model.load(file, definition -> definition.kind().equals("own") ? new Own() : null), own);
    }

    @Test
    void aModelIsMadeOfPiecesThatFitTogether() {
        Model other = SmallModels.random(TEMPLATE, true, LABELS, 1, "one");
        assertThatThrownBy(
                        () -> new Model(model.labels(), other.encoder(), model.layout(), model.weights(), 1, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("attributes");
        assertThatThrownBy(() -> model.provenance().put("a", 1)).isInstanceOf(UnsupportedOperationException.class);
    }
}
