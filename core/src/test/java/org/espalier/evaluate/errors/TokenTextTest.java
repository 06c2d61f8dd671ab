package org.espalier.evaluate.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenTextTest {

    /** The blocks of East Asian and of pictorial characters, of which terminals make two columns. */
    @ParameterizedTest
    @CsvSource({
        "1100, 115f",
        "2e80, a4cf",
        "ac00, d7a3",
        "f900, faff",
        "fe30, fe6f",
        "ff00, ff60",
        "1f300, 1faff",
        "20000, 3fffd"
    })
    void wideCharactersFillTheirBlocksAndNothingElse(String first, String last) {
        int begin = Integer.parseInt(first, 16);
        int end = Integer.parseInt(last, 16);
        assertThat(TokenText.width(Character.toString(begin))).isEqualTo(2);
        assertThat(TokenText.width(Character.toString((begin + end) / 2))).isEqualTo(2);
        assertThat(TokenText.width(Character.toString(end))).isEqualTo(2);
        assertThat(TokenText.width(Character.toString(begin - 1))).isLessThan(2);
        assertThat(TokenText.width(Character.toString(end + 1))).isLessThan(2);
    }

    @Test
    void marksOnALetterAndFormatCharactersTakeNoRoom() {
        assertThat(TokenText.width("e\u0301")).isEqualTo(1);
        assertThat(TokenText.width("1\u20dd")).isEqualTo(1); // in a circle
        assertThat(TokenText.width("a\u200db")).isEqualTo(2);
        assertThat(TokenText.width("")).isZero();
    }

    /** A text of 40 columns fits; of a longer one 39 stay, and the sign that it was cut. */
    @Test
    void longTextsAreCutToTheSameWidth() {
        assertThat(TokenText.cut("x".repeat(40))).isEqualTo("x".repeat(40));
        assertThat(TokenText.cut("x".repeat(41))).isEqualTo("x".repeat(39) + "…");
        assertThat(TokenText.cut("東".repeat(20))).isEqualTo("東".repeat(20));
        assertThat(TokenText.cut("東".repeat(21))).isEqualTo("東".repeat(19) + "…");
        assertThat(TokenText.cut("\ud83d\ude00".repeat(30))).isEqualTo("\ud83d\ude00".repeat(19) + "…");
        assertThat(TokenText.cut("xy".repeat(19) + "\ud83d\ude00z")).isEqualTo("xy".repeat(19) + "…");
    }

    @Test
    void aTokenIsItsFirstColumnOrItsFirstAttribute() {
        assertThat(TokenText.of(Token.ofColumns("dog", "NN"))).isEqualTo("dog");
        assertThat(TokenText.of(Token.ofAttributes(List.of(Attribute.of("w=dog"), Attribute.of("p=NN")))))
                .isEqualTo("w=dog");
        assertThat(TokenText.of(Token.ofAttributes(List.of()))).isEqualTo("(nothing)");
        assertThat(TokenText.of(Token.ofColumns("a\tb\nc\u2028d\u2029e"))).isEqualTo("a b c d e");
        Sequence sequence = Sequence.ofWords("in", "New", "York", "City");
        assertThat(TokenText.of(sequence, new Span(1, 3, "LOC"))).isEqualTo("New York");
        assertThat(TokenText.of(sequence, new Span(3, 4, "LOC"))).isEqualTo("City");
    }
}
