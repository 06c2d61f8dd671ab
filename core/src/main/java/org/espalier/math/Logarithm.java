package org.espalier.math;

/**
 * log(x) = n ln 2 + log(m) with x = 2ⁿ · m, √½ ≤ m &lt; √2, and log(m) = 2 artanh(s) = 2 (s + s³/3 + s⁵/5 + …), s = (m − 1)/(m + 1),
 * up to s²³ (what is left out is below 10⁻¹⁸).
 *
 * <p>As {@link Exponential}: only additions, multiplications and one division, so that its bits do not depend on the
 * processor; {@link StrictMath#log} gives the same promise but is a call out of Java in some versions. The error is below
 * 4·10⁻¹⁶ absolute near 1 and relative elsewhere.
 */
public final class Logarithm {
    private static final double SQRT_HALF = 0.7071067811865476;

    private Logarithm() {}

    /** log(x); NaN for a negative number or NaN, −∞ for 0, +∞ for +∞. */
    public static double of(double x) {
        if (!(x >= Double.MIN_NORMAL && x <= Double.MAX_VALUE)) {
            return StrictMath.log(x);
        }
        long bits = Double.doubleToRawLongBits(x);
        int n = (int) (bits >>> 52) - 1022;
        double m = Double.longBitsToDouble((bits & 0x000f_ffff_ffff_ffffL) | 0x3fe0_0000_0000_0000L); // ½ ≤ m < 1
        if (m < SQRT_HALF) {
            m += m;
            n--;
        }
        double s = (m - 1) / (m + 1);
        double z = s * s;
        double z2 = z * z;
        double z4 = z2 * z2;
        double low = (1.0 / 3 + z * (1.0 / 5)) + z2 * (1.0 / 7 + z * (1.0 / 9));
        double middle = (1.0 / 11 + z * (1.0 / 13)) + z2 * (1.0 / 15 + z * (1.0 / 17));
        double high = (1.0 / 19 + z * (1.0 / 21)) + z2 * (1.0 / 23);
        double series = low + z4 * (middle + z4 * high);
        double twice = s + s;
        return n * Exponential.LN2_HIGH + (twice + (twice * z * series + n * Exponential.LN2_LOW));
    }
}
