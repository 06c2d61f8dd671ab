package org.espalier.train;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Chunks in a temporary file, which is gone when it is closed, whatever happens.
 *
 * <p>Systems that can unlink an open file have no name of it from the start, so that not even the end of the process leaves
 * anything behind. Heap: 8 bytes per chunk, and the chunks that are in use.
 */
final class FileChunks implements ChunkStore {
    private final Path directory;
    private final FileChannel channel;
    private long[] positions = new long[64]; // [chunks + 1]
    private int size;
    private UnaryOperator<Chunk> change = UnaryOperator.identity();
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    FileChunks(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static FileChunks in(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new TrainingException(directory + ": the training data cannot be kept there: "
                    + (Files.exists(directory) ? "it is not a directory" : "there is no such directory")
                    + "; name a directory with room for them");
        }
        Path file = directory.resolve("espalier-" + UUID.randomUUID() + ".data");
        try {
            return new FileChunks(
                    directory,
                    FileChannel.open(
                            file,
                            Set.of(
                                    StandardOpenOption.CREATE_NEW,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.DELETE_ON_CLOSE)));
        } catch (FileAlreadyExistsException e) {
            throw new IllegalStateException("a random name twice: " + file, e);
        } catch (IOException e) {
            throw new TrainingException(
                    directory + ": the training data cannot be kept there: no file can be made (" + reason(e)
                            + "); name a directory that you may write to",
                    e);
        }
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        String kind = e.getClass().getSimpleName();
        return e.getClass() == IOException.class && message != null ? message : kind.replace("Exception", "");
    }

    @Override
    public void add(Chunk chunk) {
        long bytes = chunk.bytes();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new TrainingException("a sequence of " + chunk.gold().length + " tokens takes " + bytes
                    + " bytes, more than one chunk of a file holds; cut it into several sequences");
        }
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocate((int) bytes).order(ByteOrder.nativeOrder());
        }
        buffer.clear();
        chunk.write(buffer);
        buffer.flip();
        long position = positions[size];
        try {
            while (buffer.hasRemaining()) {
                position += channel.write(buffer, position);
            }
        } catch (ClosedByInterruptException e) {
            throw new TrainingException("training was interrupted", e);
        } catch (IOException e) {
            throw new TrainingException(
                    directory + ": writing the training data failed after " + position + " bytes (" + reason(e)
                            + "); name a directory with more room",
                    e);
        }
        size++;
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, 2 * size);
        }
        positions[size] = position;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Chunk get(int number) {
        ByteBuffer bytes = ByteBuffer.allocate((int) (positions[number + 1] - positions[number]))
                .order(ByteOrder.nativeOrder());
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, positions[number] + bytes.position()) < 0) {
                    throw new EOFException("the file was cut off");
                }
            }
        } catch (ClosedByInterruptException e) {
            throw new TrainingException("training was interrupted", e);
        } catch (IOException e) {
            throw new TrainingException(directory + ": reading the training data again failed (" + reason(e) + ")", e);
        }
        return change.apply(Chunk.read(bytes.flip()));
    }

    @Override
    public void change(UnaryOperator<Chunk> next) {
        UnaryOperator<Chunk> before = change;
        change = chunk -> next.apply(before.apply(chunk));
        buffer = ByteBuffer.allocate(0); // everything is written
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new TrainingException(
                    directory + ": the temporary file of the training data cannot be closed (" + reason(e) + ")", e);
        }
    }
}
