package org.espalier.server.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Misalignment;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.SpansFormatter;
import org.espalier.data.TextOptions;
import org.espalier.model.Model;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.server.shelf.ServedModel;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which training keeps its data and models.
 *
 * <pre>
 *   NAME/journal.jsonl     every annotation as it came in; of one key the last one counts
 *   NAME/annotations.jsonl what counts now, rewritten before each training; 'espalier train' reads it as it is
 *   NAME/more/*.jsonl      further data, which whoever runs the server puts there
 *   NAME/NAME-1.esp …      the models that were trained
 * </pre>
 *
 * <p>A model is trained on the features of the one that is served, and starts from its weights. One training runs at a time; annotations that
 * come in meanwhile are in the next one.
 */
public final class Workspace implements AutoCloseable {
    private static final String JOURNAL = "journal.jsonl";
    private static final String KEY = "key";

    private final Path folder;
    private final ModelShelf shelf;
    private final Consumer<String> log;
    private final ExecutorService trainer;
    private final Map<String, AtomicBoolean> waiting = new LinkedHashMap<>(); // by name: whether a training is due
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Object journals = new Object();
    private volatile boolean busy;

    public Workspace(Path folder, ModelShelf shelf, Consumer<String> log) {
        this.folder = folder;
        this.shelf = shelf;
        this.log = log;
        this.trainer = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "espalier-train");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Keeps the annotations of a text; when this returns they are on disk.
     *
     * @param key of the text: what comes in later under the same key takes its place
     * @param spans null when the annotations of that key are taken back
     */
    public void keep(String model, String key, String text, @Nullable List<TextSpan> spans) {
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        record.put(KEY, key);
        if (spans != null) {
            record.put("text", text);
            record.put("spans", SpansFormatter.describe(spans, new OffsetTable(text, OffsetUnit.CODE_POINTS)));
            record.put("unit", OffsetUnit.CODE_POINTS.toString());
        }
        byte[] line = (Json.write(record) + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (journals) {
            try (FileChannel channel = FileChannel.open(
                    own(model).resolve(JOURNAL),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.READ)) {
                long end = ended(channel);
                ByteBuffer bytes = ByteBuffer.wrap(line);
                while (bytes.hasRemaining()) {
                    end += channel.write(bytes, end);
                }
                channel.force(true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Where the next line begins: what a crash left of a line that was never acknowledged is cut off. */
    private static long ended(FileChannel channel) throws IOException {
        long end = channel.size();
        ByteBuffer last = ByteBuffer.allocate(1);
        while (end > 0) {
            last.clear();
            channel.read(last, end - 1);
            if (last.get(0) == '\n') {
                break;
            }
            end--;
        }
        channel.truncate(end);
        return end;
    }

    private Path own(String model) {
        try {
            return Files.createDirectories(folder.resolve(model));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a model is trained now, or will be. */
    public boolean isBusy() {
        synchronized (waiting) {
            return busy || waiting.values().stream().anyMatch(AtomicBoolean::get);
        }
    }

    /** Trains a model in the background; asked for again before it began, that is one training. */
    public void train(String model) {
        AtomicBoolean due;
        synchronized (waiting) {
            due = waiting.computeIfAbsent(model, name -> new AtomicBoolean());
            if (!due.compareAndSet(false, true)) {
                return;
            }
        }
        AtomicBoolean own = due;
        trainer.execute(() -> {
            busy = true;
            own.set(false);
            try {
                trainNow(model);
            } catch (RuntimeException | OutOfMemoryError e) {
                log.accept("training of " + model + " failed: " + e.getMessage());
            } finally {
                busy = false;
            }
        });
    }

    private void trainNow(String name) {
        ServedModel served = shelf.current(name);
        if (served == null || stopped.get()) {
            return;
        }
        Model before = served.model();
        List<Sequence> data = new ArrayList<>(read(served, annotations(name)));
        for (Path file : further(name)) {
            data.addAll(read(served, file));
        }
        if (data.isEmpty()) {
            log.accept("training of " + name + ": there are no annotations");
            return;
        }
        Model trained = new Trainer(
                        before.encoder().extractor(),
                        TrainingOptions.DEFAULTS.withBoundaries(before.encoder().boundaries()))
                .withInitial(before)
                .withStop(stopped::get)
                .train(data)
                .withTokenizer(served.tokenizer());
        if (stopped.get()) {
            return;
        }
        Path file = free(name);
        trained.save(file);
        ServedModel now = shelf.load(name, file);
        log.accept("training of " + name + ": version " + now.version() + " from " + data.size() + " texts");
    }

    private Path free(String name) {
        for (int number = 1; ; number++) {
            Path file = own(name).resolve(name + "-" + number + ".esp");
            if (!Files.exists(file)) {
                return file;
            }
        }
    }

    private List<Path> further(String name) {
        Path more = own(name).resolve("more");
        if (!Files.isDirectory(more)) {
            return List.of();
        }
        try (var files = Files.list(more)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Sequence> read(ServedModel served, Path file) {
        TextOptions text = TextOptions.DEFAULTS
                .withTokenizer(served.tokenizer())
                .withMisaligned(Misalignment.WIDEN)
                .withSentences(false);
        return Sequences.read(DataOptions.of(Format.SPANS).withText(text), file);
    }

    /** What counts of the journal, written beside its target and renamed. */
    private Path annotations(String name) {
        Map<String, Map<Object, @Nullable Object>> last = new LinkedHashMap<>();
        Path target = own(name).resolve("annotations.jsonl");
        Path journal = own(name).resolve(JOURNAL);
        synchronized (journals) {
            try {
                for (String line : Files.exists(journal) ? Files.readAllLines(journal) : List.<String>of()) {
                    Map<Object, @Nullable Object> record = new LinkedHashMap<>();
                    if (Json.parse(line) instanceof Map<?, ?> members) {
                        members.forEach(record::put);
                    }
                    String key = String.valueOf(record.remove(KEY));
                    if (record.containsKey("text")) {
                        last.put(key, record);
                    } else {
                        last.remove(key);
                    }
                }
                StringBuilder lines = new StringBuilder();
                last.values().forEach(record -> lines.append(Json.write(record)).append('\n'));
                Path beside = own(name).resolve("annotations.jsonl.new");
                Files.writeString(beside, lines);
                Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (DataFormatException e) {
                throw new IllegalStateException(journal + ": " + e.getMessage(), e);
            }
        }
        return target;
    }

    @Override
    public void close() {
        stopped.set(true);
        trainer.shutdown();
        try {
            if (!trainer.awaitTermination(10, TimeUnit.SECONDS)) {
                trainer.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
