package org.espalier.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A fixed team of threads; the caller is one of them.
 *
 * <p>The others wait for work by spinning for a moment before they sleep: a training pass hands out work a hundred times
 * a second, and waking a sleeper costs more than many of these tasks. One caller at a time.
 */
public final class Workers implements AutoCloseable {
    private static final long SPIN_NANOS = 20_000;

    /** One piece of work. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does the piece.
         *
         * @param number which piece
         * @param worker who does it, from 0; a worker does one piece at a time
         */
        void run(int number, int worker);
    }

    private final int threads;
    private final List<Thread> others = new ArrayList<>();
    private volatile @Nullable Round round;
    private volatile boolean closed;
    private long rounds;

    /** The most threads that are of any use: far more than there are processors, far less than a system refuses. */
    public static int mostThreads() {
        return Math.max(64, 8 * Runtime.getRuntime().availableProcessors());
    }

    /**
     * How many threads a team gets that is asked for by an option: as many as asked for, up to {@link #mostThreads}, or all cores.
     * Results do not depend on it.
     *
     * @param asked 0 for all cores
     */
    public static int teamOf(int asked) {
        return asked > 0 ? Math.min(asked, mostThreads()) : Runtime.getRuntime().availableProcessors();
    }

    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads; expected at least 1");
        }
        this.threads = threads;
    }

    public int threads() {
        return threads;
    }

    /**
     * Runs the tasks 0 … count−1, each once, and returns when all are done.
     *
     * <p>A failure ends the round early; of several failures that of the smallest number is thrown.
     */
    public void run(int count, Task task) {
        if (closed) {
            throw new IllegalStateException("the workers are closed");
        }
        int helpers = Math.min(threads, count) - 1;
        if (helpers <= 0) {
            for (int k = 0; k < count; k++) {
                task.run(k, 0);
            }
            return;
        }
        start();
        Round current = new Round(++rounds, count, task, others.size());
        round = current;
        others.forEach(LockSupport::unpark);
        current.work(0);
        current.await();
        round = null;
        current.rethrow();
    }

    private void start() {
        while (others.size() < threads - 1) {
            int worker = others.size() + 1;
            Thread thread = new Thread(() -> serve(worker), "espalier-worker-" + worker);
            thread.setDaemon(true);
            others.add(thread);
            thread.start();
        }
    }

    private void serve(int worker) {
        long last = 0; // the number of the round, not the round: a finished one must not be kept alive
        long idleSince = System.nanoTime();
        while (!closed) {
            Round next = round;
            if (next != null && next.number != last) {
                next.work(worker);
                next.left.countDown();
                last = next.number;
                idleSince = System.nanoTime();
            } else if (System.nanoTime() - idleSince < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        others.forEach(LockSupport::unpark);
    }

    private static final class Round {
        private final long number;
        private final int count;
        private final Task task;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch left;
        private int failedNumber = Integer.MAX_VALUE;
        private @Nullable Throwable failure;

        Round(long number, int count, Task task, int helpers) {
            this.number = number;
            this.count = count;
            this.task = task;
            this.left = new CountDownLatch(helpers);
        }

        void work(int worker) {
            for (int k = next.getAndIncrement(); k < count; k = next.getAndIncrement()) {
                try {
                    task.run(k, worker);
                } catch (RuntimeException | Error e) {
                    fail(k, e);
                }
            }
        }

        private synchronized void fail(int number, Throwable e) {
            if (number < failedNumber) {
                failedNumber = number;
                failure = e;
            }
            next.set(count); // the tasks begun before this one go on, so the smallest failure is always seen
        }

        void await() {
            long begun = System.nanoTime();
            while (left.getCount() > 0 && System.nanoTime() - begun < SPIN_NANOS) {
                Thread.onSpinWait();
            }
            boolean interrupted = false;
            while (true) {
                try {
                    left.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true; // the tasks are short and write to the caller's arrays: see them out
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        void rethrow() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }
}
