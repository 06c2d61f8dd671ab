package org.espalier.evaluate.errors;

import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.Token;

/** Tokens as people read them, and how wide that is in a terminal. */
public final class TokenText {
    private static final int WIDEST = 40;
    private static final String CUT = "…";

    private TokenText() {}

    /** The first column, or the first attribute of a token without columns; characters that would move the cursor become blanks. */
    public static String of(Token token) {
        String text = !token.columns().isEmpty()
                ? token.columns().get(0)
                : token.attributes().isEmpty()
                        ? "(nothing)"
                        : token.attributes().get(0).name();
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> shown.appendCodePoint(isControl(c) ? ' ' : c));
        return shown.toString();
    }

    /** The tokens of a span, joined by blanks. */
    public static String of(Sequence sequence, Span span) {
        StringBuilder text = new StringBuilder();
        for (int t = span.start(); t < span.end(); t++) {
            text.append(t > span.start() ? " " : "").append(of(sequence.tokens().get(t)));
        }
        return text.toString();
    }

    /** Not wider than a column of a table may be. */
    static String cut(String text) {
        if (width(text) <= WIDEST) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int width = 0;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            width += width(text.codePointAt(at));
            if (width >= WIDEST) {
                break;
            }
            kept.appendCodePoint(text.codePointAt(at));
        }
        return kept + CUT;
    }

    /** The columns that a text takes in a terminal: two for an East Asian character, none for a combining mark. */
    static int width(String text) {
        return text.codePoints().map(TokenText::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = (c >= 0x1100 && c <= 0x115f)
                || (c >= 0x2e80 && c <= 0xa4cf)
                || (c >= 0xac00 && c <= 0xd7a3)
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xfe30 && c <= 0xfe6f)
                || (c >= 0xff00 && c <= 0xff60)
                || (c >= 0x1f300 && c <= 0x1faff)
                || (c >= 0x20000 && c <= 0x3fffd);
        return wide ? 2 : 1;
    }

    private static boolean isControl(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    }
}
