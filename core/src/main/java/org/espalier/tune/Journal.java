package org.espalier.tune;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * A file of finished trials, from which a search goes on: a line of JSON that says what the scores depend on, then one per trial.
 *
 * <p>A line is written at once and flushed to the disk before the next trial is taken for finished; a line that a crash cut
 * short is dropped when the search goes on. One process at a time may write.
 */
final class Journal implements AutoCloseable {
    private static final String KIND = "espalier tuning journal 1";

    private final Path file;
    private final FileChannel channel;
    private final Map<Trial, TrialResult> finished = new LinkedHashMap<>();

    private Journal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens a journal.
     *
     * @param identity what the scores depend on, as JSON values
     * @param goOn whether to go on from the file when it is there; otherwise it must not be there
     * @throws IllegalArgumentException when the file belongs to other data or options, or is there although it must not
     * @throws DataFormatException when the file is not a journal
     */
    static Journal open(Path file, Map<String, Object> identity, boolean goOn) {
        boolean exists = Files.exists(file);
        if (exists && !goOn) {
            throw new IllegalArgumentException(file
                    + ": this journal already exists; continue from it (--resume), delete it, or give another name");
        }
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            boolean opened = false;
            try {
                lock(file, channel);
                Journal journal = new Journal(file, channel);
                if (!exists || channel.size() == 0 || !journal.read(identity)) {
                    channel.truncate(0);
                    journal.write(header(identity));
                }
                opened = true;
                return journal;
            } finally {
                if (!opened) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the journal cannot be used: " + e.getMessage(), e);
        }
    }

    private static void lock(Path file, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // another search of this process: the same complaint
        }
        throw new IllegalArgumentException(
                file + ": another search is writing to this journal; give this search its own");
    }

    private static Map<String, Object> header(Map<String, Object> identity) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("kind", KIND);
        header.putAll(identity);
        return header;
    }

    /** Reads what is there; false when not even the first line is whole. */
    private boolean read(Map<String, Object> identity) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = 0; // of the last whole line
        int line = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                line++;
                String text = new String(bytes, end, at - end, StandardCharsets.UTF_8);
                Location location = new Location(file.toString(), line);
                if (line == 1) {
                    check(text, location, identity);
                } else {
                    add(text, location);
                }
                end = at + 1;
            }
        }
        channel.truncate(end);
        channel.position(end);
        return line > 0;
    }

    private void add(String text, Location location) {
        TrialResult result = TrialResult.fromJson(Json.parse(text, location));
        if (result == null) {
            throw new DataFormatException(location, "this is not a trial; the journal is damaged: start a new one");
        }
        finished.put(result.trial(), result);
    }

    private void check(String text, Location location, Map<String, Object> identity) {
        Object json = parsed(text, location);
        if (!(json instanceof Map<?, ?> found) || !KIND.equals(found.get("kind"))) {
            throw new DataFormatException(location, "this is not a tuning journal; give another name");
        }
        // Through JSON, so that numbers compare alike.
        Map<?, ?> wanted = (Map<?, ?>) Json.parse(Json.write(header(identity)));
        Set<Object> keys = new LinkedHashSet<>(found.keySet());
        keys.addAll(wanted == null ? Set.of() : wanted.keySet());
        for (Object key : keys) {
            Object before = found.get(key);
            Object now = wanted == null ? null : wanted.get(key);
            if (!String.valueOf(before).equals(String.valueOf(now))) {
                throw new IllegalArgumentException(
                        file + ": this journal belongs to another search: its " + key + " is "
                                + shown(before) + ", now it is " + shown(now)
                                + "; use the same data and options, or start a new journal");
            }
        }
    }

    private static @Nullable Object parsed(String text, Location location) {
        try {
            return Json.parse(text, location);
        } catch (DataFormatException e) {
            return null;
        }
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return value == null ? "not given" : text.length() > 160 ? text.substring(0, 160) + "…" : text;
    }

    /** The trials that are over. */
    synchronized Map<Trial, TrialResult> finished() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(finished));
    }

    /** Adds a trial; it is on the disk when this returns. */
    synchronized void add(TrialResult result) {
        try {
            write(result.toJson());
            finished.put(result.trial(), result);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the journal cannot be written: " + e.getMessage(), e);
        }
    }

    private void write(Map<String, Object> line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8));
        long begin = channel.position();
        boolean written = false;
        try {
            while (bytes.hasRemaining()) {
                if (channel.write(bytes) < 0) {
                    throw new IOException("nothing could be written");
                }
            }
            channel.force(true);
            written = true;
        } finally {
            if (!written && channel.isOpen()) {
                channel.truncate(begin); // the next line must not go on where this one was cut off
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the journal cannot be closed: " + e.getMessage(), e);
        }
    }
}
