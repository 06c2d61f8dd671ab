package org.espalier.train.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Chunks on the heap. */
final class MemoryChunks implements ChunkStore {
    private final List<Chunk> chunks = new ArrayList<>();

    @Override
    public void add(Chunk chunk) {
        chunks.add(chunk);
    }

    @Override
    public @Nullable Path directory() {
        return null;
    }

    @Override
    public int size() {
        return chunks.size();
    }

    @Override
    public Chunk get(int number) {
        return chunks.get(number);
    }

    @Override
    public void change(UnaryOperator<Chunk> change) {
        chunks.replaceAll(change);
    }

    @Override
    public void close() {
        chunks.clear();
    }
}
