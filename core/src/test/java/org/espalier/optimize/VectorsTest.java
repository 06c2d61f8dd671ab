package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 31, 1000})
    void agreesWithPlainLoops(int n) {
        Random random = new Random(n);
        double[] a = random.doubles(n, -1, 1).toArray();
        double[] b = random.doubles(n, -1, 1).toArray();
        float[] c = new float[n];
        double ab = 0;
        double ac = 0;
        double cc = 0;
        double absolute = 0;
        double distance = 0;
        for (int i = 0; i < n; i++) {
            c[i] = random.nextFloat() - 0.5f;
            ab += a[i] * b[i];
            ac += a[i] * c[i];
            cc += (double) c[i] * c[i];
            absolute += Math.abs(a[i]);
            distance += (a[i] - b[i]) * (a[i] - b[i]);
        }

        assertThat(Vectors.SEQUENTIAL.dot(a, b)).isCloseTo(ab, within(1e-12));
        assertThat(Vectors.SEQUENTIAL.dot(c, a)).isCloseTo(ac, within(1e-12));
        assertThat(Vectors.SEQUENTIAL.dot(c, c)).isCloseTo(cc, within(1e-11));
        assertThat(Vectors.SEQUENTIAL.absoluteSum(a)).isCloseTo(absolute, within(1e-12));
        assertThat(Vectors.SEQUENTIAL.distance(a, b)).isCloseTo(Math.sqrt(distance), within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Vectors.CHUNK - 1, Vectors.CHUNK, Vectors.CHUNK + 1, 5 * Vectors.CHUNK + 17})
    void hasTheSameBitsForAnyNumberOfWorkers(int n) {
        Random random = new Random(n);
        double[] a = random.doubles(n, -1, 1).toArray();
        double[] b = random.doubles(n, -1, 1).toArray();
        float[] c = Vectors.SEQUENTIAL.scaledDifference(3, a, b);
        float[] d = Vectors.SEQUENTIAL.scaledDifference(-0.1, a, b);
        for (int threads : new int[] {2, 7}) {
            try (Workers workers = new Workers(threads)) {
                Vectors vectors = new Vectors(workers);

                assertThat(vectors.dot(a, b)).isEqualTo(Vectors.SEQUENTIAL.dot(a, b));
                assertThat(vectors.dot(c, a)).isEqualTo(Vectors.SEQUENTIAL.dot(c, a));
                assertThat(vectors.dot(c, d)).isEqualTo(Vectors.SEQUENTIAL.dot(c, d));
                assertThat(vectors.weightedSquare(c, d)).isEqualTo(Vectors.SEQUENTIAL.weightedSquare(c, d));
                assertThat(vectors.absoluteSum(a)).isEqualTo(Vectors.SEQUENTIAL.absoluteSum(a));
                assertThat(vectors.distance(a, b)).isEqualTo(Vectors.SEQUENTIAL.distance(a, b));
                double[] one = a.clone();
                double[] other = a.clone();
                vectors.addScaled(0.3, c, one);
                Vectors.SEQUENTIAL.addScaled(0.3, c, other);
                assertThat(one).isEqualTo(other);
            }
        }
    }

    @Test
    void findsTheFirstElementThatIsNotFinite() {
        assertThat(Vectors.firstNotFinite(new double[] {1, -2, 0})).isEqualTo(-1);
        assertThat(Vectors.firstNotFinite(new double[] {1, Double.NaN, Double.NEGATIVE_INFINITY}))
                .isEqualTo(1);
        assertThat(Vectors.firstNotFinite(new float[] {1, 2})).isEqualTo(-1);
        assertThat(Vectors.firstNotFinite(new float[] {1, 2, Float.POSITIVE_INFINITY}))
                .isEqualTo(2);
    }
}
