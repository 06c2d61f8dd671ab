package org.espalier.feature.template;

import java.util.Arrays;

/**
 * A regular expression in Wapiti's dialect, over bytes.
 *
 * <p>A byte stands for itself, {@code .} for any; a backslash with one of {@code a d l p s u w} are the letters, digits, small letters,
 * punctuation marks, blanks, capitals, and letters or digits of ASCII, written in capitals their complements; a backslash
 * before any other byte is that byte. {@code ^} at the beginning and {@code $} at the end anchor the expression. {@code *}
 * repeats the byte before it as few times as will do, {@code ?} makes it optional and takes it if it can.
 *
 * <p>Wapiti counts the length of a match on the way and does not take everything back when it tries another way, so that
 * a match may be reported longer than it is. Models were trained with these lengths, so they are kept. Compiled,
 * immutable. Wapiti tries all ways, which may be more than anyone can wait for; here each way is tried once, in
 * time O(items · length²) per position at most.
 */
final class WapitiExpression {
    private static final int ANY = 0;
    private static final int LITERAL = 1;
    private static final int CLASS = 2;
    private static final int COMPLEMENT = 3;

    private static final byte ONCE = 0;
    private static final byte REPEATED = 1;
    private static final byte OPTIONAL = 2;

    /** With so many repeated or optional bytes, remembering costs more than trying. */
    private static final int FEW = 3;

    /** Each of them may be a call within a call. */
    private static final int MOST = 500;

    private final boolean atStart;
    private final boolean atEnd;
    private final int[] kinds; // [items]
    private final byte[] arguments; // [items]: the byte, or the small letter of the class
    private final byte[] counts; // [items]
    private final boolean manyWays;

    private WapitiExpression(boolean atStart, boolean atEnd, int[] kinds, byte[] arguments, byte[] counts) {
        this.atStart = atStart;
        this.atEnd = atEnd;
        this.kinds = kinds;
        this.arguments = arguments;
        this.counts = counts;
        this.manyWays = quantified(counts) > FEW;
    }

    private static int quantified(byte[] counts) {
        int quantified = 0;
        for (byte count : counts) {
            quantified += count == ONCE ? 0 : 1;
        }
        return quantified;
    }

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException when a {@code *} or {@code ?} has nothing to repeat, a {@code \} nothing behind it, or
     *     there are too many of the former
     */
    static WapitiExpression compile(byte[] source) {
        int[] kinds = new int[source.length];
        byte[] arguments = new byte[source.length];
        byte[] counts = new byte[source.length];
        boolean atStart = source.length > 0 && source[0] == '^';
        boolean atEnd = false;
        int items = 0;
        for (int at = atStart ? 1 : 0; at < source.length; items++) {
            byte c = source[at++];
            if (c == '$' && at == source.length) {
                atEnd = true;
                break;
            }
            if (c == '*' || c == '?') {
                throw new IllegalArgumentException("a '" + (char) c + "' with nothing before it to repeat; write \\"
                        + (char) c + " for the character");
            }
            if (c == '\\') {
                if (at == source.length) {
                    throw new IllegalArgumentException("a backslash at the end; expected a character after it");
                }
                byte escaped = source[at++];
                boolean capital = escaped >= 'A' && escaped <= 'Z';
                byte small = capital ? (byte) (escaped + 'a' - 'A') : escaped;
                boolean isClass = "adlpsuw".indexOf(small) >= 0;
                kinds[items] = !isClass ? LITERAL : capital ? COMPLEMENT : CLASS;
                arguments[items] = isClass ? small : escaped;
            } else {
                kinds[items] = c == '.' ? ANY : LITERAL;
                arguments[items] = c;
            }
            if (at < source.length && (source[at] == '*' || source[at] == '?')) {
                counts[items] = source[at++] == '*' ? REPEATED : OPTIONAL;
            }
        }
        if (quantified(counts) > MOST) {
            throw new IllegalArgumentException("more than " + MOST + " times '*' or '?' in one expression");
        }
        return new WapitiExpression(
                atStart,
                atEnd,
                Arrays.copyOf(kinds, items),
                Arrays.copyOf(arguments, items),
                Arrays.copyOf(counts, items));
    }

    /** The scratch space of one thread: what a match is found to be, and which ways are known to lead nowhere. */
    static final class Match {
        private int length;
        private int[] failures = {}; // [items + 1][text + 1]: 0, or 1 + by how much the length has grown on the way

        /** The length that Wapiti reports, which may reach beyond the end of the text. */
        int length() {
            return length;
        }

        private void clear(int cells) {
            if (failures.length < cells) {
                failures = new int[Math.max(cells, 2 * failures.length)];
            } else {
                Arrays.fill(failures, 0, cells, 0);
            }
        }
    }

    /**
     * Looks for the first match.
     *
     * @return where the match begins, counted from {@code from}; −1 when there is none
     */
    int find(byte[] text, int from, int to, Match match) {
        if (manyWays) {
            match.clear((kinds.length + 1) * (to - from + 1));
        }
        for (int begin = from; begin <= to; begin++) {
            match.length = 0;
            if (matches(0, text, from, begin, to, match)) {
                return begin - from;
            }
            if (atStart) {
                break;
            }
        }
        return -1;
    }

    private boolean matches(int first, byte[] text, int from, int begin, int to, Match match) {
        if (!manyWays) {
            return tries(first, text, from, begin, to, match);
        }
        int cell = first * (to - from + 1) + begin - from;
        if (match.failures[cell] != 0) {
            match.length += match.failures[cell] - 1;
            return false;
        }
        int before = match.length;
        if (tries(first, text, from, begin, to, match)) {
            return true;
        }
        match.failures[cell] = 1 + match.length - before;
        return false;
    }

    private boolean tries(int first, byte[] text, int from, int begin, int to, Match match) {
        int at = begin;
        for (int item = first; item < kinds.length; item++) {
            if (counts[item] == REPEATED) {
                return repeated(item, text, from, at, to, match);
            }
            if (counts[item] == OPTIONAL) {
                if (at < to && accepts(item, text[at])) {
                    match.length++;
                    if (matches(item + 1, text, from, at + 1, to, match)) {
                        return true;
                    }
                    match.length--;
                }
                continue;
            }
            match.length++;
            if (at == to || !accepts(item, text[at])) {
                return false;
            }
            at++;
        }
        return !atEnd || at == to;
    }

    private boolean repeated(int item, byte[] text, int from, int begin, int to, Match match) {
        for (int at = begin; ; at++) {
            int before = match.length;
            if (matches(item + 1, text, from, at, to, match)) {
                return true;
            }
            match.length = before + 1;
            if (at == to || !accepts(item, text[at])) {
                return false;
            }
        }
    }

    private boolean accepts(int item, byte c) {
        return switch (kinds[item]) {
            case ANY -> true;
            case LITERAL -> arguments[item] == c;
            case CLASS -> belongs(arguments[item], c);
            default -> !belongs(arguments[item], c);
        };
    }

    private static boolean belongs(byte name, byte c) {
        boolean small = c >= 'a' && c <= 'z';
        boolean capital = c >= 'A' && c <= 'Z';
        boolean digit = c >= '0' && c <= '9';
        return switch (name) {
            case 'a' -> small || capital;
            case 'd' -> digit;
            case 'l' -> small;
            case 'p' -> c > ' ' && c < 0x7F && !small && !capital && !digit;
            case 's' -> c == ' ' || (c >= '\t' && c <= '\r');
            case 'u' -> capital;
            default -> small || capital || digit;
        };
    }
}
