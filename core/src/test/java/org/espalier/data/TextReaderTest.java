package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextReaderTest {
    private static final InstanceOptions USUAL = InstanceOptions.DEFAULTS;

    private static List<Sequence> read(InstanceOptions options, String text) {
        return Texts.read(DataOptions.TEXT.withInstances(options), text);
    }

    private static String text(Sequence sequence) {
        return sequence.tokens().get(0).columns().get(0);
    }

    @Test
    void theLabelStandsBeforeTheFirstTab() {
        List<Sequence> read = read(USUAL, "\uFEFFham\tOk lar...\r\n\nspam\tWin\tnow\nham\t\n");
        assertThat(read).extracting(Sequence::labels).containsExactly(List.of("ham"), List.of("spam"), List.of("ham"));
        assertThat(read).extracting(TextReaderTest::text).containsExactly("Ok lar...", "Win\tnow", "");
        assertThat(read.get(1).location()).isEqualTo(new Location("t.txt", 3));
        assertThat(read.get(0).tokens().get(0).names()).containsExactly("text");
    }

    @Test
    void theLabelMayBeTheFirstWordAndCut() {
        InstanceOptions trec = USUAL.withLabelSeparator("").withLabelCut(":");
        List<Sequence> read = read(trec, "DESC:manner How did  it ?\n  NUM   42 \nHUM:ind\n");
        assertThat(read).extracting(Sequence::labels).containsExactly(List.of("DESC"), List.of("NUM"), List.of("HUM"));
        assertThat(read).extracting(TextReaderTest::text).containsExactly("How did  it ?", "42", "");
    }

    @Test
    void theLabelMayStandLast() {
        InstanceOptions last = USUAL.withLabelLast(true);
        List<Sequence> read = read(last, "a stirring\tmovie\t1\n");
        assertThat(read.get(0).labels()).containsExactly("1");
        assertThat(text(read.get(0))).isEqualTo("a stirring\tmovie");
        read = read(last.withLabelSeparator(""), "a stirring  movie \t 1 \n");
        assertThat(read.get(0).labels()).containsExactly("1");
        assertThat(text(read.get(0))).isEqualTo("a stirring  movie");
        read = read(last.withLabelSeparator("||"), "a || b||c\n");
        assertThat(read.get(0).labels()).containsExactly("c");
    }

    @Test
    void labelsMayBeMissingWhereNoneAreExpected() {
        DataOptions options = DataOptions.TEXT.withLabelled(false);
        List<Sequence> read = Texts.read(options, "no label\nham\tlabel\n");
        assertThat(read.get(0).labels()).isNull();
        assertThat(text(read.get(0))).isEqualTo("no label");
        assertThat(read.get(1).labels()).containsExactly("ham");
        read = Texts.read(options.withInstances(USUAL.withLabelSeparator("")), "no label\n");
        assertThat(read.get(0).labels()).isNull();
        assertThat(text(read.get(0))).isEqualTo("no label");
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        assertThatThrownBy(() -> read(USUAL, "a\tb\nno tab\n"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:2: no tab between label and text in 'no tab'");
        assertThatThrownBy(() -> read(USUAL, " \ttext\n")).hasMessageStartingWith("t.txt:1:1: the label is empty");
        assertThatThrownBy(() -> read(USUAL.withLabelCut(":"), ":fine\ttext\n"))
                .hasMessageStartingWith("t.txt:1:1: the label is empty");
        assertThatThrownBy(() -> read(USUAL.withLabelLast(true).withLabelSeparator(""), "word\n"))
                .hasMessageContaining("no blank between label and text");
        assertThatThrownBy(() -> USUAL.withLabelCut("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsWrittenReadsBack() {
        String text = "a\tx y\nb\t\n";
        for (InstanceOptions options : List.of(
                USUAL, USUAL.withLabelLast(true), USUAL.withLabelSeparator("; "), USUAL.withLabelSeparator(""))) {
            List<Sequence> written = read(USUAL, text);
            StringBuilder out = new StringBuilder();
            written.forEach(sequence -> new TextFormatter(options).append(sequence, out));
            List<Sequence> read = read(options, out.toString());
            assertThat(read).as("%s", options).extracting(Sequence::labels).containsExactly(List.of("a"), List.of("b"));
            assertThat(read).as("%s", options).extracting(TextReaderTest::text).containsExactly("x y", "");
        }
        Sequence bad = read(USUAL, text).get(0).withLabels(List.of("a\tb"));
        assertThatThrownBy(() -> TextFormatter.DEFAULT.format(bad)).hasMessageContaining("contains the separator");
        assertThat(TextFormatter.DEFAULT.format(bad.withLabels(null))).isEqualTo("x y\n");
    }
}
