package org.espalier.math.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.espalier.math.Blocks;
import org.espalier.math.Exponential;
import org.espalier.math.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * Kernels on vectors of four doubles, or of two where the machine has no longer ones.
 *
 * <p>Padded rows are whole numbers of vectors. Of an unpadded row the last vector overlaps the one before it: the same
 * numbers are computed once more. Sums that stay in registers are what makes these faster than the plain loops, so the
 * tiles are written out.
 *
 * <p>Nothing is reduced across lanes by the library, whose order of addition is unspecified: lanes are added in a fixed
 * order.
 */
final class VectorKernels extends Kernels {
    private static final VectorSpecies<Double> SPECIES =
            DoubleVector.SPECIES_PREFERRED.length() >= WIDTH ? DoubleVector.SPECIES_256 : DoubleVector.SPECIES_128;
    private static final int LANES = SPECIES.length();

    // Constants as vectors: made where they are used, they would swell the compiled methods until the just-in-time
    // compiler stops turning operations into instructions and makes objects instead. Sums must not begin with one.
    private static final DoubleVector ZERO = every(0);
    private static final DoubleVector ONE = every(1);
    private static final DoubleVector SMALLEST = every(Exponential.SMALLEST);
    private static final DoubleVector LOG2_E = every(Exponential.LOG2_E);
    private static final DoubleVector ROUNDING = every(Exponential.ROUNDING);
    private static final DoubleVector MINUS_LN2_HIGH = every(-Exponential.LN2_HIGH);
    private static final DoubleVector MINUS_LN2_LOW = every(-Exponential.LN2_LOW);
    private static final DoubleVector C2 = every(Exponential.C2);
    private static final DoubleVector C3 = every(Exponential.C3);
    private static final DoubleVector C4 = every(Exponential.C4);
    private static final DoubleVector C5 = every(Exponential.C5);
    private static final DoubleVector C6 = every(Exponential.C6);
    private static final DoubleVector C7 = every(Exponential.C7);
    private static final DoubleVector C8 = every(Exponential.C8);
    private static final DoubleVector C9 = every(Exponential.C9);
    private static final DoubleVector C10 = every(Exponential.C10);
    private static final DoubleVector C11 = every(Exponential.C11);
    private static final DoubleVector C12 = every(Exponential.C12);
    private static final DoubleVector C13 = every(Exponential.C13);

    private VectorKernels() {}

    /**
     * The kernels, or null when vectors hold one number only, or when the processor may have no fused multiplication:
     * then every one of them would be computed in arbitrary precision. It came with vectors of four on x86.
     */
    static @Nullable Kernels orNull() {
        int lanes = DoubleVector.SPECIES_PREFERRED.length();
        boolean fused = lanes >= WIDTH || System.getProperty("os.arch", "").equals("aarch64");
        return lanes < 2 || !fused ? null : new VectorKernels();
    }

    @Override
    public String name() {
        return "vector";
    }

    private static DoubleVector load(double[] a, int offset) {
        return DoubleVector.fromArray(SPECIES, a, offset);
    }

    private static DoubleVector every(double value) {
        return DoubleVector.broadcast(SPECIES, value);
    }

    @Override
    public void exp(double[] in, int inOffset, double shift, double[] out, int outOffset, int size) {
        if (size < LANES) {
            Kernels.scalar().exp(in, inOffset, shift, out, outOffset, size);
            return;
        }
        int k = 0;
        for (; k + LANES <= size; k += LANES) {
            expVector(in, inOffset + k, shift, out, outOffset + k);
        }
        if (k < size) {
            expVector(in, inOffset + size - LANES, shift, out, outOffset + size - LANES);
        }
    }

    private static void expVector(double[] in, int from, double shift, double[] out, int to) {
        DoubleVector x = load(in, from).sub(shift);
        if (x.compare(VectorOperators.LE, Exponential.LARGEST).allTrue()) {
            exp(x).intoArray(out, to);
        } else { // NaN, or near overflow: never met in inference
            for (int lane = 0; lane < LANES; lane++) {
                out[to + lane] = Exponential.of(in[from + lane] - shift);
            }
        }
    }

    /** {@link Exponential#of} in every lane, with fused multiplications. */
    private static DoubleVector exp(DoubleVector x) {
        DoubleVector shifted = x.fma(LOG2_E, ROUNDING);
        DoubleVector n = shifted.sub(ROUNDING);
        DoubleVector r = n.fma(MINUS_LN2_LOW, n.fma(MINUS_LN2_HIGH, x));
        DoubleVector r2 = r.mul(r);
        DoubleVector r4 = r2.mul(r2);
        DoubleVector low = r.fma(C5, C4).fma(r2, r.fma(C3, C2));
        DoubleVector middle = r.fma(C9, C8).fma(r2, r.fma(C7, C6));
        DoubleVector high = r.fma(C13, C12).fma(r2, r.fma(C11, C10));
        DoubleVector p = high.fma(r4, middle).fma(r4, low).fma(r2, r).add(ONE);
        DoubleVector scaled = p.reinterpretAsLongs()
                .add(shifted.reinterpretAsLongs().lanewise(VectorOperators.LSHL, 52))
                .reinterpretAsDoubles();
        return scaled.blend(ZERO, x.compare(VectorOperators.LT, SMALLEST));
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
        if (size < LANES) {
            Kernels.scalar().expRows(in, inOffset, rows, size, out, outOffset, largest, smallest);
            return;
        }
        int stride = stride(size);
        for (int r = 0; r < rows; r++) {
            subtractLargest(in, inOffset + r * size, size, out, outOffset + r * stride, stride, r, largest, smallest);
        }
        expInPlace(out, outOffset, rows * stride);
    }

    /** One loop over all rows, because the many constants of the series are loaded before it. */
    private static void expInPlace(double[] a, int offset, int size) {
        for (int k = 0; k < size; k += LANES) {
            exp(load(a, offset + k)).intoArray(a, offset + k);
        }
    }

    private static void subtractLargest(
            double[] in,
            int from,
            int size,
            double[] out,
            int to,
            int stride,
            int r,
            double[] largest,
            double[] smallest) {
        DoubleVector last = load(in, from + size - LANES);
        DoubleVector max = last;
        DoubleVector min = last;
        for (int k = 0; k + LANES < size; k += LANES) {
            DoubleVector x = load(in, from + k);
            max = max.blend(x, x.compare(VectorOperators.GT, max));
            min = min.blend(x, x.compare(VectorOperators.LT, min));
        }
        double high = largest(max);
        largest[r] = high;
        smallest[r] = -largest(min.neg());
        double shift = high == Double.NEGATIVE_INFINITY ? 0 : high;
        for (int k = 0; k + LANES < size; k += LANES) {
            load(in, from + k).sub(shift).intoArray(out, to + k);
        }
        last.sub(shift).intoArray(out, to + size - LANES);
        for (int k = size; k < stride; k++) {
            out[to + k] = Double.NEGATIVE_INFINITY;
        }
    }

    private static double largest(DoubleVector v) {
        double max = v.lane(0);
        for (int lane = 1; lane < LANES; lane++) {
            double x = v.lane(lane);
            max = x > max ? x : max;
        }
        return max;
    }

    private static double sum(DoubleVector v) {
        return LANES == 4 ? (v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3)) : v.lane(0) + v.lane(1);
    }

    /** Columns in tiles of six vectors, then of two, whose sums stay in registers while all rows pass by. */
    @Override
    public void rowTimesMatrix(
            double[] a, int aOffset, double[] m, int mOffset, int stride, double[] out, int outOffset) {
        int j = 0;
        for (; j + 6 * LANES <= stride; j += 6 * LANES) {
            sixColumns(a, aOffset, m, mOffset + j, stride, out, outOffset + j);
        }
        if (j > 0 && j + LANES < stride) {
            // Overlaps the tile before, whose sums are written once more: cheaper than several narrow tiles.
            j = stride - 6 * LANES;
            sixColumns(a, aOffset, m, mOffset + j, stride, out, outOffset + j);
            return;
        }
        for (; j + 2 * LANES <= stride; j += 2 * LANES) {
            twoColumns(a, aOffset, m, mOffset + j, stride, out, outOffset + j);
        }
        if (j < stride) {
            oneColumn(a, aOffset, m, mOffset + j, stride, out, outOffset + j);
        }
    }

    private static void sixColumns(
            double[] a, int aOffset, double[] m, int mOffset, int stride, double[] out, int outOffset) {
        DoubleVector p0 = DoubleVector.zero(SPECIES);
        DoubleVector p1 = p0;
        DoubleVector q0 = p0;
        DoubleVector q1 = p0;
        DoubleVector r0 = p0;
        DoubleVector r1 = p0;
        DoubleVector s0 = p0;
        DoubleVector s1 = p0;
        DoubleVector t0 = p0;
        DoubleVector t1 = p0;
        DoubleVector u0 = p0;
        DoubleVector u1 = p0;
        int at = mOffset;
        for (int i = 0; i < stride; i += 2) {
            DoubleVector a0 = every(a[aOffset + i]);
            p0 = a0.fma(load(m, at), p0);
            q0 = a0.fma(load(m, at + LANES), q0);
            r0 = a0.fma(load(m, at + 2 * LANES), r0);
            s0 = a0.fma(load(m, at + 3 * LANES), s0);
            t0 = a0.fma(load(m, at + 4 * LANES), t0);
            u0 = a0.fma(load(m, at + 5 * LANES), u0);
            at += stride;
            DoubleVector a1 = every(a[aOffset + i + 1]);
            p1 = a1.fma(load(m, at), p1);
            q1 = a1.fma(load(m, at + LANES), q1);
            r1 = a1.fma(load(m, at + 2 * LANES), r1);
            s1 = a1.fma(load(m, at + 3 * LANES), s1);
            t1 = a1.fma(load(m, at + 4 * LANES), t1);
            u1 = a1.fma(load(m, at + 5 * LANES), u1);
            at += stride;
        }
        p0.add(p1).intoArray(out, outOffset);
        q0.add(q1).intoArray(out, outOffset + LANES);
        r0.add(r1).intoArray(out, outOffset + 2 * LANES);
        s0.add(s1).intoArray(out, outOffset + 3 * LANES);
        t0.add(t1).intoArray(out, outOffset + 4 * LANES);
        u0.add(u1).intoArray(out, outOffset + 5 * LANES);
    }

    private static void twoColumns(
            double[] a, int aOffset, double[] m, int mOffset, int stride, double[] out, int outOffset) {
        DoubleVector p0 = DoubleVector.zero(SPECIES);
        DoubleVector p1 = p0;
        DoubleVector q0 = p0;
        DoubleVector q1 = p0;
        DoubleVector r0 = p0;
        DoubleVector r1 = p0;
        DoubleVector s0 = p0;
        DoubleVector s1 = p0;
        int at = mOffset;
        for (int i = 0; i < stride; i += WIDTH) {
            DoubleVector a0 = every(a[aOffset + i]);
            p0 = a0.fma(load(m, at), p0);
            p1 = a0.fma(load(m, at + LANES), p1);
            at += stride;
            DoubleVector a1 = every(a[aOffset + i + 1]);
            q0 = a1.fma(load(m, at), q0);
            q1 = a1.fma(load(m, at + LANES), q1);
            at += stride;
            DoubleVector a2 = every(a[aOffset + i + 2]);
            r0 = a2.fma(load(m, at), r0);
            r1 = a2.fma(load(m, at + LANES), r1);
            at += stride;
            DoubleVector a3 = every(a[aOffset + i + 3]);
            s0 = a3.fma(load(m, at), s0);
            s1 = a3.fma(load(m, at + LANES), s1);
            at += stride;
        }
        p0.add(q0).add(r0.add(s0)).intoArray(out, outOffset);
        p1.add(q1).add(r1.add(s1)).intoArray(out, outOffset + LANES);
    }

    private static void oneColumn(
            double[] a, int aOffset, double[] m, int mOffset, int stride, double[] out, int outOffset) {
        DoubleVector p = DoubleVector.zero(SPECIES);
        DoubleVector q = p;
        DoubleVector r = p;
        DoubleVector s = p;
        int at = mOffset;
        for (int i = 0; i < stride; i += WIDTH) {
            p = every(a[aOffset + i]).fma(load(m, at), p);
            q = every(a[aOffset + i + 1]).fma(load(m, at + stride), q);
            r = every(a[aOffset + i + 2]).fma(load(m, at + 2 * stride), r);
            s = every(a[aOffset + i + 3]).fma(load(m, at + 3 * stride), s);
            at += 4 * stride;
        }
        p.add(q).add(r.add(s)).intoArray(out, outOffset);
    }

    /** Tiles of four rows and two vectors of the sum, each held in registers while all rows of a and b pass by. */
    @Override
    public void addOuterProducts(
            double[] a, int aOffset, double[] b, int bOffset, int rows, int stride, double[] sum, int sumOffset) {
        for (int i = 0; i < stride; i += WIDTH) {
            int j = 0;
            for (; j + 2 * LANES <= stride; j += 2 * LANES) {
                fourByTwo(a, aOffset + i, b, bOffset + j, rows, stride, sum, sumOffset + i * stride + j);
            }
            for (; j < stride; j += LANES) {
                fourByOne(a, aOffset + i, b, bOffset + j, rows, stride, sum, sumOffset + i * stride + j);
            }
        }
    }

    private static void fourByTwo(
            double[] a, int aOffset, double[] b, int bOffset, int rows, int stride, double[] sum, int s) {
        DoubleVector p0 = load(sum, s);
        DoubleVector p1 = load(sum, s + LANES);
        DoubleVector q0 = load(sum, s + stride);
        DoubleVector q1 = load(sum, s + stride + LANES);
        DoubleVector r0 = load(sum, s + 2 * stride);
        DoubleVector r1 = load(sum, s + 2 * stride + LANES);
        DoubleVector s0 = load(sum, s + 3 * stride);
        DoubleVector s1 = load(sum, s + 3 * stride + LANES);
        int at = aOffset;
        int bt = bOffset;
        for (int r = 0; r < rows; r++) {
            DoubleVector b0 = load(b, bt);
            DoubleVector b1 = load(b, bt + LANES);
            DoubleVector a0 = every(a[at]);
            p0 = a0.fma(b0, p0);
            p1 = a0.fma(b1, p1);
            DoubleVector a1 = every(a[at + 1]);
            q0 = a1.fma(b0, q0);
            q1 = a1.fma(b1, q1);
            DoubleVector a2 = every(a[at + 2]);
            r0 = a2.fma(b0, r0);
            r1 = a2.fma(b1, r1);
            DoubleVector a3 = every(a[at + 3]);
            s0 = a3.fma(b0, s0);
            s1 = a3.fma(b1, s1);
            at += stride;
            bt += stride;
        }
        p0.intoArray(sum, s);
        p1.intoArray(sum, s + LANES);
        q0.intoArray(sum, s + stride);
        q1.intoArray(sum, s + stride + LANES);
        r0.intoArray(sum, s + 2 * stride);
        r1.intoArray(sum, s + 2 * stride + LANES);
        s0.intoArray(sum, s + 3 * stride);
        s1.intoArray(sum, s + 3 * stride + LANES);
    }

    private static void fourByOne(
            double[] a, int aOffset, double[] b, int bOffset, int rows, int stride, double[] sum, int s) {
        DoubleVector p = load(sum, s);
        DoubleVector q = load(sum, s + stride);
        DoubleVector r = load(sum, s + 2 * stride);
        DoubleVector u = load(sum, s + 3 * stride);
        int at = aOffset;
        int bt = bOffset;
        for (int row = 0; row < rows; row++) {
            DoubleVector b0 = load(b, bt);
            p = b0.fma(every(a[at]), p);
            q = b0.fma(every(a[at + 1]), q);
            r = b0.fma(every(a[at + 2]), r);
            u = b0.fma(every(a[at + 3]), u);
            at += stride;
            bt += stride;
        }
        p.intoArray(sum, s);
        q.intoArray(sum, s + stride);
        r.intoArray(sum, s + 2 * stride);
        u.intoArray(sum, s + 3 * stride);
    }

    /** Columns in tiles of six vectors, then of three and one, whose sums stay in registers while all rows pass by. */
    @Override
    public void rowTimesBlocks(
            Blocks blocks, double[] a, int aOffset, double[] m, int mOffset, double[] out, int outOffset) {
        int[] rows = blocks.rows();
        int[] columns = blocks.columns();
        int firsts = blocks.firsts();
        for (int n = 0; n < firsts; n++) {
            DoubleVector an = every(a[aOffset + rows[n]]);
            for (int k = 0; k < WIDTH; k += LANES) {
                load(m, mOffset + n * WIDTH + k).mul(an).intoArray(out, outOffset + columns[n] + k);
            }
        }
        for (int n = firsts; n < rows.length; n++) {
            DoubleVector an = every(a[aOffset + rows[n]]);
            for (int k = 0; k < WIDTH; k += LANES) {
                int to = outOffset + columns[n] + k;
                load(m, mOffset + n * WIDTH + k).fma(an, load(out, to)).intoArray(out, to);
            }
        }
        rowTimesTall(blocks, a, aOffset, m, mOffset + rows.length * WIDTH, out, outOffset);
    }

    /** Columns in tiles of three vectors, two or one, whose sums stay in registers while the rows pass by. */
    private static void rowTimesTall(
            Blocks blocks, double[] a, int aOffset, double[] m, int mOffset, double[] out, int outOffset) {
        int[] rows = blocks.tallRows();
        int[] begins = blocks.tallBegins();
        int[] widths = blocks.tallWidths();
        int matrix = mOffset;
        for (int n = 0; n < widths.length; n++) {
            int width = widths[n];
            int begin = begins[n];
            int end = begins[n + 1];
            int to = outOffset + blocks.tallColumns()[n];
            int j = 0;
            for (; j + 3 * LANES <= width; j += 3 * LANES) {
                threeTallColumns(rows, begin, end, a, aOffset, m, matrix + j, width, out, to + j);
            }
            if (j + 2 * LANES <= width) {
                twoTallColumns(rows, begin, end, a, aOffset, m, matrix + j, width, out, to + j);
                j += 2 * LANES;
            }
            if (j < width) {
                tallColumn(rows, begin, end, a, aOffset, m, matrix + j, width, out, to + j);
            }
            matrix += width * (end - begin);
        }
    }

    private static void threeTallColumns(
            int[] rows,
            int begin,
            int end,
            double[] a,
            int aOffset,
            double[] m,
            int at,
            int width,
            double[] out,
            int to) {
        double first = a[aOffset + rows[begin]];
        DoubleVector s0 = load(m, at).mul(first);
        DoubleVector s1 = load(m, at + LANES).mul(first);
        DoubleVector s2 = load(m, at + 2 * LANES).mul(first);
        int k = at + width;
        for (int i = begin + 1; i < end; i++, k += width) {
            DoubleVector ai = every(a[aOffset + rows[i]]);
            s0 = load(m, k).fma(ai, s0);
            s1 = load(m, k + LANES).fma(ai, s1);
            s2 = load(m, k + 2 * LANES).fma(ai, s2);
        }
        s0.intoArray(out, to);
        s1.intoArray(out, to + LANES);
        s2.intoArray(out, to + 2 * LANES);
    }

    private static void twoTallColumns(
            int[] rows,
            int begin,
            int end,
            double[] a,
            int aOffset,
            double[] m,
            int at,
            int width,
            double[] out,
            int to) {
        double first = a[aOffset + rows[begin]];
        DoubleVector s0 = load(m, at).mul(first);
        DoubleVector s1 = load(m, at + LANES).mul(first);
        int k = at + width;
        for (int i = begin + 1; i < end; i++, k += width) {
            DoubleVector ai = every(a[aOffset + rows[i]]);
            s0 = load(m, k).fma(ai, s0);
            s1 = load(m, k + LANES).fma(ai, s1);
        }
        s0.intoArray(out, to);
        s1.intoArray(out, to + LANES);
    }

    private static void tallColumn(
            int[] rows,
            int begin,
            int end,
            double[] a,
            int aOffset,
            double[] m,
            int at,
            int width,
            double[] out,
            int to) {
        DoubleVector s0 = load(m, at).mul(a[aOffset + rows[begin]]);
        int k = at + width;
        for (int i = begin + 1; i < end; i++, k += width) {
            s0 = load(m, k).fma(every(a[aOffset + rows[i]]), s0);
        }
        s0.intoArray(out, to);
    }

    /** Lanes are added through memory: taking them out of a register costs more than the products. */
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
            DoubleVector an = every(a[aOffset + rows[n]]);
            for (int k = 0; k < WIDTH; k += LANES) {
                DoubleVector bn = load(b, bOffset + columns[n] + k);
                int at = n * WIDTH + k;
                load(m, mOffset + at).mul(bn).intoArray(scratch, at);
                bn.fma(an, load(sum, sumOffset + at)).intoArray(sum, sumOffset + at);
            }
        }
        for (int n = 0; n < rows.length; n++) {
            int k = n * WIDTH;
            out[outOffset + rows[n]] += (scratch[k] + scratch[k + 1]) + (scratch[k + 2] + scratch[k + 3]);
        }
        int tall = rows.length * WIDTH;
        tallTimesRow(blocks, m, mOffset + tall, b, bOffset, out, outOffset, a, aOffset, sum, sumOffset + tall);
    }

    /** In the same tiles; the numbers of b stay in registers. */
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
        int[] widths = blocks.tallWidths();
        int at = 0;
        for (int n = 0; n < widths.length; n++) {
            int width = widths[n];
            int begin = begins[n];
            int end = begins[n + 1];
            int from = bOffset + blocks.tallColumns()[n];
            int j = 0;
            for (; j + 3 * LANES <= width; j += 3 * LANES) {
                DoubleVector b0 = load(b, from + j);
                DoubleVector b1 = load(b, from + j + LANES);
                DoubleVector b2 = load(b, from + j + 2 * LANES);
                int k = at + j;
                for (int i = begin; i < end; i++, k += width) {
                    DoubleVector ai = every(a[aOffset + rows[i]]);
                    int p = mOffset + k;
                    int q = sumOffset + k;
                    b0.fma(ai, load(sum, q)).intoArray(sum, q);
                    b1.fma(ai, load(sum, q + LANES)).intoArray(sum, q + LANES);
                    b2.fma(ai, load(sum, q + 2 * LANES)).intoArray(sum, q + 2 * LANES);
                    DoubleVector total = load(m, p).mul(b0);
                    total = load(m, p + LANES).fma(b1, total);
                    total = load(m, p + 2 * LANES).fma(b2, total);
                    out[outOffset + rows[i]] += sum(total);
                }
            }
            if (j + 2 * LANES <= width) {
                DoubleVector b0 = load(b, from + j);
                DoubleVector b1 = load(b, from + j + LANES);
                int k = at + j;
                for (int i = begin; i < end; i++, k += width) {
                    DoubleVector ai = every(a[aOffset + rows[i]]);
                    int p = mOffset + k;
                    int q = sumOffset + k;
                    b0.fma(ai, load(sum, q)).intoArray(sum, q);
                    b1.fma(ai, load(sum, q + LANES)).intoArray(sum, q + LANES);
                    DoubleVector total = load(m, p).mul(b0);
                    out[outOffset + rows[i]] += sum(load(m, p + LANES).fma(b1, total));
                }
                j += 2 * LANES;
            }
            if (j < width) {
                DoubleVector b0 = load(b, from + j);
                int k = at + j;
                for (int i = begin; i < end; i++, k += width) {
                    int q = sumOffset + k;
                    b0.fma(every(a[aOffset + rows[i]]), load(sum, q)).intoArray(sum, q);
                    out[outOffset + rows[i]] += sum(load(m, mOffset + k).mul(b0));
                }
            }
            at += width * (end - begin);
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
        int j = 0;
        for (; j + 6 * LANES <= size; j += 6 * LANES) {
            addSixColumns(m, mOffset + j, stride, rows, begin, end, out, outOffset + j);
        }
        for (; j + 3 * LANES <= size; j += 3 * LANES) {
            addThreeColumns(m, mOffset + j, stride, rows, begin, end, out, outOffset + j);
        }
        for (; j + LANES <= size; j += LANES) {
            DoubleVector sum = load(out, outOffset + j);
            for (int k = begin; k < end; k++) {
                sum = sum.add(load(m, mOffset + rows[k] * stride + j));
            }
            sum.intoArray(out, outOffset + j);
        }
        for (; j < size; j++) {
            double sum = out[outOffset + j];
            for (int k = begin; k < end; k++) {
                sum += m[mOffset + rows[k] * stride + j];
            }
            out[outOffset + j] = sum;
        }
    }

    private static void addSixColumns(
            double[] m, int mOffset, int stride, int[] rows, int begin, int end, double[] out, int to) {
        DoubleVector s0 = load(out, to);
        DoubleVector s1 = load(out, to + LANES);
        DoubleVector s2 = load(out, to + 2 * LANES);
        DoubleVector s3 = load(out, to + 3 * LANES);
        DoubleVector s4 = load(out, to + 4 * LANES);
        DoubleVector s5 = load(out, to + 5 * LANES);
        for (int k = begin; k < end; k++) {
            int at = mOffset + rows[k] * stride;
            s0 = s0.add(load(m, at));
            s1 = s1.add(load(m, at + LANES));
            s2 = s2.add(load(m, at + 2 * LANES));
            s3 = s3.add(load(m, at + 3 * LANES));
            s4 = s4.add(load(m, at + 4 * LANES));
            s5 = s5.add(load(m, at + 5 * LANES));
        }
        s0.intoArray(out, to);
        s1.intoArray(out, to + LANES);
        s2.intoArray(out, to + 2 * LANES);
        s3.intoArray(out, to + 3 * LANES);
        s4.intoArray(out, to + 4 * LANES);
        s5.intoArray(out, to + 5 * LANES);
    }

    private static void addThreeColumns(
            double[] m, int mOffset, int stride, int[] rows, int begin, int end, double[] out, int to) {
        DoubleVector s0 = load(out, to);
        DoubleVector s1 = load(out, to + LANES);
        DoubleVector s2 = load(out, to + 2 * LANES);
        for (int k = begin; k < end; k++) {
            int at = mOffset + rows[k] * stride;
            s0 = s0.add(load(m, at));
            s1 = s1.add(load(m, at + LANES));
            s2 = s2.add(load(m, at + 2 * LANES));
        }
        s0.intoArray(out, to);
        s1.intoArray(out, to + LANES);
        s2.intoArray(out, to + 2 * LANES);
    }

    @Override
    public double multiply(double[] a, int aOffset, double[] b, int bOffset, double[] out, int outOffset, int stride) {
        DoubleVector sum = DoubleVector.zero(SPECIES);
        for (int k = 0; k < stride; k += LANES) {
            DoubleVector product = load(a, aOffset + k).mul(load(b, bOffset + k));
            product.intoArray(out, outOffset + k);
            sum = sum.add(product);
        }
        return sum(sum);
    }

    @Override
    public void multiply(
            double[] a, int aOffset, double[] b, int bOffset, double factor, double[] out, int outOffset, int stride) {
        for (int k = 0; k < stride; k += LANES) {
            load(a, aOffset + k).mul(load(b, bOffset + k)).mul(factor).intoArray(out, outOffset + k);
        }
    }

    @Override
    public void addProducts(
            double weight, double[] a, int aOffset, double[] b, int bOffset, double[] into, int intoOffset, int size) {
        int k = 0;
        for (; k + LANES <= size; k += LANES) {
            load(a, aOffset + k)
                    .mul(load(b, bOffset + k))
                    .mul(weight)
                    .add(load(into, intoOffset + k))
                    .intoArray(into, intoOffset + k);
        }
        for (; k < size; k++) {
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
        for (int k = 0; k < stride; k += LANES) {
            DoubleVector product = load(a, aOffset + k).mul(load(b, bOffset + k).mul(factor));
            product.intoArray(a, aOffset + k);
            product.fma(load(c, cOffset + k), load(sum, sumOffset + k)).intoArray(sum, sumOffset + k);
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
        for (int k = 0; k < stride; k += LANES) {
            DoubleVector product = load(a, aOffset + k).mul(load(b, bOffset + k).mul(factor));
            product.intoArray(a, aOffset + k);
            product.mul(load(c, cOffset + k)).mul(load(d, dOffset + k)).intoArray(out, outOffset + k);
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
        for (int k = 0; k < stride; k += LANES) {
            DoubleVector value = load(a, aOffset + k);
            DoubleVector grown = load(running, runningOffset + k).add(value);
            grown.intoArray(running, runningOffset + k);
            load(sum, sumOffset + k).add(value).intoArray(sum, sumOffset + k);
            load(total, totalOffset + k).add(grown).intoArray(total, totalOffset + k);
        }
    }

    @Override
    public void scale(double[] a, int aOffset, double factor, int stride) {
        for (int k = 0; k < stride; k += LANES) {
            load(a, aOffset + k).mul(factor).intoArray(a, aOffset + k);
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
        if (size < LANES) {
            Kernels.scalar().maxPlus(a, aOffset, m, mOffset, size, x, xOffset, best, bestOffset);
            return;
        }
        int j = 0;
        for (; j + 3 * LANES <= size; j += 3 * LANES) {
            maxOfThree(a, aOffset, m, mOffset, size, j, x, xOffset, best, bestOffset);
        }
        for (; j < size; j += LANES) {
            maxOfOne(a, aOffset, m, mOffset, size, Math.min(j, size - LANES), x, xOffset, best, bestOffset);
        }
    }

    private static DoubleVector larger(DoubleVector max, DoubleVector candidate) {
        return max.blend(candidate, candidate.compare(VectorOperators.GT, max));
    }

    private static void maxOfThree(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            int j,
            double[] x,
            int xOffset,
            double[] best,
            int bestOffset) {
        int at = mOffset + j;
        DoubleVector first = every(a[aOffset]);
        DoubleVector p = first.add(load(m, at));
        DoubleVector q = first.add(load(m, at + LANES));
        DoubleVector r = first.add(load(m, at + 2 * LANES));
        for (int i = 1; i < size; i++) {
            at += size;
            DoubleVector ai = every(a[aOffset + i]);
            p = larger(p, ai.add(load(m, at)));
            q = larger(q, ai.add(load(m, at + LANES)));
            r = larger(r, ai.add(load(m, at + 2 * LANES)));
        }
        p.add(load(x, xOffset + j)).intoArray(best, bestOffset + j);
        q.add(load(x, xOffset + j + LANES)).intoArray(best, bestOffset + j + LANES);
        r.add(load(x, xOffset + j + 2 * LANES)).intoArray(best, bestOffset + j + 2 * LANES);
    }

    private static void maxOfOne(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            int j,
            double[] x,
            int xOffset,
            double[] best,
            int bestOffset) {
        int at = mOffset + j;
        DoubleVector max = every(a[aOffset]).add(load(m, at));
        for (int i = 1; i < size; i++) {
            at += size;
            max = larger(max, every(a[aOffset + i]).add(load(m, at)));
        }
        max.add(load(x, xOffset + j)).intoArray(best, bestOffset + j);
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
        int k = 0;
        for (; k + LANES <= size; k += LANES) {
            DoubleVector value = load(a, aOffset + k).add(load(x, xOffset + k));
            value.intoArray(a, aOffset + k);
            larger(load(best, bestOffset + k), value.add(load(b, bOffset + k))).intoArray(best, bestOffset + k);
        }
        for (; k < size; k++) {
            double value = a[aOffset + k] + x[xOffset + k];
            a[aOffset + k] = value;
            best[bestOffset + k] = Math.max(best[bestOffset + k], value + b[bOffset + k]);
        }
    }
}
