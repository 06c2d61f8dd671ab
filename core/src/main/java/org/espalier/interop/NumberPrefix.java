package org.espalier.interop;

/** The number at the beginning of a text, as C's {@code atof} finds it: what follows is ignored, and without any it is 0. */
public final class NumberPrefix {
    private NumberPrefix() {}

    /** The number; may be infinite or not a number when the text says so. */
    public static double parse(String text) {
        int begin = 0;
        while (begin < text.length() && isSpace(text.charAt(begin))) {
            begin++;
        }
        boolean negative = begin < text.length() && text.charAt(begin) == '-';
        int digits = negative || begin < text.length() && text.charAt(begin) == '+' ? begin + 1 : begin;
        double magnitude = magnitude(text, digits);
        return negative ? -magnitude : magnitude;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    private static double magnitude(String text, int begin) {
        if (text.regionMatches(true, begin, "inf", 0, 3)) {
            return Double.POSITIVE_INFINITY;
        }
        if (text.regionMatches(true, begin, "nan", 0, 3)) {
            return Double.NaN;
        }
        if (text.regionMatches(true, begin, "0x", 0, 2)) {
            int end = mantissaEnd(text, begin + 2, 16);
            if (end > begin + 2) {
                int all = exponentEnd(text, end, 'p');
                return Double.parseDouble(text.substring(begin, all) + (all == end ? "p0" : ""));
            }
        }
        int end = mantissaEnd(text, begin, 10);
        return end == begin ? 0 : Double.parseDouble(text.substring(begin, exponentEnd(text, end, 'e')));
    }

    /** Where digits and at most one point end; {@code begin} when there is no digit. */
    private static int mantissaEnd(String text, int begin, int radix) {
        int end = begin;
        int digits = 0;
        boolean point = false;
        for (; end < text.length(); end++) {
            char c = text.charAt(end);
            if (c < 0x80 && Character.digit(c, radix) >= 0) {
                digits++;
            } else if (c == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        return digits == 0 ? begin : end;
    }

    /** Where the exponent ends, or {@code begin} when there is none. */
    private static int exponentEnd(String text, int begin, char letter) {
        if (begin >= text.length() || Character.toLowerCase(text.charAt(begin)) != letter) {
            return begin;
        }
        int first = begin + 1;
        if (first < text.length() && (text.charAt(first) == '-' || text.charAt(first) == '+')) {
            first++;
        }
        int end = first;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end == first ? begin : end;
    }
}
