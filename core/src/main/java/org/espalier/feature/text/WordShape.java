package org.espalier.feature.text;

import java.util.Locale;

/**
 * The outline of a word, by code points.
 *
 * <p>{@code X} capital, {@code x} small letter, {@code c} letter of a script without case (CJK, Arabic, …), {@code d}
 * digit, {@code s} symbol that is neither ASCII nor money (emoji, arrows), {@code _} blank, {@code ?} anything else;
 * punctuation, ASCII symbols and currency signs stand for themselves. Combining marks, joiners, variation selectors and
 * skin tones are passed over.
 */
final class WordShape {
    private static final int LONGEST_RUN = 4;

    private WordShape() {}

    /** The shape with runs of the same class cut to four: Reckoning → Xxxxx, 1,234 → d,ddd. */
    static String shape(String word) {
        return outline(word, LONGEST_RUN);
    }

    /** A shape with every run made one: Xxxxx → Xx, dd.dd → d.d. */
    static void appendShort(String shape, StringBuilder target) {
        for (int i = 0; i < shape.length(); i++) {
            if (i == 0 || shape.charAt(i) != shape.charAt(i - 1)) {
                target.append(shape.charAt(i));
            }
        }
    }

    private static String outline(String word, int longestRun) {
        StringBuilder shape = new StringBuilder(word.length());
        int previous = -1;
        int run = 0;
        for (int i = 0; i < word.length(); ) {
            int point = word.codePointAt(i);
            i += Character.charCount(point);
            int mark = classOf(point);
            if (mark < 0) {
                continue;
            }
            run = mark == previous ? run + 1 : 1;
            previous = mark;
            if (run <= longestRun) {
                shape.appendCodePoint(mark);
            }
        }
        return shape.toString();
    }

    private static int classOf(int point) {
        if (point >= 0x1F3FB && point <= 0x1F3FF) {
            return -1;
        }
        return switch (Character.getType(point)) {
            case Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> 'X';
            case Character.LOWERCASE_LETTER -> 'x';
            case Character.OTHER_LETTER, Character.MODIFIER_LETTER -> 'c';
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> 'd';
            case Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.FORMAT -> -1;
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION,
                    Character.CURRENCY_SYMBOL -> point;
            case Character.MATH_SYMBOL, Character.MODIFIER_SYMBOL, Character.OTHER_SYMBOL -> point < 0x80 ? point : 's';
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> '_';
            default -> Character.isWhitespace(point) ? '_' : '?';
        };
    }

    /** Digits of any script, fractions and other numerals such as ½ and Ⅳ. */
    static boolean isNumber(int point) {
        return switch (Character.getType(point)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }

    /** Punctuation and symbols. */
    static boolean isPunctuation(int point) {
        return switch (Character.getType(point)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION,
                    Character.CURRENCY_SYMBOL,
                    Character.MATH_SYMBOL,
                    Character.MODIFIER_SYMBOL,
                    Character.OTHER_SYMBOL -> true;
            default -> false;
        };
    }

    /**
     * {@code digit}, {@code punct}, {@code space}, or the script of the first code point: {@code latin}, {@code han}, …
     */
    static String script(String word) {
        if (word.isEmpty()) {
            return "none";
        }
        int point = word.codePointAt(0);
        if (isNumber(point)) {
            return "digit";
        }
        if (isPunctuation(point)) {
            return "punct";
        }
        if (Character.isWhitespace(point) || Character.isSpaceChar(point)) {
            return "space";
        }
        return Character.UnicodeScript.of(point).name().toLowerCase(Locale.ROOT);
    }
}
