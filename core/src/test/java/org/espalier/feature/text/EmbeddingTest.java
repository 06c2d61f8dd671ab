package org.espalier.feature.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingTest {
    private static final String GLOVE = "the 0.5 -1 2\nParis 1 0 1e-1\n0000 -2 .25 4\n";

    @TempDir
    Path folder;

    private List<String> attributes(String specification, int position, String... words) {
        FeatureSet set = FeatureSet.parse(specification, folder);
        List<String> found = Recorder.of(set, Sequence.ofWords(words), position);
        assertThat(Recorder.of(Extractors.from(set.definition()), Sequence.ofWords(words), position))
                .as("from the model")
                .isEqualTo(found);
        assertThat(Recorder.of(set.observe(Sequence.ofWords(words)), position))
                .as("remembered")
                .isEqualTo(found);
        return found;
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }

    @Test
    void tellsTheNumbersOfTheVector() throws IOException {
        write("v.txt", GLOVE);
        assertThat(attributes("embedding(g=v.txt,scale=0)", 0, "the"))
                .containsExactly("g/0:0.5", "g/1:-1.0", "g/2:2.0");
        assertThat(attributes("embedding(g=v.txt,scale=0,-1..1)", 1, "the", "who", "the"))
                .containsExactly(
                        "g/0[-1]:0.5",
                        "g/1[-1]:-1.0",
                        "g/2[-1]:2.0",
                        "g=unknown",
                        "g/0[1]:0.5",
                        "g/1[1]:-1.0",
                        "g/2[1]:2.0");
        assertThat(attributes("embedding(g=v.txt,scale=0)", 0, "Paris"))
                .as("a 0 tells nothing")
                .containsExactly("g/0", "g/2:" + (double) 0.1f);
    }

    @Test
    void looksForLowerCaseAndForDigitsAsZeros() throws IOException {
        write("v.txt", GLOVE);
        assertThat(attributes("embedding(g=v.txt,scale=0)", 0, "THE")).startsWith("g/0:0.5");
        assertThat(attributes("embedding(g=v.txt,scale=0)", 0, "1987")).startsWith("g/0:-2.0");
        assertThat(attributes("embedding(g=v.txt,scale=0)", 0, "paris")).containsExactly("g=unknown");
    }

    /** The root of the mean square of the lengths is the scale, by plain loops. */
    @Test
    void scalesTheAverageLength() throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 300; k++) {
            text.append("w").append(k);
            for (int i = 0; i < 7; i++) {
                text.append(' ').append((float) random.nextGaussian() * 3);
            }
            text.append('\n');
        }
        write("v.txt", text.toString());
        for (double scale : new double[] {1, 0.25, 8}) {
            WordVectors vectors = WordVectors.read(folder.resolve("v.txt"), EmbeddingOptions.DEFAULTS.withScale(scale));
            double sum = 0;
            for (int k = 0; k < 300; k++) {
                for (int i = 0; i < 7; i++) {
                    sum += Math.pow(vectors.value(vectors.rowOf("w" + k), i), 2);
                }
            }
            assertThat(Math.sqrt(sum / 300)).isCloseTo(scale, org.assertj.core.data.Percentage.withPercentage(1e-9));
        }
        assertThat(FeatureSet.parse("embedding(g=v.txt)", folder).definition().tables())
                .as("usual")
                .isEqualTo(FeatureSet.parse("embedding(g=v.txt,scale=4)", folder)
                        .definition()
                        .tables());
    }

    @Test
    void readsTheFormsOfOtherPrograms() throws IOException {
        List<String> expected = attributesOf("the 0.5 -1 2\n0 1 2 3\n");
        assertThat(attributesOf("2 3\nthe 0.5 -1 2 \n0 1 2 3 \n"))
                .as("word2vec")
                .isEqualTo(expected);
        assertThat(attributesOf("\n2 3\r\nthe\t0.5 -1 2\r\n\r\n0 1 2 3"))
                .as("CRLF")
                .isEqualTo(expected);
        assertThat(attributesOf("\uFEFFthe 0.5 -1 2\n. . . 1 2 3\nat a@b.c 1 2 3\n"))
                .as("blanks inside words")
                .isEqualTo(expected);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("v.vec.gz")))) {
            out.write("1 2\nthé 0.5 -1\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(attributes("embedding(g=v.vec.gz,scale=0)", 0, "THÉ")).containsExactly("g/0:0.5", "g/1:-1.0");
    }

    private List<String> attributesOf(String content) throws IOException {
        write("form.txt", content);
        return attributes("embedding(g=form.txt,scale=0)", 0, "the");
    }

    @Test
    void takesTheFirstWords() throws IOException {
        write("v.txt", "9 3\n" + GLOVE);
        assertThat(attributes("embedding(g=v.txt,words=1)", 0, "Paris")).containsExactly("g=unknown");
        assertThat(attributes("embedding(g=v.txt,words=2,scale=0)", 0, "Paris")).startsWith("g/0");
    }

    @Test
    void wrongFilesAreReportedWithTheirLine() throws IOException {
        assertWrong("the 1 2 3\na 1 2\n", ":2: found 2 numbers; expected 3 as on line 1");
        assertWrong("the 1 2 3\na 1 2 3 4\n", ":2: found 4 numbers; expected 3 as on line 1");
        assertWrong("2 3\nthe 1 2\na 1 2\n", ":2: found 2 numbers; expected 3 as on line 1");
        assertWrong("the 1 2 3\na 1 x 3\n", ":2: number 2 of the vector is 'x'");
        assertWrong("the 1 2 3\na 1 NaN 3\n", ":2: number 2 of the vector is 'NaN'");
        assertWrong("the 1 2 3\na 1 1e39 3\n", ":2: number 2 of the vector is '1e39'");
        assertWrong("the 1 2 3\na 1 2 3\nthe 1 2 3\n", ":3: the word 'the' stands twice");
        assertWrong("the\n", ":1: 0 numbers in a vector");
        assertWrong("5 0\n", ":1: 0 numbers in a vector");
        assertWrong("5 2\nthe 1 2\n", ":1: the first line promises 5 words, but the file has 1");
        assertWrong("\n\n", "the file has no word vectors");
        assertWrong("5 2\n", "the file has no word vectors");
        assertThatThrownBy(() -> FeatureSet.parse("embedding(g=none.txt)", folder))
                .hasMessageContaining("embedding 'g': there is no file");
        assertThatThrownBy(() -> FeatureSet.parse("embedding(g)", folder)).hasMessageContaining("names no file");
        assertThatThrownBy(() -> FeatureSet.parse("embedding(g=x)")).hasMessageContaining("no folder");
    }

    private void assertWrong(String content, String message) throws IOException {
        write("wrong.txt", content);
        assertThatThrownBy(() -> FeatureSet.parse("embedding(b=wrong.txt)", folder))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("wrong.txt")
                .hasMessageContaining(message);
    }

    @Test
    void wrongArgumentsAreReported() throws IOException {
        write("v.txt", GLOVE);
        write("paths.txt", "0010\tthe\t900\n");
        for (Map.Entry<String, String> wrong : Map.of(
                        "embedding(g=v.txt,scale=x)", "such as scale=4",
                        "embedding(g=v.txt,scale=-1)", "the scale -1.0",
                        "embedding(g=v.txt,words=0)", "the first 0 words",
                        "embedding(g=v.txt,words=-1)", "such as words=50000",
                        "embedding(g=v.txt,keep=maybe)", "keep=true or keep=false",
                        "embedding(g=v.txt,many)", "a window such as -1..1",
                        "embedding(g=v.txt),clusters(g=paths.txt)", "two files have the name 'g'",
                        "embedding(a b=v.txt)", "expected a name of letters")
                .entrySet()) {
            assertThatThrownBy(() -> FeatureSet.parse(wrong.getKey(), folder))
                    .as(wrong.getKey())
                    .hasMessageContaining(wrong.getValue());
        }
    }

    @Test
    void aModelMayReferToTheFile() throws IOException {
        write("v.txt", GLOVE);
        String specification = "embedding(g=v.txt,keep=false,scale=2,words=2)";
        List<String> expected = attributes("embedding(g=v.txt,scale=2,words=2)", 0, "the");
        assertThat(attributes(specification, 0, "the")).isEqualTo(expected);
        FeatureDefinition definition = FeatureSet.parse(specification, folder).definition();
        assertThat(definition.text()).isEqualTo("embedding(g)");
        assertThat(definition.tables().get("g").remaining()).isLessThan(200);

        write("v.txt", GLOVE.replace("-1", "-3"));
        assertThatThrownBy(() -> Extractors.from(definition))
                .isInstanceOf(MissingWordFileException.class)
                .hasMessageContaining("v.txt")
                .hasMessageContaining("whose content is not the one of the training");
        Files.delete(folder.resolve("v.txt"));
        assertThatThrownBy(() -> Extractors.from(definition))
                .isInstanceOf(MissingWordFileException.class)
                .hasMessageContaining("which is not there");
        write("v.txt", GLOVE);
        assertThat(Recorder.of(Extractors.from(definition), Sequence.ofWords("the"), 0))
                .isEqualTo(expected);
    }

    @Test
    void damagedBytesGiveFormatErrorsOnly() throws IOException {
        write("v.txt", GLOVE);
        Random random = new Random(3);
        for (boolean kept : new boolean[] {true, false}) {
            ByteBuffer bytes = WordVectors.read(folder.resolve("v.txt"), EmbeddingOptions.DEFAULTS.withKept(kept))
                    .toBytes();
            for (int round = 0; round < 2000; round++) {
                byte[] copy = new byte[random.nextInt(4) == 0 ? random.nextInt(bytes.capacity()) : bytes.capacity()];
                bytes.get(0, copy);
                if (copy.length > 0) {
                    copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
                }
                try {
                    WordVectors read = WordVectors.from(ByteBuffer.wrap(copy));
                    int row = read.rowOf("the");
                    assertThat(row < 0 ? "" : "" + read.value(row, read.dimension() - 1))
                            .doesNotContain("x");
                } catch (IllegalArgumentException | MissingWordFileException expected) {
                    assertThat(expected).hasMessageNotContaining("null");
                }
            }
        }
    }
}
