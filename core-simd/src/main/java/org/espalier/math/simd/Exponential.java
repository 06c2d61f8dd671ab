package org.espalier.math.simd;

/**
 * exp(x) = 2ⁿ · exp(r) with n = round(x / ln 2) and r = x − n ln 2, |r| ≤ ½ ln 2, by the power series up to r¹³ (what is
 * left out is below 10⁻¹⁷), in operations that a vector has too.
 *
 * <p>The error is below 2·10⁻¹⁵ relative. Below {@value #SMALLEST}, just above the smallest normal number, it is 0.
 */
final class Exponential {
    static final double SMALLEST = -708;
    static final double LARGEST = 709;
    static final double LOG2_E = 1 / Math.log(2);

    /** 1.5 · 2⁵²: adding it rounds to a whole number, which then stands in the lowest bits. */
    static final double ROUNDING = 0x1.8p52;

    /** ln 2 in two pieces; the first has so few bits that n times it is exact. */
    static final double LN2_HIGH = 0x1.62e42feep-1;

    static final double LN2_LOW = 1.9082149292705877e-10;

    static final double C2 = 1.0 / 2;
    static final double C3 = 1.0 / 6;
    static final double C4 = 1.0 / 24;
    static final double C5 = 1.0 / 120;
    static final double C6 = 1.0 / 720;
    static final double C7 = 1.0 / 5_040;
    static final double C8 = 1.0 / 40_320;
    static final double C9 = 1.0 / 362_880;
    static final double C10 = 1.0 / 3_628_800;
    static final double C11 = 1.0 / 39_916_800;
    static final double C12 = 1.0 / 479_001_600;
    static final double C13 = 1.0 / 6_227_020_800.0;

    private Exponential() {}

    static double of(double x) {
        if (!(x <= LARGEST)) {
            return Math.exp(x);
        }
        if (x < SMALLEST) {
            return 0;
        }
        double shifted = x * LOG2_E + ROUNDING;
        double n = shifted - ROUNDING;
        double r = x - n * LN2_HIGH - n * LN2_LOW;
        double p = C13;
        p = p * r + C12;
        p = p * r + C11;
        p = p * r + C10;
        p = p * r + C9;
        p = p * r + C8;
        p = p * r + C7;
        p = p * r + C6;
        p = p * r + C5;
        p = p * r + C4;
        p = p * r + C3;
        p = p * r + C2;
        p = p * r * r + r + 1.0;
        return Double.longBitsToDouble(Double.doubleToRawLongBits(p) + (Double.doubleToRawLongBits(shifted) << 52));
    }
}
