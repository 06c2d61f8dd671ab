package org.espalier.feature.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClustersTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFile() throws IOException {
        Files.writeString(
                folder.resolve("paths.txt"), "0010\tthe\t900\n01101100\tParis\t12\n01101101\t0000\t7\n11\tx\t1\n");
    }

    private List<String> attributes(String specification, int position, String... words) {
        FeatureSet set = FeatureSet.parse(specification, folder);
        List<String> found = Recorder.of(set, Sequence.ofWords(words), position);
        assertThat(Recorder.of(Extractors.from(set.definition()), Sequence.ofWords(words), position))
                .as("from the model")
                .isEqualTo(found);
        return found;
    }

    @Test
    void tellsTheBeginningsOfPaths() {
        assertThat(attributes("clusters(brown=paths.txt,2,4,6)", 1, "in", "Paris"))
                .containsExactly("brown/2=01", "brown/4=0110", "brown/6=011011");
        assertThat(attributes("clusters(brown=paths.txt,4,-1..0)", 1, "the", "Paris"))
                .containsExactly("brown/4[-1]=0010", "brown/4=0110");
    }

    @Test
    void aPathThatIsNotLongerIsToldOnce() {
        assertThat(attributes("clusters(brown=paths.txt,2,4,10,20)", 0, "the"))
                .containsExactly("brown/2=00", "brown/4=0010");
        assertThat(attributes("clusters(brown=paths.txt)", 0, "Paris"))
                .containsExactly("brown/4=0110", "brown/6=011011", "brown/10=01101100");
        assertThat(attributes("clusters(brown=paths.txt,whole)", 0, "Paris")).containsExactly("brown=01101100");
    }

    @Test
    void looksForLowerCaseAndForDigitsAsZeros() {
        assertThat(attributes("clusters(b=paths.txt,4)", 0, "THE")).containsExactly("b/4=0010");
        assertThat(attributes("clusters(b=paths.txt,8)", 0, "1987")).containsExactly("b/8=01101101");
        assertThat(attributes("clusters(b=paths.txt,8)", 0, "paris")).isEmpty();
        assertThat(attributes("clusters(b=paths.txt,8,-1..1)", 0, "unknown")).isEmpty();
    }

    @Test
    void readsClassesAndPackedFiles() throws IOException {
        Files.writeString(folder.resolve("classes.txt"), "the\tDET\r\nparis\tcity\n0\tnumber\n");
        assertThat(attributes("clusters(c=classes.txt,0..1)", 0, "the", "Paris"))
                .containsExactly("c=DET", "c[1]=city");
        Files.writeString(folder.resolve("blank.txt"), "the 5\nparis 7\n");
        assertThat(attributes("clusters(c=blank.txt)", 0, "Paris")).containsExactly("c=7");
        Files.writeString(folder.resolve("two.txt"), "010\tthe\n011\t0\n");
        assertThat(attributes("clusters(c=two.txt,2)", 0, "the")).containsExactly("c/2=01");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("p.gz")))) {
            out.write("0010\tthé\t900\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(attributes("clusters(c=p.gz,whole)", 0, "THÉ")).containsExactly("c=0010");
    }

    @Test
    void leavesRareWordsOut() {
        assertThat(attributes("clusters(b=paths.txt,2,min=10)", 0, "x")).isEmpty();
        assertThat(attributes("clusters(b=paths.txt,2,min=10)", 0, "Paris")).containsExactly("b/2=01");
        assertThatThrownBy(() -> attributes("clusters(b=paths.txt,min=1000)", 0, "x"))
                .hasMessageContaining("no word occurs 1000 times");
    }

    @Test
    void wrongFilesAreReportedWithTheirLine() throws IOException {
        assertWrong("0010\tthe\t900\n0012\ta\t3\n", ":2: the path '0012'");
        assertWrong("0010\tthe\t900\n0010\ta\tmany\n", ":2: the count 'many'");
        assertWrong("0010\tthe\t900\n\n0010\ta\n", ":3: 2 fields, but 3 on the first line");
        assertWrong("the\tDET\nthe\tX\n", ":2: the word 'the' occurs twice");
        assertWrong("the\n", ":1: 1 field");
        assertWrong("the\t\n", ":1: an empty field");
        assertWrong("\n\n", "the file is empty");
        assertThatThrownBy(() -> FeatureSet.parse("clusters(b=none.txt)", folder))
                .hasMessageContaining("clusters 'b': there is no file");
        assertThatThrownBy(() -> FeatureSet.parse("clusters(b)", folder)).hasMessageContaining("names no file");
        assertThatThrownBy(() -> FeatureSet.parse("clusters(b=x)")).hasMessageContaining("no folder");
    }

    private void assertWrong(String content, String message) throws IOException {
        Path file = folder.resolve("wrong.txt");
        Files.writeString(file, content);
        assertThatThrownBy(() -> FeatureSet.parse("clusters(b=wrong.txt)", folder))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("wrong.txt")
                .hasMessageContaining(message);
    }

    @Test
    void wrongArgumentsAreReported() throws IOException {
        Files.writeString(folder.resolve("classes.txt"), "the\tDET\n");
        for (Map.Entry<String, String> wrong : Map.of(
                        "clusters(c=classes.txt,4)", "not paths of 0 and 1 ('DET')",
                        "clusters(b=paths.txt,4,4)", "the length 4 after 4",
                        "clusters(b=paths.txt,0)", "the length 0 after 0",
                        "clusters(b=paths.txt,min=x)", "such as min=5",
                        "clusters(b=paths.txt,many)", "a number of bits such as 4",
                        "clusters(c=classes.txt,min=2)", "has no counts",
                        "clusters(b=paths.txt),clusters(b=classes.txt)", "two files have the name 'b'",
                        "clusters(a b=paths.txt)", "expected a name of letters")
                .entrySet()) {
            assertThatThrownBy(() -> FeatureSet.parse(wrong.getKey(), folder))
                    .as(wrong.getKey())
                    .hasMessageContaining(wrong.getValue());
        }
    }

    @Test
    void bytesRoundTripForManyClasses() {
        Random random = new Random(7);
        Map<String, String> classes = new HashMap<>();
        for (int k = 0; k < 70_000; k++) {
            classes.put("w" + k, "c" + (k < 66_000 ? k : random.nextInt(1000)));
        }
        WordClasses table = WordClasses.of(classes);
        WordClasses again = WordClasses.from(table.toBytes());
        assertThat(again).isEqualTo(table);
        assertThat(again.words()).isEqualTo(70_000);
        classes.forEach(
                (word, name) -> assertThat(again.name(again.classOf(word))).isEqualTo(name));
    }

    @Test
    void damagedBytesGiveFormatErrorsOnly() {
        WordClasses table = WordClasses.of(Map.of("a", "00", "b", "01", "c", "1"));
        Random random = new Random(3);
        ByteBuffer bytes = table.toBytes();
        for (int round = 0; round < 2000; round++) {
            byte[] copy = new byte[random.nextInt(4) == 0 ? random.nextInt(bytes.capacity()) : bytes.capacity()];
            bytes.get(0, copy);
            if (copy.length > 0) {
                copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                WordClasses read = WordClasses.from(ByteBuffer.wrap(copy));
                assertThat(read.classOf("a")).isBetween(-1, read.classes() - 1);
            } catch (IllegalArgumentException expected) {
                assertThat(expected).hasMessageNotContaining("null");
            }
        }
    }
}
