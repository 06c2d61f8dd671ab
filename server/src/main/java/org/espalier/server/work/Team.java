package org.espalier.server.work;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.server.http.Deadline;
import org.espalier.server.http.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of threads with a queue of limited length. Each thread keeps its workspaces of the taggers, so their number, and not that of
 * the connections, decides how much memory tagging takes.
 */
public final class Team implements AutoCloseable {
    private final ThreadPoolExecutor threads;
    private final int queue;

    public Team(int threads, int queue) {
        this.queue = queue;
        AtomicInteger number = new AtomicInteger();
        this.threads =
                new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), task -> {
                    Thread thread = new Thread(task, "espalier-tag-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** How many threads there are. */
    public int size() {
        return threads.getMaximumPoolSize();
    }

    /** How many tasks wait. */
    public int waiting() {
        return threads.getQueue().size();
    }

    /** How many threads work. */
    public int working() {
        return threads.getActiveCount();
    }

    /**
     * Has a task done and waits for its result, but not beyond the deadline: then the task is cancelled.
     *
     * @throws Problem when the queue is full, the deadline passes, or the task says so
     */
    public <T> T run(Deadline deadline, Callable<T> task) {
        Future<T> future = submit(deadline, task);
        if (future == null) {
            throw full();
        }
        return result(deadline, future);
    }

    /** What is told when no more can wait. */
    public Problem full() {
        return Problem.later(429, queue + " requests wait already; try again later, or more slowly", 1);
    }

    /** Has a task done later; null when the queue is full. A task whose deadline has passed is not begun. */
    public <T> @Nullable Future<T> submit(Deadline deadline, Callable<T> task) {
        try {
            return threads.submit(() -> {
                deadline.check();
                return task.call();
            });
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Waits for a task. */
    public <T> T result(Deadline deadline, Future<T> future) {
        try {
            return future.get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | CancellationException e) {
            cancel(deadline, future);
            throw deadline.passed();
        } catch (InterruptedException e) {
            cancel(deadline, future);
            Thread.currentThread().interrupt();
            throw Problem.later(503, "the server stops; ask another one", 1);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            if (cause instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(cause);
        }
    }

    /** Nobody waits for it any more. */
    public void cancel(Deadline deadline, Future<?> future) {
        deadline.cancel();
        future.cancel(false);
        if (future instanceof Runnable queued) {
            threads.remove(queued);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
