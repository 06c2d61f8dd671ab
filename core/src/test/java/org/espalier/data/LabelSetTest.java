package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSetTest {
    private static final String GOOD = "1,3 1:0.5 7:-2\n# a comment\n\n 2:1\n"
            + "{\"labels\":[\"sea\",4],\"features\":{\"words\":[\"sand\",\"sun\"],\"x\":0.5}}\n{\"labels\":[]}\n";

    @TempDir
    Path folder;

    private List<LabelSet> read(String text, boolean labelled) throws IOException {
        Path file = folder.resolve("d.svm");
        Files.writeString(file, text);
        return LabelSet.read(List.of(file), labelled);
    }

    @Test
    void bothDialectsAreRead() throws IOException {
        List<LabelSet> all = read(GOOD, true);
        assertThat(all).hasSize(4);
        assertThat(all.get(0).labels()).containsExactly("1", "3");
        assertThat(all.get(0).attributes()).containsExactly(new Attribute("1", 0.5), new Attribute("7", -2));
        assertThat(all.get(1).labels()).isEmpty();
        assertThat(all.get(1).location().line()).isEqualTo(4);
        assertThat(all.get(2).labels()).containsExactly("sea", "4");
        assertThat(all.get(2).attributes())
                .containsExactly(Attribute.of("words:sand"), Attribute.of("words:sun"), new Attribute("x", 0.5));
        assertThat(all.get(3).labels()).isEmpty();
        assertThat(read(" 2:1\n{\"features\":{}}", false))
                .allSatisfy(one -> assertThat(one.labels()).isNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,,3 1:1 | the labels '1,,3'",
                "1,1 1:1 | the labels '1,1'",
                "1 x | found 'x'; expected index:value",
                "1 2:nan | found '2:nan'",
                "1 2:1 2:2 | index 2 twice",
                "{\"features\":{}} | \"labels\" is missing",
                "{\"labels\":\"a\"} | \"labels\" is a text",
                "{\"labels\":[\"a\",\"a\"]} | twice",
                "{\"labels\":[null]} | a label is",
                "{\"labels\":[],\"x\":1} | the key \"x\"",
            })
    void badLinesAreExplained(String line, String message) {
        assertThatThrownBy(() -> read("1 1:1\n" + line, true))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("d.svm:2")
                .hasMessageContaining(message);
    }

    /** Whatever happens to a file, it is read, or the complaint is one of format. */
    @Test
    void damagedFilesAreRefused() throws IOException {
        Random random = new Random(1);
        byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("damaged.svm");
        for (int k = 0; k < 2000; k++) {
            byte[] bytes = good.clone();
            for (int change = 1 + random.nextInt(4); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bytes);
            try {
                LabelSet.read(List.of(file), random.nextBoolean());
            } catch (DataFormatException expected) {
                assertThat(expected).hasMessageContaining("damaged.svm");
            }
        }
    }
}
