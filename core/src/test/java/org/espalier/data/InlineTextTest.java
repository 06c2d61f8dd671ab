package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.espalier.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Running text: raw lines, and annotations in brackets. */
final class InlineTextTest {
    private static final String[] PIECES = {
        "a",
        "flour",
        "12",
        " ",
        "\t",
        "[",
        "]",
        "\\",
        "(",
        ")",
        "é",
        "e\u0301",
        "\uD83C\uDF5A",
        "\uD83D\uDC69\u200D\uD83D\uDE80",
        "\u05E9\u05DC",
        "\u4E2D",
        ",",
        "\r",
        "\uFEFF"
    };

    private static String random(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(12); n > 0; n--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Random random = new Random(7);
        for (int n = 0; n < 2000; n++) {
            StringBuilder text = new StringBuilder();
            List<int[]> places = new ArrayList<>();
            for (int k = random.nextInt(4); k >= 0; k--) {
                text.append(random(random));
                int start = text.length();
                text.append(random(random));
                places.add(new int[] {start, text.length()});
            }
            String whole = text.append(random(random)).toString();
            List<TextSpan> spans = new ArrayList<>();
            places.forEach(place -> spans.add(TextSpan.of(whole, place[0], place[1], "T" + place[0])));
            InlineText inline = new InlineText(whole, spans);

            InlineText read = InlineText.parse(inline.write(), Location.NONE);

            assertThat(read).isEqualTo(inline);
            assertThat(read.write()).isEqualTo(inline.write());
        }
    }

    @Test
    void taggedTextIsReadBackWithTheSameLabels() {
        Random random = new Random(8);
        for (int n = 0; n < 2000; n++) {
            TokenizedText text = TokenizedText.of(random(random) + "x", Tokenizer.CHARACTERS)
                    .withLineEnd(random.nextBoolean() ? "\r\n" : "\n");
            List<Span> spans = new ArrayList<>();
            for (int t = random.nextInt(3); t < text.size(); t += 1 + random.nextInt(3)) {
                int end = Math.min(text.size(), t + 1 + random.nextInt(3));
                spans.add(new Span(t, end, random.nextBoolean() ? "A" : "B-C"));
                t = end;
            }
            List<String> labels = TagScheme.IOB2.encode(spans, text.size());
            String line = InlineFormatter.DEFAULT.format(Sequence.ofText(text, labels, List.of(), Location.NONE));

            List<Sequence> read = Texts.read(characters(), line);

            assertThat(read).hasSize(1);
            assertThat(read.get(0).text()).isEqualTo(text);
            assertThat(read.get(0).labels()).isEqualTo(labels);
            assertThat(new LinesFormatter().format(read.get(0))).isEqualTo(text.text() + text.lineEnd());
        }
    }

    private static DataOptions characters() {
        return DataOptions.INLINE.withText(TextOptions.DEFAULTS.withTokenizer(Tokenizer.CHARACTERS));
    }

    @Test
    void annotationsBecomeLabelsOfTokens() {
        List<Sequence> read = Texts.read(DataOptions.INLINE, "[2](QTY) of [plain flour](NAME)\n\nnone \\[x\\]");
        assertThat(read).hasSize(2);
        assertThat(read.get(0).labels()).containsExactly("B-QTY", "O", "B-NAME", "I-NAME");
        assertThat(read.get(1).labels()).containsExactly("O", "O", "O", "O");
        assertThat(read.get(1).location()).isEqualTo(new Location("t.txt", 3));
    }

    @Test
    void whatTokensCannotHoldIsReported() {
        List<AnnotationProblem> problems = new ArrayList<>();
        TextOptions text =
                TextOptions.DEFAULTS.withTokenizer(Tokenizer.WHITESPACE).withProblems(problems::add);
        List<Sequence> read = Texts.read(
                DataOptions.INLINE.withText(text), "ok\nthe [tomato](NAME)es\n[2](QTY)[cups](UNIT) [ ](X)[](Y) of\n");
        assertThat(read.get(1).labels()).containsExactly("O", "B-NAME");
        assertThat(read.get(2).labels()).containsExactly("B-QTY", "O");
        assertThat(problems)
                .extracting(AnnotationProblem::kind)
                .containsExactly(
                        AnnotationProblem.Kind.BORDERS,
                        AnnotationProblem.Kind.BORDERS,
                        AnnotationProblem.Kind.OVERLAP,
                        AnnotationProblem.Kind.EMPTY,
                        AnnotationProblem.Kind.EMPTY);
        assertThat(problems.get(0))
                .hasToString(
                        "t.txt:2: the annotation NAME of 'tomato' (characters 4 to 10) begins or ends within a token;"
                                + " it is widened to 'tomatoes'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a [b|3|without a ']'",
                "a b](X)|4|without a '['",
                "[a [b](X)](Y)|4|cannot nest",
                "ab [c] d|4|brackets without a type",
                "[c](X|4|'(' without a ')'",
                "[c]()|5|the type is empty",
                "[c](A B)|5|expected no blanks",
                "a\\n|2|before a character other than",
            })
    void wrongBracketsAreFound(String line, int column, String problem) {
        assertThatThrownBy(() -> Texts.read(DataOptions.INLINE, "fine\n" + line + "\n"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:2:" + column + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void rawLinesKeepEverything() {
        String file = "\uFEFF2 cups\r\n\n  \t\nlast\n";
        List<Sequence> read = Texts.read(DataOptions.LINES, file);
        assertThat(read).hasSize(4);
        StringBuilder out = new StringBuilder();
        read.forEach(sequence -> new LinesFormatter().append(sequence, out));
        assertThat(out).hasToString(file);
        assertThat(read.get(0).labels()).isNull();
        assertThat(read.get(0).tokens().get(1).columns()).containsExactly("cups");
    }

    @Test
    void rawTextCannotTeachAndTokensHaveNoText() {
        assertThatThrownBy(() -> Texts.read(DataOptions.LINES.withLabelled(true), "a\n"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("raw text has no labels");
        assertThatThrownBy(() -> InlineFormatter.DEFAULT.format(Sequence.ofWords("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without its text");
    }
}
