package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Writes a string database, byte by byte as CRFsuite does; see {@link Cqdb}. */
final class CqdbWriter {
    private final List<byte[]> keys;
    private final int[] hashes;
    private final int[] entries = new int[Cqdb.TABLES];

    /** Of these keys, numbered in this order; none of them has a NUL. */
    CqdbWriter(List<byte[]> keys) {
        this.keys = keys;
        this.hashes = new int[keys.size()];
        for (int id = 0; id < hashes.length; id++) {
            byte[] key = keys.get(id);
            hashes[id] = Lookup3.hash(littleEndian(key), 0, key.length);
            entries[hashes[id] & Cqdb.TABLES - 1]++;
        }
    }

    static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** How many bytes {@link #write} writes. */
    long size() {
        long size = Cqdb.DATA;
        for (byte[] key : keys) {
            // A record, its two buckets, and its place in the list.
            size += 8 + key.length + 1 + 16 + 4;
        }
        return size;
    }

    /** Writes the database at the buffer's position. */
    void write(ByteBuffer target) {
        int size = (int) size();
        ByteBuffer buffer = target.slice(target.position(), size).order(ByteOrder.LITTLE_ENDIAN);
        target.position(target.position() + size);
        int[] records = new int[keys.size()];
        buffer.position(Cqdb.DATA);
        for (int id = 0; id < records.length; id++) {
            records[id] = buffer.position();
            byte[] key = keys.get(id);
            buffer.putInt(id).putInt(key.length + 1).put(key).put((byte) 0);
        }
        int tables = buffer.position();
        int[] offsets = offsets(tables);
        for (int id = 0; id < records.length; id++) {
            int table = hashes[id] & Cqdb.TABLES - 1;
            int buckets = 2 * entries[table];
            int bucket = (hashes[id] >>> 8) % buckets;
            while (buffer.getInt(offsets[table] + 8 * bucket + 4) != 0) {
                bucket = (bucket + 1) % buckets;
            }
            buffer.putInt(offsets[table] + 8 * bucket, hashes[id]);
            buffer.putInt(offsets[table] + 8 * bucket + 4, records[id]);
        }
        int numbers = tables + 16 * records.length;
        buffer.position(numbers);
        buffer.asIntBuffer().put(records);
        buffer.position(0);
        buffer.put(new byte[] {'C', 'Q', 'D', 'B'}).putInt(size).putInt(0).putInt(Cqdb.BYTE_ORDER);
        buffer.putInt(records.length).putInt(records.length == 0 ? 0 : numbers);
        for (int table = 0; table < Cqdb.TABLES; table++) {
            buffer.putInt(entries[table] == 0 ? 0 : offsets[table]).putInt(2 * entries[table]);
        }
    }

    private int[] offsets(int begin) {
        int[] offsets = new int[Cqdb.TABLES];
        int offset = begin;
        for (int table = 0; table < offsets.length; table++) {
            offsets[table] = offset;
            offset += 16 * entries[table];
        }
        return offsets;
    }
}
