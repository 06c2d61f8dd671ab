package org.espalier.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.espalier.model.ModelFormatException.Kind;

/**
 * Reads a {@link SectionFile} from its first byte to its last, and verifies each on the way.
 *
 * <p>What is verified is what is kept: bytes are taken in once, so that a file that changes meanwhile does not match its
 * checksums.
 */
final class SectionReading {
    static final int PREFIX = 16;
    static final int COUNTS = 16;
    static final int NAME = 24;
    static final int ENTRY = NAME + 20;
    private static final int MOST_SECTIONS = 1000;

    private final String file;
    private final SectionSource source;
    private final String magic;
    private final int newestVersion;
    private final String what;
    private final UnaryOperator<Set<String>> asDoubles;
    private long at; // bytes taken in

    /**
     * A reading of one file.
     *
     * @param file its name, for messages
     * @param what such files are, for messages
     * @param asDoubles which of all sections are wanted as doubles
     */
    SectionReading(
            String file,
            SectionSource source,
            String magic,
            int newestVersion,
            String what,
            UnaryOperator<Set<String>> asDoubles) {
        this.file = file;
        this.source = source;
        this.magic = magic;
        this.newestVersion = newestVersion;
        this.what = what;
        this.asDoubles = asDoubles;
    }

    /** A line of the table. */
    private record Entry(String name, long offset, long length, int checksum) {}

    SectionFile.Sections sections() throws IOException {
        byte[] expected = magic.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer prefix = next(PREFIX);
        for (int k = 0; k < Math.min(expected.length, prefix.limit()); k++) {
            if (prefix.get(k) != expected[k]) {
                throw new ModelFormatException(
                        Kind.NOT_A_MODEL, file, "this is not " + what + ": it does not begin with '" + magic + "'");
            }
        }
        if (prefix.limit() == 0) {
            throw new ModelFormatException(Kind.NOT_A_MODEL, file, "this is not " + what + ": the file is empty");
        }
        if (prefix.limit() < PREFIX) {
            throw truncated(PREFIX);
        }
        if (prefix.getInt(12) != SectionFile.checksum(prefix.slice(0, 12))) {
            throw mismatch("its header");
        }
        int version = prefix.getInt(8);
        if (version > newestVersion) {
            throw new ModelFormatException(
                    Kind.TOO_NEW,
                    file,
                    "it has the format version " + version + ", newer than " + newestVersion
                            + ", the newest that this Espalier reads; use a newer Espalier");
        }
        if (version < 1) {
            throw corrupt("it has the format version " + version);
        }
        return table();
    }

    private SectionFile.Sections table() throws IOException {
        ByteBuffer counts = next(COUNTS);
        if (counts.limit() < COUNTS) {
            throw truncated(PREFIX + COUNTS);
        }
        if (counts.getInt(12) != SectionFile.checksum(counts.slice(0, 12))) {
            throw mismatch("its header");
        }
        int count = counts.getInt(0);
        long length = counts.getLong(4);
        if (count < 0 || count > MOST_SECTIONS) {
            throw corrupt("it claims " + count + " sections");
        }
        long size = source.size();
        if (size >= 0 && size < length) {
            throw shorter(size, length);
        }
        if (size > length) {
            throw corrupt("the file has " + size + " bytes, expected " + length + ": extra bytes were appended");
        }
        int tableLength = ENTRY * count;
        long begin = SectionFile.align(PREFIX + COUNTS + tableLength + 4L);
        if (begin > length) {
            throw corrupt("its section table does not fit into the file");
        }
        ByteBuffer table = next(tableLength + 4);
        if (table.limit() < tableLength + 4) {
            throw truncated(length);
        }
        if (table.getInt(tableLength) != SectionFile.checksum(table.slice(0, tableLength))) {
            throw mismatch("its section table");
        }
        requireZeros(begin, length);
        return sections(entries(table, count, begin, length), length);
    }

    private Map<String, Entry> entries(ByteBuffer table, int count, long begin, long length) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        long place = begin;
        for (int k = 0; k < count; k++) {
            int line = ENTRY * k;
            byte[] bytes = new byte[NAME];
            table.get(line, bytes);
            String name = new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
            long offset = table.getLong(line + NAME);
            long size = table.getLong(line + NAME + 8);
            if (offset != place || size < 0 || size > Integer.MAX_VALUE || offset > length - size) {
                throw corrupt("its section '" + name + "' is not in its place");
            }
            if (entries.put(name, new Entry(name, offset, size, table.getInt(line + NAME + 16))) != null) {
                throw corrupt("it has two sections '" + name + "'");
            }
            place = SectionFile.align(offset + size);
        }
        if (place != length) {
            throw corrupt("its sections end at byte " + place + " of " + length);
        }
        return entries;
    }

    private SectionFile.Sections sections(Map<String, Entry> entries, long length) throws IOException {
        Set<String> numbers = asDoubles.apply(new LinkedHashSet<>(entries.keySet()));
        Map<String, ByteBuffer> bytes = new LinkedHashMap<>();
        Map<String, double[]> doubles = new LinkedHashMap<>();
        for (Entry entry : entries.values()) {
            if (numbers.contains(entry.name()) && entry.length() % Double.BYTES == 0) {
                doubles.put(entry.name(), doubles(entry, length));
            } else {
                bytes.put(entry.name(), bytes(entry, length));
            }
            requireZeros(SectionFile.align(at), length);
        }
        if (source.size() < 0 && next(1).hasRemaining()) {
            throw corrupt("extra bytes were appended after its " + length + " bytes");
        }
        return new SectionFile.Sections(bytes, doubles);
    }

    private ByteBuffer bytes(Entry entry, long length) throws IOException {
        CRC32C checksum = new CRC32C();
        ByteBuffer bytes = source.next((int) entry.length(), checksum);
        at += bytes.remaining();
        if (bytes.remaining() < entry.length()) {
            throw truncated(length);
        }
        require(entry, checksum);
        return bytes;
    }

    private double[] doubles(Entry entry, long length) throws IOException {
        CRC32C checksum = new CRC32C();
        int count = (int) (entry.length() / Double.BYTES);
        double[] values = source.doubles(count, checksum);
        at += (long) Double.BYTES * values.length;
        if (values.length < count) {
            throw truncated(length);
        }
        require(entry, checksum);
        return values;
    }

    private void require(Entry entry, CRC32C checksum) {
        if ((int) checksum.getValue() != entry.checksum()) {
            throw mismatch("its section '" + entry.name() + "'");
        }
    }

    private ByteBuffer next(int length) throws IOException {
        ByteBuffer bytes = source.next(length, new CRC32C());
        at += bytes.remaining();
        return bytes;
    }

    /** The bytes up to the next section have no checksum, and need none. */
    private void requireZeros(long end, long length) throws IOException {
        int count = (int) (end - at);
        ByteBuffer bytes = next(count);
        if (bytes.remaining() < count) {
            throw truncated(length);
        }
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                throw corrupt("a byte between its sections is not 0");
            }
        }
    }

    /** The bytes ended here, before the file was over. */
    private ModelFormatException truncated(long needed) {
        return shorter(at, needed);
    }

    private ModelFormatException shorter(long size, long needed) {
        return new ModelFormatException(
                Kind.TRUNCATED,
                file,
                "the file is truncated: it has " + size + " bytes, expected " + needed
                        + "; copy it again, or create it again");
    }

    private ModelFormatException mismatch(String where) {
        return corrupt(where + " does not match its checksum");
    }

    private ModelFormatException corrupt(String problem) {
        return new ModelFormatException(
                Kind.CORRUPT, file, "the file is corrupt: " + problem + "; copy it again, or create it again");
    }
}
