package org.espalier.interop.wapiti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.interop.wapiti.SmallWapitiModels.MIXED;
import static org.espalier.interop.wapiti.SmallWapitiModels.bytes;
import static org.espalier.interop.wapiti.SmallWapitiModels.netstrings;
import static org.espalier.interop.wapiti.SmallWapitiModels.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.model.Tagging;
import org.espalier.scoring.Normalisation;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WapitiModelFileTest {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Sequence SEQUENCE = Sequence.of(
            List.of(
                    Token.ofColumns("a", "X"),
                    Token.ofColumns("é", "Y"),
                    Token.ofColumns("b", "X"),
                    Token.ofColumns("zz", "Y")),
            null);

    @TempDir
    private Path folder;

    static Model read(String model) {
        return read(bytes(model), UTF_8);
    }

    static Model read(byte[] model, Charset charset) {
        try {
            return WapitiModelFile.read(new ByteArrayInputStream(model), Path.of("m"), charset);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static byte[] write(Model model, Charset charset) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            assertThat(WapitiModelFile.write(model, bytes, charset)).isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void weightsGetWhereTheyBelong() {
        Model model = read(MIXED);
        Tagging tagging = model.tagger().tag(SEQUENCE);
        // Features: u:a 0–1, b 2–5, *:_x-1 6–7 and 8–11, b2 12–15, u:é 16–17, *:X 18–19 and 20–23, u:b 24–25. Two
        // patterns give
        // u:a and u:b; the first byte of é is unknown.
        assertThat(model.labels()).isEqualTo(Labels.of(List.of("A", "É")));
        assertThat(model.tagger()
                        .tag(Sequence.of(SEQUENCE.tokens().subList(0, 1), null))
                        .score())
                .isEqualTo(2 * 1 + 5.25);
        assertThat(score(tagging, "A", "A", "A", "A")).isCloseTo(7.25, within(1e-12));
        assertThat(score(tagging, "É", "A", "É", "É")).isCloseTo(-6 + 0.125 + 0.1 - 2, within(1e-12));
        assertThat(score(tagging, "A", "É", "A", "A")).isCloseTo(7.25 + 0.1 + 2.5 + 0.125, within(1e-12));
    }

    private static double score(Tagging tagging, String... labels) {
        return tagging.logProbability(List.of(labels)) + tagging.logPartition();
    }

    @Test
    void theSameBytesComeBack() {
        assertThat(write(read(MIXED), UTF_8)).isEqualTo(bytes(MIXED));
        assertThat(write(read(bytes(MIXED), StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1))
                .isEqualTo(bytes(MIXED));
    }

    @Test
    void anEspalierFileGivesTheSameAnswersAndTheSameBytes() {
        for (String type : List.of("0", "1", "2")) {
            String text = MIXED.replace("#mdl#2", "#mdl#" + type);
            Model model = read(text);
            Path file = folder.resolve("m.esp");
            model.save(file);
            Model loaded = Model.load(file);

            assertThat(loaded.normalisation()).isEqualTo(model.normalisation());
            assertThat(loaded.tagger().tag(SEQUENCE).labels())
                    .isEqualTo(model.tagger().tag(SEQUENCE).labels());
            assertThat(loaded.tagger().tag(SEQUENCE).marginals())
                    .isDeepEqualTo(model.tagger().tag(SEQUENCE).marginals());
            assertThat(write(loaded, UTF_8)).isEqualTo(bytes(text));
        }
    }

    @Test
    void localNormalisationGivesProbabilitiesOfTheMarkovModel() {
        Model model = read(MIXED.replace("#mdl#2", "#mdl#1"));
        Tagging tagging = model.tagger().tag(SEQUENCE);

        assertThat(model.normalisation()).isEqualTo(Normalisation.LOCAL);
        assertThat(tagging.logPartition()).isCloseTo(0, within(1e-12));
        double a = Math.exp(7.25);
        double b = Math.exp(-6);
        assertThat(tagging.marginals()[0][0]).isCloseTo(a / (a + b), within(1e-12));
        double sum = 0;
        for (String one : List.of("A", "É")) {
            for (String two : List.of("A", "É")) {
                sum += Math.exp(tagging.logProbability(List.of("A", one, two, "A")));
                sum += Math.exp(tagging.logProbability(List.of("A", one, two, "É")));
            }
        }
        assertThat(sum).isCloseTo(a / (a + b), within(1e-12));
    }

    @Test
    void oldHeadersAreRead() {
        Model model = read(MIXED);
        Model old = read(MIXED.replace("#mdl#2#9", "#mdl#9").replace("#rdr#5/1/0", "#rdr#5/1"));

        assertThat(old.weights()).isEqualTo(model.weights());
        assertThat(write(old, UTF_8)).isEqualTo(bytes(MIXED));
        assertThat(WapitiType.of(old)).isEqualTo(WapitiType.CRF);
    }

    @Test
    void blanksDecimalsAndDisorderAreRead() {
        String liberal = MIXED.replace("\n", " \r\n\n")
                .replace("0=0x1p+0", "0= 1.0")
                .replace("1=-0x1.8p+1", "1=-0X18p-3")
                .replace("25=-0x1p+0", "25=7 25=-1e0");

        assertThat(read(liberal.replace("#9", "#10")).weights())
                .isEqualTo(read(MIXED).weights());
        String swapped = MIXED.replace("0=0x1p+0\n1=-0x1.8p+1", "1=-0x1.8p+1\n0=0x1p+0");
        assertThat(write(read(swapped), UTF_8)).isEqualTo(bytes(MIXED));
    }

    @Test
    void singleTokensAndNoPatterns() {
        String model = text(
                "#mdl#0#2",
                "#rdr#0/0/1",
                "#qrk#2",
                netstrings("x", "y"),
                "#qrk#2",
                netstrings("ua", "ub"),
                "1=0x1p+0",
                "2=0x1p+1",
                "");

        Tagging tagging = read(model).tagger().tag(Sequence.ofWords("a", "b", "c"));

        assertThat(tagging.labels()).containsExactly("y", "x", "x");
        assertThat(write(read(model), UTF_8)).isEqualTo(bytes(model));
        assertThat(read(model).tagger().tag(Sequence.ofWords()).labels()).isEmpty();
    }

    /** Found by the fuzzer: observations of pairs in a model of single tokens. */
    @Test
    void singleTokensHaveNoSteps() {
        String model = MIXED.replace("#rdr#5/1/0", "#rdr#5/1/1");
        Model read = read(model);

        assertThat(write(read, UTF_8)).isEqualTo(bytes(model));
        assertThat(read.layout().sharedCount()).isZero();
        assertThat(read.tagger().tag(SEQUENCE).score()).isZero();
    }

    @Test
    void recognisesByTheFirstBytes() throws IOException {
        Path file = folder.resolve("m");
        Files.writeString(file, MIXED);
        assertThat(WapitiModelFile.recognises(file)).isTrue();
        Files.writeString(file, "#md");
        assertThat(WapitiModelFile.recognises(file)).isFalse();
        assertThat(WapitiModelFile.recognises(folder.resolve("none"))).isFalse();
        assertThat(WapitiModelFile.recognises(folder)).isFalse();
    }

    @Test
    void everyTypeButMaxentAndMemmIsAConditionalRandomField() {
        for (String type : List.of("3", "9404684", "-147342894", "-1")) {
            String text = MIXED.replace("#mdl#2", "#mdl#" + type);
            Model model = read(text);
            Path file = folder.resolve("m.esp");
            model.save(file);

            assertThat(WapitiType.of(model)).isEqualTo(WapitiType.CRF);
            assertThat(model.tagger().tag(SEQUENCE).score())
                    .isEqualTo(read(MIXED).tagger().tag(SEQUENCE).score());
            assertThat(write(model, UTF_8)).isEqualTo(bytes(text));
            assertThat(write(Model.load(file), UTF_8)).isEqualTo(bytes(text));
        }
    }

    @Test
    void damageIsNamed() {
        assertKind(Kind.NOT_A_MODEL, "", "does not begin");
        assertKind(Kind.NOT_A_MODEL, "lCRF", "does not begin");
        assertKind(Kind.CORRUPT, MIXED.replace("#mdl#2#", "#mdl#-2\n"), "expected '#'");
        assertKind(Kind.CORRUPT, MIXED.replace("#rdr#", "#rxr#"), "expected #rdr#");
        assertKind(Kind.CORRUPT, MIXED.replace("3:u:a,", "4:u:a,"), "expected ','");
        assertKind(Kind.CORRUPT, MIXED.replace("3:u:a,", "3:x:a,"), "begins with u, b or *");
        assertKind(Kind.CORRUPT, MIXED.replace("%x[0,0]", "%y[0,0]"), "a pattern is wrong");
        assertKind(Kind.CORRUPT, MIXED.replace("25=", "26="), "feature 26 of 26");
        assertKind(Kind.CORRUPT, MIXED.replace("-0x1p-1022", "inf"), "inf");
        assertKind(Kind.CORRUPT, MIXED.replace("-0x1p-1022", "0x1p+9999"), "Infinity");
        assertKind(Kind.CORRUPT, MIXED.replace("-0x1p-1022", "0xp1"), "is not a weight");
        assertKind(Kind.CORRUPT, MIXED.replace("#qrk#2", "#qrk#-2"), "found '-'");
        assertKind(Kind.CORRUPT, "#mdl#2#0\n#rdr#0/0/0\n#qrk#0\n#qrk#0\n", "no labels");
        assertKind(Kind.TRUNCATED, MIXED.replace("#9", "#10"), "cut off at byte");
        assertKind(Kind.CORRUPT, MIXED.replace("#qrk#7", "#qrk#70000000000"), "expected ':'");
        assertKind(Kind.CORRUPT, MIXED.replace("#qrk#7", "#qrk#9999999999999999999"), "too large");
        assertKind(Kind.TRUNCATED, MIXED.replace("3:u:a,", "2147483647:u:a,"), "cut off at byte");
    }

    private static void assertKind(Kind kind, String model, String message) {
        assertThatThrownBy(() -> read(model)).isInstanceOfSatisfying(ModelFormatException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e).hasMessageContaining(message);
        });
    }

    @Test
    void everyTruncationIsReported() {
        byte[] whole = bytes(MIXED);
        // Half a weight is a weight too, so the last one is not cut.
        for (int length = 0; length < whole.length - "-0x1p+0\n".length(); length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part, UTF_8)).isInstanceOf(ModelFormatException.class);
        }
    }

    @Test
    void numbersAsCWritesThem() {
        assertThat(CNumbers.format(1)).isEqualTo("0x1p+0");
        assertThat(CNumbers.format(-3)).isEqualTo("-0x1.8p+1");
        assertThat(CNumbers.format(0.1)).isEqualTo("0x1.999999999999ap-4");
        assertThat(CNumbers.format(0)).isEqualTo("0x0p+0");
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(number(CNumbers.format(value))).isEqualTo(value);
                assertThat(number(Double.toString(value))).isEqualTo(value);
            }
        }
        for (String text : List.of(
                "0x1.00000000000008p0",
                "0x1.00000000000018p0",
                "0x123456789abcdefp-3",
                "0xfffffffffffff8p2",
                "0x.8p1")) {
            assertThat(number(text)).isEqualTo(Double.parseDouble(text));
            assertThat(number("-" + text)).isEqualTo(Double.parseDouble("-" + text));
        }
        assertThat(number("0x1.8")).isEqualTo(1.5);
    }

    private static double number(String text) {
        return CNumbers.parse(text.getBytes(StandardCharsets.US_ASCII), text.length());
    }

    @Test
    void aModelTrainedHereIsWrittenForWapiti() {
        for (AttributeExtractor extractor : List.of(
                WapitiPatterns.parse("u:%x[-1,0]/%x[0,0]\n*:%x[0,1]\nb", "p", UTF_8),
                Template.parse("# c\nU:%x[-1,0]/%x[0,0]\nU2:%x[2,0]\nB1:%x[0,1]\nB\nB9\n", "t"))) {
            Model model = train(extractor);
            Model again = read(write(model, UTF_8), UTF_8);

            for (Sequence sequence : DATA) {
                Sequence plain = sequence.withLabels(null);
                Tagging expected = model.tagger().tag(plain);
                Tagging found = again.tagger().tag(plain);
                assertThat(found.labels()).isEqualTo(expected.labels());
                assertThat(found.score()).isCloseTo(expected.score(), within(1e-9));
                assertThat(found.logPartition()).isCloseTo(expected.logPartition(), within(1e-9));
            }
        }
    }

    @Test
    void farPlacesOfATemplateAreNotKept() throws IOException {
        Model model = train(Template.parse("U:%x[-6,0]\nB", "t"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        List<String> notKept = WapitiModelFile.write(model, bytes, UTF_8);

        assertThat(notKept).singleElement().asString().contains("_x-#");
        assertThat(bytes.toString(UTF_8))
                .contains("6:u:_x-#,")
                .contains("6:u:_x-4,")
                .doesNotContain("_B");
    }

    @Test
    void whatWapitiCannotExpressIsRefused() {
        Path file = folder.resolve("m");

        assertThatThrownBy(() -> WapitiModelFile.write(train(FeatureSet.parse("text")), file, UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("patterns");
        Model boundaries = new Trainer(
                        Template.parse("U:%x[0,0]\nB", "t"), TrainingOptions.DEFAULTS.withBoundaries(true))
                .train(DATA);
        assertThatThrownBy(() -> WapitiModelFile.write(boundaries, file, UTF_8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("beginning and end");
        assertThat(file).doesNotExist();
    }

    private static final List<Sequence> DATA = List.of(
            Sequence.of(
                    List.of(Token.ofColumns("a", "X"), Token.ofColumns("b", "Y"), Token.ofColumns("é", "X")),
                    List.of("A", "B", "A")),
            Sequence.of(
                    List.of(
                            Token.ofColumns("b", "X"),
                            Token.ofColumns("b", "Y"),
                            Token.ofColumns("a", "X"),
                            Token.ofColumns("a", "X"),
                            Token.ofColumns("c", "Y"),
                            Token.ofColumns("a", "Y"),
                            Token.ofColumns("b", "Y")),
                    List.of("B", "B", "A", "C", "A", "B", "C")));

    private static Model train(AttributeExtractor extractor) {
        return new Trainer(extractor, TrainingOptions.DEFAULTS.withAllFeatures(true)).train(DATA);
    }

    @Test
    void patchesChangeWeights() {
        WapitiPatch patch = new WapitiPatch(read(MIXED));
        patch.add("u:b\t#\tA\t2.5", Location.NONE);
        patch.add("b É A -1", Location.NONE);
        patch.add("  ", Location.NONE);

        String text = new String(write(patch.apply(), UTF_8), UTF_8);

        assertThat(text)
                .isEqualTo(MIXED.replace("#mdl#2#9", "#mdl#2#11")
                        .replace("\n5=", "\n4=-0x1p+0\n5=")
                        .replace("\n25=", "\n24=0x1.4p+1\n25="));
        assertThatThrownBy(() -> patch.add("u:q # A 1", Location.NONE)).hasMessageContaining("u:q");
        assertThatThrownBy(() -> patch.add("u:b A A 1", Location.NONE)).hasMessageContaining("pairs");
        assertThatThrownBy(() -> patch.add("u:b # Q 1", Location.NONE)).hasMessageContaining("'Q'");
        assertThatThrownBy(() -> patch.add("u:b # A x", Location.NONE)).hasMessageContaining("'x'");
    }

    @Test
    void provenanceTellsTheOrigin() {
        assertThat(read(MIXED).provenance()).isEqualTo(Map.of("tool", "Wapiti", "type", "crf"));
    }
}
