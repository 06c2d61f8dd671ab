package org.espalier.train.corpus;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the chunks of the training data are kept; filled once, then read any number of times, by several threads too. */
public interface ChunkStore extends AutoCloseable {

    /** In memory, or in a temporary file of the directory. */
    static ChunkStore in(@Nullable Path directory) {
        return directory == null ? new MemoryChunks() : FileChunks.in(directory);
    }

    void add(Chunk chunk);

    /** The directory of the file, or null when the chunks are in memory. */
    @Nullable
    Path directory();

    /** The number of chunks. */
    int size();

    Chunk get(int number);

    /** From now on every chunk is what {@code change} makes of it. */
    void change(UnaryOperator<Chunk> change);

    /** Lets go of everything. */
    @Override
    void close();
}
