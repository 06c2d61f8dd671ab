package org.espalier.math;

/**
 * Sigmoid and tanh in single precision, of additions, multiplications and one division only, so that vectors and single numbers get the same
 * bits. The error is some units in the seventh digit.
 *
 * <p>e<sup>x</sup> = 2<sup>n</sup> · e<sup>r</sup>, n = round(x / ln 2), |r| ≤ ½ ln 2, with a polynomial of degree 6 for e<sup>r</sup>. Adding
 * {@link #ROUNDER} rounds to a whole number and leaves it in the last bits, where it becomes an exponent.
 */
public final class FloatFunctions {
    /** Beyond ±30 a sigmoid is 0 or 1 to all digits. */
    public static final float LARGEST = 30f;

    /** 1.5 · 2²³: a float of this size has no fraction. */
    public static final float ROUNDER = 12582912f;

    /** 1 / ln 2. */
    public static final float PER_LN2 = 1.442695f;

    /** The first digits of ln 2, 355/512, so that n times them is exact. */
    public static final float LN2_HIGH = 0.6933594f;

    /** What they lack. */
    public static final float LN2_LOW = -2.12194440e-4f;

    /** 1/2! … 1/6!. */
    public static final float C2 = 0.5f;

    public static final float C3 = 0.16666667f;
    public static final float C4 = 0.041666668f;
    public static final float C5 = 0.008333334f;
    public static final float C6 = 0.0013888889f;

    private FloatFunctions() {}

    /** 1 / (1 + e<sup>−x</sup>). */
    public static float sigmoid(float x) {
        float z = -Math.max(-LARGEST, Math.min(LARGEST, x));
        return 1f / (1f + exp(z));
    }

    /** 2 · sigmoid(2x) − 1. */
    public static float tanh(float x) {
        return 2f * sigmoid(2f * x) - 1f;
    }

    /** Of numbers between ±{@link #LARGEST}. */
    private static float exp(float z) {
        float shifted = z * PER_LN2 + ROUNDER;
        float n = shifted - ROUNDER;
        float r = Math.fma(n, -LN2_LOW, Math.fma(n, -LN2_HIGH, z));
        float p = Math.fma(C6, r, C5);
        p = Math.fma(p, r, C4);
        p = Math.fma(p, r, C3);
        p = Math.fma(p, r, C2);
        p = Math.fma(p, r, 1f);
        p = Math.fma(p, r, 1f);
        int power = (Float.floatToRawIntBits(shifted) << 23) + Float.floatToRawIntBits(1f);
        return p * Float.intBitsToFloat(power);
    }
}
