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
    public void exp(double[] in, int inOffset, double shift, double[] out, int outOffset, int size) {
        for (int k = 0; k < size; k++) {
            out[outOffset + k] = Exponential.of(in[inOffset + k] - shift);
        }
    }

    @Override
    public void expRows(
            double[] in,
            int inOffset,
            int rows,
            int size,
            double[] out,
            int outOffset,
            double[] largest,
            double[] smallest) {
        int stride = stride(size);
        for (int r = 0; r < rows; r++) {
            int from = inOffset + r * size;
            int to = outOffset + r * stride;
            double max = in[from];
            double min = max;
            for (int k = 1; k < size; k++) {
                double value = in[from + k];
                max = value > max ? value : max;
                min = value < min ? value : min;
            }
            largest[r] = max;
            smallest[r] = min;
            exp(in, from, max == Double.NEGATIVE_INFINITY ? 0 : max, out, to, size);
            for (int k = size; k < stride; k++) {
                out[to + k] = 0;
            }
        }
    }

    @Override
    public void rowTimesMatrix(
            double[] a, int aOffset, double[] m, int mOffset, int stride, double[] out, int outOffset) {
        for (int j = 0; j < stride; j++) {
            out[outOffset + j] = 0;
        }
        for (int i = 0; i < stride; i += WIDTH) {
            double a0 = a[aOffset + i];
            double a1 = a[aOffset + i + 1];
            double a2 = a[aOffset + i + 2];
            double a3 = a[aOffset + i + 3];
            int m0 = mOffset + i * stride;
            int m1 = m0 + stride;
            int m2 = m1 + stride;
            int m3 = m2 + stride;
            for (int j = 0; j < stride; j++) {
                out[outOffset + j] += (a0 * m[m0 + j] + a1 * m[m1 + j]) + (a2 * m[m2 + j] + a3 * m[m3 + j]);
            }
        }
    }

    @Override
    public void rowTimesBlocks(
            Blocks blocks, double[] a, int aOffset, double[] m, int mOffset, double[] out, int outOffset) {
        int[] rows = blocks.rows();
        int[] columns = blocks.columns();
        int firsts = blocks.firsts();
        for (int n = 0; n < firsts; n++) {
            double an = a[aOffset + rows[n]];
            int k = mOffset + n * WIDTH;
            int to = outOffset + columns[n];
            out[to] = an * m[k];
            out[to + 1] = an * m[k + 1];
            out[to + 2] = an * m[k + 2];
            out[to + 3] = an * m[k + 3];
        }
        for (int n = firsts; n < rows.length; n++) {
            double an = a[aOffset + rows[n]];
            int k = mOffset + n * WIDTH;
            int to = outOffset + columns[n];
            out[to] += an * m[k];
            out[to + 1] += an * m[k + 1];
            out[to + 2] += an * m[k + 2];
            out[to + 3] += an * m[k + 3];
        }
        rowTimesTall(blocks, a, aOffset, m, mOffset + rows.length * WIDTH, out, outOffset);
    }

    private static void rowTimesTall(
            Blocks blocks, double[] a, int aOffset, double[] m, int mOffset, double[] out, int outOffset) {
        int[] rows = blocks.tallRows();
        int[] begins = blocks.tallBegins();
        int[] columns = blocks.tallColumns();
        int[] widths = blocks.tallWidths();
        int matrix = mOffset;
        for (int n = 0; n < widths.length; n++) {
            int width = widths[n];
            int end = begins[n + 1];
            for (int j = 0; j < width; j += WIDTH) {
                double s0 = 0;
                double s1 = 0;
                double s2 = 0;
                double s3 = 0;
                int k = matrix + j;
                for (int i = begins[n]; i < end; i++) {
                    double ai = a[aOffset + rows[i]];
                    s0 += ai * m[k];
                    s1 += ai * m[k + 1];
                    s2 += ai * m[k + 2];
                    s3 += ai * m[k + 3];
                    k += width;
                }
                int to = outOffset + columns[n] + j;
                out[to] = s0;
                out[to + 1] = s1;
                out[to + 2] = s2;
                out[to + 3] = s3;
            }
            matrix += width * (end - begins[n]);
        }
    }

    @Override
    public void blocksTimesRow(
            Blocks blocks,
            double[] m,
            int mOffset,
            double[] b,
            int bOffset,
            double[] out,
            int outOffset,
            double[] a,
            int aOffset,
            double[] sum,
            int sumOffset,
            double[] scratch) {
        int[] rows = blocks.rows();
        int[] columns = blocks.columns();
        for (int n = 0; n < rows.length; n++) {
            double an = a[aOffset + rows[n]];
            int from = bOffset + columns[n];
            double b0 = b[from];
            double b1 = b[from + 1];
            double b2 = b[from + 2];
            double b3 = b[from + 3];
            int k = mOffset + n * WIDTH;
            out[outOffset + rows[n]] += (m[k] * b0 + m[k + 1] * b1) + (m[k + 2] * b2 + m[k + 3] * b3);
            int to = sumOffset + n * WIDTH;
            sum[to] += an * b0;
            sum[to + 1] += an * b1;
            sum[to + 2] += an * b2;
            sum[to + 3] += an * b3;
        }
        int tall = rows.length * WIDTH;
        tallTimesRow(blocks, m, mOffset + tall, b, bOffset, out, outOffset, a, aOffset, sum, sumOffset + tall);
    }

    private static void tallTimesRow(
            Blocks blocks,
            double[] m,
            int mOffset,
            double[] b,
            int bOffset,
            double[] out,
            int outOffset,
            double[] a,
            int aOffset,
            double[] sum,
            int sumOffset) {
        int[] rows = blocks.tallRows();
        int[] begins = blocks.tallBegins();
        int[] columns = blocks.tallColumns();
        int[] widths = blocks.tallWidths();
        int k = 0;
        for (int n = 0; n < widths.length; n++) {
            int first = bOffset + columns[n];
            int last = first + widths[n];
            int end = begins[n + 1];
            for (int i = begins[n]; i < end; i++) {
                int row = rows[i];
                double ai = a[aOffset + row];
                double total = 0;
                for (int j = first; j < last; j += WIDTH) {
                    double b0 = b[j];
                    double b1 = b[j + 1];
                    double b2 = b[j + 2];
                    double b3 = b[j + 3];
                    int from = mOffset + k;
                    int to = sumOffset + k;
                    total += (m[from] * b0 + m[from + 1] * b1) + (m[from + 2] * b2 + m[from + 3] * b3);
                    sum[to] += ai * b0;
                    sum[to + 1] += ai * b1;
                    sum[to + 2] += ai * b2;
                    sum[to + 3] += ai * b3;
                    k += WIDTH;
                }
                out[outOffset + row] += total;
            }
        }
    }

    @Override
    public void addOuterProducts(
            double[] a, int aOffset, double[] b, int bOffset, int rows, int stride, double[] sum, int sumOffset) {
        int r = 0;
        for (; r + 3 < rows; r += 4) {
            int ar = aOffset + r * stride;
            int b0 = bOffset + r * stride;
            int b1 = b0 + stride;
            int b2 = b1 + stride;
            int b3 = b2 + stride;
            for (int i = 0; i < stride; i++) {
                double a0 = a[ar + i];
                double a1 = a[ar + stride + i];
                double a2 = a[ar + 2 * stride + i];
                double a3 = a[ar + 3 * stride + i];
                int row = sumOffset + i * stride;
                for (int j = 0; j < stride; j++) {
                    sum[row + j] += (a0 * b[b0 + j] + a1 * b[b1 + j]) + (a2 * b[b2 + j] + a3 * b[b3 + j]);
                }
            }
        }
        for (; r < rows; r++) {
            int br = bOffset + r * stride;
            for (int i = 0; i < stride; i++) {
                double ai = a[aOffset + r * stride + i];
                int row = sumOffset + i * stride;
                for (int j = 0; j < stride; j++) {
                    sum[row + j] += ai * b[br + j];
                }
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
    public double multiply(double[] a, int aOffset, double[] b, int bOffset, double[] out, int outOffset, int stride) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int k = 0; k < stride; k += WIDTH) {
            double p0 = a[aOffset + k] * b[bOffset + k];
            double p1 = a[aOffset + k + 1] * b[bOffset + k + 1];
            double p2 = a[aOffset + k + 2] * b[bOffset + k + 2];
            double p3 = a[aOffset + k + 3] * b[bOffset + k + 3];
            out[outOffset + k] = p0;
            out[outOffset + k + 1] = p1;
            out[outOffset + k + 2] = p2;
            out[outOffset + k + 3] = p3;
            s0 += p0;
            s1 += p1;
            s2 += p2;
            s3 += p3;
        }
        return (s0 + s1) + (s2 + s3);
    }

    @Override
    public void multiply(
            double[] a, int aOffset, double[] b, int bOffset, double factor, double[] out, int outOffset, int stride) {
        for (int k = 0; k < stride; k++) {
            out[outOffset + k] = a[aOffset + k] * b[bOffset + k] * factor;
        }
    }

    @Override
    public void addProducts(
            double weight, double[] a, int aOffset, double[] b, int bOffset, double[] into, int intoOffset, int size) {
        for (int k = 0; k < size; k++) {
            into[intoOffset + k] += weight * (a[aOffset + k] * b[bOffset + k]);
        }
    }

    @Override
    public void multiplyAndAdd(
            double[] a,
            int aOffset,
            double[] b,
            int bOffset,
            double factor,
            double[] c,
            int cOffset,
            double[] sum,
            int sumOffset,
            int stride) {
        for (int k = 0; k < stride; k++) {
            double product = a[aOffset + k] * (b[bOffset + k] * factor);
            a[aOffset + k] = product;
            sum[sumOffset + k] += product * c[cOffset + k];
        }
    }

    @Override
    public void multiplyAndWrite(
            double[] a,
            int aOffset,
            double[] b,
            int bOffset,
            double factor,
            double[] c,
            int cOffset,
            double[] d,
            int dOffset,
            double[] out,
            int outOffset,
            int stride) {
        for (int k = 0; k < stride; k++) {
            double product = a[aOffset + k] * (b[bOffset + k] * factor);
            a[aOffset + k] = product;
            out[outOffset + k] = product * c[cOffset + k] * d[dOffset + k];
        }
    }

    @Override
    public void addRunning(
            double[] a,
            int aOffset,
            double[] running,
            int runningOffset,
            double[] sum,
            int sumOffset,
            double[] total,
            int totalOffset,
            int stride) {
        for (int k = 0; k < stride; k++) {
            double value = a[aOffset + k];
            double grown = running[runningOffset + k] + value;
            running[runningOffset + k] = grown;
            sum[sumOffset + k] += value;
            total[totalOffset + k] += grown;
        }
    }

    @Override
    public void scale(double[] a, int aOffset, double factor, int stride) {
        for (int k = 0; k < stride; k++) {
            a[aOffset + k] *= factor;
        }
    }

    @Override
    public void maxPlus(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            double[] x,
            int xOffset,
            double[] best,
            int bestOffset) {
        double first = a[aOffset];
        for (int j = 0; j < size; j++) {
            best[bestOffset + j] = first + m[mOffset + j];
        }
        for (int i = 1; i < size; i++) {
            double ai = a[aOffset + i];
            int mi = mOffset + i * size;
            for (int j = 0; j < size; j++) {
                best[bestOffset + j] = Math.max(best[bestOffset + j], ai + m[mi + j]);
            }
        }
        for (int j = 0; j < size; j++) {
            best[bestOffset + j] += x[xOffset + j];
        }
    }

    @Override
    public void addAndMax(
            double[] a,
            int aOffset,
            double[] x,
            int xOffset,
            double[] b,
            int bOffset,
            double[] best,
            int bestOffset,
            int size) {
        for (int k = 0; k < size; k++) {
            double value = a[aOffset + k] + x[xOffset + k];
            a[aOffset + k] = value;
            best[bestOffset + k] = Math.max(best[bestOffset + k], value + b[bOffset + k]);
        }
    }
}
