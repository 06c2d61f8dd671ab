package org.espalier.math;

/** Plain Java kernels: four rows at a time, so that every load of the output row serves four multiplications. */
final class ScalarKernels extends Kernels {
    static final Kernels INSTANCE = new ScalarKernels();

    private ScalarKernels() {}

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public void rowTimesMatrix(
            double[] a, int aOffset, double[] m, int mOffset, int size, double[] out, int outOffset) {
        for (int j = 0; j < size; j++) {
            out[outOffset + j] = 0;
        }
        int i = 0;
        for (; i + 3 < size; i += 4) {
            double a0 = a[aOffset + i];
            double a1 = a[aOffset + i + 1];
            double a2 = a[aOffset + i + 2];
            double a3 = a[aOffset + i + 3];
            int m0 = mOffset + i * size;
            int m1 = m0 + size;
            int m2 = m1 + size;
            int m3 = m2 + size;
            for (int j = 0; j < size; j++) {
                out[outOffset + j] += (a0 * m[m0 + j] + a1 * m[m1 + j]) + (a2 * m[m2 + j] + a3 * m[m3 + j]);
            }
        }
        for (; i < size; i++) {
            double ai = a[aOffset + i];
            int mi = mOffset + i * size;
            for (int j = 0; j < size; j++) {
                out[outOffset + j] += ai * m[mi + j];
            }
        }
    }

    @Override
    public void addRows(
            double[] m,
            int mOffset,
            int stride,
            int[] rows,
            int begin,
            int end,
            double[] out,
            int outOffset,
            int size) {
        int k = begin;
        for (; k + 3 < end; k += 4) {
            int m0 = mOffset + rows[k] * stride;
            int m1 = mOffset + rows[k + 1] * stride;
            int m2 = mOffset + rows[k + 2] * stride;
            int m3 = mOffset + rows[k + 3] * stride;
            for (int j = 0; j < size; j++) {
                out[outOffset + j] += (m[m0 + j] + m[m1 + j]) + (m[m2 + j] + m[m3 + j]);
            }
        }
        for (; k < end; k++) {
            int mk = mOffset + rows[k] * stride;
            for (int j = 0; j < size; j++) {
                out[outOffset + j] += m[mk + j];
            }
        }
    }

    @Override
    public void addOuterProduct(
            double[] a, int aOffset, double[] b, int bOffset, int size, double[] sum, int sumOffset) {
        for (int i = 0; i < size; i++) {
            double ai = a[aOffset + i];
            int row = sumOffset + i * size;
            for (int j = 0; j < size; j++) {
                sum[row + j] += ai * b[bOffset + j];
            }
        }
    }

    @Override
    public void exp(double[] in, int inOffset, double shift, double[] out, int outOffset, int size) {
        for (int k = 0; k < size; k++) {
            out[outOffset + k] = Exponential.of(in[inOffset + k] - shift);
        }
    }

    @Override
    public void maxPlus(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            double[] best,
            int bestOffset,
            int[] from,
            int fromOffset) {
        double first = a[aOffset];
        for (int j = 0; j < size; j++) {
            best[bestOffset + j] = first + m[mOffset + j];
            from[fromOffset + j] = 0;
        }
        for (int i = 1; i < size; i++) {
            double ai = a[aOffset + i];
            int mi = mOffset + i * size;
            for (int j = 0; j < size; j++) {
                double candidate = ai + m[mi + j];
                if (candidate > best[bestOffset + j]) {
                    best[bestOffset + j] = candidate;
                    from[fromOffset + j] = i;
                }
            }
        }
    }

    @Override
    public double multiply(double[] a, int aOffset, double[] b, int bOffset, double[] out, int outOffset, int size) {
        double total = 0;
        for (int k = 0; k < size; k++) {
            double product = a[aOffset + k] * b[bOffset + k];
            out[outOffset + k] = product;
            total += product;
        }
        return total;
    }

    @Override
    public void scale(double[] a, int aOffset, double factor, int size) {
        for (int k = 0; k < size; k++) {
            a[aOffset + k] *= factor;
        }
    }
}
