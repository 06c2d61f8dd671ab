package org.espalier.math.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.espalier.math.Exponential;
import org.espalier.math.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * Kernels on vectors of the length that the machine prefers. Rows shorter than a vector, and what is left over at the end
 * of a row, are done one by one.
 *
 * <p>Nothing is fused (no fma) and nothing is reduced across lanes by the library, whose order of addition is
 * unspecified: the lanes are stored and added from left to right.
 */
final class VectorKernels extends Kernels {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    /** Shorter rows go to the scalar kernels. A guess: the measurements so far were too noisy to set it by. */
    private static final int WORTHWHILE = 16;

    private VectorKernels() {}

    /** The kernels, or null when a vector holds one number only. */
    static @Nullable Kernels orNull() {
        return LANES < 2 ? null : new VectorKernels();
    }

    @Override
    public String name() {
        return "vector";
    }

    /** Columns in blocks of four vectors, then of one; the sums of a block stay in registers while all rows pass by. */
    @Override
    public void rowTimesMatrix(
            double[] a, int aOffset, double[] m, int mOffset, int size, double[] out, int outOffset) {
        int j = 0;
        for (; j + 4 * LANES <= size; j += 4 * LANES) {
            DoubleVector s0 = DoubleVector.zero(SPECIES);
            DoubleVector s1 = s0;
            DoubleVector s2 = s0;
            DoubleVector s3 = s0;
            int at = mOffset + j;
            for (int i = 0; i < size; i++) {
                DoubleVector ai = DoubleVector.broadcast(SPECIES, a[aOffset + i]);
                s0 = s0.add(ai.mul(DoubleVector.fromArray(SPECIES, m, at)));
                s1 = s1.add(ai.mul(DoubleVector.fromArray(SPECIES, m, at + LANES)));
                s2 = s2.add(ai.mul(DoubleVector.fromArray(SPECIES, m, at + 2 * LANES)));
                s3 = s3.add(ai.mul(DoubleVector.fromArray(SPECIES, m, at + 3 * LANES)));
                at += size;
            }
            s0.intoArray(out, outOffset + j);
            s1.intoArray(out, outOffset + j + LANES);
            s2.intoArray(out, outOffset + j + 2 * LANES);
            s3.intoArray(out, outOffset + j + 3 * LANES);
        }
        for (; j + LANES <= size; j += LANES) {
            sumColumns(a, aOffset, m, mOffset, size, j, out, outOffset);
        }
        if (j < size && size >= LANES) {
            // The last block may overlap the one before it: the same sums are written once more.
            sumColumns(a, aOffset, m, mOffset, size, size - LANES, out, outOffset);
        } else {
            for (; j < size; j++) {
                double sum = 0;
                for (int i = 0; i < size; i++) {
                    sum += a[aOffset + i] * m[mOffset + i * size + j];
                }
                out[outOffset + j] = sum;
            }
        }
    }

    /** Columns in blocks of six vectors, then of one; the sums of a block stay in registers while all rows pass by. */
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
            int to = outOffset + j;
            DoubleVector s0 = DoubleVector.fromArray(SPECIES, out, to);
            DoubleVector s1 = DoubleVector.fromArray(SPECIES, out, to + LANES);
            DoubleVector s2 = DoubleVector.fromArray(SPECIES, out, to + 2 * LANES);
            DoubleVector s3 = DoubleVector.fromArray(SPECIES, out, to + 3 * LANES);
            DoubleVector s4 = DoubleVector.fromArray(SPECIES, out, to + 4 * LANES);
            DoubleVector s5 = DoubleVector.fromArray(SPECIES, out, to + 5 * LANES);
            for (int k = begin; k < end; k++) {
                int at = mOffset + rows[k] * stride + j;
                s0 = s0.add(DoubleVector.fromArray(SPECIES, m, at));
                s1 = s1.add(DoubleVector.fromArray(SPECIES, m, at + LANES));
                s2 = s2.add(DoubleVector.fromArray(SPECIES, m, at + 2 * LANES));
                s3 = s3.add(DoubleVector.fromArray(SPECIES, m, at + 3 * LANES));
                s4 = s4.add(DoubleVector.fromArray(SPECIES, m, at + 4 * LANES));
                s5 = s5.add(DoubleVector.fromArray(SPECIES, m, at + 5 * LANES));
            }
            s0.intoArray(out, to);
            s1.intoArray(out, to + LANES);
            s2.intoArray(out, to + 2 * LANES);
            s3.intoArray(out, to + 3 * LANES);
            s4.intoArray(out, to + 4 * LANES);
            s5.intoArray(out, to + 5 * LANES);
        }
        for (; j + LANES <= size; j += LANES) {
            DoubleVector sum = DoubleVector.fromArray(SPECIES, out, outOffset + j);
            for (int k = begin; k < end; k++) {
                sum = sum.add(DoubleVector.fromArray(SPECIES, m, mOffset + rows[k] * stride + j));
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

    private static void sumColumns(
            double[] a, int aOffset, double[] m, int mOffset, int size, int j, double[] out, int outOffset) {
        DoubleVector even = DoubleVector.zero(SPECIES);
        DoubleVector odd = even;
        int at = mOffset + j;
        int i = 0;
        for (; i + 1 < size; i += 2) {
            even = even.add(DoubleVector.fromArray(SPECIES, m, at).mul(a[aOffset + i]));
            odd = odd.add(DoubleVector.fromArray(SPECIES, m, at + size).mul(a[aOffset + i + 1]));
            at += 2 * size;
        }
        if (i < size) {
            even = even.add(DoubleVector.fromArray(SPECIES, m, at).mul(a[aOffset + i]));
        }
        even.add(odd).intoArray(out, outOffset + j);
    }

    @Override
    public void addOuterProduct(
            double[] a, int aOffset, double[] b, int bOffset, int size, double[] sum, int sumOffset) {
        if (size < WORTHWHILE) {
            Kernels.scalar().addOuterProduct(a, aOffset, b, bOffset, size, sum, sumOffset);
            return;
        }
        for (int i = 0; i < size; i++) {
            double ai = a[aOffset + i];
            int row = sumOffset + i * size;
            int j = 0;
            for (; j + LANES <= size; j += LANES) {
                DoubleVector.fromArray(SPECIES, b, bOffset + j)
                        .mul(ai)
                        .add(DoubleVector.fromArray(SPECIES, sum, row + j))
                        .intoArray(sum, row + j);
            }
            for (; j < size; j++) {
                sum[row + j] += ai * b[bOffset + j];
            }
        }
    }

    private static double addUp(double[] lanes) {
        double total = lanes[0];
        for (int lane = 1; lane < LANES; lane++) {
            total += lanes[lane];
        }
        return total;
    }

    @Override
    public void exp(double[] in, int inOffset, double shift, double[] out, int outOffset, int size) {
        int k = 0;
        for (; k + LANES <= size; k += LANES) {
            DoubleVector x = DoubleVector.fromArray(SPECIES, in, inOffset + k).sub(shift);
            if (x.compare(VectorOperators.LE, Exponential.LARGEST).allTrue()) {
                exp(x).intoArray(out, outOffset + k);
            } else { // NaN, or near overflow: never met in inference
                for (int lane = k; lane < k + LANES; lane++) {
                    out[outOffset + lane] = Exponential.of(in[inOffset + lane] - shift);
                }
            }
        }
        for (; k < size; k++) {
            out[outOffset + k] = Exponential.of(in[inOffset + k] - shift);
        }
    }

    /** {@link Exponential#of} in every lane, operation by operation. */
    private static DoubleVector exp(DoubleVector x) {
        VectorMask<Double> vanishes = x.compare(VectorOperators.LT, Exponential.SMALLEST);
        DoubleVector shifted = x.mul(Exponential.LOG2_E).add(Exponential.ROUNDING);
        DoubleVector n = shifted.sub(Exponential.ROUNDING);
        DoubleVector r = x.sub(n.mul(Exponential.LN2_HIGH)).sub(n.mul(Exponential.LN2_LOW));
        DoubleVector r2 = r.mul(r);
        DoubleVector r4 = r2.mul(r2);
        DoubleVector low = quartet(r, r2, Exponential.C2, Exponential.C3, Exponential.C4, Exponential.C5);
        DoubleVector middle = quartet(r, r2, Exponential.C6, Exponential.C7, Exponential.C8, Exponential.C9);
        DoubleVector high = quartet(r, r2, Exponential.C10, Exponential.C11, Exponential.C12, Exponential.C13);
        DoubleVector p =
                high.mul(r4).add(middle).mul(r4).add(low).mul(r2).add(r).add(1.0);
        DoubleVector scaled = p.reinterpretAsLongs()
                .add(shifted.reinterpretAsLongs().lanewise(VectorOperators.LSHL, 52))
                .reinterpretAsDoubles();
        return scaled.blend(0.0, vanishes);
    }

    /** (a + b r) + (c + d r) r². */
    private static DoubleVector quartet(DoubleVector r, DoubleVector r2, double a, double b, double c, double d) {
        return r.mul(b).add(a).add(r.mul(d).add(c).mul(r2));
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
        if (size < LANES) {
            Kernels.scalar().maxPlus(a, aOffset, m, mOffset, size, best, bestOffset, from, fromOffset);
            return;
        }
        double[] lanes = new double[LANES];
        int j = 0;
        for (; j + LANES <= size; j += LANES) {
            maxColumns(a, aOffset, m, mOffset, size, j, best, bestOffset, from, fromOffset, lanes);
        }
        if (j < size) { // overlapping the block before: the same maxima are written once more
            maxColumns(a, aOffset, m, mOffset, size, size - LANES, best, bestOffset, from, fromOffset, lanes);
        }
    }

    /** The numbers of the rows travel as doubles, so that they can be blended by the same mask as the scores. */
    private static void maxColumns(
            double[] a,
            int aOffset,
            double[] m,
            int mOffset,
            int size,
            int j,
            double[] best,
            int bestOffset,
            int[] from,
            int fromOffset,
            double[] lanes) {
        int at = mOffset + j;
        DoubleVector max = DoubleVector.fromArray(SPECIES, m, at).add(a[aOffset]);
        DoubleVector row = DoubleVector.zero(SPECIES);
        for (int i = 1; i < size; i++) {
            at += size;
            DoubleVector candidate = DoubleVector.fromArray(SPECIES, m, at).add(a[aOffset + i]);
            VectorMask<Double> better = candidate.compare(VectorOperators.GT, max);
            max = max.blend(candidate, better);
            row = row.blend(i, better);
        }
        max.intoArray(best, bestOffset + j);
        row.intoArray(lanes, 0);
        for (int lane = 0; lane < LANES; lane++) {
            from[fromOffset + j + lane] = (int) lanes[lane];
        }
    }

    @Override
    public double multiply(double[] a, int aOffset, double[] b, int bOffset, double[] out, int outOffset, int size) {
        if (size < WORTHWHILE) {
            return Kernels.scalar().multiply(a, aOffset, b, bOffset, out, outOffset, size);
        }
        DoubleVector sum = DoubleVector.zero(SPECIES);
        int k = 0;
        for (; k + LANES <= size; k += LANES) {
            DoubleVector product = DoubleVector.fromArray(SPECIES, a, aOffset + k)
                    .mul(DoubleVector.fromArray(SPECIES, b, bOffset + k));
            product.intoArray(out, outOffset + k);
            sum = sum.add(product);
        }
        double[] lanes = new double[LANES];
        sum.intoArray(lanes, 0);
        double total = addUp(lanes);
        for (; k < size; k++) {
            double product = a[aOffset + k] * b[bOffset + k];
            out[outOffset + k] = product;
            total += product;
        }
        return total;
    }

    @Override
    public void scale(double[] a, int aOffset, double factor, int size) {
        int k = 0;
        for (; k + LANES <= size; k += LANES) {
            DoubleVector.fromArray(SPECIES, a, aOffset + k).mul(factor).intoArray(a, aOffset + k);
        }
        for (; k < size; k++) {
            a[aOffset + k] *= factor;
        }
    }
}
