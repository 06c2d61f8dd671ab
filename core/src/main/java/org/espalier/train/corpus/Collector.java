package org.espalier.train.corpus;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.encoding.CorpusEncoder;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.model.Model;
import org.espalier.parallel.Workers;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/**
 * Turns sequences into training data on several threads, so that the text need not stay in memory.
 *
 * <p>In each round one worker reads on while the others encode what was read in the round before, batch by batch; then the
 * batches are merged in their order. Batches are cut by the data, and nothing depends on which thread does what. Of several
 * faults in the data the first one is reported.
 */
public final class Collector {
    /** All pairs of so many labels still have int numbers. */
    private static final int MOST_LABELS = 40_000;

    private static final int BATCH_TOKENS = 4_096;
    private static final int BATCHES_PER_WORKER = 2;

    private final Supplier<@Nullable Sequence> source;
    private final LabelNotation notation;
    private final boolean marked;
    private final CorpusEncoder encoder;
    private final ChunkStore chunks;
    private final @Nullable Model initial;
    private final Map<String, Integer> labelNumbers = new LinkedHashMap<>();
    private final Fingerprint fingerprint = new Fingerprint();
    private boolean exhausted;
    private int sequences;
    private long tokens;
    private int columns = -1;
    private final Locations locations = new Locations();

    private Collector(
            Supplier<@Nullable Sequence> source,
            AttributeExtractor extractor,
            TrainingOptions options,
            @Nullable Model initial,
            ChunkStore chunks,
            PairPlaces pairs) {
        this.source = source;
        this.notation = options.notation();
        this.marked = options.structure().hasMarks();
        this.encoder = new CorpusEncoder(extractor, options.selection().boundaries(), pairs);
        this.chunks = chunks;
        this.initial = initial;
    }

    /**
     * Reads and encodes everything.
     *
     * @param source gives null at the end
     * @param chunks takes the data; closed if they turn out to be bad
     */
    public static TrainingData collect(
            Supplier<@Nullable Sequence> source,
            AttributeExtractor extractor,
            TrainingOptions options,
            @Nullable Model initial,
            ChunkStore chunks) {
        return collect(source, extractor, options, initial, chunks, PairPlaces.STEPS);
    }

    /**
     * The same where other pairs of tokens than neighbours have attributes.
     *
     * @param pairs which pairs of tokens have attributes
     */
    public static TrainingData collect(
            Supplier<@Nullable Sequence> source,
            AttributeExtractor extractor,
            TrainingOptions options,
            @Nullable Model initial,
            ChunkStore chunks,
            PairPlaces pairs) {
        boolean done = false;
        try (Workers workers = new Workers(options.workers())) {
            Collector collector = new Collector(source, extractor, options, initial, chunks, pairs);
            if (initial != null) {
                collector.encoder.addAll(initial.encoder());
            }
            collector.run(workers);
            TrainingData data = collector.finish(options.selection().minCount());
            done = true;
            return data;
        } finally {
            if (!done) {
                chunks.close();
            }
        }
    }

    /** What was read in one round, and what ended the reading, if anything did. */
    private record Window(
            List<List<Sequence>> batches, @Nullable Throwable failure) {
        void rethrow() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }

    private void run(Workers workers) {
        int most = BATCHES_PER_WORKER * workers.threads();
        int wanted = 1; // at first nearly every name is new: small rounds find the same one fewer times
        Window window = read(wanted);
        while (!window.batches.isEmpty()) {
            wanted = Math.min(2 * wanted, most);
            window = encode(window, wanted, workers);
        }
        window.rethrow();
    }

    /** Encodes a window and reads the next one meanwhile. */
    private Window encode(Window window, int wanted, Workers workers) {
        int count = window.batches.size();
        Window[] next = new Window[1];
        CollectedBatch[] encoded = new CollectedBatch[count];
        workers.run(count + 1, (number, worker) -> {
            if (number == 0) {
                next[0] = window.failure == null ? read(wanted) : new Window(List.of(), null);
            } else {
                encoded[number - 1] = new CollectedBatch(notation, marked, encoder.newBatch());
                window.batches.get(number - 1).forEach(encoded[number - 1]::add);
            }
        });
        for (CollectedBatch batch : encoded) {
            merge(batch);
        }
        window.rethrow();
        return next[0];
    }

    /** A fault is kept for the time when all that was read before it has proved right. */
    private Window read(int wanted) {
        List<List<Sequence>> batches = new ArrayList<>();
        try {
            while (batches.size() < wanted && !exhausted) {
                List<Sequence> batch = new ArrayList<>();
                batches.add(batch);
                readBatch(batch);
            }
            return new Window(batches, null);
        } catch (RuntimeException | Error e) {
            return new Window(batches, e);
        }
    }

    private void readBatch(List<Sequence> batch) {
        for (long length = 0; length < BATCH_TOKENS; ) {
            Sequence sequence = source.get();
            if (sequence == null) {
                exhausted = true;
                return;
            }
            batch.add(sequence);
            length += sequence.length() + 1L;
        }
    }

    private void merge(CollectedBatch batch) {
        fingerprint.add(batch.content());
        List<String> names = batch.labels();
        int[] labels = new int[names.size()];
        for (int k = 0; k < labels.length; k++) {
            labels[k] = labelNumbers.computeIfAbsent(names.get(k), name -> labelNumbers.size());
        }
        EncodedSequences merged = encoder.merge(batch.encoding());
        if (merged.size() > 0) {
            chunks.add(batch.chunk(merged).renumbered(labels, UnaryOperator.identity()));
        }
        batch.locations().forEach(locations::add);
        sequences += merged.size();
        tokens += merged.positions();
        columns = columns < 0 ? batch.columns() : columns;
    }

    private TrainingData finish(int minCount) {
        if (tokens == 0) {
            throw new TrainingException(
                    "there are no tokens to train on; the data are empty, or every sequence has" + " the weight 0");
        }
        Labels labels = labels();
        if (labels.size() == 0) {
            throw new TrainingException("every label is '" + notation.unknown()
                    + "': there is nothing to learn; label some tokens, or choose another mark for unknown labels");
        }
        if (labels.size() > MOST_LABELS) {
            throw new TrainingException(labels.size() + " different labels, but at most " + MOST_LABELS
                    + " are possible; is the label in another column?");
        }
        int[] numbers = labelNumbers.keySet().stream().mapToInt(labels::indexOf).toArray();
        Encoder frozen;
        UnaryOperator<EncodedSequences> change = UnaryOperator.identity();
        if (minCount <= 1) {
            frozen = encoder.build();
        } else {
            CorpusEncoder.Cut cut = encoder.cut(minCount, this::encodedChunks);
            frozen = cut.encoder();
            change = cut.isEmpty() ? change : cut::apply;
        }
        UnaryOperator<EncodedSequences> last = change;
        chunks.change(chunk -> chunk.renumbered(numbers, last));
        return new TrainingData(
                frozen,
                labels,
                new InstanceStore(chunks, sequences, tokens, frozen.attributes()),
                Math.max(columns, 0),
                fingerprint.hex(),
                locations,
                null);
    }

    private Iterator<EncodedSequences> encodedChunks() {
        return IntStream.range(0, chunks.size())
                .mapToObj(k -> chunks.get(k).sequences())
                .iterator();
    }

    private Labels labels() {
        List<String> names = new ArrayList<>();
        if (initial != null) {
            names.addAll(initial.labels().names());
        }
        TreeSet<String> found = new TreeSet<>(labelNumbers.keySet());
        names.forEach(found::remove);
        names.addAll(found);
        return Labels.of(names);
    }
}
