package org.espalier.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.parallel.Workers;
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
    /** So many sequences are in memory. */
    private static final int HELD_PER_THREAD = 32;

    private static final int LARGEST_BATCH = 16;

    private final Tagger tagger;
    private final int threads;

    /** With so many threads; 0 for all cores. */
    public BatchTagger(Tagger tagger, int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException("threads = " + threads + "; expected at least 1, or 0 for all cores");
        }
        this.tagger = tagger;
        this.threads = Workers.teamOf(threads);
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
        new Run<R>(reader, () -> new Results<>(work), sink).run();
    }

    /**
     * Tags everything that {@code reader} has and writes it; the reader is not closed. Exceptions are treated as by
     * {@link #run}.
     *
     * @param format appends the text of a tagging, called by several threads
     * @param sink takes the UTF-8 bytes of one or more sequences at a time
     */
    public void write(SequenceReader reader, BiConsumer<? super Tagging, StringBuilder> format, Sink<byte[]> sink) {
        new Run<byte[]>(reader, () -> new Text(format), sink).run();
    }

    /** What is made of the sequences of a batch, one after the other. */
    private interface Gathering<R> {
        void add(Tagging tagging);

        /** What was made so far, when all or all but one at fault were added. */
        List<R> results();
    }

    private static final class Results<R> implements Gathering<R> {
        private final Function<? super Tagging, ? extends R> work;
        private final List<R> results = new ArrayList<>();

        Results(Function<? super Tagging, ? extends R> work) {
            this.work = work;
        }

        @Override
        public void add(Tagging tagging) {
            results.add(work.apply(tagging));
        }

        @Override
        public List<R> results() {
            return results;
        }
    }

    private static final class Text implements Gathering<byte[]> {
        private final BiConsumer<? super Tagging, StringBuilder> format;
        private final StringBuilder text = new StringBuilder(1 << 12);
        private int complete;

        Text(BiConsumer<? super Tagging, StringBuilder> format) {
            this.format = format;
        }

        @Override
        public void add(Tagging tagging) {
            format.accept(tagging, text);
            complete = text.length();
        }

        @Override
        public List<byte[]> results() {
            text.setLength(complete); // half a sequence is not written
            return List.of(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Neighbouring sequences that one thread tags; grows until a thread takes it. */
    private static final class Batch<R> {
        private final List<Sequence> sequences = new ArrayList<>();
        private List<R> results = List.of();
        private @Nullable Throwable failure;
        private boolean done;
        private boolean last;
    }

    /**
     * One run: batches go from the reader to the workers and, in order, to the calling thread. An idle worker takes even a
     * single sequence at once; while all are busy, sequences gather, so that handing over costs little.
     */
    private final class Run<R> {
        private final SequenceReader reader;
        private final Supplier<? extends Gathering<R>> gatherings;
        private final Sink<? super R> sink;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition room = lock.newCondition();
        private final Condition work = lock.newCondition();
        private final Condition result = lock.newCondition();
        private final Deque<Batch<R>> ordered = new ArrayDeque<>(); // not yet handed over
        private final Deque<Batch<R>> waiting = new ArrayDeque<>(); // not yet taken by a worker
        private final List<Thread> helpers = new ArrayList<>();
        private int held; // sequences in ordered
        private int idle; // workers
        private boolean over;

        Run(SequenceReader reader, Supplier<? extends Gathering<R>> gatherings, Sink<? super R> sink) {
            this.reader = reader;
            this.gatherings = gatherings;
            this.sink = sink;
        }

        void run() {
            start("espalier-read", this::read);
            try {
                drain();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("tagging was interrupted");
            } finally {
                lock.lock();
                try {
                    over = true;
                    helpers.forEach(Thread::interrupt);
                } finally {
                    lock.unlock();
                }
            }
        }

        private void start(String name, Task task) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            task.run();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt(); // the run is over, and nobody waits for the rest
                        }
                    },
                    name);
            thread.setDaemon(true); // a reader that waits for standard input must not keep the program alive
            helpers.add(thread);
            thread.start();
        }

        private void read() throws InterruptedException {
            Batch<R> end = new Batch<>();
            try {
                for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                    put(sequence);
                }
            } catch (RuntimeException | Error e) {
                end.failure = e;
            }
            end.last = true;
            end.done = true;
            lock.lockInterruptibly();
            try {
                ordered.add(end);
                result.signal();
            } finally {
                lock.unlock();
            }
        }

        private void put(Sequence sequence) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (held >= HELD_PER_THREAD * threads) {
                    room.await();
                }
                held++;
                Batch<R> open = waiting.peekLast();
                if (open == null || open.sequences.size() >= LARGEST_BATCH) {
                    open = new Batch<>();
                    waiting.add(open);
                    ordered.add(open);
                    if (idle > 0) {
                        work.signal();
                    } else if (helpers.size() <= threads && !over) { // the reader is one of them
                        start("espalier-tag", this::work);
                    }
                }
                open.sequences.add(sequence);
            } finally {
                lock.unlock();
            }
        }

        private void work() throws InterruptedException {
            while (true) {
                Batch<R> batch = take();
                List<R> results = List.of();
                Gathering<R> gathering = gatherings.get();
                try {
                    for (Sequence sequence : batch.sequences) {
                        gathering.add(tagger.tag(sequence));
                    }
                } catch (RuntimeException | Error e) {
                    batch.failure = e;
                }
                try {
                    results = gathering.results();
                } catch (OutOfMemoryError e) {
                    batch.failure = e; // or the calling thread would wait for ever
                }
                lock.lockInterruptibly();
                try {
                    batch.results = results;
                    batch.done = true;
                    if (ordered.peek() == batch) {
                        result.signal();
                    }
                } finally {
                    lock.unlock();
                }
            }
        }

        private Batch<R> take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                Batch<R> batch = waiting.poll();
                while (batch == null) {
                    idle++;
                    try {
                        work.await();
                    } finally {
                        idle--;
                    }
                    batch = waiting.poll();
                }
                return batch;
            } finally {
                lock.unlock();
            }
        }

        private void drain() throws InterruptedException {
            while (true) {
                if (!isReady()) {
                    sink.idle();
                }
                Batch<R> batch = next();
                batch.results.forEach(sink::accept);
                if (batch.failure instanceof Error error) {
                    throw error;
                }
                if (batch.failure instanceof RuntimeException exception) {
                    throw exception;
                }
                if (batch.last) {
                    return;
                }
            }
        }

        private boolean isReady() {
            lock.lock();
            try {
                Batch<R> first = ordered.peek();
                return first != null && first.done;
            } finally {
                lock.unlock();
            }
        }

        private Batch<R> next() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                Batch<R> first = ordered.peek();
                while (first == null || !first.done) {
                    result.await();
                    first = ordered.peek();
                }
                ordered.remove();
                held -= first.sequences.size();
                room.signal();
                return first;
            } finally {
                lock.unlock();
            }
        }
    }

    @FunctionalInterface
    private interface Task {
        void run() throws InterruptedException;
    }
}
