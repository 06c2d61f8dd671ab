package org.espalier.feature.network;

/** Patterns of capitals: all small, a capital first, all capitals, others with letters; with digits, digits only, none of these. */
final class Capitals {
    private static final byte SMALL = 0;
    private static final byte FIRST = 1;
    private static final byte ALL = 2;
    private static final byte MIXED = 3;
    private static final byte WITH_DIGITS = 4;
    private static final byte DIGITS = 5;
    private static final byte OTHER = 6;

    private Capitals() {}

    /** The pattern of a word: a number below {@link NetworkShape#PATTERNS}. */
    static byte of(String word) {
        int upper = 0;
        int lower = 0;
        int digits = 0;
        for (int k = 0; k < word.length(); k++) {
            char c = word.charAt(k);
            upper += Character.isUpperCase(c) ? 1 : 0;
            lower += Character.isLowerCase(c) ? 1 : 0;
            digits += Character.isDigit(c) ? 1 : 0;
        }
        if (upper + lower == 0) {
            return digits > 0 ? DIGITS : OTHER;
        }
        if (digits > 0) {
            return WITH_DIGITS;
        }
        if (upper == 0) {
            return SMALL;
        }
        if (lower == 0) {
            return upper == 1 ? FIRST : ALL;
        }
        return upper == 1 && Character.isUpperCase(word.charAt(0)) ? FIRST : MIXED;
    }
}
