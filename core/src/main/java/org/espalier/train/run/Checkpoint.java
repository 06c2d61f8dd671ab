package org.espalier.train.run;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.espalier.data.Json;
import org.espalier.model.SectionFile;
import org.espalier.optimize.OptimizerState;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/**
 * A training run on disk: after {@code kill -9} the run that goes on from here ends with the same bits as one that was
 * never interrupted.
 *
 * @param identity a text that is equal for two runs when they have the same data, features and options
 * @param state where the optimiser or the online learner stands
 * @param best the best weights by the development set, or null
 * @param bestScore their score
 * @param bestIteration their iteration
 * @param bestValue the objective, or an online learner's loss, that was told of them; NaN in files that do not have it
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Checkpoint(
        String identity,
        RunState state,
        double @Nullable [] best,
        double bestScore,
        int bestIteration,
        double bestValue) {
    private static final String MAGIC = "ESPCHECK";

    /** Version 3 has online learners too, version 2 optimisers only, in the same sections. */
    private static final int VERSION = 3;

    private static final String OPTIMIZER = "state-";
    private static final String ONLINE = "online-";

    /** Bytes per section of the state: a section is one buffer, and a buffer holds less than 2 GiB. */
    private static final int CHUNK = 1 << 30;

    /** Written beside, flushed and renamed: a kill at any moment leaves the old checkpoint or the new one. */
    void write(Path file) {
        write(file, CHUNK);
    }

    /**
     * Where a checkpoint is written.
     *
     * @throws TrainingException when there is no such directory
     */
    static Path folder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new TrainingException("cannot write the checkpoint " + file + ": its directory does not exist");
        }
        return folder;
    }

    void write(Path file, int chunk) {
        Path folder = folder(file);
        // Through a file, because the state of millions of weights need not fit into the heap a second time.
        try (FileChannel scratch = FileChannel.open(
                folder.resolve("espalier-" + UUID.randomUUID() + ".state"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            writeState(scratch);
            Map<String, ByteBuffer> sections = new LinkedHashMap<>();
            sections.put("identity", ByteBuffer.wrap(identity.getBytes(StandardCharsets.UTF_8)));
            String name = state instanceof OnlineState ? ONLINE : OPTIMIZER;
            int number = 0;
            for (long at = 0; at < scratch.size(); at += chunk) {
                long length = Math.min(chunk, scratch.size() - at);
                sections.put(name + number++, scratch.map(FileChannel.MapMode.READ_ONLY, at, length));
            }
            SectionFile.write(file, MAGIC, VERSION, sections);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    new IOException("cannot write the checkpoint " + file + ": " + e.getMessage(), e));
        }
    }

    @SuppressWarnings("resource") // the channel is closed by who opened it
    private void writeState(FileChannel scratch) throws IOException {
        DataOutputStream output =
                new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(scratch), 1 << 16));
        state.write(output);
        output.writeInt(best == null ? 0 : bestIteration);
        if (best != null) {
            output.writeDouble(bestScore);
            for (double weight : best) {
                output.writeDouble(weight);
            }
            output.writeDouble(bestValue);
        }
        output.flush();
    }

    /**
     * Reads a checkpoint of the run with this identity.
     *
     * @param online whether it is one of an online learner
     */
    static Checkpoint read(Path file, String identity, int dimension, boolean online) {
        Map<String, ByteBuffer> sections = SectionFile.map(file, MAGIC, VERSION, "an Espalier checkpoint");
        String found = StandardCharsets.UTF_8
                .decode(section(file, sections, "identity"))
                .toString();
        if (!found.equals(identity)) {
            throw new TrainingException(file
                    + " belongs to another training run; resume with the same data, features and options, or start again without"
                    + " --resume" + differences(found, identity));
        }
        try (DataInputStream input =
                new DataInputStream(new BufferInput(states(file, sections, online ? ONLINE : OPTIMIZER)))) {
            RunState state = online
                    ? OnlineState.read(input, dimension)
                    : new RunState.Optimizing(OptimizerState.read(input, dimension));
            int iteration = input.readInt();
            if (iteration == 0) {
                return new Checkpoint(identity, state, null, Double.NEGATIVE_INFINITY, 0, Double.NaN);
            }
            double score = input.readDouble();
            double[] best = new double[dimension];
            for (int k = 0; k < dimension; k++) {
                best[k] = input.readDouble();
            }
            // Files of an older Espalier end here.
            double value = input.available() >= Double.BYTES ? input.readDouble() : Double.NaN;
            return new Checkpoint(identity, state, best, score, iteration, value);
        } catch (EOFException e) {
            throw new TrainingException(
                    file + ": the checkpoint ends early: expected the state of " + dimension
                            + " weights; use another checkpoint",
                    e);
        } catch (IOException e) {
            throw new TrainingException(file + ": " + e.getMessage(), e);
        }
    }

    private static Deque<ByteBuffer> states(Path file, Map<String, ByteBuffer> sections, String name) {
        Deque<ByteBuffer> states = new ArrayDeque<>(List.of(section(file, sections, name + 0)));
        for (int number = 1; sections.containsKey(name + number); number++) {
            states.add(section(file, sections, name + number));
        }
        return states;
    }

    /** A line for everything in which the two runs differ. */
    private static String differences(String found, String identity) {
        Map<String, String> theirs = new TreeMap<>();
        Map<String, String> ours = new TreeMap<>();
        flatten("", Json.parse(found), theirs);
        flatten("", Json.parse(identity), ours);
        Set<String> names = new TreeSet<>(theirs.keySet());
        names.addAll(ours.keySet());
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            String there = theirs.getOrDefault(name, "nothing");
            String here = ours.getOrDefault(name, "nothing");
            if (!there.equals(here)) {
                text.append("\n  ")
                        .append(name)
                        .append(": ")
                        .append(there)
                        .append(" in the checkpoint, ")
                        .append(here)
                        .append(" now");
            }
        }
        return text.toString();
    }

    private static void flatten(String name, @Nullable Object value, Map<String, String> into) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> flatten(name.isEmpty() ? String.valueOf(key) : name + "." + key, inner, into));
        } else {
            into.put(name, Json.write(value));
        }
    }

    private static ByteBuffer section(Path file, Map<String, ByteBuffer> sections, String name) {
        ByteBuffer bytes = sections.get(name);
        if (bytes == null) {
            throw new TrainingException(file + " is not a complete checkpoint: it has no section '" + name + "'");
        }
        return bytes;
    }

    /** A stream over buffers, which are let go one by one. */
    private static final class BufferInput extends InputStream {
        private final Deque<ByteBuffer> buffers;

        BufferInput(Deque<ByteBuffer> buffers) {
            this.buffers = buffers;
        }

        private @Nullable ByteBuffer current() {
            while (!buffers.isEmpty() && !buffers.getFirst().hasRemaining()) {
                buffers.removeFirst();
            }
            return buffers.peekFirst();
        }

        @Override
        public int available() {
            return (int) Math.min(
                    Integer.MAX_VALUE,
                    buffers.stream().mapToLong(ByteBuffer::remaining).sum());
        }

        @Override
        public int read() {
            ByteBuffer bytes = current();
            return bytes == null ? -1 : Byte.toUnsignedInt(bytes.get());
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            ByteBuffer bytes = current();
            if (bytes == null) {
                return length == 0 ? 0 : -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(target, offset, count);
            return count;
        }
    }
}
