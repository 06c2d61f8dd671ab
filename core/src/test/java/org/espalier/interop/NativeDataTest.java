package org.espalier.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeDataTest {
    private static final Model MODEL = new Trainer(Template.parse("U:%x[0,0]\nB\n", "t"), TrainingOptions.DEFAULTS)
            .train(List.of(
                    Sequence.of(List.of(Token.ofColumns("a"), Token.ofColumns("b")), List.of("X", "Y")),
                    Sequence.of(List.of(Token.ofColumns("b"), Token.ofColumns("a")), List.of("Y", "X"))));

    @TempDir
    private Path folder;

    private List<Sequence> read(Toolkit toolkit, String... texts) throws IOException {
        List<Path> files = new java.util.ArrayList<>();
        for (String text : texts) {
            files.add(Files.write(folder.resolve("data" + files.size()), text.getBytes(StandardCharsets.ISO_8859_1)));
        }
        try (SequenceReader reader = NativeData.open(toolkit, MODEL, files)) {
            return Sequences.readAll(reader);
        }
    }

    private static List<List<String>> columns(Sequence sequence) {
        return sequence.tokens().stream().map(Token::columns).toList();
    }

    @Test
    void linesMayHaveDifferentNumbersOfColumns() throws IOException {
        for (Toolkit toolkit : List.of(Toolkit.WAPITI, Toolkit.CRFPP, Toolkit.CRFPP_TEXT)) {
            List<Sequence> sequences = read(toolkit, "a X\nb\n\na\tY more\n", "b\n");

            assertThat(sequences).hasSize(3);
            assertThat(columns(sequences.get(0))).containsExactly(List.of("a", "X"), List.of("b"));
            assertThat(sequences.get(0).labels()).isNull();
        }
    }

    @Test
    void oneColumnMoreEverywhereIsTheLabel() throws IOException {
        for (Toolkit toolkit : List.of(Toolkit.WAPITI, Toolkit.CRFPP)) {
            Sequence sequence = read(toolkit, "a X\r\nb Y\r\n\r\n").get(0);

            assertThat(columns(sequence)).containsExactly(List.of("a"), List.of("b"));
            assertThat(sequence.labels()).containsExactly("X", "Y");
        }
    }

    @Test
    void bytesThatAreNotUtf8AreKept() throws IOException {
        for (Toolkit toolkit : List.of(Toolkit.WAPITI, Toolkit.CRFPP)) {
            String token =
                    read(toolkit, "\u00e9\n").get(0).tokens().get(0).columns().get(0);

            assertThat(org.espalier.data.NativeText.hasRawBytes(token)).isTrue();
        }
    }

    @Test
    void whatFollowsASecondColonIsTheValueOfNoName() throws IOException {
        Sequence sequence = read(Toolkit.CRFSUITE, "O\ta:b:c\t\td:2x:e\r\n").get(0);

        assertThat(sequence.labels()).isNull();
        assertThat(sequence.tokens().get(0).attributes())
                .extracting(attribute -> attribute.name() + "=" + attribute.value())
                .containsExactly("a=0.0", "=0.0", "d=2.0", "=0.0");
    }

    @Test
    void onlyTheCarriageReturnBeforeALineEndIsDropped() throws IOException {
        String longer = "a".repeat((1 << 16) - 1) + "\r\nb\rc\n\r";
        Sequence sequence = read(Toolkit.CRFPP, longer).get(0);

        assertThat(sequence.tokens().get(0).columns().get(0)).hasSize((1 << 16) - 1);
        assertThat(sequence.tokens().get(1).columns()).containsExactly("b\rc");
        assertThat(sequence.tokens().get(2).columns()).containsExactly("\r");
    }

    @Test
    void whatIsMissingIsReported() {
        assertThatThrownBy(() -> NativeData.open(Toolkit.WAPITI, MODEL, List.of(folder.resolve("none"))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> NativeData.open(Toolkit.ESPALIER, MODEL, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
