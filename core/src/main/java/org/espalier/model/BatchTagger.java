package org.espalier.model;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.jspecify.annotations.Nullable;

/**
 * Tags a stream of sequences with several threads: the order is kept, and only a fixed number of sequences is in memory at
 * a time, however many there are.
 *
 * <p>One thread reads, {@code threads} threads tag, and the calling thread takes the results, so that a result is handed
 * over while the reader waits for more input. Safe to share; every {@link #run} has threads of its own.
 *
 * <pre>{@code
 * try (SequenceReader reader = Sequences.open(options, Path.of("input.txt"))) {
 *     new BatchTagger(model.tagger(), 4).run(reader, Tagging::labels, BatchTagger.Sink.of(System.out::println));
 * }
 * }</pre>
 */
public final class BatchTagger {
    private static final int WAITING_PER_THREAD = 32;

    private final Tagger tagger;
    private final int threads;

    /** With so many threads; 0 for all cores. */
    public BatchTagger(Tagger tagger, int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException("threads = " + threads + "; expected at least 1, or 0 for all cores");
        }
        this.tagger = tagger;
        this.threads = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }

    /**
     * Takes the results in the order of the input, in the calling thread.
     *
     * @param <R> what is made of a tagging
     */
    public interface Sink<R> {

        void accept(R result);

        /** No result is ready at the moment: the time to flush what was written. */
        default void idle() {}

        /** A sink that is never idle. */
        static <R> Sink<R> of(java.util.function.Consumer<R> consumer) {
            return consumer::accept;
        }
    }

    /**
     * Tags everything that {@code reader} has; the reader is not closed.
     *
     * <p>An exception of the reader, of {@code work} or of {@code sink} ends the run and is thrown here, after the results of
     * all sequences before the one at fault have reached the sink.
     *
     * @param work what is made of each tagging, called by several threads
     */
    public <R> void run(SequenceReader reader, Function<? super Tagging, ? extends R> work, Sink<? super R> sink) {
        BlockingQueue<Future<@Nullable Box<R>>> results = new ArrayBlockingQueue<>(WAITING_PER_THREAD * threads);
        ExecutorService workers = Executors.newFixedThreadPool(threads, named("espalier-tag"));
        Thread reading = named("espalier-read").newThread(() -> {
            try {
                read(reader, work, results, workers);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the run is over
            }
        });
        try {
            reading.start();
            drain(results, sink);
        } finally {
            workers.shutdownNow();
            reading.interrupt();
        }
    }

    /** A result, so that null can stand for the end. */
    private record Box<R>(R value) {}

    private <R> void read(
            SequenceReader reader,
            Function<? super Tagging, ? extends R> work,
            BlockingQueue<Future<@Nullable Box<R>>> results,
            ExecutorService workers)
            throws InterruptedException {
        try {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                Sequence next = sequence;
                results.put(workers.submit(() -> new Box<R>(work.apply(tagger.tag(next)))));
            }
            results.put(CompletableFuture.completedFuture(null));
        } catch (RejectedExecutionException e) {
            Thread.currentThread().interrupt(); // the run is over, and nobody waits for the rest
        } catch (RuntimeException | Error e) {
            results.put(CompletableFuture.failedFuture(e));
        }
    }

    private static <R> void drain(BlockingQueue<Future<@Nullable Box<R>>> results, Sink<? super R> sink) {
        try {
            while (true) {
                Future<@Nullable Box<R>> next = results.poll();
                if (next == null || !next.isDone()) {
                    sink.idle();
                }
                Box<R> result = (next == null ? results.take() : next).get();
                if (result == null) {
                    return;
                }
                sink.accept(result.value());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("tagging was interrupted");
        } catch (ExecutionException e) {
            throw unchecked(e);
        }
    }

    private static RuntimeException unchecked(ExecutionException exception) {
        Throwable cause = exception.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true); // a reader that waits for standard input must not keep the program alive
            return thread;
        };
    }
}
