package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColumnsReaderTest {
    private static final DataOptions OPTIONS = DataOptions.COLUMNS;

    private static List<List<String>> labels(List<Sequence> sequences) {
        return sequences.stream().map(Sequence::labels).toList();
    }

    @Test
    void takesTheLastColumnAsLabelAndTheOthersAsObserved() {
        List<Sequence> sequences = Texts.read(OPTIONS, "He PRP B-NP\nsaid\tVBD  B-VP \n\n. . O\n");
        assertThat(sequences).hasSize(2);
        assertThat(sequences.get(0).tokens().get(1)).isEqualTo(Token.ofColumns("said", "VBD"));
        assertThat(labels(sequences)).containsExactly(List.of("B-NP", "B-VP"), List.of("O"));
        assertThat(sequences.get(1).location()).isEqualTo(new Location("t.txt", 4));
        assertThat(sequences.get(0).weight()).isEqualTo(1.0);
    }

    @Test
    void blankLinesInARowMakeNoEmptySequences() {
        List<Sequence> sequences = Texts.read(OPTIONS, "\n \n\t\na X\n\n \t \n\nb Y");
        assertThat(labels(sequences)).containsExactly(List.of("X"), List.of("Y"));
        assertThat(sequences.get(1).location().line()).isEqualTo(8);
    }

    @Test
    void emptyInputsHaveNoSequences() {
        assertThat(Texts.read(OPTIONS, "")).isEmpty();
        assertThat(Texts.read(OPTIONS, "\n\n")).isEmpty();
        assertThat(Texts.read(OPTIONS, "\uFEFF")).isEmpty();
        assertThat(Texts.read(OPTIONS, "\uFEFF\r\n")).isEmpty();
    }

    @Test
    void byteOrderMarkAndCarriageReturnsAreNotText() {
        List<Sequence> sequences = Texts.read(OPTIONS, "\uFEFFa X\r\nb Y\r\n\r\nc Z\r\n");
        assertThat(sequences).hasSize(2);
        assertThat(sequences.get(0).tokens().get(0).columns()).containsExactly("a");
        assertThat(sequences.get(1).labels()).containsExactly("Z");
    }

    @Test
    void aTabSeparatorKeepsEmptyColumnsAndSpaces() {
        List<Sequence> sequences = Texts.read(OPTIONS.withSeparator(Separator.TAB), "New York\t\tLOC\n\tx\tO\n");
        assertThat(sequences.get(0).tokens().get(0)).isEqualTo(Token.ofColumns("New York", ""));
        assertThat(sequences.get(0).tokens().get(1)).isEqualTo(Token.ofColumns("", "x"));
    }

    @Test
    void linesWithOneColumnMoreThanAModelObservesAreLabelled() {
        DataOptions options = OPTIONS.withLabelled(false).withObservedColumns(2);
        Sequence with = Texts.read(options, "a b X\n").get(0);
        assertThat(with.tokens()).containsExactly(Token.ofColumns("a", "b"));
        assertThat(with.labels()).containsExactly("X");
        Sequence without = Texts.read(options, "a b\n").get(0);
        assertThat(without.tokens()).containsExactly(Token.ofColumns("a", "b"));
        assertThat(without.labels()).isNull();
        assertThat(Texts.read(options, "a b c d\n").get(0).labels()).isNull();
    }

    @Test
    void theLabelColumnCanBeChosenFromBothEnds() {
        assertThat(labels(Texts.read(OPTIONS.withLabelColumn(0), "X a b\n"))).containsExactly(List.of("X"));
        assertThat(labels(Texts.read(OPTIONS.withLabelColumn(1), "a X b\n"))).containsExactly(List.of("X"));
        assertThat(labels(Texts.read(OPTIONS.withLabelColumn(-3), "X a b\n"))).containsExactly(List.of("X"));
        assertThat(labels(Texts.read(OPTIONS.withLabelColumn(-2).withColumns(3), "a X b\n")))
                .containsExactly(List.of("X"));
    }

    @Test
    void unlabelledInputKeepsEveryColumn() {
        List<Sequence> sequences = Texts.read(OPTIONS.withLabelled(false).withLabelColumn(7), "a\nb\n");
        assertThat(sequences).hasSize(1);
        assertThat(sequences.get(0).isLabelled()).isFalse();
        assertThat(sequences.get(0).tokens()).containsExactly(Token.ofColumns("a"), Token.ofColumns("b"));
    }

    @Test
    void anotherNumberOfColumnsIsAnErrorThatNamesTheLineItDiffersFrom() {
        assertThatThrownBy(() -> Texts.read(OPTIONS, "\na b X\n\nc X\n"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:4: 2 columns, expected 3 as on line 2; ");
        assertThatThrownBy(() -> Texts.read(OPTIONS.withColumns(3), "a\n"))
                .hasMessageStartingWith("t.txt:1: 1 column, expected 3 as asked for; ");
        assertThatThrownBy(() -> Texts.read(OPTIONS.withSeparator(Separator.TAB), "a\tX\nb\t\tX\n"))
                .hasMessageContaining("t.txt:2: 3 columns, expected 2 as on line 1")
                .hasMessageContaining("one tab");
    }

    @Test
    void aLabelColumnThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> Texts.read(OPTIONS.withLabelColumn(2), "a X\n"))
                .hasMessageStartingWith("t.txt:1: label column 2, but there are 2 columns; expected -2 to 1");
        assertThatThrownBy(() -> Texts.read(OPTIONS.withLabelColumn(-2), "a\n"))
                .hasMessageStartingWith("t.txt:1: label column -2, but there is 1 column");
        assertThatThrownBy(() -> Texts.read(OPTIONS.withSeparator(Separator.TAB), "a\t\n"))
                .hasMessageContaining("the label in column 1 is empty");
    }

    @Test
    void commentsAreTokensUnlessAskedFor() {
        assertThat(labels(Texts.read(OPTIONS, "# X\n#hash Y\n"))).containsExactly(List.of("X", "Y"));
        List<Sequence> sequences =
                Texts.read(OPTIONS.withCommentPrefix("#"), "# id 1 is long\n\n#2\na X\n# 3\nb Y\n\nc Z\n# end\n");
        assertThat(labels(sequences)).containsExactly(List.of("X", "Y"), List.of("Z"));
        assertThat(sequences.get(0).comments()).containsExactly("# id 1 is long", "#2", "# 3");
        assertThat(sequences.get(1).comments()).containsExactly("# end");
        assertThat(sequences.get(0).location().line()).isEqualTo(1);
    }

    @Test
    void boundariesEndSequencesWhenAskedFor() {
        String text = "-DOCSTART- -X- O\n\na b X\n-DOCSTART-\nc d Y\n";
        DataOptions options = OPTIONS.withBoundaries(Set.of(DataOptions.DOCUMENT_START));
        assertThat(labels(Texts.read(options, text))).containsExactly(List.of("X"), List.of("Y"));
        assertThat(labels(Texts.read(OPTIONS, "-DOCSTART- O\n\n"))).containsExactly(List.of("O"));
    }

    @Test
    void onlySpacesAndTabsSeparate() {
        List<Sequence> sequences = Texts.read(OPTIONS, "a\u00A0b\u3000c X\n");
        assertThat(sequences.get(0).tokens().get(0).columns()).containsExactly("a\u00A0b\u3000c");
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> OPTIONS.withColumns(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OPTIONS.withColumns(2).withLabelColumn(2)).hasMessageContaining("expected -2 to 1");
        assertThatThrownBy(() -> OPTIONS.withCommentPrefix("")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Format.of("JsonL")).isEqualTo(Format.JSONL);
        assertThatThrownBy(() -> Format.of("xml"))
                .hasMessageContaining(
                        "expected columns, crfsuite, jsonl, libsvm, csv, text, frames, ts, conllu, brackets, lines, inline, document,"
                                + " spans or brat");
    }
}
