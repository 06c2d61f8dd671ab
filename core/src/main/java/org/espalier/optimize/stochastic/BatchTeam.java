package org.espalier.optimize.stochastic;

import org.espalier.optimize.SumFunction;
import org.espalier.parallel.Workers;

/**
 * Who does the work of a batch of terms: all workers, or the caller alone where a batch is so little work that it is done
 * before they have heard of it. Whoever does it, the result is the same.
 */
public final class BatchTeam {
    /**
     * In the units of {@link SumFunction#work}: about a millisecond. Handing a batch out twice takes some 20 µs where cores are
     * idle, and while the others wait for it they spin: with batches of 80 µs two threads took six times the processor time of
     * one, and were no faster.
     */
    private static final int LEAST_SHARED_WORK = 32_000;

    private final Workers workers;
    private final boolean together;

    /** For batches of so many of the terms. */
    public BatchTeam(SumFunction function, int[] terms, int batch, Workers workers) {
        this.workers = workers;
        this.together = workers.threads() > 1 && isWorthSharing(function, terms, batch);
    }

    /** Whether batches of so many of the terms are work enough for several workers; the same for any number of them. */
    public static boolean isWorthSharing(SumFunction function, int[] terms, int batch) {
        long work = 0;
        for (int term : terms) {
            work += function.work(term);
        }
        return work / Math.max(1, terms.length) * batch >= LEAST_SHARED_WORK;
    }

    /** Into how many shares of its elements a vector is cut, so that each worker can change one: a power of two. */
    public int shares() {
        return together ? Integer.highestOneBit(workers.threads()) : 1;
    }

    /** Runs the tasks 0 … count−1, each once. */
    public void run(int count, Workers.Task task) {
        if (together) {
            workers.run(count, task);
        } else {
            for (int k = 0; k < count; k++) {
                task.run(k, 0);
            }
        }
    }
}
