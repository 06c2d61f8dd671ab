package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.CorpusEncoder;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.PairPlaces;

/**
 * The sequences of one shard as numbers of its own, with the names that these numbers mean here, until a {@link ShardNumbering} knows those
 * of all shards.
 *
 * @param chunk the instances
 * @param vocabularies the names of attributes by kind of place // [2]
 * @param counts how often each occurs // [2][attributes]
 * @param labels the names of the labels
 * @param columns how many observed columns the first token has; −1 when there is none
 * @param digest of the content
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record ShardDraft(
        Chunk chunk, List<Vocabulary> vocabularies, int[][] counts, List<String> labels, int columns, byte[] digest) {
    private static final int MAGIC = 0x45534452;
    private static final int KINDS = 2;

    /**
     * Encodes a shard.
     *
     * @param contents of its sequences, in the order of their keys
     * @param locations of the sequences, for messages
     */
    public static ShardDraft of(
            List<byte[]> contents,
            List<Location> locations,
            AttributeExtractor extractor,
            boolean boundaries,
            PairPlaces pairs,
            LabelNotation notation) {
        CorpusEncoder encoder = new CorpusEncoder(extractor, boundaries, pairs);
        CollectedBatch batch = new CollectedBatch(notation, false, encoder.newBatch());
        MessageDigest digest = SequenceContent.sha256();
        for (int n = 0; n < contents.size(); n++) {
            Sequence sequence = SequenceContent.read(contents.get(n), locations.get(n));
            digest.update(contents.get(n));
            batch.add(sequence);
        }
        EncodedSequences merged = encoder.merge(batch.encoding());
        Encoder built = encoder.build();
        List<Vocabulary> vocabularies = new ArrayList<>();
        int[][] counts = new int[KINDS][];
        for (int kind = 0; kind < KINDS; kind++) {
            vocabularies.add(built.attributes(kind).toVocabulary());
            counts[kind] = new int[built.attributes(kind).size()];
            merged.count(kind, counts[kind]);
        }
        return new ShardDraft(
                batch.chunk(merged), vocabularies, counts, batch.labels(), batch.columns(), digest.digest());
    }

    /** How many instances there are. */
    public int sequences() {
        return chunk.size();
    }

    /** How many tokens they have together. */
    public int tokens() {
        return chunk.sequences().positions();
    }

    /** The names of the attributes of a kind of place. */
    public AttributeIndex names(int kind) {
        return vocabularies.get(kind);
    }

    public byte[] toBytes() {
        List<ByteBuffer> texts = vocabularies.stream().map(Vocabulary::toBytes).toList();
        List<byte[]> names = labels.stream().map(ShardBytes::utf8).toList();
        long bytes = chunk.bytes() + 2L * Integer.BYTES + Integer.BYTES + digest.length;
        for (int kind = 0; kind < KINDS; kind++) {
            bytes += 2L * Integer.BYTES + texts.get(kind).remaining() + Integer.BYTES * (long) counts[kind].length;
        }
        for (byte[] name : names) {
            bytes += Integer.BYTES + name.length;
        }
        ByteBuffer target = ShardBytes.allocate(bytes, "a shard of " + sequences() + " sequences");
        target.putInt(columns);
        ShardBytes.put(digest, target);
        for (int kind = 0; kind < KINDS; kind++) {
            target.putInt(texts.get(kind).remaining());
            target.put(texts.get(kind).duplicate());
            target.putInt(counts[kind].length);
            Chunk.put(counts[kind], target);
        }
        target.putInt(names.size());
        names.forEach(name -> ShardBytes.put(name, target));
        writeChunk(target);
        return ShardBytes.seal(MAGIC, target);
    }

    private void writeChunk(ByteBuffer target) {
        chunk.write(target);
    }

    /** The draft again; damage and other versions are noticed. */
    public static ShardDraft read(byte[] bytes) {
        ByteBuffer source = ShardBytes.open(MAGIC, bytes, "the draft of a shard");
        int columns = source.getInt();
        byte[] digest = ShardBytes.bytes(source);
        List<Vocabulary> vocabularies = new ArrayList<>();
        int[][] counts = new int[KINDS][];
        for (int kind = 0; kind < KINDS; kind++) {
            int length = source.getInt();
            vocabularies.add(Vocabulary.read(source.slice(source.position(), length)));
            source.position(source.position() + length);
            counts[kind] = Chunk.integers(source.getInt(), source);
        }
        List<String> labels = new ArrayList<>();
        for (int left = source.getInt(); left > 0; left--) {
            labels.add(ShardBytes.text(source));
        }
        Chunk chunk = Chunk.read(source.slice().order(ByteOrder.LITTLE_ENDIAN));
        return new ShardDraft(chunk, vocabularies, counts, labels, columns, digest);
    }
}
