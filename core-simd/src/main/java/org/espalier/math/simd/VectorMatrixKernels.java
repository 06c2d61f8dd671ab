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
    private static final int LANES = WIDE.length();
    private static final int FUSED_LANES = 8;

    // Constants as vectors: made where they are used, they would be objects, as VectorKernels says.
    private static final FloatVector ONE = every(1f);
    private static final FloatVector TWO = every(2f);
    private static final FloatVector LARGEST = every(FloatFunctions.LARGEST);
    private static final FloatVector SMALLEST = every(-FloatFunctions.LARGEST);
    private static final FloatVector PER_LN2 = every(FloatFunctions.PER_LN2);
    private static final FloatVector ROUNDER = every(FloatFunctions.ROUNDER);
    private static final FloatVector MINUS_LN2_HIGH = every(-FloatFunctions.LN2_HIGH);
    private static final FloatVector MINUS_LN2_LOW = every(-FloatFunctions.LN2_LOW);
    private static final FloatVector C2 = every(FloatFunctions.C2);
    private static final FloatVector C3 = every(FloatFunctions.C3);
    private static final FloatVector C4 = every(FloatFunctions.C4);
    private static final FloatVector C5 = every(FloatFunctions.C5);
    private static final FloatVector C6 = every(FloatFunctions.C6);
    private static final IntVector BITS_OF_ONE = ONE.reinterpretAsInts();

    /** Those of four rows, then those of one, each from the widest to the narrowest. */
    private static final Tile[] TILES = {
        new FourByTwo(), new FourByOne(), new FourBySingle(),
        new OneByFour(), new OneByOne(), new Single()
    };

    private VectorMatrixKernels() {}

    /** The kernels, or null when the processor may have no fused multiplication, which came with vectors of eight on x86. */
    static @Nullable VectorMatrixKernels orNull() {
        boolean fused =
                LANES >= FUSED_LANES || System.getProperty("os.arch", "").equals("aarch64");
        return LANES > 1 && fused ? new VectorMatrixKernels() : null;
    }

    private static FloatVector every(float value) {
        return FloatVector.broadcast(WIDE, value);
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
        while (i < m) {
            boolean four = i + 4 <= m;
            int j = 0;
            while (j < n) {
                int kind = four ? 0 : TILES.length / 2;
                while (j + TILES[kind].columns > n) {
                    kind++;
                }
                Tile tile = TILES[kind];
                // One call for all kinds, so that each is compiled by itself.
                tile.add(a, aAt + i * aRow, aRow, aColumn, b, bAt + j, bRow, c, cAt + i * cRow + j, cRow, k);
                j += tile.columns;
            }
            i += four ? 4 : 1;
        }
    }

    /**
     * Some rows and columns of C, which stay in registers. A class each: if the compiler put several of these loops into one method, it would
     * run out of room, and make objects of vectors.
     */
    private abstract static class Tile {
        final int columns;

        Tile(int columns) {
            this.columns = columns;
        }

        abstract void add(
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
                int k);
    }

    /** Four rows by two vectors. */
    private static final class FourByTwo extends Tile {
        FourByTwo() {
            super(2 * LANES);
        }

        @Override
        void add(
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
                FloatVector b0 = FloatVector.fromArray(WIDE, b, from + p * bRow);
                FloatVector b1 = FloatVector.fromArray(WIDE, b, from + p * bRow + LANES);
                int at = row + p * aColumn;
                FloatVector a0 = FloatVector.broadcast(WIDE, a[at]);
                c00 = a0.fma(b0, c00);
                c01 = a0.fma(b1, c01);
                FloatVector a1 = FloatVector.broadcast(WIDE, a[at + aRow]);
                c10 = a1.fma(b0, c10);
                c11 = a1.fma(b1, c11);
                FloatVector a2 = FloatVector.broadcast(WIDE, a[at + 2 * aRow]);
                c20 = a2.fma(b0, c20);
                c21 = a2.fma(b1, c21);
                FloatVector a3 = FloatVector.broadcast(WIDE, a[at + 3 * aRow]);
                c30 = a3.fma(b0, c30);
                c31 = a3.fma(b1, c31);
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
    }

    /** Four rows by a vector. */
    private static final class FourByOne extends Tile {
        FourByOne() {
            super(LANES);
        }

        @Override
        void add(
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
            FloatVector c10 = FloatVector.fromArray(WIDE, c, out + cRow);
            FloatVector c20 = FloatVector.fromArray(WIDE, c, out + 2 * cRow);
            FloatVector c30 = FloatVector.fromArray(WIDE, c, out + 3 * cRow);
            for (int p = 0; p < k; p++) {
                FloatVector b0 = FloatVector.fromArray(WIDE, b, from + p * bRow);
                int at = row + p * aColumn;
                FloatVector a0 = FloatVector.broadcast(WIDE, a[at]);
                c00 = a0.fma(b0, c00);
                FloatVector a1 = FloatVector.broadcast(WIDE, a[at + aRow]);
                c10 = a1.fma(b0, c10);
                FloatVector a2 = FloatVector.broadcast(WIDE, a[at + 2 * aRow]);
                c20 = a2.fma(b0, c20);
                FloatVector a3 = FloatVector.broadcast(WIDE, a[at + 3 * aRow]);
                c30 = a3.fma(b0, c30);
            }
            c00.intoArray(c, out);
            c10.intoArray(c, out + cRow);
            c20.intoArray(c, out + 2 * cRow);
            c30.intoArray(c, out + 3 * cRow);
        }
    }

    /** A row by four vectors. */
    private static final class OneByFour extends Tile {
        OneByFour() {
            super(4 * LANES);
        }

        @Override
        void add(
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
            FloatVector c02 = FloatVector.fromArray(WIDE, c, out + 2 * LANES);
            FloatVector c03 = FloatVector.fromArray(WIDE, c, out + 3 * LANES);
            for (int p = 0; p < k; p++) {
                FloatVector b0 = FloatVector.fromArray(WIDE, b, from + p * bRow);
                FloatVector b1 = FloatVector.fromArray(WIDE, b, from + p * bRow + LANES);
                FloatVector b2 = FloatVector.fromArray(WIDE, b, from + p * bRow + 2 * LANES);
                FloatVector b3 = FloatVector.fromArray(WIDE, b, from + p * bRow + 3 * LANES);
                int at = row + p * aColumn;
                FloatVector a0 = FloatVector.broadcast(WIDE, a[at]);
                c00 = a0.fma(b0, c00);
                c01 = a0.fma(b1, c01);
                c02 = a0.fma(b2, c02);
                c03 = a0.fma(b3, c03);
            }
            c00.intoArray(c, out);
            c01.intoArray(c, out + LANES);
            c02.intoArray(c, out + 2 * LANES);
            c03.intoArray(c, out + 3 * LANES);
        }
    }

    /** A row by a vector. */
    private static final class OneByOne extends Tile {
        OneByOne() {
            super(LANES);
        }

        @Override
        void add(
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
            for (int p = 0; p < k; p++) {
                FloatVector b0 = FloatVector.fromArray(WIDE, b, from + p * bRow);
                int at = row + p * aColumn;
                FloatVector a0 = FloatVector.broadcast(WIDE, a[at]);
                c00 = a0.fma(b0, c00);
            }
            c00.intoArray(c, out);
        }
    }

    /** Four rows by a number. */
    private static final class FourBySingle extends Tile {
        FourBySingle() {
            super(1);
        }

        @Override
        void add(
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
            float c0 = c[out];
            float c1 = c[out + cRow];
            float c2 = c[out + 2 * cRow];
            float c3 = c[out + 3 * cRow];
            for (int p = 0; p < k; p++) {
                float factor = b[from + p * bRow];
                int at = row + p * aColumn;
                c0 = Math.fma(a[at], factor, c0);
                c1 = Math.fma(a[at + aRow], factor, c1);
                c2 = Math.fma(a[at + 2 * aRow], factor, c2);
                c3 = Math.fma(a[at + 3 * aRow], factor, c3);
            }
            c[out] = c0;
            c[out + cRow] = c1;
            c[out + 2 * cRow] = c2;
            c[out + 3 * cRow] = c3;
        }
    }

    /** A number. */
    private static final class Single extends Tile {
        Single() {
            super(1);
        }

        @Override
        void add(
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
            float sum = c[out];
            for (int p = 0; p < k; p++) {
                sum = Math.fma(a[row + p * aColumn], b[from + p * bRow], sum);
            }
            c[out] = sum;
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
            FloatVector twice = FloatVector.fromArray(WIDE, x, i).mul(TWO);
            sigmoid(twice).mul(TWO).sub(ONE).intoArray(x, i);
        }
        for (; i < at + size; i++) {
            x[i] = FloatFunctions.tanh(x[i]);
        }
    }

    /** As {@link FloatFunctions#sigmoid}, step by step. */
    private static FloatVector sigmoid(FloatVector x) {
        FloatVector z = x.min(LARGEST).max(SMALLEST).neg();
        FloatVector shifted = z.mul(PER_LN2).add(ROUNDER);
        FloatVector n = shifted.sub(ROUNDER);
        FloatVector r = n.fma(MINUS_LN2_LOW, n.fma(MINUS_LN2_HIGH, z));
        FloatVector p = r.fma(C6, C5);
        p = p.fma(r, C4);
        p = p.fma(r, C3);
        p = p.fma(r, C2);
        p = p.fma(r, ONE);
        p = p.fma(r, ONE);
        IntVector power =
                shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23).add(BITS_OF_ONE);
        FloatVector e = p.mul(power.reinterpretAsFloats());
        return ONE.div(e.add(ONE));
    }
}
