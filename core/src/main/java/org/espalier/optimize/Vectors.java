package org.espalier.optimize;

/**
 * Loops over dense vectors whose results depend on the elements only.
 *
 * <p>Sums run in four interleaved accumulators, added as (a₀ + a₁) + (a₂ + a₃): a fixed order, so the same bits
 * everywhere. O(n).
 */
final class Vectors {
    private Vectors() {}

    /** Σ aᵢbᵢ. */
    static double dot(double[] a, double[] b) {
        int n = a.length;
        int end = n & ~3;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = 0; i < end; i += 4) {
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        for (int i = end; i < n; i++) {
            sum0 += a[i] * b[i];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    /** Σ aᵢbᵢ in double precision. */
    static double dot(float[] a, double[] b) {
        int n = a.length;
        int end = n & ~3;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = 0; i < end; i += 4) {
            sum0 += a[i] * b[i];
            sum1 += a[i + 1] * b[i + 1];
            sum2 += a[i + 2] * b[i + 2];
            sum3 += a[i + 3] * b[i + 3];
        }
        for (int i = end; i < n; i++) {
            sum0 += a[i] * b[i];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    /** Σ aᵢbᵢ in double precision. */
    static double dot(float[] a, float[] b) {
        int n = a.length;
        int end = n & ~3;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = 0; i < end; i += 4) {
            sum0 += (double) a[i] * b[i];
            sum1 += (double) a[i + 1] * b[i + 1];
            sum2 += (double) a[i + 2] * b[i + 2];
            sum3 += (double) a[i + 3] * b[i + 3];
        }
        for (int i = end; i < n; i++) {
            sum0 += (double) a[i] * b[i];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    /** Σ |aᵢ|. */
    static double absoluteSum(double[] a) {
        int n = a.length;
        int end = n & ~3;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = 0; i < end; i += 4) {
            sum0 += Math.abs(a[i]);
            sum1 += Math.abs(a[i + 1]);
            sum2 += Math.abs(a[i + 2]);
            sum3 += Math.abs(a[i + 3]);
        }
        for (int i = end; i < n; i++) {
            sum0 += Math.abs(a[i]);
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    /** ‖a‖₂. */
    static double norm(double[] a) {
        return Math.sqrt(dot(a, a));
    }

    /** ‖a − b‖₂. */
    static double distance(double[] a, double[] b) {
        int n = a.length;
        int end = n & ~3;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = 0; i < end; i += 4) {
            double d0 = a[i] - b[i];
            double d1 = a[i + 1] - b[i + 1];
            double d2 = a[i + 2] - b[i + 2];
            double d3 = a[i + 3] - b[i + 3];
            sum0 += d0 * d0;
            sum1 += d1 * d1;
            sum2 += d2 * d2;
            sum3 += d3 * d3;
        }
        for (int i = end; i < n; i++) {
            double d = a[i] - b[i];
            sum0 += d * d;
        }
        return Math.sqrt((sum0 + sum1) + (sum2 + sum3));
    }

    /** target += factor · a. */
    static void addScaled(double factor, double[] a, double[] target) {
        for (int i = 0; i < a.length; i++) {
            target[i] += factor * a[i];
        }
    }

    /** target += factor · a. */
    static void addScaled(double factor, float[] a, double[] target) {
        for (int i = 0; i < a.length; i++) {
            target[i] += factor * a[i];
        }
    }

    /** target = a + factor · b. */
    static void sum(double[] a, double factor, double[] b, double[] target) {
        for (int i = 0; i < a.length; i++) {
            target[i] = a[i] + factor * b[i];
        }
    }

    /** factor · (a − b), rounded to single precision. */
    static float[] scaledDifference(double factor, double[] a, double[] b) {
        float[] result = new float[a.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) (factor * (a[i] - b[i]));
        }
        return result;
    }

    /** a *= factor. */
    static void scale(double factor, double[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] *= factor;
        }
    }

    /** The number of elements that are not 0. */
    static int nonZeros(double[] a) {
        int count = 0;
        for (double element : a) {
            if (element != 0) {
                count++;
            }
        }
        return count;
    }

    /** The index of the first element that is NaN or infinite, or −1. */
    static int firstNotFinite(double[] a) {
        for (int i = 0; i < a.length; i++) {
            if (!Double.isFinite(a[i])) {
                return i;
            }
        }
        return -1;
    }

    /** The index of the first element that is NaN or infinite, or −1. */
    static int firstNotFinite(float[] a) {
        for (int i = 0; i < a.length; i++) {
            if (!Float.isFinite(a[i])) {
                return i;
            }
        }
        return -1;
    }
}
