package org.espalier.math.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.espalier.math.FloatFunctions;
import org.espalier.math.MatrixKernels;
import org.jspecify.annotations.Nullable;

/**
 * The {@link MatrixKernels} of the Vector API: four rows of C by two vectors stay in registers while a column of A and a row of B go by. Each
 * element adds its products in the order of p by fused operations, as the plain kernels do, so the bits are theirs.
 */
final class VectorMatrixKernels extends MatrixKernels {
    private static final VectorSpecies<Float> WIDE = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Float> NARROW = FloatVector.SPECIES_128;
    private static final int LANES = WIDE.length();
    private static final int FEW = NARROW.length();
    private static final int LEAST_LANES = 8;

    private VectorMatrixKernels() {}

    /** The kernels, or null when vectors are too short to be of use. */
    static @Nullable VectorMatrixKernels orNull() {
        return LANES >= LEAST_LANES ? new VectorMatrixKernels() : null;
    }

    @Override
    public String name() {
        return "vector";
    }

    @Override
    public void addProduct(
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow,
            int m,
            int k,
            int n) {
        int i = 0;
        for (; i + 3 < m; i += 4) {
            int row = aAt + i * aRow;
            int out = cAt + i * cRow;
            int j = 0;
            for (; j + 2 * LANES <= n; j += 2 * LANES) {
                fourByTwo(a, row, aRow, aColumn, b, bAt + j, bRow, c, out + j, cRow, k);
            }
            for (; j + LANES <= n; j += LANES) {
                fourByOne(a, row, aRow, aColumn, b, bAt + j, bRow, c, out + j, cRow, k);
            }
            for (; j + FEW <= n; j += FEW) {
                fourByFew(a, row, aRow, aColumn, b, bAt + j, bRow, c, out + j, cRow, k);
            }
            for (int r = 0; r < 4 && j < n; r++) {
                single(a, row + r * aRow, aColumn, b, bAt + j, bRow, c, out + r * cRow + j, k, n - j);
            }
        }
        for (; i < m; i++) {
            row(a, aAt + i * aRow, aColumn, b, bAt, bRow, c, cAt + i * cRow, k, n);
        }
    }

    private static void fourByTwo(
            float[] a,
            int row,
            int aRow,
            int aColumn,
            float[] b,
            int from,
            int bRow,
            float[] c,
            int out,
            int cRow,
            int k) {
        FloatVector c00 = FloatVector.fromArray(WIDE, c, out);
        FloatVector c01 = FloatVector.fromArray(WIDE, c, out + LANES);
        FloatVector c10 = FloatVector.fromArray(WIDE, c, out + cRow);
        FloatVector c11 = FloatVector.fromArray(WIDE, c, out + cRow + LANES);
        FloatVector c20 = FloatVector.fromArray(WIDE, c, out + 2 * cRow);
        FloatVector c21 = FloatVector.fromArray(WIDE, c, out + 2 * cRow + LANES);
        FloatVector c30 = FloatVector.fromArray(WIDE, c, out + 3 * cRow);
        FloatVector c31 = FloatVector.fromArray(WIDE, c, out + 3 * cRow + LANES);
        for (int p = 0; p < k; p++) {
            FloatVector left = FloatVector.fromArray(WIDE, b, from + p * bRow);
            FloatVector right = FloatVector.fromArray(WIDE, b, from + p * bRow + LANES);
            int at = row + p * aColumn;
            FloatVector factor = FloatVector.broadcast(WIDE, a[at]);
            c00 = factor.fma(left, c00);
            c01 = factor.fma(right, c01);
            factor = FloatVector.broadcast(WIDE, a[at + aRow]);
            c10 = factor.fma(left, c10);
            c11 = factor.fma(right, c11);
            factor = FloatVector.broadcast(WIDE, a[at + 2 * aRow]);
            c20 = factor.fma(left, c20);
            c21 = factor.fma(right, c21);
            factor = FloatVector.broadcast(WIDE, a[at + 3 * aRow]);
            c30 = factor.fma(left, c30);
            c31 = factor.fma(right, c31);
        }
        c00.intoArray(c, out);
        c01.intoArray(c, out + LANES);
        c10.intoArray(c, out + cRow);
        c11.intoArray(c, out + cRow + LANES);
        c20.intoArray(c, out + 2 * cRow);
        c21.intoArray(c, out + 2 * cRow + LANES);
        c30.intoArray(c, out + 3 * cRow);
        c31.intoArray(c, out + 3 * cRow + LANES);
    }

    private static void fourByOne(
            float[] a,
            int row,
            int aRow,
            int aColumn,
            float[] b,
            int from,
            int bRow,
            float[] c,
            int out,
            int cRow,
            int k) {
        FloatVector c0 = FloatVector.fromArray(WIDE, c, out);
        FloatVector c1 = FloatVector.fromArray(WIDE, c, out + cRow);
        FloatVector c2 = FloatVector.fromArray(WIDE, c, out + 2 * cRow);
        FloatVector c3 = FloatVector.fromArray(WIDE, c, out + 3 * cRow);
        for (int p = 0; p < k; p++) {
            FloatVector right = FloatVector.fromArray(WIDE, b, from + p * bRow);
            int at = row + p * aColumn;
            c0 = FloatVector.broadcast(WIDE, a[at]).fma(right, c0);
            c1 = FloatVector.broadcast(WIDE, a[at + aRow]).fma(right, c1);
            c2 = FloatVector.broadcast(WIDE, a[at + 2 * aRow]).fma(right, c2);
            c3 = FloatVector.broadcast(WIDE, a[at + 3 * aRow]).fma(right, c3);
        }
        c0.intoArray(c, out);
        c1.intoArray(c, out + cRow);
        c2.intoArray(c, out + 2 * cRow);
        c3.intoArray(c, out + 3 * cRow);
    }

    /** The same with short vectors, for what is left of a row; a method of its own, because a species must be a constant. */
    private static void fourByFew(
            float[] a,
            int row,
            int aRow,
            int aColumn,
            float[] b,
            int from,
            int bRow,
            float[] c,
            int out,
            int cRow,
            int k) {
        FloatVector c0 = FloatVector.fromArray(NARROW, c, out);
        FloatVector c1 = FloatVector.fromArray(NARROW, c, out + cRow);
        FloatVector c2 = FloatVector.fromArray(NARROW, c, out + 2 * cRow);
        FloatVector c3 = FloatVector.fromArray(NARROW, c, out + 3 * cRow);
        for (int p = 0; p < k; p++) {
            FloatVector right = FloatVector.fromArray(NARROW, b, from + p * bRow);
            int at = row + p * aColumn;
            c0 = FloatVector.broadcast(NARROW, a[at]).fma(right, c0);
            c1 = FloatVector.broadcast(NARROW, a[at + aRow]).fma(right, c1);
            c2 = FloatVector.broadcast(NARROW, a[at + 2 * aRow]).fma(right, c2);
            c3 = FloatVector.broadcast(NARROW, a[at + 3 * aRow]).fma(right, c3);
        }
        c0.intoArray(c, out);
        c1.intoArray(c, out + cRow);
        c2.intoArray(c, out + 2 * cRow);
        c3.intoArray(c, out + 3 * cRow);
    }

    private static void row(
            float[] a, int row, int aColumn, float[] b, int bAt, int bRow, float[] c, int out, int k, int n) {
        int j = 0;
        for (; j + 4 * LANES <= n; j += 4 * LANES) {
            oneByFour(a, row, aColumn, b, bAt + j, bRow, c, out + j, k);
        }
        for (; j + LANES <= n; j += LANES) {
            FloatVector sum = FloatVector.fromArray(WIDE, c, out + j);
            for (int p = 0; p < k; p++) {
                sum = FloatVector.broadcast(WIDE, a[row + p * aColumn])
                        .fma(FloatVector.fromArray(WIDE, b, bAt + p * bRow + j), sum);
            }
            sum.intoArray(c, out + j);
        }
        for (; j + FEW <= n; j += FEW) {
            FloatVector sum = FloatVector.fromArray(NARROW, c, out + j);
            for (int p = 0; p < k; p++) {
                sum = FloatVector.broadcast(NARROW, a[row + p * aColumn])
                        .fma(FloatVector.fromArray(NARROW, b, bAt + p * bRow + j), sum);
            }
            sum.intoArray(c, out + j);
        }
        if (j < n) {
            single(a, row, aColumn, b, bAt + j, bRow, c, out + j, k, n - j);
        }
    }

    private static void oneByFour(
            float[] a, int row, int aColumn, float[] b, int from, int bRow, float[] c, int out, int k) {
        FloatVector c0 = FloatVector.fromArray(WIDE, c, out);
        FloatVector c1 = FloatVector.fromArray(WIDE, c, out + LANES);
        FloatVector c2 = FloatVector.fromArray(WIDE, c, out + 2 * LANES);
        FloatVector c3 = FloatVector.fromArray(WIDE, c, out + 3 * LANES);
        for (int p = 0; p < k; p++) {
            FloatVector factor = FloatVector.broadcast(WIDE, a[row + p * aColumn]);
            int at = from + p * bRow;
            c0 = factor.fma(FloatVector.fromArray(WIDE, b, at), c0);
            c1 = factor.fma(FloatVector.fromArray(WIDE, b, at + LANES), c1);
            c2 = factor.fma(FloatVector.fromArray(WIDE, b, at + 2 * LANES), c2);
            c3 = factor.fma(FloatVector.fromArray(WIDE, b, at + 3 * LANES), c3);
        }
        c0.intoArray(c, out);
        c1.intoArray(c, out + LANES);
        c2.intoArray(c, out + 2 * LANES);
        c3.intoArray(c, out + 3 * LANES);
    }

    /** The last few columns, one by one. */
    private static void single(
            float[] a, int row, int aColumn, float[] b, int from, int bRow, float[] c, int out, int k, int columns) {
        for (int j = 0; j < columns; j++) {
            float sum = c[out + j];
            for (int p = 0; p < k; p++) {
                sum = Math.fma(a[row + p * aColumn], b[from + p * bRow + j], sum);
            }
            c[out + j] = sum;
        }
    }

    @Override
    public void sigmoid(float[] x, int at, int size) {
        int i = at;
        for (; i + LANES <= at + size; i += LANES) {
            sigmoid(FloatVector.fromArray(WIDE, x, i)).intoArray(x, i);
        }
        for (; i < at + size; i++) {
            x[i] = FloatFunctions.sigmoid(x[i]);
        }
    }

    @Override
    public void tanh(float[] x, int at, int size) {
        int i = at;
        for (; i + LANES <= at + size; i += LANES) {
            FloatVector twice = FloatVector.fromArray(WIDE, x, i).mul(2f);
            sigmoid(twice).mul(2f).sub(1f).intoArray(x, i);
        }
        for (; i < at + size; i++) {
            x[i] = FloatFunctions.tanh(x[i]);
        }
    }

    /** As {@link FloatFunctions#sigmoid}, step by step. */
    private static FloatVector sigmoid(FloatVector x) {
        FloatVector z = x.min(FloatFunctions.LARGEST).max(-FloatFunctions.LARGEST).neg();
        FloatVector shifted = z.mul(FloatFunctions.PER_LN2).add(FloatFunctions.ROUNDER);
        FloatVector n = shifted.sub(FloatFunctions.ROUNDER);
        FloatVector r = n.fma(
                FloatVector.broadcast(WIDE, -FloatFunctions.LN2_LOW),
                n.fma(FloatVector.broadcast(WIDE, -FloatFunctions.LN2_HIGH), z));
        FloatVector p = FloatVector.broadcast(WIDE, FloatFunctions.C6)
                .fma(r, FloatVector.broadcast(WIDE, FloatFunctions.C5));
        p = p.fma(r, FloatVector.broadcast(WIDE, FloatFunctions.C4));
        p = p.fma(r, FloatVector.broadcast(WIDE, FloatFunctions.C3));
        p = p.fma(r, FloatVector.broadcast(WIDE, FloatFunctions.C2));
        p = p.fma(r, FloatVector.broadcast(WIDE, 1f));
        p = p.fma(r, FloatVector.broadcast(WIDE, 1f));
        IntVector power = shifted.reinterpretAsInts()
                .lanewise(VectorOperators.LSHL, 23)
                .add(Float.floatToRawIntBits(1f));
        FloatVector e = p.mul(power.reinterpretAsFloats());
        return FloatVector.broadcast(WIDE, 1f).div(e.add(1f));
    }
}
