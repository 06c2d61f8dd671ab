package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Truncates valid files and flips their bytes: only {@link DataFormatException} may escape. */
class ReaderFuzzTest {
    private static final String COLUMNS =
            "# id 1\n-DOCSTART- -X- O\n\nHe PRP B-NP\nsaïd VBD B-VP\n日本 NNP I-NP\n\n\uD83D\uDE00 SYM O\n";
    private static final String ITEMS = "@weight:2.5\nB\tU\\:a:0.5\tb\\\\:-1e-3\tc\nI\tü:1\n\nO\nO\tx:12345.678\t\n";
    private static final String JSON =
            "{\"tokens\":[{\"w\":\"a\\u00e9\\uD83D\\uDE00\",\"attributes\":{\"x\":1.5,\"f\":true}},{\"w\":\"日\"}],\"labels\":[\"B-X\",null],\"weight\":2.0,\"id\":[1,{\"k\":-2e5}],\"comments\":[\"n\"]}\n"
                    + "{\"tokens\":[[\"q\"]],\"labels\":[\"O\"]}\n";

    private static final String LIBSVM = "+1 1:0.5 3:-1e-3 12:7 # note\n\n-1 2:1\n1\nä 5:0\n";
    private static final String CSV =
            "id,age,\"job, title\",w,y\n1,39,\"cook\"\"s\nhelp\",2.5,>50K\n2,,日本,1,<=50K\n3,?,\"\",0,a\n";
    private static final String TEXT = "ENTY:animal\tWhat is ä ?\nHUM:ind\tWho, 日本 said\tso ?\n\nNUM\t\n";
    private static final String FRAMES =
            "rec,\"ax, g\",ay,y,t,w\na,1.5,-2e-3,still,\"1\n2\",2\na,NA,7,möve,3,2\n\nb,,?,still,4,1\nb,0,1,日本,5,1\n";
    private static final String UNNAMED = "ax;ay;y\n1.5;-2e-3;A\n2;3;B\n\n3;4;A\n5;;B\n";
    private static final String TS =
            "# note\n@problemName x\n@timeStamps false\n@dimensions 2\n@equalLength false\n@classLabel true a ü\n@data\n"
                    + "1,2.5,?:-1,0,1e-3:a\n# more\n3:4:ü\n5,6:7,8:?\n";
    private static final String TIMED =
            "@timeStamps true\n@classLabel true a b\n@data\n(0,1.5),(1,?):(0,2),(1,3):a\n(0:1,4):(0:1,5):b\n";
    private static final String INSTANCES =
            "{\"label\":\"spam\",\"text\":\"Win \\u00e9 now\",\"id\":[1]}\n{\"label\":2,\"age\":39.5,\"job\":\"cook\",\"gone\":null,\"weight\":2}\n"
                    + "{\"label\":null,\"features\":{\"a\":1.5,\"b\":\"x\",\"c\":true}}\n{\"label\":\"y\",\"features\":[\"a\",\"b\"],\"text\":\"t\"}\n";

    private static final String SPANS =
            "{\"text\":\"2 \uD83C\uDF5A eggs. Anna\",\"label\":[[0,1,\"QTY\"],[4,8,\"NAME\"]],\"id\":7}\n"
                    + "{\"text\":\"a b\",\"spans\":[{\"start\":0,\"end\":3,\"label\":\"X\",\"text\":\"a b\"}],\"unit\":\"utf16\"}\n"
                    + "{\"data\":{\"text\":\"c\"},\"annotations\":[{\"result\":[{\"value\":{\"start\":0,\"end\":1,\"labels\":[\"Y\"]}}]}]}\n";

    private static final String GRAPHS =
            "{\"variables\":[{\"label\":\"a\",\"attributes\":{\"x\":1.5,\"w\":\"ü\"}},{\"label\":null,\"type\":\"t\"},{\"label\":3}],"
                    + "\"factors\":[{\"template\":\"p\",\"variables\":[0,1]},{\"template\":\"q\",\"variables\":[2,0,1],\"attributes\":{\"k\":-2e-1}}],\"weight\":2,\"id\":[7]}\n"
                    + "{\"variables\":[{\"label\":\"a\"},{},{},{}],\"grid\":{\"rows\":2,\"columns\":2},\"comments\":[\"n\"]}\n";

    @TempDir
    Path directory;

    @Test
    void columns() {
        DataOptions options =
                DataOptions.COLUMNS.withCommentPrefix("#").withBoundaries(Set.of(DataOptions.DOCUMENT_START));
        fuzz(options, COLUMNS);
        fuzz(options.withSeparator(Separator.TAB), COLUMNS.replace(' ', '\t'));
    }

    @Test
    void items() {
        fuzz(DataOptions.CRFSUITE, ITEMS);
        fuzz(DataOptions.CRFSUITE.withLabelled(false), ITEMS);
    }

    @Test
    void jsonLines() {
        fuzz(DataOptions.JSONL, JSON);
    }

    @Test
    void graphs() {
        fuzz(DataOptions.GRAPHS, GRAPHS);
        fuzz(DataOptions.GRAPHS.withLabelled(false), GRAPHS);
    }

    @Test
    void libsvm() {
        fuzz(DataOptions.LIBSVM, LIBSVM);
        fuzz(DataOptions.LIBSVM.withLabelled(false), LIBSVM);
    }

    @Test
    void csv() {
        DataOptions options = DataOptions.CSV.withInstances(
                InstanceOptions.DEFAULTS.withLabel("y").withWeight("w").withIgnored(Set.of("id")));
        fuzz(options, CSV);
        fuzz(options.withLabelled(false), CSV);
    }

    @Test
    void frames() {
        DataOptions options = DataOptions.FRAMES.withInstances(InstanceOptions.DEFAULTS
                .withSequence("rec")
                .withLabel("y")
                .withWeight("w")
                .withIgnored(Set.of("t")));
        fuzz(options, FRAMES);
        fuzz(options.withLabelled(false), FRAMES);
        fuzz(DataOptions.FRAMES, UNNAMED);
        fuzz(DataOptions.FRAMES.withLabelled(false).withObservedColumns(2), UNNAMED);
    }

    @Test
    void ts() {
        fuzz(DataOptions.TS, TS);
        fuzz(DataOptions.TS.withLabelled(false), TS);
        fuzz(DataOptions.TS, TIMED);
    }

    @Test
    void text() {
        fuzz(DataOptions.TEXT, TEXT);
        InstanceOptions blank = InstanceOptions.DEFAULTS.withLabelSeparator("").withLabelCut(":");
        fuzz(DataOptions.TEXT.withInstances(blank.withLabelLast(true)), TEXT.replace("NUM", "a b"));
        fuzz(DataOptions.TEXT.withInstances(blank), TEXT);
    }

    @Test
    void jsonInstances() {
        fuzz(DataOptions.JSONL, INSTANCES);
        fuzz(DataOptions.JSONL.withLabelled(false), INSTANCES);
    }

    @Test
    void annotatedText() {
        fuzz(DataOptions.INLINE, "[2](QTY) [plain flour](NAME)\n\nand \\[more\\] [eggs](NAME).\r\n");
        fuzz(DataOptions.DOCUMENT, "Dr. No came. He left!\n\nThe \uD83D\uDE00 end");
        fuzz(DataOptions.SPANS, SPANS);
        fuzz(DataOptions.SPANS, "[\n" + SPANS.strip().replace("\n", ",\n") + "\n]\n");
        fuzz(DataOptions.SPANS.withLabelled(false), SPANS);
    }

    @Test
    void brat() throws IOException {
        Path text = directory.resolve("f.txt");
        Path annotations = directory.resolve("f.ann");
        byte[] good = "T1\tPER 0 4;5 12\tAnna Schmidt\nR1\tKnows Arg1:T1 Arg2:T2\nT2\tPER 17 20\tBob\n"
                .getBytes(StandardCharsets.UTF_8);
        Files.writeString(text, "Anna Schmidt met Bob \uD83D\uDE00.\n");
        for (long seed = 0; seed < 300; seed++) {
            Files.write(annotations, damage(good, new Random(seed)));
            try {
                assertThat(Sequences.read(DataOptions.BRAT, text)).hasSize(1);
            } catch (DataFormatException expected) {
                assertThat(expected).hasMessageStartingWith(annotations.toString());
            } catch (RuntimeException other) {
                fail("seed " + seed, other);
            }
        }
    }

    @Test
    void randomBytes() {
        for (long seed = 0; seed < 300; seed++) {
            byte[] bytes = new byte[200];
            new Random(seed).nextBytes(bytes);
            for (Format format : Format.values()) {
                read(DataOptions.of(format), bytes, "seed " + seed);
            }
        }
    }

    @Test
    void compressed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(bytes)) {
            output.write(COLUMNS.repeat(20).getBytes(StandardCharsets.UTF_8));
        }
        Path file = directory.resolve("f.gz");
        for (long seed = 0; seed < 300; seed++) {
            Files.write(file, damage(bytes.toByteArray(), new Random(seed)));
            try {
                assertThat(Sequences.read(DataOptions.COLUMNS, file)).isNotNull();
            } catch (DataFormatException expected) {
                assertThat(expected).hasMessageStartingWith(file.toString());
            } catch (RuntimeException other) {
                fail("seed " + seed, other);
            }
        }
    }

    private static void fuzz(DataOptions options, String text) {
        byte[] valid = text.getBytes(StandardCharsets.UTF_8);
        assertThat(read(options, valid, "valid")).isGreaterThan(0);
        for (int length = 0; length < valid.length; length++) {
            read(options, Arrays.copyOf(valid, length), "length " + length);
        }
        int failures = 0;
        for (long seed = 0; seed < 3000; seed++) {
            failures += read(options, damage(valid, new Random(seed)), "seed " + seed) < 0 ? 1 : 0;
        }
        assertThat(failures).as("damaged files that were refused").isGreaterThan(100);
    }

    private static byte[] damage(byte[] valid, Random random) {
        byte[] bytes = random.nextInt(3) == 0 ? Arrays.copyOf(valid, random.nextInt(valid.length) + 1) : valid.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] = (byte)
                    (random.nextBoolean() ? random.nextInt(256) : "\t\n :\\\"{}[],@#e-0".charAt(random.nextInt(16)));
        }
        return bytes;
    }

    /** The number of sequences, or −1 when the input was refused. */
    private static int read(DataOptions options, byte[] bytes, String what) {
        try (SequenceReader reader = Sequences.open(options, new ByteArrayInputStream(bytes), "f")) {
            List<Sequence> sequences = Sequences.readAll(reader);
            return sequences.size();
        } catch (DataFormatException expected) {
            assertThat(expected).hasMessageStartingWith("f:");
            return -1;
        } catch (RuntimeException other) {
            return fail(what + " of " + options.format(), other);
        }
    }
}
