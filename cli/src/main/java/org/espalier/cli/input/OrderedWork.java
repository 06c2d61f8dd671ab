package org.espalier.cli.input;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.parallel.Workers;

/**
 * Reads data a few sequences at a time, and does something with each on several threads.
 *
 * @param options how data are read
 * @param inputs the files; none for standard input
 * @param threads 0 for all cores
 */
public record OrderedWork(DataOptions options, List<Path> inputs, int threads) {
    private static final int BATCH = 64;

    public OrderedWork {
        inputs = inputs.isEmpty() ? List.of(Path.of("-")) : List.copyOf(inputs);
    }

    /** Walks through all sequences that are not empty; results come in their order. */
    public <R> void run(Function<Sequence, R> task, Consumer<R> sink) {
        run(task, sink, separator -> {});
    }

    /**
     * The same for results that are written as the input is.
     *
     * @param separator is told what stands between columns of the input
     */
    public <R> void run(Function<Sequence, R> task, Consumer<R> sink, Consumer<String> separator) {
        try (SequenceReader reader = Sequences.open(options, inputs);
                Workers workers = new Workers(Workers.teamOf(threads))) {
            List<Sequence> batch = new ArrayList<>();
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                separator.accept(reader.columnSeparator());
                if (sequence.length() > 0) {
                    batch.add(sequence);
                }
                if (batch.size() == BATCH) {
                    flush(batch, workers, task, sink);
                }
            }
            flush(batch, workers, task, sink);
        }
    }

    private static <R> void flush(List<Sequence> batch, Workers workers, Function<Sequence, R> task, Consumer<R> sink) {
        List<R> results = new ArrayList<>(Collections.nCopies(batch.size(), null));
        workers.run(batch.size(), (k, worker) -> results.set(k, task.apply(batch.get(k))));
        results.forEach(sink);
        batch.clear();
    }
}
