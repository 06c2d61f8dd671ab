package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibsvmReaderTest {

    @Test
    void linesAreInstancesWithAttributesNamedByTheirIndices() {
        List<Sequence> read = Texts.read(DataOptions.LIBSVM, "\uFEFF+1 3:1 11:0.5 # first\r\n\n-1 5:-2e-1\t7:1 \nx\n");
        assertThat(read).extracting(Sequence::labels).containsExactly(List.of("1"), List.of("-1"), List.of("x"));
        assertThat(read.get(0).tokens())
                .containsExactly(Token.ofAttributes(List.of(new Attribute("3", 1), new Attribute("11", 0.5))));
        assertThat(read.get(0).comments()).containsExactly("# first");
        assertThat(read.get(1).tokens().get(0).attributes())
                .containsExactly(new Attribute("5", -0.2), new Attribute("7", 1));
        assertThat(read.get(1).location()).isEqualTo(new Location("t.txt", 3));
        assertThat(read.get(2).tokens().get(0).attributes()).isEmpty();
    }

    @Test
    void plusOneAndOneAreOneLabel() {
        assertThat(Texts.read(DataOptions.LIBSVM, "+1 1:1\n1 1:1\n+1.5\n+a\n+-1\n"))
                .extracting(Sequence::labels)
                .containsExactly(List.of("1"), List.of("1"), List.of("1.5"), List.of("+a"), List.of("+-1"));
    }

    @Test
    void aBiasIsOneMoreAttribute() {
        DataOptions options = DataOptions.LIBSVM.withInstances(InstanceOptions.DEFAULTS.withBias(2.0));
        Sequence read = Texts.read(options, "1 4:3\n").get(0);
        assertThat(read.tokens().get(0).attributes()).containsExactly(new Attribute("4", 3), new Attribute("bias", 2));
        assertThat(new LibsvmFormatter().format(read)).isEqualTo("1 4:3\n");
    }

    @Test
    void theLabelMayBeMissingWhereNoneIsExpected() {
        List<Sequence> read = Texts.read(DataOptions.LIBSVM.withLabelled(false), "3:1\n2 3:1\n");
        assertThat(read.get(0).labels()).isNull();
        assertThat(read.get(0).tokens().get(0).attributes()).containsExactly(new Attribute("3", 1));
        assertThat(read.get(1).labels()).containsExactly("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 3:1 2:1|t.txt:1:7: index 2 after 3; expected rising indices",
                "1 3:1 3:1|t.txt:1:7: index 3 after 3",
                "1 0:1|t.txt:1:3: index 0 after 0; expected indices that start at 1; add 1 to each",
                "1,2 3:1|t.txt:1:1: several labels '1,2'; expected one label per line",
                "3:1 4:1|t.txt:1:1: the line begins with '3:1'; expected a label",
                "1 3|t.txt:1:3: found '3'; expected index:value",
                "1 qid:3 1:2|t.txt:1:3: the index is 'qid'",
                "1 03:3|t.txt:1:3: the index is '03'",
                "1 3:x|t.txt:1:5: the value of index 3 is 'x'; expected a finite number",
                "1 3:|t.txt:1:5: the value of index 3 is ''",
                "1 3:1e999|t.txt:1:5: the value of index 3 is '1e999'",
                "1 3:nan|t.txt:1:5: the value of index 3 is 'nan'",
                "1 99999999999999999999:1|t.txt:1:3: the index is '99999999999999999999'",
            })
    void mistakesAreNamedWithTheirPlace(String line, String message) {
        assertThatThrownBy(() -> Texts.read(DataOptions.LIBSVM, line + "\n"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void otherEncodingsAreRead() {
        byte[] latin = "ä 1:1\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Texts.read(DataOptions.LIBSVM, latin))
                .hasMessageStartingWith("t.txt:1:1: byte 0xE4 is not UTF-8");
        assertThat(Texts.read(DataOptions.LIBSVM.withEncoding(StandardCharsets.ISO_8859_1), latin)
                        .get(0)
                        .labels())
                .containsExactly("ä");
        assertThatThrownBy(() -> DataOptions.LIBSVM.withEncoding(StandardCharsets.UTF_16))
                .hasMessageContaining("iconv");
    }

    @Test
    void emptyFilesHaveNoInstances() {
        assertThat(Texts.read(DataOptions.LIBSVM, "")).isEmpty();
        assertThat(Texts.read(DataOptions.LIBSVM, "\n# only a comment\n")).isEmpty();
    }

    @Test
    void manyInstancesComeThroughACompressedFile(@TempDir Path directory) {
        Path file = directory.resolve("many.svm.gz");
        List<Sequence> written = Texts.read(DataOptions.LIBSVM, "1 1:0.5 7:-3\n-1 2:1e-9\n? 1:1\n".repeat(20_000));
        Sequences.write(new LibsvmFormatter(), file, written);
        List<Sequence> read = Sequences.read(DataOptions.LIBSVM, file);
        assertThat(read).hasSize(60_000);
        assertThat(read.get(59_998).tokens()).isEqualTo(written.get(1).tokens());
    }

    @Test
    void whatTheFormatCannotHoldIsRefused() {
        LibsvmFormatter formatter = new LibsvmFormatter();
        assertThatThrownBy(() -> formatter.format(Sequence.ofWords("a", "b"))).hasMessageContaining("2 tokens");
        Token named = Token.ofAttributes(List.of(Attribute.of("word")));
        assertThatThrownBy(() -> formatter.format(Sequence.of(List.of(named), null)))
                .hasMessageContaining("the attribute 'word' is not an index");
        Token plain = Token.ofAttributes(List.of(Attribute.of("1")));
        assertThatThrownBy(() -> formatter.format(Sequence.of(List.of(plain), List.of("a b"))))
                .hasMessageContaining("the label 'a b'");
        assertThat(formatter.format(Sequence.of(List.of(plain), null))).isEqualTo("? 1:1\n");
    }
}
