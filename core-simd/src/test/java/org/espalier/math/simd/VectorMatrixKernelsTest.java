package org.espalier.math.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.math.MatrixKernels;
import org.junit.jupiter.api.Test;

/** The vector kernels of networks have the bits of the plain ones, and both compute what they say. */
final class VectorMatrixKernelsTest {
    private static final long SEED = 17;

    private final MatrixKernels vectors = VectorMatrixKernels.orNull();

    @Test
    void areChosen() {
        assertThat(vectors).isNotNull();
        assertThat(MatrixKernels.best().name()).isEqualTo("vector");
    }

    @Test
    void productsHaveTheBitsOfPlainLoops() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 300; trial++) {
            int m = 1 + random.nextInt(9);
            int k = 1 + random.nextInt(40);
            int n = 1 + random.nextInt(trial % 2 == 0 ? 20 : 140);
            boolean transposed = random.nextBoolean();
            int aRow = transposed ? 1 : k + random.nextInt(3);
            int aColumn = transposed ? m + random.nextInt(3) : 1;
            int bRow = n + random.nextInt(3);
            int cRow = n + random.nextInt(3);
            float[] a = numbers(random, 5 + (m + k) * (m + k + 6));
            float[] b = numbers(random, 3 + k * bRow);
            float[] c = numbers(random, 2 + m * cRow);
            float[] expected = c.clone();
            float[] found = c.clone();
            MatrixKernels.scalar().addProduct(a, 4, aRow, aColumn, b, 2, bRow, expected, 1, cRow, m, k, n);
            vectors.addProduct(a, 4, aRow, aColumn, b, 2, bRow, found, 1, cRow, m, k, n);
            assertThat(found)
                    .as("seed %d, trial %d: %d x %d x %d", SEED, trial, m, k, n)
                    .containsExactly(expected);
            for (int i = 0; i < m; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = c[1 + i * cRow + j];
                    for (int p = 0; p < k; p++) {
                        sum += (double) a[4 + i * aRow + p * aColumn] * b[2 + p * bRow + j];
                    }
                    assertThat((double) found[1 + i * cRow + j]).isCloseTo(sum, within(1e-4));
                }
            }
        }
    }

    private static float[] numbers(Random random, int size) {
        float[] numbers = new float[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }

    @Test
    void functionsHaveTheBitsOfPlainLoopsAndAreClose() {
        Random random = new Random(SEED);
        float[] x = new float[1003];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) ((i % 3 == 0 ? 100 : i % 3 == 1 ? 5 : 1e-3) * random.nextGaussian());
        }
        x[5] = Float.POSITIVE_INFINITY;
        x[6] = Float.NEGATIVE_INFINITY;
        x[7] = 0;
        x[8] = Float.NaN;
        float[] plain = x.clone();
        float[] found = x.clone();
        MatrixKernels.scalar().sigmoid(plain, 1, x.length - 2);
        vectors.sigmoid(found, 1, x.length - 2);
        assertThat(found).containsExactly(plain);
        for (int i = 1; i < x.length - 1; i++) {
            if (i != 8) {
                assertThat((double) found[i])
                        .as("sigmoid(%s)", x[i])
                        .isCloseTo(1 / (1 + Math.exp(-x[i])), within(2e-7));
            }
        }
        assertThat(found[8]).isNaN();
        float[] plainTanh = x.clone();
        float[] foundTanh = x.clone();
        MatrixKernels.scalar().tanh(plainTanh, 0, x.length);
        vectors.tanh(foundTanh, 0, x.length);
        assertThat(foundTanh).containsExactly(plainTanh);
        for (int i = 0; i < x.length; i++) {
            if (i != 8) {
                assertThat((double) foundTanh[i]).as("tanh(%s)", x[i]).isCloseTo(Math.tanh(x[i]), within(4e-7));
            }
        }
    }
}
