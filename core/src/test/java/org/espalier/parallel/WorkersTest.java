package org.espalier.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void everyTaskRunsOnceInEveryRoundHoweverShort(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int round = 0; round < 2_000; round++) {
                int count = round % 17;
                AtomicIntegerArray runs = new AtomicIntegerArray(count);
                AtomicIntegerArray busy = new AtomicIntegerArray(threads);
                workers.run(count, (number, worker) -> {
                    assertThat(busy.incrementAndGet(worker)).isEqualTo(1);
                    runs.incrementAndGet(number);
                    busy.decrementAndGet(worker);
                });
                for (int k = 0; k < count; k++) {
                    assertThat(runs.get(k)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void sleepersWakeForTheNextRound() throws InterruptedException {
        try (Workers workers = new Workers(3)) {
            AtomicIntegerArray runs = new AtomicIntegerArray(6);
            for (int round = 0; round < 3; round++) {
                workers.run(6, (number, worker) -> runs.incrementAndGet(number));
                Thread.sleep(5);
            }
            for (int k = 0; k < 6; k++) {
                assertThat(runs.get(k)).isEqualTo(3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theFailureOfTheSmallestNumberIsThrownAndTheWorkersLiveOn(int threads) {
        try (Workers workers = new Workers(threads)) {
            for (int round = 0; round < 200; round++) {
                assertThatThrownBy(() -> workers.run(40, (number, worker) -> {
                            if (number >= 7) {
                                throw new IllegalStateException("task " + number);
                            }
                        }))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("task 7");
                workers.run(3, (number, worker) -> {});
            }
        }
    }

    @Test
    void closedWorkersRefuseWork() {
        Workers workers = new Workers(2);
        workers.close();
        assertThatThrownBy(() -> workers.run(1, (number, worker) -> {})).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new Workers(0)).hasMessageContaining("0 threads");
    }

    @Test
    void aTeamIsNoLargerThanIsOfUse() {
        int processors = Runtime.getRuntime().availableProcessors();

        assertThat(Workers.teamOf(0)).isEqualTo(processors);
        assertThat(Workers.teamOf(5)).isEqualTo(5);
        assertThat(Workers.teamOf(100_000)).isEqualTo(Workers.mostThreads()).isLessThan(100_000);
        assertThat(Workers.mostThreads()).isGreaterThanOrEqualTo(Math.max(64, 8 * processors));
    }
}
