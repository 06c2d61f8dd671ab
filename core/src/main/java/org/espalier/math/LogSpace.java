package org.espalier.math;

/** Sums of numbers given by their logarithms; −∞ stands for zero. */
public final class LogSpace {
    private LogSpace() {}

    /** log Σ exp(a[k]) over {@code size} entries; −∞ for an empty sum. */
    public static double logSum(double[] a, int offset, int size) {
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            max = Math.max(max, a[offset + k]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            return max;
        }
        double sum = 0;
        for (int k = 0; k < size; k++) {
            sum += Exponential.of(a[offset + k] - max);
        }
        return max + StrictMath.log(sum);
    }
}
