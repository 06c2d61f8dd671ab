package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.espalier.data.NativeText;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/**
 * Opens a string database of a file from a stranger: verifies every record, every bucket and that every string is found by
 * its hash, in time proportional to the size of the database.
 */
final class CqdbCheck {
    /** More strings with the same 32 bits of hash than chance will ever bring together. */
    private static final int MOST_COLLISIONS = 64;

    private final ModelBytes file;
    private final int begin;
    private final String what;
    private final Charset charset;
    private final ByteBuffer buffer;
    private final int end;

    private CqdbCheck(ModelBytes file, int begin, String what, Charset charset) {
        this.file = file;
        this.begin = begin;
        this.what = what;
        this.charset = charset;
        this.buffer = file.from(begin);
        this.end = file.count(begin + 4L, 1, "bytes of " + what);
    }

    /**
     * The database at an offset of a file.
     *
     * @param count how many strings it must have
     * @param what they are, for messages
     * @throws ModelFormatException when anything is wrong with it
     */
    static Cqdb open(ModelBytes file, long offset, int count, String what, Charset charset) {
        file.requireChunk(offset, Cqdb.DATA, "CQDB");
        CqdbCheck check = new CqdbCheck(file, (int) offset, what, charset);
        check.header(count);
        int[] hashes = check.records(count);
        check.collisions(hashes);
        check.tables(hashes);
        return new Cqdb(check.buffer, count, charset);
    }

    private void header(int count) {
        file.requireInside(begin, end, "the database of " + what);
        require(end >= Cqdb.DATA, 4, "the database of " + what + " has " + end + " bytes");
        require(buffer.getInt(12) == Cqdb.BYTE_ORDER, 12, "the byte order mark is wrong");
        require(
                (buffer.getInt(16) & 0xFFFFFFFFL) == count,
                16,
                (buffer.getInt(16) & 0xFFFFFFFFL) + " strings, expected " + count + " " + what);
        require(count == 0 || fits(buffer.getInt(20), 4L * count), 20, "the list of " + what + " leaves the database");
    }

    private boolean fits(int offset, long bytes) {
        return offset >= Cqdb.DATA && offset <= end - bytes;
    }

    /** Every record; gives the hash of each string. */
    private int[] records(int count) {
        int numbers = buffer.getInt(20);
        int[] hashes = new int[count];
        long left = end;
        for (int id = 0; id < count; id++) {
            int record = buffer.getInt(numbers + 4 * id);
            if (!fits(record, 9)) {
                throw corrupt(numbers + 4 * id, "string " + id + " is outside of the database");
            }
            if (buffer.getInt(record) != id) {
                throw corrupt(record, "a record has the number " + buffer.getInt(record) + ", expected " + id);
            }
            int bytes = buffer.getInt(record + 4);
            if (bytes < 1 || record + 8 > end - bytes) {
                throw corrupt(record + 4, "string " + id + " claims " + (bytes & 0xFFFFFFFFL) + " bytes");
            }
            // Records do not share bytes, so that all of them together take no longer than the file is.
            left -= 8L + bytes;
            if (left < 0) {
                throw corrupt(record, "the records overlap");
            }
            hashes[id] = key(id, record, bytes - 1);
        }
        return hashes;
    }

    /** The hash of a key, which is text and ends with the only NUL. */
    private int key(int id, int record, int length) {
        int from = record + 8;
        if (buffer.get(from + length) != 0) {
            throw corrupt(from + length, "string " + id + " does not end with a NUL");
        }
        for (int at = from; at < from + length; at++) {
            if (buffer.get(at) == 0) {
                throw corrupt(at, "string " + id + " has a NUL within");
            }
        }
        if (!charset.equals(StandardCharsets.UTF_8) && !charset.equals(StandardCharsets.ISO_8859_1)) {
            requireText(id, record, length);
        }
        return Lookup3.hash(buffer, from, from + length);
    }

    private void requireText(int id, int record, int length) {
        boolean text;
        try {
            byte[] again = NativeText.encode(Cqdb.decode(buffer, record, charset), charset);
            text = buffer.slice(record + 8, length).equals(ByteBuffer.wrap(again));
        } catch (CharacterCodingException e) {
            text = false;
        }
        if (!text) {
            throw file.problem(
                    Kind.CORRUPT,
                    "byte " + (begin + record + 8L) + ": string " + id + " of " + what + " is not text in " + charset
                            + "; name the encoding of the training data, or ISO-8859-1 for the bytes as they are");
        }
    }

    private void collisions(int[] hashes) {
        long[] sorted = new long[hashes.length];
        Arrays.setAll(sorted, id -> (long) hashes[id] << 32 | id);
        Arrays.sort(sorted);
        for (int from = 0; from < sorted.length; ) {
            int to = from + 1;
            while (to < sorted.length && sorted[to] >> 32 == sorted[from] >> 32) {
                to++;
            }
            if (to - from > MOST_COLLISIONS) {
                throw corrupt(0, (to - from) + " " + what + " have the same hash");
            }
            for (int one = from; one < to; one++) {
                for (int other = from; other < one; other++) {
                    requireDifferent((int) sorted[one], (int) sorted[other]);
                }
            }
            from = to;
        }
    }

    private void requireDifferent(int one, int other) {
        int numbers = buffer.getInt(20);
        int first = buffer.getInt(numbers + 4 * one);
        int second = buffer.getInt(numbers + 4 * other);
        int bytes = buffer.getInt(first + 4);
        if (bytes == buffer.getInt(second + 4)
                && buffer.slice(first + 8, bytes).equals(buffer.slice(second + 8, bytes))) {
            throw corrupt(first, "strings " + other + " and " + one + " are the same");
        }
    }

    private void tables(int[] hashes) {
        long used = 0;
        long left = end / 8;
        for (int table = 0; table < Cqdb.TABLES; table++) {
            int at = Cqdb.HEADER + 8 * table;
            int offset = buffer.getInt(at);
            int buckets = buffer.getInt(at + 4);
            if (buckets == 0) {
                continue;
            }
            if (buckets < 0 || !fits(offset, 8L * buckets)) {
                throw corrupt(
                        at, "hash table " + table + " leaves the database: " + (buckets & 0xFFFFFFFFL) + " buckets");
            }
            left -= buckets;
            if (left < 0) {
                throw corrupt(at, "the hash tables overlap");
            }
            used += table(table, offset, buckets, hashes);
        }
        require(used == hashes.length, Cqdb.HEADER, used + " strings in the hash tables, expected " + hashes.length);
    }

    /** Every bucket of a table; gives the number of those in use. */
    private int table(int table, int offset, int buckets, int[] hashes) {
        int empty = 0;
        while (empty < buckets && buffer.getInt(offset + 8 * empty + 4) != 0) {
            empty++;
        }
        require(empty < buckets, offset, "hash table " + table + " is full, so a search in it would never end");
        int used = 0;
        int runBegin = 0; // the first bucket after an empty one, counted as distance is
        for (int distance = 0; distance < buckets; distance++) {
            int bucket = offset + 8 * ((empty + 1 + distance) % buckets);
            if (buffer.getInt(bucket + 4) == 0) {
                runBegin = distance + 1;
                continue;
            }
            used++;
            int home = (hash(table, bucket, hashes) >>> 8) % buckets;
            int fromEmpty = (home - empty - 1 + buckets) % buckets;
            if (fromEmpty < runBegin || fromEmpty > distance) {
                throw corrupt(bucket, "an entry of hash table " + table + " is not where a search finds it");
            }
        }
        return used;
    }

    /** The hash that a used bucket has, which must be that of its string. */
    private int hash(int table, int bucket, int[] hashes) {
        int hash = buffer.getInt(bucket);
        int record = buffer.getInt(bucket + 4);
        int id = fits(record, 9) ? buffer.getInt(record) : -1;
        if (id < 0 || id >= hashes.length || buffer.getInt(buffer.getInt(20) + 4 * id) != record) {
            throw corrupt(bucket, "an entry of hash table " + table + " points to no string");
        }
        if (hash != hashes[id] || (hash & Cqdb.TABLES - 1) != table) {
            throw corrupt(bucket, "an entry of hash table " + table + " has a wrong hash");
        }
        return hash;
    }

    private void require(boolean condition, int at, String problem) {
        if (!condition) {
            throw corrupt(at, problem);
        }
    }

    private ModelFormatException corrupt(int at, String problem) {
        return file.corrupt(begin + (long) at, problem);
    }
}
