package org.espalier.data;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Decimal numbers as text: a strict parser and the shortest text that reads back as the same number. */
final class Numbers {
    private static final int SAFE_DIGITS = 15;
    private static final int MAXIMUM_DIGITS = 17;
    private static final int PLAIN_LOWEST_EXPONENT = -5;
    private static final int PLAIN_HIGHEST_EXPONENT = 15;

    private Numbers() {}

    /**
     * The number, or NaN when {@code text} is not a decimal number (a type suffix, hexadecimal digits and blanks are
     * not).
     */
    static double parse(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean allowed = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
            if (!allowed) {
                return Double.NaN;
            }
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException exception) {
            return Double.NaN;
        }
    }

    /**
     * The shortest decimal text that reads back as {@code value}; always with a point or an exponent, so that it stays
     * real.
     */
    static String shortest(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the number is " + value + "; expected a finite one");
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        // Before JDK 19 Double.toString sometimes writes more digits than needed; going by way of the exact value
        // when it writes many makes the text the same on every JDK.
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return layOut(decimal.precision() > SAFE_DIGITS ? shorten(value) : decimal);
    }

    private static BigDecimal shorten(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = SAFE_DIGITS; digits < MAXIMUM_DIGITS; digits++) {
            // Above a power of two the numbers lie twice as far apart as below it, so that rounding up may read back
            // as the same number where rounding to the nearest does not.
            for (RoundingMode rounding : new RoundingMode[] {RoundingMode.HALF_EVEN, RoundingMode.UP}) {
                BigDecimal rounded = exact.round(new MathContext(digits, rounding));
                if (rounded.doubleValue() == value) {
                    return rounded.stripTrailingZeros();
                }
            }
        }
        return exact.round(new MathContext(MAXIMUM_DIGITS, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
    }

    private static String layOut(BigDecimal decimal) {
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= PLAIN_LOWEST_EXPONENT && exponent <= PLAIN_HIGHEST_EXPONENT) {
            String plain = decimal.toPlainString();
            return plain.indexOf('.') >= 0 ? plain : plain + ".0";
        }
        String digits = decimal.unscaledValue().abs().toString();
        return (decimal.signum() < 0 ? "-" : "") + digits.charAt(0) + "."
                + (digits.length() > 1 ? digits.substring(1) : "0") + "E" + exponent;
    }
}
