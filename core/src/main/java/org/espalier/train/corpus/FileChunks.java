package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.espalier.train.TrainingException;

/** Chunks in a temporary file. Heap: 8 bytes per chunk, and the chunks that are in use. */
final class FileChunks implements ChunkStore {
    private final Path directory;
    private final ScratchFile file;
    private long[] positions = new long[64]; // [chunks + 1]
    private int size;
    private UnaryOperator<Chunk> change = UnaryOperator.identity();
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    FileChunks(Path directory, ScratchFile file) {
        this.directory = directory;
        this.file = file;
    }

    static FileChunks in(Path directory) {
        return new FileChunks(directory, ScratchFile.in(directory));
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void add(Chunk chunk) {
        long bytes = chunk.bytes();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new TrainingException("a sequence of " + chunk.gold().length + " tokens takes " + bytes
                    + " bytes, more than one chunk of a file can hold; split it into several sequences");
        }
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocate((int) bytes).order(ByteOrder.nativeOrder());
        }
        buffer.clear();
        chunk.write(buffer);
        buffer.flip();
        int length = buffer.remaining();
        positions[size] = file.append(buffer);
        size++;
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, 2 * size);
        }
        positions[size] = positions[size - 1] + length;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Chunk get(int number) {
        ByteBuffer bytes = ByteBuffer.allocate((int) (positions[number + 1] - positions[number]))
                .order(ByteOrder.nativeOrder());
        file.read(positions[number], bytes);
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
        file.close();
    }
}
