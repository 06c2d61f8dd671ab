package org.espalier.interop.wapiti;

import java.nio.charset.StandardCharsets;

/** Numbers as C's {@code %la} writes and reads them: {@code 0x1.8p+1} is 3; reading takes decimal ones too. */
final class CNumbers {
    /** So many hexadecimal digits fit into the 53 bits of a double, whatever the first of them is. */
    private static final int EXACT_DIGITS = 13;

    private CNumbers() {}

    /**
     * The number in the first bytes of an array.
     *
     * @throws NumberFormatException when it is none
     */
    static double parse(byte[] text, int length) {
        int at = 0;
        boolean negative = length > 0 && text[0] == '-';
        if (length > 0 && (text[0] == '-' || text[0] == '+')) {
            at++;
        }
        if (length - at > 2 && text[at] == '0' && (text[at + 1] | 0x20) == 'x') {
            double value = hexadecimal(text, at + 2, length);
            return negative ? -value : value;
        }
        return Double.parseDouble(string(text, length));
    }

    private static String string(byte[] text, int length) {
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static double hexadecimal(byte[] text, int begin, int length) {
        long digits = 0;
        int count = 0; // digits from the first that is not 0
        int all = 0;
        int shift = 0;
        boolean fraction = false;
        int at = begin;
        for (; at < length; at++) {
            int digit = Character.digit(text[at], 16);
            if (text[at] == '.' && !fraction) {
                fraction = true;
            } else if (digit < 0) {
                break;
            } else {
                digits = digits << 4 | digit;
                count += digits == 0 ? 0 : 1;
                shift -= fraction ? 4 : 0;
                all++;
            }
        }
        boolean exponent = at < length && (text[at] | 0x20) == 'p';
        if (all == 0 || (at < length && !exponent)) {
            throw new NumberFormatException();
        }
        if (count > EXACT_DIGITS + 1 || (count == EXACT_DIGITS + 1 && digits >> 4 * EXACT_DIGITS > 1)) {
            String whole = string(text, length);
            return Math.abs(Double.parseDouble(exponent ? whole : whole + "p0"));
        }
        return Math.scalb((double) digits, shift + (exponent ? exponent(text, at + 1, length) : 0));
    }

    private static int exponent(byte[] text, int begin, int length) {
        int at = begin;
        boolean negative = at < length && text[at] == '-';
        if (at < length && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        if (at == length) {
            throw new NumberFormatException();
        }
        int value = 0;
        for (; at < length; at++) {
            if (text[at] < '0' || text[at] > '9') {
                throw new NumberFormatException();
            }
            value = Math.min(1_000_000, 10 * value + text[at] - '0');
        }
        return negative ? -value : value;
    }

    /** As {@code %la} writes a finite number. */
    static String format(double value) {
        String java = Double.toHexString(value); // 0x1.0p3 where C has 0x1p+3
        int point = java.indexOf('.');
        int power = java.indexOf('p');
        String fraction = java.substring(point, power);
        String exponent = java.substring(power + 1);
        if (value == 0) {
            return java.substring(0, point) + "p+0";
        }
        return java.substring(0, point)
                + (fraction.equals(".0") ? "" : fraction)
                + "p"
                + (exponent.charAt(0) == '-' ? "" : "+")
                + exponent;
    }
}
