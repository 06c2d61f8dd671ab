package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SparseVectorTest {
    private static final int DIMENSION = 300;

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /** Everything that it does, also beyond its first room and after it was cleared, as a dense vector does it. */
    @Test
    void agreesWithADenseVector() {
        Random random = new Random(6);
        SparseVector first = new SparseVector(DIMENSION);
        SparseVector second = new SparseVector(DIMENSION);
        for (int round = 0; round < 30; round++) {
            double[] one = fill(first, random);
            double[] two = fill(second, random);
            assertThat(first.dot(two)).isCloseTo(dot(one, two), within(1e-9));
            assertThat(first.dot(second)).isCloseTo(dot(one, two), within(1e-9));
            assertThat(first.squaredNorm()).isCloseTo(dot(one, one), within(1e-9));
            double[] target = two.clone();
            first.addTo(target, -2.5);
            for (int k = 0; k < DIMENSION; k++) {
                assertThat(target[k]).isCloseTo(two[k] - 2.5 * one[k], within(1e-9));
            }
        }
    }

    private static double[] fill(SparseVector vector, Random random) {
        vector.clear();
        assertThat(vector.size()).isZero();
        double[] dense = new double[DIMENSION];
        TreeSet<Integer> touched = new TreeSet<>();
        for (int n = random.nextInt(400); n > 0; n--) {
            int place = random.nextInt(DIMENSION);
            double amount = random.nextInt(5) - 2;
            vector.add(place, amount);
            dense[place] += amount;
            touched.add(place);
        }
        assertThat(vector.size()).isEqualTo(touched.size());
        for (int n = 0; n < vector.size(); n++) {
            assertThat(touched.remove(vector.index(n))).as("each place once").isTrue();
        }
        for (int k = 0; k < DIMENSION; k++) {
            assertThat(vector.value(k)).isEqualTo(dense[k]);
        }
        return dense;
    }
}
