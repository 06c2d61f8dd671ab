package org.espalier.math;

/**
 * exp(x) = 2ⁿ · exp(r) with n = round(x / ln 2) and r = x − n ln 2, |r| ≤ ½ ln 2, by the power series up to r¹³ (what is
 * left out is below 10⁻¹⁷).
 *
 * <p>It is made of additions and multiplications only, in operations that a vector has too: {@link Math#exp} may differ
 * in the last bit from one processor to the next, and a model's bits must not. The error is below 2·10⁻¹⁵ relative. Below
 * {@value #SMALLEST}, just above the smallest normal number, it is 0.
 */
public final class Exponential {
    public static final double SMALLEST = -708;
    public static final double LARGEST = 709;
    public static final double LOG2_E = 0x1.71547652b82fep0;

    /** 1.5 · 2⁵²: adding it rounds to a whole number, which then stands in the lowest bits. */
    public static final double ROUNDING = 0x1.8p52;

    /** ln 2 in two pieces; the first has so few bits that n times it is exact. */
    public static final double LN2_HIGH = 0x1.62e42feep-1;

    public static final double LN2_LOW = 1.9082149292705877e-10;

    public static final double C2 = 1.0 / 2;
    public static final double C3 = 1.0 / 6;
    public static final double C4 = 1.0 / 24;
    public static final double C5 = 1.0 / 120;
    public static final double C6 = 1.0 / 720;
    public static final double C7 = 1.0 / 5_040;
    public static final double C8 = 1.0 / 40_320;
    public static final double C9 = 1.0 / 362_880;
    public static final double C10 = 1.0 / 3_628_800;
    public static final double C11 = 1.0 / 39_916_800;
    public static final double C12 = 1.0 / 479_001_600;
    public static final double C13 = 1.0 / 6_227_020_800.0;

    private Exponential() {}

    /** exp(x); NaN for NaN, 0 for −∞. */
    public static double of(double x) {
        if (!(x <= LARGEST)) {
            return StrictMath.exp(x);
        }
        if (x < SMALLEST) {
            return 0;
        }
        double shifted = x * LOG2_E + ROUNDING;
        double n = shifted - ROUNDING;
        double r = x - n * LN2_HIGH - n * LN2_LOW;
        double r2 = r * r;
        double r4 = r2 * r2;
        double low = (C2 + C3 * r) + (C4 + C5 * r) * r2;
        double middle = (C6 + C7 * r) + (C8 + C9 * r) * r2;
        double high = (C10 + C11 * r) + (C12 + C13 * r) * r2;
        double p = ((high * r4 + middle) * r4 + low) * r2 + r + 1.0;
        return Double.longBitsToDouble(Double.doubleToRawLongBits(p) + (Double.doubleToRawLongBits(shifted) << 52));
    }
}
