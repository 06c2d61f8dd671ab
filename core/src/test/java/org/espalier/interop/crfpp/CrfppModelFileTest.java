package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("OrphanedFormatString") // %x is the template's macro
final class CrfppModelFileTest {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;

    @TempDir
    private Path folder;

    /** Two labels; weights that can be added up by hand. */
    static String smallText() {
        return """
                version: 100
                cost-factor: 1
                maxid: 10
                xsize: 1

                X
                Y

                U:%x[0,0]
                B

                2 B
                0 U:a
                6 U:b
                8 U:é

                1.0000000000000000
                0.0000000000000000
                0.5000000000000000
                -0.5000000000000000
                0.2500000000000000
                0.0000000000000000
                0.0000000000000000
                2.0000000000000000
                -0.0000000000000000
                3.0000000000000000
                """;
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, UTF_8);
    }

    private Model read(String text) throws IOException {
        return CrfppModelFile.read(file("model.txt", text), UTF_8);
    }

    private static double score(Model model, List<String> labels, String... words) {
        Tagging tagging = model.tagger().tag(Sequence.ofWords(words));
        return tagging.logProbability(labels) + tagging.logPartition();
    }

    @Test
    void weightsAreWhereTheIdsSay() throws IOException {
        Model model = read(smallText());

        assertThat(score(model, List.of("X", "Y"), "a", "b")).isCloseTo(1 - 0.5 + 2, within(1e-12));
        assertThat(score(model, List.of("Y", "X"), "a", "b")).isCloseTo(0.25, within(1e-12));
        assertThat(score(model, List.of("Y", "Y"), "é", "unknown")).isCloseTo(3, within(1e-12));
        assertThat(model.tagger().tag(Sequence.ofWords()).labels()).isEmpty();
        assertThat(model.provenance()).containsEntry("tool", "CRF++").containsEntry("version", 100);
    }

    /** Of more than a megabyte, which was mapped once. */
    @Test
    void theFileMayChangeOnceItWasRead() throws IOException {
        int states = 1000;
        String[] strings = IntStream.range(100, 400).mapToObj(k -> "U:w" + k).toArray(String[]::new);
        CrfppContent large = new CrfppContent(
                CrfppContent.VERSION,
                1,
                1,
                IntStream.range(0, states).mapToObj(k -> "L" + k).toList(),
                List.of("U:%x[0,0]"),
                strings,
                IntStream.range(0, strings.length).map(k -> k * states).toArray(),
                strings.length * states,
                index -> index % 97);
        Path file = folder.resolve("large");
        CrfppModelFile.writeBinary(large, file, UTF_8);
        assertThat(Files.size(file)).isGreaterThan(1 << 20);
        CrfppContent read = CrfppModelFile.readContent(file, UTF_8);
        Files.write(file, new byte[0]);
        assertThat(read.strings()).isEqualTo(strings);
        for (int index = 0; index < large.weightCount(); index++) {
            assertThat(read.weights().applyAsDouble(index)).isEqualTo(index % 97);
        }
    }

    @Test
    void bothFormsComeBackAsTheyWere() throws IOException {
        Model model = read(smallText());
        Path text = folder.resolve("again.txt");
        Path binary = folder.resolve("binary");

        assertThat(CrfppModelFile.write(model, text, UTF_8)).isEmpty();
        assertThat(CrfppModelFile.write(model, binary, UTF_8)).isEmpty();

        assertThat(text).hasContent(smallText());
        assertThat(CrfppModelFile.recognises(text)).isTrue();
        assertThat(CrfppModelFile.recognises(binary)).isTrue();
        Model again = CrfppModelFile.read(binary, UTF_8);
        assertThat(again.weights()).isEqualTo(model.weights());
        CrfppModelFile.write(again, text, UTF_8);
        assertThat(text).hasContent(smallText());
    }

    @Test
    void theFormNeedNotFollowTheName() throws IOException {
        Model model = read(smallText());
        Path file = folder.resolve("any");

        CrfppModelFile.writeText(model, file, UTF_8);
        assertThat(file).hasContent(smallText());
        CrfppModelFile.writeBinary(model, file, UTF_8);
        assertThat(CrfppModelFile.read(file, UTF_8).provenance()).containsEntry("form", "binary");
    }

    @Test
    void theModelSurvivesOurOwnFile() throws IOException {
        Model model = read(smallText());
        model.save(folder.resolve("model.esp"));
        Model loaded = Model.load(folder.resolve("model.esp"));

        assertThat(loaded.tagger().tag(Sequence.ofWords("a", "é", "b")).probability())
                .isEqualTo(model.tagger().tag(Sequence.ofWords("a", "é", "b")).probability());
        CrfppModelFile.write(loaded, folder.resolve("again.txt"), UTF_8);
        assertThat(folder.resolve("again.txt")).hasContent(smallText());
    }

    @Test
    void severalTransitionLinesAddUp() throws IOException {
        String text = smallText()
                        .replace("B\n\n2 B\n", "B\nB\nB2\nB3\n\n2 B\n10 B2\n")
                        .replace("maxid: 10", "maxid: 14")
                + "1.0000000000000000\n2.0000000000000000\n3.0000000000000000\n4.0000000000000000\n";
        Model model = read(text);

        // B stands twice, B2 once, B3 has no weights.
        assertThat(score(model, List.of("X", "Y"), "-", "-")).isCloseTo(2 * -0.5 + 2, within(1e-12));
        assertThat(score(model, List.of("Y", "Y"), "-", "-")).isCloseTo(2 * 0 + 4, within(1e-12));

        Path again = folder.resolve("again");
        assertThat(CrfppModelFile.write(model, again, UTF_8)).anyMatch(line -> line.contains("several B lines"));
        Model second = CrfppModelFile.read(again, UTF_8);
        assertThat(score(second, List.of("X", "Y"), "-", "-")).isCloseTo(1, within(1e-6));
    }

    @Test
    void aTransitionLineWithoutWeightsScoresNothing() throws IOException {
        Model model = read(smallText().replace("2 B\n", ""));

        assertThat(score(model, List.of("X", "Y"), "-", "-")).isZero();
    }

    @Test
    void carriageReturnsOfTheTemplateBelongToTheStrings() throws IOException {
        String text = smallText()
                .replace("U:%x[0,0]\n", "U:%x[0,0]\r\n")
                .replace("U:a\n", "U:a\r\n")
                .replace("U:b\n", "U:b\r\n");
        Model model = read(text);

        assertThat(score(model, List.of("X", "Y"), "a", "b")).isCloseTo(1 - 0.5 + 2, within(1e-12));
        assertThat(score(model, List.of("X", "Y"), "é", "é")).isCloseTo(-0.5, within(1e-12));
        Path again = folder.resolve("again.txt");
        model.save(folder.resolve("model.esp"));
        CrfppModelFile.write(Model.load(folder.resolve("model.esp")), again, UTF_8);
        assertThat(Files.readString(again, UTF_8)).isEqualTo(text);
    }

    @Test
    void aTextModelOfWindowsIsRead() throws IOException {
        Model model = read(smallText().replace("\n", "\r\n"));

        assertThat(score(model, List.of("X", "Y"), "a", "b")).isCloseTo(1 - 0.5 + 2, within(1e-12));
    }

    @Test
    void crfppIsContentWithMissingNumbers() throws IOException {
        Model model = read(smallText().replace("%x[0,0]", "%x[,]"));

        assertThat(score(model, List.of("X", "Y"), "a", "b")).isCloseTo(1 - 0.5 + 2, within(1e-12));
    }

    @Test
    void theCostFactorOfTheFileIsKeptAndNotApplied() throws IOException {
        String text = smallText().replace("cost-factor: 1\n", "cost-factor: 2.5\n");
        Model model = read(text);

        assertThat(score(model, List.of("X", "Y"), "a", "b")).isCloseTo(2.5, within(1e-12));
        CrfppModelFile.write(model, folder.resolve("again.txt"), UTF_8);
        assertThat(folder.resolve("again.txt")).hasContent(text);
    }

    @Test
    void singlePrecisionAndTheCostFactor() throws IOException {
        Model model = read(smallText());
        CrfppTagger.Answer answer = CrfppTagger.of(model, 2).tag(Sequence.ofWords("a", "b"), 4, true);

        double z = 0;
        for (double score : new double[] {1 + 0.5, 1 - 0.5 + 2, 0.25, 2}) {
            z += Math.exp(2 * score);
        }
        assertThat(answer.paths()).hasSize(4);
        assertThat(answer.paths().get(0).labels()).containsExactly(0, 1);
        assertThat(answer.paths().get(0).probability()).isCloseTo(Math.exp(5) / z, within(1e-12));
        assertThat(answer.marginals()[0][0]).isCloseTo((Math.exp(3) + Math.exp(5)) / z, within(1e-12));
        assertThatThrownBy(() -> CrfppTagger.of(model, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static final List<Sequence> DATA = List.of(
            Sequence.ofWords("two", "cups", "flour").withLabels(List.of("Q", "é", "B")),
            Sequence.ofWords("one", "egg").withLabels(List.of("Q", "B")),
            Sequence.ofWords("\uD83E\uDD5A").withLabels(List.of("\uFFFDz")),
            Sequence.ofWords("salt").withLabels(List.of("\uD83E\uDD5A")));

    @ParameterizedTest
    @ValueSource(strings = {"model.txt", "model"})
    void aModelTrainedHereIsWrittenWithSortedLabels(String name) {
        Template template = Template.parse("# words\nU0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nB1:%x[0,0]\nB\n", "t");
        Model model = new Trainer(template, TrainingOptions.DEFAULTS).train(DATA);

        List<String> lost = CrfppModelFile.write(model, folder.resolve(name), UTF_8);

        Model read = CrfppModelFile.read(folder.resolve(name), UTF_8);
        assertThat(lost).contains("The comments of the template are not kept.", "The training options are not kept.");
        // By bytes the supplementary character comes last, by UTF-16 units it does not.
        assertThat(read.labels().names()).containsExactly("B", "Q", "é", "\uFFFDz", "\uD83E\uDD5A");
        for (Sequence sequence : DATA) {
            Tagging ours = model.tagger().tag(sequence);
            Tagging theirs = read.tagger().tag(sequence);
            assertThat(theirs.labels()).isEqualTo(ours.labels());
            assertThat(theirs.probability()).isCloseTo(ours.probability(), within(1e-6));
        }
    }

    @Test
    void whatCrfppCannotExpressIsRefused() {
        Path file = folder.resolve("model");
        Model words = new Trainer(FeatureSet.parse("text"), TrainingOptions.DEFAULTS).train(DATA);
        Template template = Template.parse("U0:%x[0,0]\n", "t");
        Model bounded = new Trainer(template, TrainingOptions.DEFAULTS.withBoundaries(true)).train(DATA);
        Model far = new Trainer(Template.parse("U0:%x[9,0]\n", "t"), TrainingOptions.DEFAULTS).train(DATA);

        assertThatThrownBy(() -> CrfppModelFile.write(words, file, UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("template");
        assertThatThrownBy(() -> CrfppModelFile.write(bounded, file, UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("boundaries");
        assertThatThrownBy(() -> CrfppModelFile.write(far, file, UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("farther");
        Model plain = new Trainer(template, TrainingOptions.DEFAULTS).train(DATA);
        assertThatThrownBy(() -> CrfppModelFile.write(plain, file, StandardCharsets.US_ASCII))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("US-ASCII");
        assertThat(file).doesNotExist();
    }

    private void refused(Kind kind, String text, String... words) throws IOException {
        Path file = file("bad.txt", text);
        assertThatThrownBy(() -> CrfppModelFile.read(file, UTF_8))
                .isInstanceOfSatisfying(
                        ModelFormatException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .satisfies(e -> assertThat(List.of(words))
                        .allMatch(word -> String.valueOf(e.getMessage()).contains(word)));
    }

    @Test
    void damagedTextIsRefusedWithItsLine() throws IOException {
        String good = smallText();
        refused(Kind.NOT_A_MODEL, "");
        refused(Kind.NOT_A_MODEL, "hello, I am no model at all, and long enough to be one");
        refused(Kind.TRUNCATED, good.substring(0, 60));
        refused(Kind.TRUNCATED, good.substring(0, good.length() - 40));
        refused(Kind.CORRUPT, good + "1.0\n", "line 27");
        refused(Kind.CORRUPT, good.replace("2.0000000000000000", "two"), "line 24", "'two'");
        refused(Kind.CORRUPT, good.replace("2.0000000000000000", "nan"), "'nan'");
        refused(Kind.CORRUPT, good.replace("xsize: 1", "xsize: 0"), "xsize");
        refused(Kind.CORRUPT, good.replace("8 U:é", "9 U:é"), "begin at 9");
        refused(Kind.CORRUPT, good.replace("8 U:é", "8 U:a"), "twice");
        refused(Kind.CORRUPT, good.replace("8 U:é", "8 B:é"), "begin at 8");
        refused(Kind.CORRUPT, good.replace("8 U:é", "5 B:é"), "more weights");
        refused(Kind.CORRUPT, good.replace("X\nY", "X\nX"), "twice");
        refused(Kind.CORRUPT, good.replace("X\nY\n", ""), "no labels");
        refused(Kind.CORRUPT, good.replace("U:%x[0,0]", "U:%y[0,0]"), "template");
        refused(Kind.CORRUPT, good.replace("U:%x[0,0]", "V:%x[0,0]"), "neither");
        refused(Kind.TOO_NEW, good.replace("version: 100", "version: 200"), "200");
        refused(Kind.CORRUPT, good.replace("version: 100", "version: 99"), "99");
    }

    @Test
    void damagedBinariesAreRefusedWithTheirOffset() throws IOException {
        Path file = folder.resolve("binary");
        CrfppModelFile.write(read(smallText()), file, UTF_8);
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length += 3) {
            Files.write(file, java.util.Arrays.copyOf(good, length));
            assertThatThrownBy(() -> CrfppModelFile.read(file, UTF_8)).isInstanceOf(ModelFormatException.class);
        }
        binary(file, good, 0, 200, Kind.TOO_NEW, "200");
        binary(file, good, 0, 99, Kind.NOT_A_MODEL, "99");
        binary(file, good, 16, -1, Kind.TRUNCATED, "bytes");
        binary(file, good, 24, -8, Kind.TRUNCATED, "bytes");
        binary(file, good, 28, Integer.MAX_VALUE, Kind.TRUNCATED, "labels");
        binary(file, good, 16, 9, Kind.CORRUPT, "continues for 4 bytes");
        int weights = good.length - 40;
        binary(file, good, weights, Float.floatToIntBits(Float.NaN), Kind.CORRUPT, "NaN");
        Files.write(file, good);
        assertThat(CrfppModelFile.read(file, UTF_8).labels().size()).isEqualTo(2);
    }

    private static void binary(Path file, byte[] good, int offset, int value, Kind kind, String word)
            throws IOException {
        byte[] bad = good.clone();
        ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        Files.write(file, bad);
        assertThatThrownBy(() -> CrfppModelFile.read(file, UTF_8))
                .isInstanceOfSatisfying(
                        ModelFormatException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(word);
    }

    @Test
    void otherFilesAreNotRecognised() throws IOException {
        assertThat(CrfppModelFile.recognises(file("empty", ""))).isFalse();
        assertThat(CrfppModelFile.recognises(file("short", "ver"))).isFalse();
        assertThat(CrfppModelFile.recognises(file("wapiti", "#mdl#2#123\n"))).isFalse();
        assertThat(CrfppModelFile.recognises(file("suite", "lCRF1234FOMC"))).isFalse();
    }
}
