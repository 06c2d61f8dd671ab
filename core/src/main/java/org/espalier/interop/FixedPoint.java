package org.espalier.interop;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers as C prints them with {@code %.6f} and its like: the exact binary value, rounded to the nearest decimal and to the
 * even one of two, which is not what {@link java.util.Formatter} does.
 */
public final class FixedPoint {
    /** Below this, a product with a power of ten is off by less than {@link #DOUBT}. */
    private static final double LARGEST = 1e12;

    private static final double DOUBT = 1e-3;
    private static final int MOST_DIGITS = 9;
    private static final long[] POWERS = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    private FixedPoint() {}

    /** The number with so many digits behind the point. */
    public static String of(double value, int digits) {
        StringBuilder out = new StringBuilder();
        append(value, digits, out);
        return out.toString();
    }

    /** Appends the number with so many digits behind the point. */
    public static void append(double value, int digits, StringBuilder out) {
        if (Double.isNaN(value)) {
            out.append("nan");
            return;
        }
        // Also the sign of a number that is rounded to 0, and of −0 itself.
        if (Double.doubleToRawLongBits(value) < 0) {
            out.append('-');
        }
        double magnitude = Math.abs(value);
        if (Double.isInfinite(value)) {
            out.append("inf");
        } else if (digits > MOST_DIGITS || magnitude * POWERS[digits] >= LARGEST) {
            appendExactly(magnitude, digits, out);
        } else {
            double scaled = magnitude * POWERS[digits];
            long whole = (long) scaled;
            double fraction = scaled - whole;
            if (Math.abs(fraction - 0.5) < DOUBT) {
                appendExactly(magnitude, digits, out);
            } else {
                append(fraction > 0.5 ? whole + 1 : whole, digits, out);
            }
        }
    }

    private static void append(long scaled, int digits, StringBuilder out) {
        out.append(scaled / POWERS[digits]);
        if (digits > 0) {
            long fraction = scaled % POWERS[digits];
            out.append('.');
            for (int k = digits - 1; k >= 0; k--) {
                out.append((char) ('0' + fraction / POWERS[k] % 10));
            }
        }
    }

    private static void appendExactly(double magnitude, int digits, StringBuilder out) {
        out.append(new BigDecimal(magnitude)
                .setScale(digits, RoundingMode.HALF_EVEN)
                .toPlainString());
    }
}
