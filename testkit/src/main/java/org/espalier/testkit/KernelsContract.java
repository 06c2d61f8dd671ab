package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.math.Kernels;
import org.junit.jupiter.api.Test;

/**
 * What every implementation of the row kernels promises: the same as naive loops within rounding, at any offset, without
 * touching anything beside its output, and the same bits every time.
 */
public abstract class KernelsContract {
    private static final int LARGEST = 70;
    private static final double RELATIVE = 1e-12;
    private static final double GUARD = 12345.678;

    /** The kernels under test. */
    protected abstract Kernels kernels();

    private interface Case {
        void check(int size, int offset, Random random);
    }

    private static void forEverySize(Case check) {
        for (int size = 1; size <= LARGEST; size++) {
            for (int offset : new int[] {0, 1, 3, 8}) {
                check.check(size, offset, new Random(100L * size + offset));
            }
        }
    }

    /** Numbers with room before and after them, so that kernels which read or write beside their rows are seen. */
    private static double[] guarded(double[] numbers, int offset) {
        double[] all = new double[offset + numbers.length + 9];
        Arrays.fill(all, GUARD);
        System.arraycopy(numbers, 0, all, offset, numbers.length);
        return all;
    }

    private static void close(double[] found, int offset, double[] expected, String where) {
        for (int k = 0; k < found.length; k++) {
            if (k < offset || k >= offset + expected.length) {
                if (found[k] != GUARD) {
                    assertThat(found[k])
                            .as("%s: index %d beside the output", where, k)
                            .isEqualTo(GUARD);
                }
            } else {
                double wanted = expected[k - offset];
                double tolerance = RELATIVE * Math.max(Double.MIN_NORMAL, Math.abs(wanted));
                if (!(Math.abs(found[k] - wanted) <= tolerance) && Double.compare(found[k], wanted) != 0) {
                    assertThat(found[k]).as("%s: entry %d", where, k - offset).isCloseTo(wanted, within(tolerance));
                }
            }
        }
    }

    private static double[] positive(Random random, int size) {
        double[] numbers = random.doubles(size).toArray();
        for (int k = 0; k < size; k++) {
            numbers[k] = random.nextInt(10) == 0 ? 0 : numbers[k] * Math.pow(10, random.nextInt(6) - 3);
        }
        return numbers;
    }

    private static double[] scores(Random random, int size) {
        double[] numbers = new double[size];
        Arrays.setAll(numbers, k -> random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : 10 * random.nextGaussian());
        return numbers;
    }

    /** A padded row or matrix: zeros behind the last entry of every row, and rows of zeros below. */
    private static double[] padded(double[] numbers, int rows, int size, int paddedRows) {
        int stride = Kernels.stride(size);
        double[] all = new double[paddedRows * stride];
        for (int r = 0; r < rows; r++) {
            System.arraycopy(numbers, r * size, all, r * stride, size);
        }
        return all;
    }

    @Test
    void theStrideIsTheNextMultipleOfTheWidth() {
        for (int size = 1; size <= LARGEST; size++) {
            assertThat(Kernels.stride(size)).isBetween(size, size + Kernels.WIDTH - 1);
            assertThat(Kernels.stride(size) % Kernels.WIDTH).isZero();
        }
    }

    @Test
    void rowTimesMatrix() {
        forEverySize((size, offset, random) -> {
            double[] a = positive(random, size);
            double[] m = positive(random, size * size);
            int stride = Kernels.stride(size);
            double[] expected = new double[stride];
            for (int j = 0; j < size; j++) {
                for (int i = 0; i < size; i++) {
                    expected[j] += a[i] * m[i * size + j];
                }
            }
            double[] out = guarded(new double[stride], offset);
            kernels()
                    .rowTimesMatrix(
                            guarded(padded(a, 1, size, 1), offset),
                            offset,
                            guarded(padded(m, size, size, stride), 2 * offset),
                            2 * offset,
                            stride,
                            out,
                            offset);
            close(out, offset, expected, "size " + size + ", offset " + offset);
        });
    }

    @Test
    void addRows() {
        forEverySize((size, offset, random) -> {
            int stride = size + random.nextInt(4);
            int[] rows = random.ints(random.nextInt(10), 0, 5).toArray();
            int begin = rows.length / 4;
            double[] m = positive(random, 5 * stride);
            double[] before = positive(random, size);
            double[] expected = before.clone();
            for (int k = begin; k < rows.length; k++) {
                for (int j = 0; j < size; j++) {
                    expected[j] += m[rows[k] * stride + j];
                }
            }
            double[] out = guarded(before, offset);
            kernels().addRows(guarded(m, 2 * offset), 2 * offset, stride, rows, begin, rows.length, out, offset, size);
            close(out, offset, expected, "size " + size + ", offset " + offset);
        });
    }

    @Test
    void addOuterProducts() {
        forEverySize((size, offset, random) -> {
            int rows = random.nextInt(10);
            int stride = Kernels.stride(size);
            double[] a = padded(positive(random, rows * size), rows, size, rows);
            double[] b = padded(positive(random, rows * size), rows, size, rows);
            double[] expected = padded(positive(random, size * size), size, size, stride);
            double[] sum = guarded(expected, offset + 1);
            for (int r = 0; r < rows; r++) {
                for (int i = 0; i < stride; i++) {
                    for (int j = 0; j < stride; j++) {
                        expected[i * stride + j] += a[r * stride + i] * b[r * stride + j];
                    }
                }
            }
            kernels()
                    .addOuterProducts(
                            guarded(a, offset),
                            offset,
                            guarded(b, offset + 2),
                            offset + 2,
                            rows,
                            stride,
                            sum,
                            offset + 1);
            close(sum, offset + 1, expected, "size " + size + ", offset " + offset + ", rows " + rows);
        });
    }

    @Test
    void exponentialsOfRowsRelativeToTheirLargest() {
        forEverySize((size, offset, random) -> {
            int rows = random.nextInt(6);
            int stride = Kernels.stride(size);
            double[] in = scores(random, rows * size);
            if (rows > 2) {
                Arrays.fill(in, size, 2 * size, Double.NEGATIVE_INFINITY);
            }
            double[] expected = new double[rows * stride];
            double[] largest = new double[rows];
            double[] smallest = new double[rows];
            for (int r = 0; r < rows; r++) {
                double[] row = Arrays.copyOfRange(in, r * size, (r + 1) * size);
                largest[r] = Arrays.stream(row).max().orElseThrow();
                smallest[r] = Arrays.stream(row).min().orElseThrow();
                for (int k = 0; k < size && largest[r] != Double.NEGATIVE_INFINITY; k++) {
                    expected[r * stride + k] = Math.exp(row[k] - largest[r]);
                }
            }
            double[] out = guarded(new double[rows * stride], offset);
            double[] foundLargest = new double[rows];
            double[] foundSmallest = new double[rows];
            kernels()
                    .expRows(guarded(in, offset + 1), offset + 1, rows, size, out, offset, foundLargest, foundSmallest);
            String where = "size " + size + ", offset " + offset;
            close(out, offset, expected, where);
            assertThat(foundLargest).as(where).isEqualTo(largest);
            assertThat(foundSmallest).as(where).isEqualTo(smallest);
        });
    }

    @Test
    void aNumberThatIsNoneStaysNoneInExponentialsOfRows() {
        for (int size : new int[] {1, 3, 4, 9, 22}) {
            double[] in = new double[size];
            in[size - 1] = Double.NaN;
            double[] out = new double[Kernels.stride(size)];
            kernels().expRows(in, 0, 1, size, out, 0, new double[1], new double[1]);
            assertThat(out[size - 1]).as("size %d", size).isNaN();
        }
    }

    @Test
    void exp() {
        forEverySize((size, offset, random) -> {
            double[] in = scores(random, size);
            double shift = 30 * random.nextDouble();
            double[] expected = new double[size];
            Arrays.setAll(expected, k -> Math.exp(in[k] - shift));
            double[] out = guarded(new double[size], offset);
            kernels().exp(guarded(in, offset + 1), offset + 1, shift, out, offset, size);
            close(out, offset, expected, "size " + size + ", offset " + offset);
        });
    }

    @Test
    void expIsAccurateOverItsWholeRangeAndRightAtTheEdges() {
        Random random = new Random(7);
        double[] in = new double[40_000];
        for (int k = 0; k < in.length; k++) {
            in[k] = switch (k % 4) {
                case 0 -> -708 * random.nextDouble();
                case 1 -> 709 * random.nextDouble();
                case 2 -> random.nextGaussian();
                default -> (random.nextInt(2001) - 1000) * Math.log(2) / 2 + 1e-9 * random.nextGaussian();
            };
        }
        double[] out = new double[in.length];
        kernels().exp(in, 0, 0, out, 0, in.length);
        for (int k = 0; k < in.length; k++) {
            double expected = Math.exp(in[k]);
            if (!(Math.abs(out[k] - expected) <= 2e-15 * expected)) {
                assertThat(out[k]).as("exp(%s)", in[k]).isCloseTo(expected, within(2e-15 * expected));
            }
        }
        double[] edges = {
            Double.NEGATIVE_INFINITY,
            -1e300,
            -1e6,
            -800,
            -746,
            Double.NaN,
            0.0,
            -0.0,
            1e-320,
            709.7,
            710,
            1e6,
            1e300,
            Double.POSITIVE_INFINITY,
            Double.MIN_VALUE,
            -1e-17,
            1
        };
        double[] found = new double[edges.length];
        kernels().exp(edges, 0, 0, found, 0, edges.length);
        for (int k = 0; k < edges.length; k++) {
            double expected = Math.exp(edges[k]);
            if (Double.isNaN(expected) || Double.isInfinite(expected) || expected == 0) {
                assertThat(found[k]).as("exp(%s)", edges[k]).isEqualTo(Double.valueOf(expected)); // NaN is NaN
            } else {
                assertThat(found[k]).as("exp(%s)", edges[k]).isCloseTo(expected, within(2e-15 * expected));
            }
        }
    }

    @Test
    void expOfWhatIsTooSmallForFullPrecisionIsAtMostTheSmallestNormalNumber() {
        double[] in = new double[400];
        Arrays.setAll(in, k -> -708.4 - 0.1 * k);
        double[] out = new double[in.length];
        kernels().exp(in, 0, 0, out, 0, in.length);
        for (int k = 0; k < in.length; k++) {
            assertThat(out[k]).as("exp(%s)", in[k]).isBetween(0.0, Double.MIN_NORMAL);
        }
    }

    @Test
    void expDoesNotDependOnWhereANumberStands() {
        double[] in = new double[LARGEST];
        for (double x : new double[] {-3.7, 0.1, -700, -44.25}) {
            Arrays.fill(in, x);
            double[] out = new double[LARGEST];
            kernels().exp(in, 0, 0.3, out, 0, LARGEST);
            double[] same = new double[LARGEST];
            Arrays.fill(same, out[0]);
            assertThat(out).as("exp(%s − 0.3)", x).isEqualTo(same);
        }
    }

    @Test
    void maxPlus() {
        forEverySize((size, offset, random) -> {
            double[] a = scores(random, size);
            double[] m = scores(random, size * size);
            double[] x = scores(random, size);
            double[] expected = new double[size];
            for (int j = 0; j < size; j++) {
                double max = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < size; i++) {
                    max = Math.max(max, a[i] + m[i * size + j]);
                }
                expected[j] = max + x[j];
            }
            double[] best = guarded(new double[size], offset);
            kernels()
                    .maxPlus(
                            guarded(a, offset + 1),
                            offset + 1,
                            guarded(m, offset),
                            offset,
                            size,
                            guarded(x, offset + 3),
                            offset + 3,
                            best,
                            offset);
            String where = "size " + size + ", offset " + offset;
            assertThat(Arrays.copyOfRange(best, offset, offset + size))
                    .as(where)
                    .isEqualTo(expected);
            close(best, offset, expected, where);
        });
    }

    @Test
    void maxPlusReadsAndWritesRowsOfOneArray() {
        forEverySize((size, offset, random) -> {
            double[] m = scores(random, size * size);
            double[] x = scores(random, size);
            double[] rows = guarded(scores(random, 2 * size), offset);
            double[] expected = new double[size];
            kernels().maxPlus(rows.clone(), offset, m, 0, size, x, 0, expected, 0);
            kernels().maxPlus(rows, offset, m, 0, size, x, 0, rows, offset + size);
            assertThat(Arrays.copyOfRange(rows, offset + size, offset + 2 * size))
                    .isEqualTo(expected);
        });
    }

    @Test
    void multiplyAndItsSum() {
        forEverySize((size, offset, random) -> {
            double[] a = padded(positive(random, size), 1, size, 1);
            double[] b = padded(positive(random, size), 1, size, 1);
            double[] expected = new double[a.length];
            Arrays.setAll(expected, k -> a[k] * b[k]);
            double total = Arrays.stream(expected).sum();
            double[] out = guarded(new double[a.length], offset);
            double sum = kernels()
                    .multiply(guarded(a, offset), offset, guarded(b, offset + 1), offset + 1, out, offset, a.length);
            close(out, offset, expected, "size " + size + ", offset " + offset);
            assertThat(sum).as("size %d", size).isCloseTo(total, within(RELATIVE * total));
        });
    }

    @Test
    void multiplyByAFactorAlsoInPlace() {
        forEverySize((size, offset, random) -> {
            double[] a = padded(positive(random, size), 1, size, 1);
            double[] b = padded(positive(random, size), 1, size, 1);
            double[] expected = new double[a.length];
            Arrays.setAll(expected, k -> a[k] * b[k] * 0.37);
            double[] out = guarded(a, offset);
            kernels().multiply(out, offset, guarded(b, offset + 1), offset + 1, 0.37, out, offset, a.length);
            close(out, offset, expected, "size " + size + ", offset " + offset);
        });
    }

    @Test
    void addProducts() {
        forEverySize((size, offset, random) -> {
            double[] a = positive(random, size);
            double[] b = positive(random, size);
            double[] into = positive(random, size);
            double[] expected = new double[size];
            Arrays.setAll(expected, k -> into[k] + 2.5 * a[k] * b[k]);
            double[] found = guarded(into, offset);
            kernels().addProducts(2.5, guarded(a, offset + 1), offset + 1, guarded(b, 2), 2, found, offset, size);
            close(found, offset, expected, "size " + size + ", offset " + offset);
        });
    }

    @Test
    void scale() {
        forEverySize((size, offset, random) -> {
            double[] a = padded(positive(random, size), 1, size, 1);
            double[] expected = new double[a.length];
            Arrays.setAll(expected, k -> a[k] * 0.37);
            double[] found = guarded(a, offset);
            kernels().scale(found, offset, 0.37, a.length);
            close(found, offset, expected, "size " + size + ", offset " + offset);
        });
    }

    /** The first calls are interpreted, the last compiled, and both must say the same. */
    @Test
    void theSameInputGivesTheSameBitsColdAndWarm() {
        Random random = new Random(3);
        int size = 48;
        double[] m = positive(random, size * size);
        double[] a = positive(random, size);
        double[] b = positive(random, size);
        double[] x = scores(random, size);
        double[] first = everything(m, a, b, x, size);
        for (int k = 0; k < 20_000; k++) {
            double[] again = everything(m, a, b, x, size);
            if (!Arrays.equals(first, again)) {
                assertThat(again).as("call %d", k).isEqualTo(first);
            }
        }
    }

    private double[] everything(double[] m, double[] a, double[] b, double[] x, int size) {
        double[] out = new double[7 * size + 2];
        double[] sum = new double[size * size];
        kernels().rowTimesMatrix(a, 0, m, 0, size, out, 0);
        kernels().rowTimesMatrix(b, 0, m, 0, size, out, size);
        kernels().addOuterProducts(a, 0, b, 0, 1, size, sum, 0);
        kernels().exp(x, 0, 2.5, out, 2 * size, size);
        kernels().maxPlus(x, 0, m, 0, size, b, 0, out, 3 * size);
        out[7 * size] = kernels().multiply(a, 0, b, 0, out, 4 * size, size);
        kernels().scale(out, 4 * size, 1.1, size);
        kernels().expRows(x, 0, 1, size, out, 5 * size, new double[1], new double[1]);
        kernels().multiply(a, 0, b, 0, 0.3, out, 6 * size, size);
        kernels().addProducts(0.3, a, 0, b, 0, out, 6 * size, size);
        out[7 * size + 1] = Arrays.hashCode(sum);
        return out;
    }

    @Test
    void hasAName() {
        assertThat(kernels().name()).isNotBlank();
    }
}
