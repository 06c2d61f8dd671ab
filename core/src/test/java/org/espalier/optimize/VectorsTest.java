package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
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

        assertThat(Vectors.dot(a, b)).isCloseTo(ab, within(1e-12));
        assertThat(Vectors.dot(c, a)).isCloseTo(ac, within(1e-12));
        assertThat(Vectors.dot(c, c)).isCloseTo(cc, within(1e-11));
        assertThat(Vectors.absoluteSum(a)).isCloseTo(absolute, within(1e-12));
        assertThat(Vectors.distance(a, b)).isCloseTo(Math.sqrt(distance), within(1e-12));
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
