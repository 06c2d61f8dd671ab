package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.espalier.train.TrainingException;

/**
 * The bytes of shards that travel: what they are, their version, a checksum, then numbers and texts.
 *
 * <pre>magic int | version int | CRC-32C of what follows, int | …</pre>
 */
final class ShardBytes {
    private static final int VERSION = 1;
    private static final int HEADER = 3 * Integer.BYTES;
    private static final int CHUNK = 0x45534348;

    private ShardBytes() {}

    /** Room for so many bytes behind the header. */
    static ByteBuffer allocate(long bytes, String what) {
        if (bytes > Integer.MAX_VALUE - 8 - HEADER) {
            throw new TrainingException(
                    what + " takes " + bytes + " bytes, more than an array can hold; use more shards");
        }
        ByteBuffer target = ByteBuffer.allocate(HEADER + (int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        return target.position(HEADER);
    }

    /** The bytes, once they are all there. */
    @SuppressWarnings("ByteBufferBackingArray") // the buffer is one of allocate()
    static byte[] seal(int magic, ByteBuffer filled) {
        if (filled.hasRemaining()) {
            throw new IllegalStateException(filled.remaining() + " bytes too few were written");
        }
        filled.putInt(0, magic);
        filled.putInt(Integer.BYTES, VERSION);
        byte[] bytes = filled.array();
        filled.putInt(2 * Integer.BYTES, checksum(bytes));
        return bytes;
    }

    private static int checksum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, HEADER, bytes.length - HEADER);
        return (int) sum.getValue();
    }

    /** What is behind the header. */
    static ByteBuffer open(int magic, byte[] bytes, String what) {
        ByteBuffer source = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < HEADER || source.getInt() != magic) {
            throw new TrainingException("these " + bytes.length + " bytes are not " + what);
        }
        int version = source.getInt();
        if (version != VERSION) {
            throw new TrainingException(what + " has the version " + version + "; expected " + VERSION
                    + ": use the same version of Espalier on all machines");
        }
        if (source.getInt() != checksum(bytes)) {
            throw new TrainingException(what + " is damaged: its checksum is wrong; let it be made again");
        }
        return source;
    }

    static byte[] writeChunk(Chunk chunk) {
        ByteBuffer target = allocate(chunk.bytes(), "a shard of " + chunk.size() + " sequences");
        chunk.write(target);
        return seal(CHUNK, target);
    }

    static Chunk readChunk(byte[] bytes) {
        return Chunk.read(open(CHUNK, bytes, "a shard"));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static void put(byte[] text, ByteBuffer target) {
        target.putInt(text.length);
        target.put(text);
    }

    static byte[] bytes(ByteBuffer source) {
        byte[] bytes = new byte[source.getInt()];
        source.get(bytes);
        return bytes;
    }

    static String text(ByteBuffer source) {
        return new String(bytes(source), StandardCharsets.UTF_8);
    }
}
