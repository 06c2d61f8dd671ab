package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrfsuiteModelFileTest {
    private static final List<String> LABELS = List.of("A", "B", "ß");

    @TempDir
    Path folder;

    private Path file;
    private Model model;

    @BeforeEach
    void train() {
        file = folder.resolve("model.crfsuite");
        model = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS.withMaxIterations(20))
                .train(ItemData.random(1, 30, LABELS));
        CrfsuiteModelFile.write(model, file, StandardCharsets.UTF_8);
    }

    private static void assertSame(Model actual, Model expected) {
        List<Sequence> data = new ArrayList<>(ItemData.random(2, 40, LABELS));
        data.add(Sequence.of(List.of(), null));
        data.add(Sequence.of(List.of(Token.ofAttributes(List.of())), null));
        data.add(Sequence.of(List.of(Token.ofAttributes(List.of(Attribute.of("never seen")))), null));
        for (Sequence sequence : data) {
            Tagging one = actual.tagger().tag(sequence);
            Tagging other = expected.tagger().tag(sequence);
            assertThat(one.labels()).isEqualTo(other.labels());
            assertThat(one.score()).isEqualTo(other.score());
            assertThat(one.logPartition()).isEqualTo(other.logPartition());
            assertThat(one.marginals()).isDeepEqualTo(other.marginals());
        }
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Model read = CrfsuiteModelFile.read(file, StandardCharsets.UTF_8);

        assertSame(read, model);
        assertThat(read.labels()).isEqualTo(model.labels());
        assertThat(read.provenance().toString()).contains("CRFsuite");
        Path again = folder.resolve("again");
        assertThat(CrfsuiteModelFile.write(read, again, StandardCharsets.UTF_8)).isEmpty();
        assertThat(again).hasSameBinaryContentAs(file);
        Path converted = folder.resolve("model.esp");
        read.save(converted);
        assertSame(Model.load(converted), model);
    }

    @Test
    void theFileMayChangeOnceItWasRead() throws IOException {
        Model read = CrfsuiteModelFile.read(file, StandardCharsets.UTF_8);
        Files.write(file, new byte[(int) Files.size(file)]);
        assertSame(read, model);
        Files.write(file, new byte[0]);
        assertSame(read, model);
    }

    @Test
    void trainingGoesOnFromAModelThatWasRead() {
        Model more = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS)
                .withInitial(CrfsuiteModelFile.read(file, StandardCharsets.UTF_8))
                .train(ItemData.random(3, 30, LABELS));

        assertThat(more.encoder().attributes().size())
                .isGreaterThanOrEqualTo(model.encoder().attributes().size());
    }

    @Test
    void recognisesItsOwn() throws IOException {
        Path other = folder.resolve("other");
        for (String text : List.of("", "lCR", "lCRX and more", "ESPALIER")) {
            Files.writeString(other, text);
            assertThat(CrfsuiteModelFile.recognises(other)).as(text).isFalse();
        }
        assertThat(CrfsuiteModelFile.recognises(file)).isTrue();
    }

    @Test
    void aModelOfAnyEncodingIsItsBytes() throws IOException {
        Model bytes = CrfsuiteModelFile.read(file, StandardCharsets.ISO_8859_1);

        assertThat(bytes.labels().names())
                .contains(new String("ß".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        Path again = folder.resolve("again");
        CrfsuiteModelFile.write(bytes, again, StandardCharsets.ISO_8859_1);
        assertThat(again).hasSameBinaryContentAs(file);
        assertThatThrownBy(() -> CrfsuiteModelFile.read(file, Charset.forName("EUC-JP")))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("is not text in EUC-JP");
        assertThatThrownBy(() -> CrfsuiteModelFile.write(model, again, StandardCharsets.US_ASCII))
                .hasMessageContaining("cannot be written in US-ASCII");
    }

    @Test
    void saysWhatIsNotKept() {
        List<Sequence> words = List.of(Sequence.ofWords("a", "b").withLabels(List.of("X", "Y")));
        Model templated = new Trainer(
                        Template.parse("U:%x[0,0]\nB\n", "test"), TrainingOptions.DEFAULTS.withBoundaries(true))
                .train(words);

        assertThat(CrfsuiteModelFile.write(templated, file, StandardCharsets.UTF_8))
                .hasSize(3)
                .anyMatch(sentence -> sentence.startsWith("The features (template) are not kept"))
                .anyMatch(sentence -> sentence.contains("__BEGIN__"));
        assertThat(CrfsuiteModelFile.read(file, StandardCharsets.UTF_8)
                        .encoder()
                        .attributes()
                        .indexOf("U:a"))
                .isNotNegative();

        Model stepped =
                new Trainer(Template.parse("U:%x[0,0]\nB:%x[0,0]\n", "test"), TrainingOptions.DEFAULTS).train(words);
        assertThatThrownBy(() -> CrfsuiteModelFile.write(stepped, file, StandardCharsets.UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("CRFsuite has no transition features that look at the data");
        Token token = Token.ofAttributes(List.of(Attribute.of("a\0b")));
        Model nul = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS)
                .train(List.of(Sequence.of(List.of(token, Token.ofAttributes(List.of())), List.of("X", "Y"))));
        assertThatThrownBy(() -> CrfsuiteModelFile.write(nul, file, StandardCharsets.UTF_8))
                .hasMessageContaining("NUL");
    }

    /** A file that the test can change: two labels, one attribute with two features, two transitions. */
    private ByteBuffer handMade() throws IOException {
        Token token = Token.ofAttributes(List.of(Attribute.of("a")));
        Model small = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS)
                .train(List.of(
                        Sequence.of(List.of(token, token, token), List.of("X", "Y", "X")),
                        Sequence.of(List.of(token, Token.ofAttributes(List.of())), List.of("X", "Y"))));
        CrfsuiteModelFile.write(small, file, StandardCharsets.UTF_8);
        return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Model read(ByteBuffer bytes) throws IOException {
        Files.write(file, bytes.array());
        return CrfsuiteModelFile.read(file, StandardCharsets.UTF_8);
    }

    @Test
    void equalStateFeaturesAreAddedAndOfEqualTransitionsTheLastCounts() throws IOException {
        ByteBuffer bytes = handMade();
        int feature = 48 + 12;
        assertThat(bytes.getInt(feature)).isZero();
        // Both features of the attribute are for label 0 now, and both transitions lead from 0 to 1 by their lists.
        bytes.putInt(feature + 8, 0).putDouble(feature + 12, 0.25);
        bytes.putInt(feature + 20 + 8, 0).putDouble(feature + 20 + 12, 0.5);
        Model read = read(bytes);

        assertThat(read.layout().stateFeatures().features()).isEqualTo(1);
        assertThat(read.weights()[0]).isEqualTo(0.75);

        int lists = bytes.getInt(40);
        int first = bytes.getInt(lists + 12);
        assertThat(bytes.getInt(first)).isEqualTo(1);
        int transition = bytes.getInt(first + 4);
        assertThat(bytes.getInt(feature + 20 * transition)).isEqualTo(1);
        assertThat(read.layout().sharedCount()).isEqualTo(2);
        // CRFsuite reads the feature that the list names, again and again; here the second label loses its own.
        int second = bytes.getInt(lists + 16);
        bytes.putInt(feature + 20 * bytes.getInt(second + 4) + 12, 0);
        assertThat(read(bytes).layout().sharedCount()).isEqualTo(2);
    }

    @Test
    void targetsMayStandInAnyOrder() throws IOException {
        ByteBuffer bytes = handMade();
        Model before = read(bytes);
        int list = bytes.getInt(bytes.getInt(44) + 12);
        assertThat(bytes.getInt(list)).isEqualTo(2);
        int first = bytes.getInt(list + 4);
        bytes.putInt(list + 4, bytes.getInt(list + 8)).putInt(list + 8, first);
        Model after = read(bytes);

        assertThat(after.layout()).usingRecursiveComparison().isEqualTo(before.layout());
        assertThat(after.weights()).isEqualTo(before.weights());
    }

    @Test
    void whatFollowsTheFileIsNotLookedAt() throws IOException {
        ByteBuffer bytes = handMade();
        Model longer = read(ByteBuffer.wrap(Arrays.copyOf(bytes.array(), bytes.capacity() + 3)));

        assertThat(longer.labels().size()).isEqualTo(2);
    }

    @Test
    void aModelWithoutAttributesTagsByItsTransitions() {
        Token none = Token.ofAttributes(List.of());
        Sequence sequence = Sequence.of(List.of(none, none, none), List.of("X", "X", "Y"));
        Model bare = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS).train(List.of(sequence));
        CrfsuiteModelFile.write(bare, file, StandardCharsets.UTF_8);
        Model read = CrfsuiteModelFile.read(file, StandardCharsets.UTF_8);

        assertThat(read.encoder().attributes().size()).isZero();
        assertThat(read.tagger().tag(sequence).labels())
                .isEqualTo(bare.tagger().tag(sequence).labels());
    }

    private void assertDamage(Kind kind, String message, int offset, int value) throws IOException {
        ByteBuffer bytes = handMade();
        bytes.putInt(offset, value);
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOfSatisfying(
                        ModelFormatException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(message);
    }

    @Test
    void theVersionIsNotLookedAtAsInCrfsuite() throws IOException {
        ByteBuffer bytes = handMade();
        Model model = read(bytes.putInt(12, 101));

        assertThat(model.labels()).isEqualTo(read(handMade()).labels());
        assertThat(model.provenance().toString()).contains("version=101");
    }

    @Test
    void everyKindOfDamageIsNamed() throws IOException {
        ByteBuffer bytes = handMade();
        int labels = bytes.getInt(32);
        int transitions = bytes.getInt(40);
        assertDamage(Kind.NOT_A_MODEL, "does not begin with the letters 'lCRF'", 0, 7);
        assertDamage(Kind.TRUNCATED, "the file would take", 4, Integer.MAX_VALUE);
        assertDamage(Kind.CORRUPT, "byte 8: a model of the type", 8, 0x41414141);
        assertDamage(Kind.CORRUPT, "byte 20: 0 labels", 20, 0);
        assertDamage(Kind.CORRUPT, "byte 24: there are 4294967295 attributes", 24, -1);
        assertDamage(Kind.TRUNCATED, "'FEAT' would take", 28, -1);
        assertDamage(Kind.CORRUPT, "found 'lCRF', expected 'FEAT'", 28, 0);
        assertDamage(Kind.CORRUPT, "features, more than the file has room for", 48 + 8, 1 << 30);
        assertDamage(Kind.CORRUPT, "is in the list of another label or attribute", 48 + 12, 1);
        assertDamage(Kind.CORRUPT, "leads to label 9 of 2", 48 + 12 + 8, 9);
        assertDamage(Kind.CORRUPT, "the weight NaN", 48 + 12 + 16, 0x7FF80000);
        assertDamage(Kind.CORRUPT, "the byte order mark is wrong", labels + 12, 0);
        assertDamage(Kind.CORRUPT, "3 strings, expected 2 labels", labels + 16, 3);
        assertDamage(Kind.CORRUPT, "leaves the database", labels + 20, 12);
        assertDamage(Kind.CORRUPT, "a record has the number 5, expected 0", labels + 2072, 5);
        assertDamage(Kind.CORRUPT, "string 0 claims", labels + 2076, -4);
        assertDamage(Kind.CORRUPT, "string 0 has a NUL within", labels + 2080 - 2, 0x00000000);
        assertDamage(Kind.CORRUPT, "lists in 'LFRF', expected 2", transitions + 8, 1);
        assertDamage(Kind.TRUNCATED, "a list of 'LFRF' would take 4 bytes", transitions + 12, -8);
    }

    @Test
    void wrongHashTablesAreFound() throws IOException {
        ByteBuffer bytes = handMade();
        int labels = bytes.getInt(32);
        int table = 0;
        while (bytes.getInt(labels + 24 + 8 * table) == 0) {
            table++;
        }
        int buckets = labels + bytes.getInt(labels + 24 + 8 * table);
        int used = bytes.getInt(buckets + 4) != 0 ? buckets : buckets + 8;
        int empty = used == buckets ? buckets + 8 : buckets;
        assertDamage(Kind.CORRUPT, "has a wrong hash", used, 1234);
        assertDamage(Kind.CORRUPT, "points to no string", used + 4, 2071);
        assertDamage(Kind.CORRUPT, "1 strings in the hash tables, expected 2", used + 4, 0);
        assertDamage(Kind.CORRUPT, "is full", empty + 4, bytes.getInt(used + 4));
        assertDamage(Kind.CORRUPT, "leaves the database", labels + 24 + 8 * table + 4, 1 << 28);
    }

    @Test
    void aMissingFileIsAnOrdinaryError() {
        assertThatThrownBy(() -> CrfsuiteModelFile.read(folder.resolve("none"), StandardCharsets.UTF_8))
                .hasMessageContaining("there is no such file");
    }
}
