package org.espalier.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelSumTest {
    private static final int SHARDS = 37;
    private static final int SIZE = 5;

    private final double[] numbers =
            new Random(7).doubles(SHARDS * (SIZE + 1), -1e6, 1e6).toArray();

    private double share(int shard, double[] at, double[] into) {
        for (int i = 0; i < SIZE; i++) {
            into[i] += at[0] * numbers[shard * (SIZE + 1) + i] / 3;
        }
        return at[0] * numbers[shard * (SIZE + 1) + SIZE] / 3;
    }

    /** From left to right, one share after the other: the definition. */
    private double expected(double[] at, double start, double[] sums) {
        double value = start;
        for (int k = 0; k < SHARDS; k++) {
            double[] share = new double[SIZE];
            value += share(k, at, share);
            for (int i = 0; i < SIZE; i++) {
                sums[i] += share[i];
            }
        }
        return value;
    }

    private void check(ParallelSum sum) {
        for (int round = 0; round < 20; round++) {
            double[] at = {1 + round};
            double[] wanted = {1, 2, 3, 4, 5};
            double[] found = wanted.clone();
            double value = expected(at, 0.1, wanted);

            assertThat(sum.add(SHARDS, at, 0.1, found, (shard, x, worker, share) -> share(shard, x, share)))
                    .isEqualTo(value);
            assertThat(found).containsExactly(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void theBitsAreThoseOfOneShareAfterTheOther(int threads) {
        try (Workers workers = new Workers(threads)) {
            check(new LocalSum(workers));
        }
    }

    /** Evaluates the shards in a random order, some twice, in arrays that come from elsewhere: what another machine may do. */
    @Test
    void anotherPlaceGivesTheSameBits() {
        Random random = new Random(3);
        ParallelSum elsewhere = new ParallelSum() {
            @Override
            public int workers() {
                return 1;
            }

            @Override
            public double add(int count, double[] at, double start, double[] sums, Shard shard) {
                List<Integer> order =
                        new ArrayList<>(IntStream.range(0, count).boxed().toList());
                order.addAll(order.subList(0, count / 2));
                Collections.shuffle(order, random);
                double[][] shares = new double[count][];
                double[] values = new double[count];
                for (int k : order) {
                    shares[k] = new double[sums.length];
                    values[k] = shard.evaluate(k, at.clone(), 0, shares[k]);
                }
                double value = start;
                for (int k = 0; k < count; k++) {
                    value += values[k];
                    for (int i = 0; i < sums.length; i++) {
                        sums[i] += shares[k][i];
                    }
                }
                return value;
            }
        };

        check(elsewhere);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void sumsOfSeveralSizesUseTheSameRoom(int threads) {
        try (Workers workers = new Workers(threads)) {
            LocalSum sum = new LocalSum(workers);
            for (int size : new int[] {3, 7, 0, 2, 5}) {
                for (int count : new int[] {4, 0, 1, 9}) {
                    double[] sums = new double[size];
                    double value = sum.add(count, sums, 0, sums, (shard, at, worker, share) -> {
                        for (int i = 0; i < size; i++) {
                            assertThat(share[i]).isZero();
                        }
                        Arrays.fill(share, shard + 1.0); // the room behind the sums does not count
                        return 1;
                    });
                    assertThat(value).isEqualTo(count);
                    for (double element : sums) {
                        assertThat(element).isEqualTo(count * (count + 1) / 2.0);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void valuesAloneNeedNoVector(int threads) {
        try (Workers workers = new Workers(threads)) {
            assertThat(new LocalSum(workers).add(100, new double[0], 5, (shard, at, worker, none) -> shard))
                    .isEqualTo(5 + 4950);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theFirstFailureIsThrown(int threads) {
        try (Workers workers = new Workers(threads)) {
            LocalSum sum = new LocalSum(workers);

            assertThatThrownBy(() -> sum.add(50, new double[0], 0, (shard, at, worker, none) -> {
                        if (shard >= 10) {
                            throw new IllegalStateException("shard " + shard);
                        }
                        return 0;
                    }))
                    .hasMessage("shard 10");
        }
    }
}
