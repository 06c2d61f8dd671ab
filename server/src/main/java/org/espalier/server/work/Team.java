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
    private final Members threads;
    private final int queue;

    public Team(int threads, int queue) {
        this.queue = queue;
        this.threads = new Members(threads, queue);
    }

    /** A thread that knows when it was born. */
    private static final class Member extends Thread {
        private final int generation;

        Member(Runnable task, int number, int generation) {
            super(task, "espalier-tag-" + number);
            this.generation = generation;
            setDaemon(true);
            setUncaughtExceptionHandler((thread, end) -> {}); // it ends because it is old
        }
    }

    /** Threads of an older generation end after their task, and what they kept of their taggers goes with them. */
    private static final class Members extends ThreadPoolExecutor {
        private final AtomicInteger number = new AtomicInteger();
        private final AtomicInteger generation = new AtomicInteger();

        Members(int threads, int queue) {
            super(threads, threads, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue));
            setThreadFactory(task -> new Member(task, number.incrementAndGet(), generation.get()));
        }

        void renew() {
            generation.incrementAndGet();
        }

        @Override
        protected void afterExecute(Runnable task, @Nullable Throwable failure) {
            if (Thread.currentThread() instanceof Member member && member.generation != generation.get()) {
                throw new IllegalStateException("the thread is replaced by a new one");
            }
        }
    }

    /**
     * Replaces the threads, each after its task. A thread keeps the workspaces of every tagger that it has used, and these keep the model; so this is
     * called when a model goes.
     */
    public void renew() {
        threads.renew();
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
