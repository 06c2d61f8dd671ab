package org.espalier.optimize;

import org.espalier.parallel.Workers;

/**
 * Loops over dense vectors, on all workers, whose results depend on the elements only.
 *
 * <p>Vectors are cut into chunks of {@value #CHUNK} elements. A sum runs in four interleaved accumulators inside a chunk,
 * added as (a₀ + a₁) + (a₂ + a₃), and the chunks' sums are added in their order: the same bits for any number of workers.
 * O(n).
 */
public final class Vectors {
    /** Small enough to share out, large enough to be worth handing out; part of the result's definition. */
    public static final int CHUNK = 1 << 15;

    /** In the caller's thread. */
    public static final Vectors SEQUENTIAL = new Vectors(new Workers(1));

    /** A loop over the elements begin … end−1. */
    public interface Loop {

        /** Does the elements begin … end−1. */
        void run(int begin, int end);
    }

    /** A sum over the elements begin … end−1. */
    public interface Sum {

        /** The sum over the elements begin … end−1. */
        double over(int begin, int end);
    }

    private final Workers workers;

    /** On a team of workers. */
    public Vectors(Workers workers) {
        this.workers = workers;
    }

    /** Who runs the loops. */
    public Workers workers() {
        return workers;
    }

    /** Runs a loop over n elements whose iterations do not depend on each other. */
    public void each(int n, Loop loop) {
        if (n <= CHUNK) {
            loop.run(0, n);
            return;
        }
        workers.run(chunks(n), (chunk, worker) -> loop.run(chunk * CHUNK, end(chunk, n)));
    }

    /** The sum of n elements. */
    public double sum(int n, Sum sum) {
        if (n <= CHUNK) {
            return sum.over(0, n);
        }
        double[] partial = new double[chunks(n)];
        workers.run(partial.length, (chunk, worker) -> partial[chunk] = sum.over(chunk * CHUNK, end(chunk, n)));
        double total = 0;
        for (double part : partial) {
            total += part;
        }
        return total;
    }

    private static int chunks(int n) {
        return (n - 1) / CHUNK + 1;
    }

    private static int end(int chunk, int n) {
        return Math.min(n - chunk * CHUNK, CHUNK) + chunk * CHUNK;
    }

    /** Σ aᵢbᵢ. */
    public double dot(double[] a, double[] b) {
        return sum(a.length, (begin, end) -> dot(a, b, begin, end));
    }

    /** Σ aᵢbᵢ in double precision. */
    public double dot(float[] a, double[] b) {
        return sum(a.length, (begin, end) -> dot(a, b, begin, end));
    }

    /** Σ aᵢbᵢ in double precision. */
    public double dot(float[] a, float[] b) {
        return sum(a.length, (begin, end) -> dot(a, b, begin, end));
    }

    /** Σ aᵢ²bᵢ in double precision. */
    public double weightedSquare(float[] a, float[] b) {
        return sum(a.length, (begin, end) -> weightedSquare(a, b, begin, end));
    }

    /** Σ |aᵢ|. */
    public double absoluteSum(double[] a) {
        return sum(a.length, (begin, end) -> absoluteSum(a, begin, end));
    }

    /** ‖a‖₂. */
    public double norm(double[] a) {
        return Math.sqrt(dot(a, a));
    }

    /** ‖a − b‖₂. */
    public double distance(double[] a, double[] b) {
        return Math.sqrt(sum(a.length, (begin, end) -> squaredDistance(a, b, begin, end)));
    }

    /** target += factor · a. */
    public void addScaled(double factor, double[] a, double[] target) {
        each(a.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                target[i] += factor * a[i];
            }
        });
    }

    /** target += factor · a. */
    public void addScaled(double factor, float[] a, double[] target) {
        each(a.length, (begin, end) -> addScaled(factor, a, target, begin, end));
    }

    /** target = a + factor · b. */
    public void sum(double[] a, double factor, double[] b, double[] target) {
        each(a.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                target[i] = a[i] + factor * b[i];
            }
        });
    }

    /** factor · (a − b), rounded to single precision. */
    public float[] scaledDifference(double factor, double[] a, double[] b) {
        float[] result = new float[a.length];
        each(a.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                result[i] = (float) (factor * (a[i] - b[i]));
            }
        });
        return result;
    }

    /** a *= factor. */
    public void scale(double factor, double[] a) {
        each(a.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                a[i] *= factor;
            }
        });
    }

    /** The number of elements that are not 0. */
    public static int nonZeros(double[] a) {
        int count = 0;
        for (double element : a) {
            if (element != 0) {
                count++;
            }
        }
        return count;
    }

    /** The index of the first element that is NaN or infinite, or −1. */
    public static int firstNotFinite(double[] a) {
        for (int i = 0; i < a.length; i++) {
            if (!Double.isFinite(a[i])) {
                return i;
            }
        }
        return -1;
    }

    /** The index of the first element that is NaN or infinite, or −1. */
    public static int firstNotFinite(float[] a) {
        for (int i = 0; i < a.length; i++) {
            if (!Float.isFinite(a[i])) {
                return i;
            }
        }
        return -1;
    }

    private static void addScaled(double factor, float[] a, double[] target, int begin, int end) {
        for (int i = begin; i < end; i++) {
            target[i] += factor * a[i];
        }
    }

    private static double dot(double[] a, double[] b, int begin, int n) {
        int end = begin + ((n - begin) & ~3);
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = begin; i < end; i += 4) {
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

    private static double dot(float[] a, double[] b, int begin, int n) {
        int end = begin + ((n - begin) & ~3);
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = begin; i < end; i += 4) {
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

    private static double dot(float[] a, float[] b, int begin, int n) {
        int end = begin + ((n - begin) & ~3);
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = begin; i < end; i += 4) {
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

    private static double weightedSquare(float[] a, float[] b, int begin, int n) {
        int end = begin + ((n - begin) & ~3);
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = begin; i < end; i += 4) {
            sum0 += (double) a[i] * a[i] * b[i];
            sum1 += (double) a[i + 1] * a[i + 1] * b[i + 1];
            sum2 += (double) a[i + 2] * a[i + 2] * b[i + 2];
            sum3 += (double) a[i + 3] * a[i + 3] * b[i + 3];
        }
        for (int i = end; i < n; i++) {
            sum0 += (double) a[i] * a[i] * b[i];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    private static double absoluteSum(double[] a, int begin, int n) {
        int end = begin + ((n - begin) & ~3);
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = begin; i < end; i += 4) {
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

    private static double squaredDistance(double[] a, double[] b, int begin, int n) {
        int end = begin + ((n - begin) & ~3);
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        for (int i = begin; i < end; i += 4) {
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
        return (sum0 + sum1) + (sum2 + sum3);
    }
}
