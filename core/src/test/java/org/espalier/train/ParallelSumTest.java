package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // against deadlocks only
class ParallelSumTest {
    private static final int N = 50;

    /** Numbers of very different sizes, so that another order of additions gives other bits. */
    private static double shard(int shard, double[] sum) {
        Random random = new Random(shard);
        double value = 0;
        for (int k = 0; k < N; k++) {
            sum[k] += random.nextGaussian() * Math.pow(10, random.nextInt(12));
            value += sum[k];
        }
        if (shard % 7 == 3) {
            Thread.yield();
        }
        return value;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 33})
    void theBitsDependOnTheShardsOnly(int threads) {
        for (int shards : new int[] {0, 1, 2, 7, 200}) {
            double[] expected = new double[N];
            double expectedValue = 0;
            for (int s = 0; s < shards; s++) {
                double[] one = new double[N];
                expectedValue += shard(s, one);
                for (int k = 0; k < N; k++) {
                    expected[k] += one[k];
                }
            }
            try (ParallelSum parallel = new ParallelSum(threads)) {
                for (int repeat = 0; repeat < 5; repeat++) {
                    double[] total = new Random(repeat).doubles(N).toArray(); // whatever was there is overwritten
                    double value = parallel.sum(shards, (s, worker, sum) -> shard(s, sum), total);
                    assertThat(total).as("%d shards", shards).isEqualTo(expected);
                    assertThat(value).isEqualTo(expectedValue);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void whatAShardThrowsArrivesAndTheNextSumWorks(int threads) {
        try (ParallelSum parallel = new ParallelSum(threads)) {
            for (int bad = 0; bad < 20; bad++) {
                int failing = bad;
                assertThatThrownBy(() -> parallel.sum(
                                20,
                                (s, worker, sum) -> {
                                    if (s == failing) {
                                        throw new IllegalStateException("shard " + s);
                                    }
                                    return shard(s, sum);
                                },
                                new double[N]))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("shard " + failing);
            }
            assertThatThrownBy(() -> parallel.sum(
                            3,
                            (s, worker, sum) -> {
                                throw new StackOverflowError("shard " + s);
                            },
                            new double[N]))
                    .isInstanceOf(StackOverflowError.class);
            assertThat(parallel.sum(5, (s, worker, sum) -> s, new double[N])).isEqualTo(10);
            assertThat(parallel.sum(5, (s, worker, sum) -> sum.length, new double[3]))
                    .isEqualTo(15);
        }
    }

    @Test
    void aWorkerRunsOneShardAtATime() {
        AtomicInteger[] busy = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        try (ParallelSum parallel = new ParallelSum(3)) {
            double clashes = parallel.sum(
                    300,
                    (s, worker, sum) -> {
                        int running = busy[worker].incrementAndGet();
                        shard(s, sum);
                        busy[worker].decrementAndGet();
                        return running - 1;
                    },
                    new double[N]);
            assertThat(clashes).isZero();
        }
    }

    @Test
    void anInterruptEndsTheWait() {
        try (ParallelSum parallel = new ParallelSum(2)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> parallel.sum(4, (s, worker, sum) -> shard(s, sum), new double[N]))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
