package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.espalier.data.NativeText;
import org.espalier.feature.AttributeIndex;

/**
 * A string database of CRFsuite (a "constant quark database") where it lies in the file: strings ↔ numbers by the file's own
 * hash tables. Immutable, safe to share.
 *
 * <p>Little-endian, offsets from the beginning of the database:
 * <pre>
 * 24 bytes        "CQDB", size, flag, byte order mark, n, offset of the array below
 * 256 × 8 bytes   offset and number of buckets of each table; offset 0 when it is empty
 * records         id, bytes of the key with its NUL, key, NUL
 * buckets         hash, offset of the record; offset 0 when it is empty
 * n × 4 bytes     id → offset of the record
 * </pre>
 * A key with the {@linkplain Lookup3 hash} h is looked for in table h mod 256 from bucket (h ≫ 8) mod buckets onwards,
 * wrapping round, until an empty bucket. {@link CqdbCheck} has verified everything that this relies on. A look-up of a String
 * allocates nothing in UTF-8 and in ISO 8859-1.
 */
final class Cqdb implements AttributeIndex {
    static final int TABLES = 256;
    static final int HEADER = 24;
    static final int DATA = HEADER + 8 * TABLES;
    static final int BYTE_ORDER = 0x62445371;

    /** What a look-up says of a string that is not there. */
    private static final int NONE = -1;

    /** Of a string that needs more than a look at its first bucket. */
    private static final int UNDECIDED = -2;

    private final ByteBuffer buffer;
    private final int size;
    private final int numbers;
    private final int[] tables; // [TABLES][2]: offset and number of buckets
    private final Charset charset;
    private final boolean utf8;
    private final boolean latin;

    /** Expects a verified database whose index 0 is its header. */
    Cqdb(ByteBuffer buffer, int size, Charset charset) {
        this.buffer = buffer;
        this.size = size;
        this.numbers = buffer.getInt(20);
        this.tables = new int[2 * TABLES];
        for (int k = 0; k < tables.length; k++) {
            tables[k] = buffer.getInt(HEADER + 4 * k);
        }
        this.charset = charset;
        this.utf8 = charset.equals(StandardCharsets.UTF_8);
        this.latin = charset.equals(StandardCharsets.ISO_8859_1);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public String get(int index) {
        Objects.checkIndex(index, size);
        try {
            return decode(buffer, buffer.getInt(numbers + 4 * index), charset);
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("string " + index + " was text when the file was opened", e);
        }
    }

    /** The key of the record at an offset. */
    static String decode(ByteBuffer buffer, int record, Charset charset) throws CharacterCodingException {
        byte[] key = new byte[buffer.getInt(record + 4) - 1];
        buffer.get(record + 8, key);
        return NativeText.decode(key, 0, key.length, charset);
    }

    @Override
    public int indexOf(CharSequence name) {
        String text = name.toString();
        if (!utf8 && !latin) {
            return indexOfBytes(text);
        }
        long hash = Lookup3.hash(text, latin ? 0xFF : 0x7F);
        if (hash >= 0) {
            return indexOfNarrow(text, (int) hash);
        }
        return latin ? NONE : indexOfUtf8(text);
    }

    /** First every hash, then every bucket, then every record, so that the processor asks memory for many at once. */
    @Override
    public void indexOf(String[] names, int count, int[] numbers) {
        if (!utf8 && !latin) {
            AttributeIndex.super.indexOf(names, count, numbers);
            return;
        }
        int largest = latin ? 0xFF : 0x7F;
        for (int k = 0; k < count; k++) {
            // 0 stands for what must be looked up singly; a name that has this hash is, too.
            numbers[k] = (int) Math.max(0, Lookup3.hash(names[k], largest));
        }
        for (int k = 0; k < count; k++) {
            numbers[k] = numbers[k] == 0 ? UNDECIDED : firstRecord(numbers[k]);
        }
        for (int k = 0; k < count; k++) {
            int record = numbers[k];
            if (record > 0 && buffer.getInt(record + 4) == names[k].length() + 1 && matches(names[k], record + 8)) {
                numbers[k] = buffer.getInt(record);
            } else if (record != NONE) {
                numbers[k] = indexOf(names[k]);
            }
        }
    }

    /** The record of the first bucket for a hash; −1 when there is none, −2 when it is that of another hash. */
    private int firstRecord(int hash) {
        int bucket = first(hash);
        if (bucket < 0) {
            return NONE;
        }
        return buffer.getInt(bucket) == hash ? buffer.getInt(bucket + 4) : UNDECIDED;
    }

    /** The number of a text whose characters are one byte each. */
    private int indexOfNarrow(String text, int hash) {
        int bytes = text.length();
        for (int bucket = first(hash); bucket >= 0; bucket = next(hash, bucket)) {
            int record = candidate(hash, bucket, bytes);
            if (record >= 0 && matches(text, record + 8)) {
                return buffer.getInt(record);
            }
        }
        return NONE;
    }

    private boolean matches(String text, int from) {
        int size = text.length();
        int i = 0;
        for (; i <= size - 4; i += 4) {
            if (buffer.getInt(from + i) != Lookup3.word(text, i)) {
                return false;
            }
        }
        for (; i < size; i++) {
            if (buffer.get(from + i) != (byte) text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int indexOfUtf8(String text) {
        int bytes = Utf8Key.length(text);
        if (bytes < 0) {
            return NONE;
        }
        int hash = Lookup3.hashUtf8(text, bytes);
        for (int bucket = first(hash); bucket >= 0; bucket = next(hash, bucket)) {
            int record = candidate(hash, bucket, bytes);
            if (record >= 0 && Utf8Key.matches(text, buffer, record + 8)) {
                return buffer.getInt(record);
            }
        }
        return NONE;
    }

    /** In other encodings bytes must be made first. */
    private int indexOfBytes(String text) {
        byte[] key;
        try {
            key = NativeText.encode(text, charset);
        } catch (CharacterCodingException e) {
            return NONE;
        }
        ByteBuffer bytes = CqdbWriter.littleEndian(key);
        int hash = Lookup3.hash(bytes, 0, key.length);
        for (int bucket = first(hash); bucket >= 0; bucket = next(hash, bucket)) {
            int record = candidate(hash, bucket, key.length);
            if (record >= 0 && buffer.slice(record + 8, key.length).equals(bytes)) {
                return buffer.getInt(record);
            }
        }
        return NONE;
    }

    /** Where the first bucket for a hash stands, or −1 when the table has none. */
    private int first(int hash) {
        int table = 2 * (hash & TABLES - 1);
        int buckets = tables[table + 1];
        return buckets == 0 ? NONE : used(tables[table] + 8 * ((hash >>> 8) % buckets));
    }

    private int next(int hash, int bucket) {
        int table = 2 * (hash & TABLES - 1);
        int after = bucket + 8;
        return used(after == tables[table] + 8 * tables[table + 1] ? tables[table] : after);
    }

    private int used(int bucket) {
        return buffer.getInt(bucket + 4) == 0 ? NONE : bucket;
    }

    /** The record that a bucket points to, or −1 when its hash or the length of its key is another. */
    private int candidate(int hash, int bucket, int bytes) {
        if (buffer.getInt(bucket) != hash) {
            return NONE;
        }
        int record = buffer.getInt(bucket + 4);
        return buffer.getInt(record + 4) == bytes + 1 ? record : NONE;
    }

    @Override
    public String toString() {
        return "Cqdb[" + size + " strings]";
    }
}
