package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.optimize.Softmax;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

class BatchTeamTest {
    private static BatchTeam team(int active, int batch, Workers workers) {
        Softmax function = Softmax.random(100, 50, 2, active, new Random(1));
        return new BatchTeam(function, IntStream.range(0, 100).toArray(), batch, workers);
    }

    /** Handing out eight terms of a microsecond each took three times the processor time of one thread, and seven times as long. */
    @Test
    void smallBatchesStayWithTheCaller() {
        try (Workers workers = new Workers(3)) {
            BatchTeam team = team(14, 8, workers);
            Thread[] threads = new Thread[8];

            team.run(8, (k, worker) -> threads[k] = Thread.currentThread());

            assertThat(threads).containsOnly(Thread.currentThread());
            assertThat(team.shares()).isEqualTo(1);
        }
    }

    @Test
    void largeBatchesAreShared() {
        try (Workers workers = new Workers(3)) {
            BatchTeam team = team(5_000, 8, workers);
            int[] runs = new int[100];

            team.run(100, (k, worker) -> runs[k]++);

            assertThat(team.shares()).isEqualTo(2);
            assertThat(Arrays.stream(runs)).containsOnly(1);
        }
    }

    @Test
    void oneThreadNeedsNoTeam() {
        assertThat(team(5_000, 8, new Workers(1)).shares()).isEqualTo(1);
    }
}
