package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.math.Blocks;
import org.espalier.math.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kernels that do several things to a row at a time promise: the formula of each entry, and nothing beside the row. */
public abstract class FusedKernelsContract {
    private static final int LARGEST = 40;
    private static final double GUARD = 7e77; // before and behind every row

    /** The kernels under test. */
    protected abstract Kernels kernels();

    /** Rows at an offset between guards, drawn from the size; unpadded ones end with the size. */
    private static final class Rows {
        private final Random random;
        private final int size;
        private final int stride;

        Rows(int size, boolean padded) {
            this.random = new Random(size);
            this.size = size;
            this.stride = padded ? Kernels.stride(size) : size;
        }

        double[] draw(int offset) {
            double[] row = new double[offset + stride + 3];
            Arrays.fill(row, GUARD);
            for (int k = 0; k < stride; k++) {
                row[offset + k] = k < size ? random.nextGaussian() : 0;
            }
            return row;
        }
    }

    private static void assertRow(double[] found, double[] before, int offset, double[] expected, int size) {
        for (int k = 0; k < found.length; k++) {
            boolean inside = k >= offset && k < offset + expected.length;
            double wanted = inside ? expected[k - offset] : before[k];
            assertThat(Math.abs(found[k] - wanted))
                    .as("entry %d of a row of %d at %d: %s, expected %s", k - offset, size, offset, found[k], wanted)
                    .isLessThanOrEqualTo(1e-15 * Math.max(1, Math.abs(wanted)));
        }
    }

    private interface Entry {
        double at(int k);
    }

    private static double[] row(int length, Entry entry) {
        double[] row = new double[length];
        Arrays.setAll(row, entry::at);
        return row;
    }

    @Test
    void multiplyAndAdd() {
        for (int size = 1; size <= LARGEST; size++) {
            Rows rows = new Rows(size, true);
            double[] a = rows.draw(1);
            double[] b = rows.draw(2);
            double[] c = rows.draw(3);
            double[] sum = rows.draw(5);
            double[] oldA = a.clone();
            double[] oldSum = sum.clone();
            kernels().multiplyAndAdd(a, 1, b, 2, 0.7, c, 3, sum, 5, rows.stride);
            double[] products = row(rows.stride, k -> oldA[1 + k] * b[2 + k] * 0.7);
            assertRow(a, oldA, 1, products, size);
            assertRow(sum, oldSum, 5, row(rows.stride, k -> oldSum[5 + k] + products[k] * c[3 + k]), size);
        }
    }

    @Test
    void multiplyAndWrite() {
        for (int size = 1; size <= LARGEST; size++) {
            Rows rows = new Rows(size, true);
            double[] a = rows.draw(1);
            double[] b = rows.draw(2);
            double[] c = rows.draw(3);
            double[] d = rows.draw(4);
            double[] out = rows.draw(5);
            double[] oldA = a.clone();
            double[] oldOut = out.clone();
            kernels().multiplyAndWrite(a, 1, b, 2, 0.7, c, 3, d, 4, out, 5, rows.stride);
            double[] products = row(rows.stride, k -> oldA[1 + k] * b[2 + k] * 0.7);
            assertRow(a, oldA, 1, products, size);
            assertRow(out, oldOut, 5, row(rows.stride, k -> products[k] * c[3 + k] * d[4 + k]), size);
        }
    }

    @Test
    void addRunning() {
        for (int size = 1; size <= LARGEST; size++) {
            Rows rows = new Rows(size, true);
            double[] a = rows.draw(1);
            double[] running = rows.draw(2);
            double[] sum = rows.draw(3);
            double[] total = rows.draw(4);
            double[] oldRunning = running.clone();
            double[] oldSum = sum.clone();
            double[] oldTotal = total.clone();
            kernels().addRunning(a, 1, running, 2, sum, 3, total, 4, rows.stride);
            double[] grown = row(rows.stride, k -> oldRunning[2 + k] + a[1 + k]);
            assertRow(running, oldRunning, 2, grown, size);
            assertRow(sum, oldSum, 3, row(rows.stride, k -> oldSum[3 + k] + a[1 + k]), size);
            assertRow(total, oldTotal, 4, row(rows.stride, k -> oldTotal[4 + k] + grown[k]), size);
        }
    }

    /** The bits are those of plain additions, because the best output is found again by them; −∞ is a score as any other. */
    @Test
    void addAndMax() {
        for (int size = 1; size <= LARGEST; size++) {
            Rows rows = new Rows(size, false);
            double[] a = rows.draw(1);
            double[] x = rows.draw(2);
            double[] b = rows.draw(3);
            double[] best = rows.draw(4);
            for (int k = 0; k < size; k += 3) {
                a[1 + k] = Double.NEGATIVE_INFINITY;
                best[4 + k] = k % 2 == 0 ? Double.NEGATIVE_INFINITY : best[4 + k];
            }
            double[] expectedA = a.clone();
            double[] expectedBest = best.clone();
            for (int k = 0; k < size; k++) {
                expectedA[1 + k] = a[1 + k] + x[2 + k];
                expectedBest[4 + k] = Math.max(best[4 + k], expectedA[1 + k] + b[3 + k]);
            }
            kernels().addAndMax(a, 1, x, 2, b, 3, best, 4, size);
            assertThat(a).as("size %d", size).isEqualTo(expectedA);
            assertThat(best).as("size %d", size).isEqualTo(expectedBest);
        }
    }

    /** Three cut matrices, of which two have several pieces, and whole ones from one vector to seven wide; places of either row are left out. */
    private static Blocks blocks(boolean cut) {
        if (cut) {
            return new Blocks(
                    new int[] {2, 5, 0, 0, 3, 6},
                    new int[] {0, 8, 12, 16, 0, 8},
                    4,
                    new int[0],
                    new int[1],
                    new int[0],
                    new int[0]);
        }
        int[] widths = {4, 8, 12, 16, 20, 24, 28};
        int[] columns = new int[widths.length];
        int[] begins = new int[widths.length + 1];
        for (int n = 0; n < widths.length; n++) {
            columns[n] = n == 0 ? 4 : columns[n - 1] + widths[n - 1] + 4 * (n % 2);
            begins[n + 1] = begins[n] + 1 + n % 3;
        }
        int[] rows = new int[begins[widths.length]];
        Arrays.setAll(rows, i -> (5 * i) % 17 + 1);
        return new Blocks(new int[] {18}, new int[] {0}, 1, rows, begins, columns, widths);
    }

    private interface NumberAt {
        void at(int row, int column, int number);
    }

    private static void forEach(Blocks blocks, NumberAt entry) {
        int number = 0;
        for (int n = 0; n < blocks.pieces(); n++) {
            for (int k = 0; k < Kernels.WIDTH; k++) {
                entry.at(blocks.rows()[n], blocks.columns()[n] + k, number++);
            }
        }
        for (int n = 0; n < blocks.tallWidths().length; n++) {
            for (int i = blocks.tallBegins()[n]; i < blocks.tallBegins()[n + 1]; i++) {
                for (int k = 0; k < blocks.tallWidths()[n]; k++) {
                    entry.at(blocks.tallRows()[i], blocks.tallColumns()[n] + k, number++);
                }
            }
        }
        assertThat(number).isEqualTo(blocks.numbers());
    }

    private static void assertSame(double[] found, double[] expected) {
        assertThat(found).containsExactly(expected, within(1e-13));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowTimesBlocks(boolean cut) {
        Blocks blocks = blocks(cut);
        Random random = new Random(1);
        double[] a = random.doubles(30).toArray();
        double[] m = random.doubles(blocks.numbers() + 3).toArray();
        double[] out = random.doubles(200).toArray();
        double[] expected = out.clone();
        forEach(blocks, (row, column, number) -> expected[7 + column] = 0);
        forEach(blocks, (row, column, number) -> expected[7 + column] += a[2 + row] * m[3 + number]);
        kernels().rowTimesBlocks(blocks, a, 2, m, 3, out, 7);
        assertSame(out, expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void blocksTimesRow(boolean cut) {
        Blocks blocks = blocks(cut);
        Random random = new Random(2);
        double[] a = random.doubles(30).toArray();
        double[] b = random.doubles(200).toArray();
        double[] m = random.doubles(blocks.numbers() + 3).toArray();
        double[] out = random.doubles(30).toArray();
        double[] sum = random.doubles(blocks.numbers() + 9).toArray();
        double[] expected = out.clone();
        double[] sums = sum.clone();
        forEach(blocks, (row, column, number) -> {
            expected[1 + row] += m[3 + number] * b[5 + column];
            sums[4 + number] += a[2 + row] * b[5 + column];
        });
        kernels().blocksTimesRow(blocks, m, 3, b, 5, out, 1, a, 2, sum, 4, new double[blocks.numbers()]);
        assertSame(out, expected);
        assertSame(sum, sums);
    }
}
