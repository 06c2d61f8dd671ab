package org.espalier.train.corpus;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.espalier.train.remote.RemoteShards;
import org.jspecify.annotations.Nullable;

/** Chunks that are kept elsewhere: each shard is one, and is brought here whenever it is asked for. */
record RemoteChunks(RemoteShards shards) implements ChunkStore {

    @Override
    public void add(Chunk chunk) {
        throw new IllegalStateException("the shards are complete");
    }

    @Override
    public @Nullable Path directory() {
        return null;
    }

    @Override
    public int size() {
        return shards.shards();
    }

    @Override
    public Chunk get(int number) {
        return ShardBytes.readChunk(shards.chunk(number));
    }

    @Override
    public void change(UnaryOperator<Chunk> change) {
        throw new IllegalStateException("the shards are kept elsewhere, and cannot be changed from here");
    }

    @Override
    public void close() {
        shards.close();
    }
}
