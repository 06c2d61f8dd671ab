package org.espalier.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sums values and vectors over fixed shards on several threads, with the same bits for any number of threads.
 *
 * <p>Every worker sums a shard into a vector of its own and, when it is that shard's turn, adds it to the total: total =
 * ((shard 0 + shard 1) + shard 2) + …, in that order always. Memory: one vector per worker beside the total.
 */
final class ParallelSum implements AutoCloseable {

    /** One shard's part of the sum. */
    interface Shard {
        /**
         * Computes a shard.
         *
         * @param worker which worker calls, from 0; a worker runs one shard at a time
         * @param sum zeroed before the call; receives the shard's vector
         * @return the shard's value
         */
        double add(int shard, int worker, double[] sum);
    }

    private final int threads;
    private final ExecutorService executor;
    private double[][] buffers = {}; // [threads][n]

    ParallelSum(int threads) {
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "espalier-sum");
            thread.setDaemon(true);
            return thread;
        });
    }

    int threads() {
        return threads;
    }

    /** Overwrites {@code total} with the sum of the shards' vectors and returns the sum of their values. */
    double sum(int shards, Shard shard, double[] total) {
        int workers = Math.min(threads, shards);
        if (buffers.length < workers || (workers > 0 && buffers[0].length != total.length)) {
            buffers = new double[workers][total.length];
        }
        Arrays.fill(total, 0.0);
        Turn turn = new Turn(total);
        AtomicInteger next = new AtomicInteger();
        List<Future<?>> running = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            int number = worker;
            running.add(executor.submit(() -> work(number, shards, shard, next, turn)));
        }
        for (Future<?> future : running) {
            await(future);
        }
        turn.rethrow();
        return turn.value;
    }

    private void work(int worker, int shards, Shard shard, AtomicInteger next, Turn turn) {
        double[] buffer = buffers[worker];
        try {
            for (int k = next.getAndIncrement(); k < shards; k = next.getAndIncrement()) {
                Arrays.fill(buffer, 0.0);
                double value = shard.add(k, worker, buffer);
                if (!turn.add(k, value, buffer)) {
                    return;
                }
            }
        } catch (RuntimeException | Error e) {
            turn.fail(e);
        }
    }

    private static void await(Future<?> future) {
        try {
            future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrainingException("training was interrupted", e);
        } catch (ExecutionException e) {
            throw new TrainingException("a worker failed: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** Lets shards in, in their order. */
    private static final class Turn {
        private final double[] total;
        private int next;
        private double value;
        private @Nullable Throwable failure;

        Turn(double[] total) {
            this.total = total;
        }

        /** Waits for the shard's turn and adds it; false when another shard has failed. */
        synchronized boolean add(int shard, double shardValue, double[] sum) {
            while (next != shard && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    fail(e);
                }
            }
            if (failure != null) {
                return false;
            }
            value += shardValue;
            for (int k = 0; k < total.length; k++) {
                total[k] += sum[k];
            }
            next++;
            notifyAll();
            return true;
        }

        synchronized void fail(Throwable e) {
            if (failure == null) {
                failure = e; // what comes later may be only its consequence
            }
            notifyAll();
        }

        synchronized void rethrow() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
            if (failure != null) {
                throw new TrainingException("a worker failed: " + failure, failure);
            }
        }
    }
}
