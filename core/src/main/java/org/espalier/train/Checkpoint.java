package org.espalier.train;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.model.SectionFile;
import org.espalier.optimize.OptimizerState;
import org.jspecify.annotations.Nullable;

/**
 * A training run on disk: after {@code kill -9} the run that goes on from here ends with the same bits as one that was
 * never interrupted.
 *
 * @param identity a text that is equal for two runs when they have the same data, features and options
 * @param state where the optimiser stands
 * @param best the best weights by the development set, or null
 * @param bestScore their score
 * @param bestIteration their iteration
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Checkpoint(
        String identity, OptimizerState state, double @Nullable [] best, double bestScore, int bestIteration) {
    private static final String MAGIC = "ESPCHECK";
    private static final int VERSION = 1;

    /** Written beside, flushed and renamed: a kill at any moment leaves the old checkpoint or the new one. */
    void write(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new TrainingException("cannot write the checkpoint " + file + ": its directory does not exist");
        }
        Path scratch = folder.resolve(file.getFileName() + ".state");
        try {
            // Through a file, because the state of millions of weights need not fit into the heap a second time.
            try (DataOutputStream output =
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(scratch), 1 << 16))) {
                state.write(output);
            }
            try (FileChannel channel = FileChannel.open(scratch)) {
                Map<String, ByteBuffer> sections = new LinkedHashMap<>();
                sections.put("identity", ByteBuffer.wrap(identity.getBytes(StandardCharsets.UTF_8)));
                sections.put("state", channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
                if (best != null) {
                    ByteBuffer bytes = ByteBuffer.allocate(12 + Double.BYTES * best.length).order(ByteOrder.LITTLE_ENDIAN);
                    bytes.putDouble(bestScore).putInt(bestIteration);
                    bytes.asDoubleBuffer().put(best);
                    sections.put("best", bytes.rewind());
                }
                SectionFile.write(file, MAGIC, VERSION, sections);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot write the checkpoint " + file + ": " + e.getMessage(), e));
        } finally {
            delete(scratch);
        }
    }

    private static void delete(Path scratch) {
        try {
            Files.deleteIfExists(scratch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a checkpoint of the run with this identity. */
    static Checkpoint read(Path file, String identity, int dimension) {
        Map<String, ByteBuffer> sections = SectionFile.read(file, MAGIC, VERSION, "an Espalier checkpoint");
        String found = StandardCharsets.UTF_8.decode(section(file, sections, "identity")).toString();
        if (!found.equals(identity)) {
            throw new TrainingException(file + " belongs to another training run; resume with the same data, features and"
                    + " options, or start anew without --resume.\n  it has:   " + found + "\n  this run: " + identity);
        }
        try (DataInputStream input = new DataInputStream(new BufferInput(section(file, sections, "state")))) {
            OptimizerState state = OptimizerState.read(input, dimension);
            ByteBuffer bytes = sections.get("best");
            if (bytes == null) {
                return new Checkpoint(identity, state, null, Double.NaN, 0);
            }
            if (bytes.remaining() != 12 + (long) Double.BYTES * dimension) {
                throw new TrainingException(file + ": the best weights have the wrong length");
            }
            double score = bytes.getDouble();
            int iteration = bytes.getInt();
            double[] best = new double[dimension];
            bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(best);
            return new Checkpoint(identity, state, best, score, iteration);
        } catch (IOException e) {
            throw new TrainingException(file + ": " + e.getMessage(), e);
        }
    }

    private static ByteBuffer section(Path file, Map<String, ByteBuffer> sections, String name) {
        ByteBuffer bytes = sections.get(name);
        if (bytes == null) {
            throw new TrainingException(file + " is not a whole checkpoint: it has no section '" + name + "'");
        }
        return bytes;
    }

    /** A stream over a buffer. */
    private static final class BufferInput extends InputStream {
        private final ByteBuffer bytes;

        BufferInput(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.hasRemaining() ? Byte.toUnsignedInt(bytes.get()) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (!bytes.hasRemaining()) {
                return length == 0 ? 0 : -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(target, offset, count);
            return count;
        }
    }
}
