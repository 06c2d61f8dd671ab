package org.espalier.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class TokenizerTest {

    private static List<String> pieces(String text, TextRanges ranges) {
        List<String> pieces = new ArrayList<>();
        for (int k = 0; k < ranges.size(); k++) {
            pieces.add(text.substring(ranges.start(k), ranges.end(k)));
        }
        return pieces;
    }

    private static List<String> words(String text) {
        return pieces(text, Tokenizer.WORDS.tokenize(text));
    }

    private static List<String> sentences(String text) {
        return pieces(text, Sentences.of(text));
    }

    @Test
    void wordsNumbersAndMarks() {
        assertThat(words("Add 1,000.5 ml (B12), don't."))
                .containsExactly("Add", "1,000.5", "ml", "(", "B12", ")", ",", "don", "'", "t", ".");
        assertThat(words("250g 1½ 1/2 3,a")).containsExactly("250", "g", "1½", "1", "/", "2", "3", ",", "a");
        assertThat(words("cafe\u0301 na\u00AD\u00EFve")).containsExactly("cafe\u0301", "na\u00AD\u00EFve");
        assertThat(words("\uFEFFa\u200F b\0c")).containsExactly("a", "b", "c");
    }

    @Test
    void emojiSequencesStayWhole() {
        String astronaut = "\uD83D\uDC69\u200D\uD83D\uDE80";
        String thumb = "\uD83D\uDC4D\uD83C\uDFFD";
        String flag = "\uD83C\uDDE9\uD83C\uDDEA";
        String keycap = "1\uFE0F\u20E3";
        assertThat(words(astronaut + thumb + flag + flag + " " + keycap))
                .containsExactly(astronaut, thumb, flag, flag, keycap);
        String text = astronaut + "e\u0301\r\n\u1112\u1161\u11AB";
        assertThat(pieces(text, Tokenizer.CHARACTERS.tokenize(text)))
                .containsExactly(astronaut, "e\u0301", "\u1112\u1161\u11AB");
    }

    @Test
    void scriptsWithoutBlanksAreCutIntoCharacters() {
        assertThat(words("中文 GPT")).containsExactly("中", "文", "GPT");
        assertThat(words("\u0645\u0631\u062D\u0628\u0627 \u05E9\u05DC\u05D5\u05DD"))
                .hasSize(2);
    }

    @Test
    void sentencesEndAtStopsAndBlankLines() {
        assertThat(sentences("Dr. Who came. He said \"Go!\" They went, e.g. Ann. No. 5 is 3.5 m long?! yes"))
                .containsExactly(
                        "Dr. Who came.", "He said \"Go!\"", "They went, e.g. Ann.", "No. 5 is 3.5 m long?! yes");
        assertThat(sentences("A heading\n\nOne line\nand the next.\r\n \r\nEnd"))
                .containsExactly("A heading", "One line\nand the next.", "End");
        assertThat(sentences("你好。再见！")).containsExactly("你好。", "再见！");
        assertThat(sentences(" \n\n ")).isEmpty();
    }

    @Test
    void definitionsAreChecked() {
        assertThat(Tokenizer.parse("regex([a-z]+|\\))").definition()).isEqualTo("regex([a-z]+|\\))");
        assertThatThrownBy(() -> Tokenizer.parse("word"))
                .hasMessage("tokenizer 'word'; expected words, whitespace, characters or regex(...), such as"
                        + " 'regex(\\w+|\\S)'");
        assertThatThrownBy(() -> Tokenizer.parse("regex([)"))
                .hasMessageStartingWith("tokenizer 'regex([)': the expression is wrong at character 1: Unclosed");
        assertThatThrownBy(() -> Tokenizer.parse("regex()")).hasMessageContaining("finds no token");
        assertThatThrownBy(() -> OffsetUnit.of("chars"))
                .hasMessage("offset unit 'chars'; expected code-points, utf16 or bytes");
    }

    @Test
    void offsetsWithinACharacterAreNone() {
        OffsetTable bytes = new OffsetTable("é\uD83D\uDE00", OffsetUnit.BYTES);
        assertThat(bytes.toUtf16(1)).isEqualTo(-1);
        assertThat(bytes.toUtf16(2)).isEqualTo(1);
        assertThat(bytes.toUtf16(6)).isEqualTo(3);
        assertThat(bytes.toUtf16(7)).isEqualTo(-1);
        assertThat(OffsetUnit.CODE_POINTS.count("a\uD83D\uDE00b", 0, 4)).isEqualTo(3);
    }

    @Test
    void partsAreCutWhenTheyAreAskedFor() {
        List<String> cut = new ArrayList<>();
        Tokenizer counting = new Tokenizer() {
            @Override
            public TextRanges tokenize(String text) {
                cut.add(text);
                return Tokenizer.WORDS.tokenize(text);
            }

            @Override
            public String definition() {
                return "counting";
            }
        };
        String text = "One. Two. Three.";
        Iterator<TokenizedText> parts =
                TokenizedText.iterator(text, Sentences.of(text), TextOrigin.START, counting, true);
        assertThat(cut).isEmpty();
        assertThat(parts.next().text()).isEqualTo("One.");
        assertThat(cut).containsExactly("One.");
        assertThat(parts.next().text()).isEqualTo(" Two.");
        TokenizedText last = parts.next();
        assertThat(last.text()).isEqualTo(" Three.");
        assertThat(last.last()).isTrue();
        assertThat(last.origin().utf16()).isEqualTo(9);
        assertThat(parts.hasNext()).isFalse();
        assertThatThrownBy(parts::next).isInstanceOf(NoSuchElementException.class);
    }
}
