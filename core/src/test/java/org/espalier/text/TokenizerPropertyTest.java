package org.espalier.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of every tokeniser, the sentence rule and the offset units, on random Unicode. */
final class TokenizerPropertyTest {
    private static final int TEXTS = 400;

    /** Pieces that are hard for offsets: emoji sequences, marks, line ends, right-to-left text, halves of pairs, NUL, a byte order mark. */
    private static final String[] PIECES = {
        "a",
        "Z",
        "word",
        "7",
        "1,000.5",
        ".",
        ",",
        "!",
        "?",
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\0",
        "\uFEFF",
        "e\u0301",
        "\u0301",
        "\u00e9",
        "\u00df",
        "\uD83D\uDE00",
        "\uD83D\uDC69\u200D\uD83D\uDE80",
        "\uD83D\uDC4D\uD83C\uDFFD",
        "\uD83C\uDDE9\uD83C\uDDEA",
        "1\uFE0F\u20E3",
        "\u2764\uFE0F",
        "\u05E9\u05DC\u05D5\u05DD",
        "\u0645\u0631\u062D\u0628\u0627",
        "\u200F",
        "\u200D",
        "\u4E2D\u6587",
        "\u3002",
        "\u0E44\u0E17\u0E22",
        "\uD55C\uAE00",
        "\u1112\u1161\u11AB",
        "\uD800",
        "\uDC00",
        "\uE000",
        "\uDBFF\uDFFF",
        "\u00BD",
        "(",
        "]",
        "\"",
        "\u2019",
        "\u2028",
        "Dr.",
        "e.g."
    };

    static List<Tokenizer> tokenizers() {
        return List.of(
                Tokenizer.WORDS, Tokenizer.WHITESPACE, Tokenizer.CHARACTERS, Tokenizer.regex("[\\p{L}\\p{M}]+|\\S"));
    }

    private static String text(long seed) {
        Random random = new Random(seed);
        StringBuilder out = new StringBuilder();
        for (int n = random.nextInt(30); n > 0; n--) {
            out.append(
                    random.nextInt(10) == 0
                            ? Character.toString(random.nextInt(Character.MAX_CODE_POINT + 1))
                            : PIECES[random.nextInt(PIECES.length)]);
        }
        return out.toString();
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void tokensRiseAndHoldEverythingThatIsNotBlank(Tokenizer tokenizer) {
        for (long seed = 0; seed < TEXTS; seed++) {
            String text = text(seed);
            TextRanges tokens = tokenizer.tokenize(text);
            int before = 0;
            for (int t = 0; t < tokens.size(); t++) {
                assertThat(tokens.start(t)).as("seed %d", seed).isGreaterThanOrEqualTo(before);
                assertThat(tokens.end(t)).as("seed %d", seed).isGreaterThan(tokens.start(t));
                assertBlank(text, before, tokens.start(t), seed);
                assertWhole(text, tokens.start(t), seed);
                assertWhole(text, tokens.end(t), seed);
                before = tokens.end(t);
            }
            assertBlank(text, before, text.length(), seed);
            assertThat(tokenizer.tokenize(text)).isEqualTo(tokens);
            assertThat(Tokenizer.parse(tokenizer.definition())).isEqualTo(tokenizer);
        }
    }

    private static void assertBlank(String text, int start, int end, long seed) {
        text.substring(start, end)
                .codePoints()
                .forEach(c -> assertThat(Characters.isBlank(c))
                        .as("seed %d: U+%04X is in no token", seed, c)
                        .isTrue());
    }

    /** No token begins or ends within a surrogate pair. */
    private static void assertWhole(String text, int at, long seed) {
        boolean within = at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
        assertThat(within).as("seed %d: %d is within a pair", seed, at).isFalse();
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void unitsAgree(Tokenizer tokenizer) {
        for (long seed = 0; seed < TEXTS; seed++) {
            String text = text(seed);
            OffsetTable points = new OffsetTable(text, OffsetUnit.CODE_POINTS);
            OffsetTable bytes = new OffsetTable(text, OffsetUnit.BYTES);
            OffsetTable units = new OffsetTable(text, OffsetUnit.UTF16);
            TextRanges tokens = tokenizer.tokenize(text);
            for (int t = 0; t < tokens.size(); t++) {
                for (int at : new int[] {tokens.start(t), tokens.end(t)}) {
                    String before = text.substring(0, at);
                    assertThat(points.fromUtf16(at)).as("seed %d", seed).isEqualTo(text.codePointCount(0, at));
                    assertThat(bytes.fromUtf16(at))
                            .as("seed %d", seed)
                            .isEqualTo(before.getBytes(StandardCharsets.UTF_8).length);
                    assertThat(units.fromUtf16(at)).isEqualTo(at);
                    for (OffsetTable table : List.of(points, bytes, units)) {
                        assertThat(table.toUtf16(table.fromUtf16(at)))
                                .as("seed %d", seed)
                                .isEqualTo(at);
                    }
                }
            }
            assertThat(bytes.length()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void theSentencesOfATextAreTheText(Tokenizer tokenizer) {
        for (long seed = 0; seed < TEXTS; seed++) {
            String text = text(seed);
            List<TokenizedText> parts = TokenizedText.sentences(text, tokenizer);
            StringBuilder whole = new StringBuilder();
            for (TokenizedText part : parts) {
                assertThat(part.origin()).as("seed %d", seed).isEqualTo(TextOrigin.START.after(whole));
                for (int t = 0; t < part.size(); t++) {
                    TextSpan span = part.span(t, t + 1, "X");
                    assertThat(text.substring(span.start(), span.end()))
                            .as("seed %d", seed)
                            .isEqualTo(span.covered())
                            .isEqualTo(part.token(t));
                }
                whole.append(part.text());
                assertThat(part.last()).isEqualTo(part == parts.get(parts.size() - 1));
            }
            assertThat(whole.toString()).as("seed %d", seed).isEqualTo(text);
        }
    }
}
