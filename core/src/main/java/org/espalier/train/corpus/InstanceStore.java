package org.espalier.train.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.TwinAttributes;
import org.espalier.scoring.Spool;
import org.espalier.train.remote.RemoteShards;
import org.jspecify.annotations.Nullable;

/**
 * The training instances, in memory or on disk; may be walked through any number of times, by chunk on several threads.
 *
 * <p>Chunks are cut by the data alone, so what is computed per chunk and added up in their order does not depend on threads.
 * Instances are made anew on each walk: only those in use take memory beside the store itself.
 */
public final class InstanceStore implements Iterable<Instance>, AutoCloseable {
    private final ChunkStore chunks;
    private final int size;
    private final long tokens;
    private final AttributeIndex attributes;
    private boolean released;

    InstanceStore(ChunkStore chunks, int size, long tokens, AttributeIndex attributes) {
        this.chunks = chunks;
        this.size = size;
        this.tokens = tokens;
        this.attributes = attributes;
    }

    /**
     * The instances of one shard of data that are kept elsewhere.
     *
     * @param chunk as {@link ShardNumbering#apply} made it
     * @param attributes the names of the state attributes
     */
    public static InstanceStore ofShard(byte[] chunk, AttributeIndex attributes) {
        MemoryChunks chunks = new MemoryChunks();
        Chunk read = ShardBytes.readChunk(chunk);
        chunks.add(read);
        return new InstanceStore(chunks, read.size(), read.sequences().positions(), attributes);
    }

    /** Where the instances are when they are kept elsewhere and only brought here one shard at a time; null when they are here. */
    public @Nullable RemoteShards remote() {
        return chunks instanceof RemoteChunks elsewhere ? elsewhere.shards() : null;
    }

    /** The names of the state attributes. */
    public AttributeIndex attributes() {
        return attributes;
    }

    /** The attributes of tokens that the data cannot tell apart. */
    TwinAttributes twins() {
        return TwinAttributes.find(
                () -> IntStream.range(0, chunks.size())
                        .mapToObj(number -> chunks.get(number).sequences())
                        .iterator(),
                attributes.size());
    }

    /** The same data with one attribute for each class of twins. The store itself is changed, and is not to be used any more. */
    InstanceStore merged(TwinAttributes twins) {
        int[] numbers = twins.firsts();
        chunks.change(chunk -> chunk.withAttributes(numbers));
        return new InstanceStore(chunks, size, tokens, twins.firstOf(attributes));
    }

    /** The number of instances. */
    public int size() {
        return size;
    }

    /** How many tokens they have together. */
    public long tokens() {
        return tokens;
    }

    /** The number of chunks. */
    public int chunks() {
        return kept().size();
    }

    /** The instances of a chunk; safe for several threads at once. */
    public List<Instance> chunk(int number) {
        return kept().get(number).instances();
    }

    /** Whether they are on disk because memory is short. */
    public boolean isOnDisk() {
        return chunks.directory() != null;
    }

    /** Lets go of the instances, unless they are on disk; what is known of them as a whole stays. */
    public void release() {
        if (!isOnDisk()) {
            released = true;
            chunks.close();
        }
    }

    /** Released data must not look like none. */
    private ChunkStore kept() {
        if (released) {
            throw new IllegalStateException("the instances were let go");
        }
        return chunks;
    }

    /** A place beside them for what is derived from them, or null when memory is the place. */
    @Nullable
    public Spool spool() {
        Path directory = chunks.directory();
        return directory == null ? null : ScratchFile.in(directory);
    }

    /**
     * Deals the instances out to stores of their own, which are kept where this one is.
     *
     * @param owners to which store each goes // [instances]
     */
    public List<InstanceStore> deal(int[] owners, int stores) {
        List<InstanceStore> dealt = new ArrayList<>();
        for (int k = 0; k < stores; k++) {
            int owner = k;
            ChunkStore target = ChunkStore.in(chunks.directory());
            int count = 0;
            long positions = 0;
            int first = 0;
            for (int c = 0; c < chunks.size(); c++) {
                Chunk chunk = chunks.get(c);
                int base = first;
                int[] chosen = IntStream.range(0, chunk.size())
                        .filter(n -> owners[base + n] == owner)
                        .toArray();
                first += chunk.size();
                if (chosen.length > 0) {
                    Chunk part = chunk.select(chosen);
                    target.add(part);
                    count += chosen.length;
                    positions += part.sequences().positions();
                }
            }
            dealt.add(new InstanceStore(target, count, positions, attributes));
        }
        return dealt;
    }

    /** What is observed, without the gold standard. */
    public Iterable<EncodedSequence> sequences() {
        return () -> IntStream.range(0, chunks())
                .mapToObj(number -> chunks.get(number).sequences())
                .flatMap(sequences -> IntStream.range(0, sequences.size()).mapToObj(sequences::get))
                .iterator();
    }

    @Override
    public Iterator<Instance> iterator() {
        return new Iterator<>() {
            private int nextChunk;
            private Iterator<Instance> current = List.<Instance>of().iterator();

            @Override
            public boolean hasNext() {
                while (!current.hasNext() && nextChunk < chunks()) {
                    current = chunk(nextChunk++).iterator();
                }
                return current.hasNext();
            }

            @Override
            public Instance next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return current.next();
            }
        };
    }

    @Override
    public void close() {
        chunks.close();
    }
}
