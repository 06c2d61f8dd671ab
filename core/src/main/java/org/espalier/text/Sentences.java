package org.espalier.text;

import java.util.Locale;
import java.util.Set;

/**
 * Splits a text into sentences by rule, in one pass over the text.
 *
 * <p>A sentence ends
 *
 * <ul>
 *   <li>before a blank line;
 *   <li>after one or more of {@code . ! ?} and their like, closing quotes and brackets included, if a blank follows and the next word does
 *       not begin with a small letter; unless the stop belongs to a single capital letter ({@code J. Smith}), a word with stops inside
 *       ({@code e.g.}), or one of a short list of abbreviations ({@code Dr.});
 *   <li>after {@code 。 ！ ？}, whatever follows.
 * </ul>
 *
 * <p>A single line end is a blank like others. Text of which every line stands for itself is rather read line by line.
 */
public final class Sentences {
    private static final Set<String> ABBREVIATIONS = Set.of(
            "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "cf", "fig", "figs", "vol", "approx", "inc", "ltd",
            "co", "corp", "dept", "est", "gen", "gov", "rev", "sen", "capt", "col", "lt", "sgt", "hon", "mt", "jan",
            "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "tbsp", "tsp", "oz", "lb",
            "lbs", "pkg", "bzw", "ca", "ggf", "nr", "str", "hr", "fr", "mme", "mlle", "sra", "ud");
    private static final Set<String> BEFORE_NUMBERS = Set.of("no", "nos", "p", "pp", "art", "sec", "ch", "eq");

    private Sentences() {}

    /** The sentences of a text, without the blanks around them. */
    public static TextRanges of(String text) {
        TextRanges.Builder sentences = new TextRanges.Builder();
        int start = -1; // of the sentence
        int last = 0; // one past its last character that is not blank
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int next = at + Character.charCount(c);
            if (Characters.isSpace(c)) {
                if (start >= 0 && isBlankLine(text, at)) {
                    sentences.add(start, last);
                    start = -1;
                }
                at = next;
                continue;
            }
            start = start < 0 ? at : start;
            last = next;
            at = next;
            if (isStop(c)) {
                int end = stopsEnd(text, next);
                boolean whole = isWide(c) || isEnd(text, start, at - Character.charCount(c), end);
                last = end;
                at = end;
                if (whole) {
                    sentences.add(start, end);
                    start = -1;
                }
            }
        }
        if (start >= 0) {
            sentences.add(start, last);
        }
        return sentences.build();
    }

    /** Whether a line end stands here, and nothing but blanks before the next one. */
    static boolean isBlankLine(String text, int at) {
        int next = lineEnd(text, at);
        while (next >= 0 && next < text.length()) {
            int c = text.codePointAt(next);
            if (lineEnd(text, next) >= 0) {
                return true;
            }
            if (!Characters.isSpace(c)) {
                return false;
            }
            next += Character.charCount(c);
        }
        return false;
    }

    /** One past the line end that begins here; −1 when none does. */
    private static int lineEnd(String text, int at) {
        char c = text.charAt(at);
        if (c == '\r') {
            return at + 1 < text.length() && text.charAt(at + 1) == '\n' ? at + 2 : at + 1;
        }
        return c == '\n' ? at + 1 : -1;
    }

    /** Past further stops, and closing quotes and brackets. */
    private static int stopsEnd(String text, int from) {
        int end = from;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            int type = Character.getType(c);
            boolean closing = type == Character.END_PUNCTUATION
                    || type == Character.FINAL_QUOTE_PUNCTUATION
                    || c == '"'
                    || c == '\'';
            if (!closing && !isStop(c)) {
                break;
            }
            end += Character.charCount(c);
        }
        return end;
    }

    private static boolean isEnd(String text, int start, int stop, int end) {
        if (end < text.length() && !Characters.isSpace(text.codePointAt(end))) {
            return false;
        }
        int next = end;
        while (next < text.length() && !isWordBegin(text.codePointAt(next))) {
            next += Character.charCount(text.codePointAt(next));
        }
        if (next == text.length()) {
            return true;
        }
        int c = text.codePointAt(next);
        return !Character.isLowerCase(c) && !(text.charAt(stop) == '.' && isAbbreviation(text, start, stop, c));
    }

    private static boolean isWordBegin(int c) {
        int type = Character.getType(c);
        boolean opening = type == Character.START_PUNCTUATION
                || type == Character.INITIAL_QUOTE_PUNCTUATION
                || c == '"'
                || c == '\'';
        return !opening && !Characters.isBlank(c);
    }

    private static boolean isAbbreviation(String text, int start, int stop, int next) {
        int begin = stop;
        boolean inner = false;
        while (begin > start) {
            int c = text.codePointBefore(begin);
            boolean point = c == '.' && begin < stop;
            if (!Character.isLetter(c) && !Characters.isMark(c) && !point) {
                break;
            }
            inner |= point;
            begin -= Character.charCount(c);
        }
        String word = text.substring(begin, stop);
        if (word.isEmpty()) {
            return false;
        }
        boolean initial = word.codePointCount(0, word.length()) == 1 && Character.isUpperCase(word.codePointAt(0));
        String lower = word.toLowerCase(Locale.ROOT);
        return initial
                || inner
                || ABBREVIATIONS.contains(lower)
                || (BEFORE_NUMBERS.contains(lower) && Character.isDigit(next));
    }

    private static boolean isStop(int c) {
        return switch (c) {
            case '.', '!', '?', 0x2026, 0x203C, 0x2047, 0x2048, 0x2049, 0x061F, 0x06D4, 0x0964, 0x0965 -> true;
            default -> isWide(c);
        };
    }

    /** Stops of scripts that have no blank behind them. */
    private static boolean isWide(int c) {
        return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61;
    }
}
