package org.espalier.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.espalier.model.ModelFormatException.Kind;

/**
 * A file of named, checksummed sections: the container of models and checkpoints.
 *
 * <pre>
 *   8 bytes  magic
 *   int      format version
 *   int      CRC-32C of the twelve bytes before
 *   int      number of sections
 *   long     length of the whole file
 *   int      CRC-32C of the twelve bytes before
 *   per section: 24 bytes name (UTF-8, zero padded), long offset, long length, int CRC-32C of its bytes
 *   int      CRC-32C of all these entries
 *   the sections in the same order, each beginning at the next multiple of 8; zeros between them and at the end
 * </pre>
 *
 * All numbers are little-endian. There is one way to write given sections, and every byte of it is verified when the
 * file is opened, so a file that opens is the one that was written. A file is written beside its target, flushed to the
 * disk and renamed, so that a reader sees the old file or the new one and never a part. Sections are memory-mapped.
 */
public final class SectionFile {
    private static final int PREFIX = 16;
    private static final int COUNTS = 16;
    private static final int NAME = 24;
    private static final int ENTRY = NAME + 20;
    private static final int MOST_SECTIONS = 1000;

    private SectionFile() {}

    /** Writes the sections in their order; the remaining bytes of each buffer are its content. */
    public static void write(Path target, String magic, int version, Map<String, ByteBuffer> sections) {
        FileReplacement.write(target, channel -> writeAll(channel, magic, version, sections));
    }

    private static void writeAll(FileChannel channel, String magic, int version, Map<String, ByteBuffer> sections)
            throws IOException {
        int tableEnd = PREFIX + COUNTS + ENTRY * sections.size();
        ByteBuffer header = ByteBuffer.allocate((int) align(tableEnd + 4)).order(ByteOrder.LITTLE_ENDIAN);
        header.position(PREFIX + COUNTS);
        long offset = header.capacity();
        for (Map.Entry<String, ByteBuffer> section : sections.entrySet()) {
            ByteBuffer bytes = section.getValue().slice();
            byte[] name = section.getKey().getBytes(StandardCharsets.UTF_8);
            if (name.length > NAME) {
                throw new IllegalArgumentException(
                        "section name '" + section.getKey() + "' is longer than " + NAME + " bytes");
            }
            int entry = header.position();
            header.put(name).position(entry + NAME);
            header.putLong(offset).putLong(bytes.remaining()).putInt(checksum(bytes));
            offset = align(offset + bytes.remaining());
        }
        header.putInt(checksum(header.slice(PREFIX + COUNTS, tableEnd - PREFIX - COUNTS)));
        header.put(0, magic.getBytes(StandardCharsets.US_ASCII)).putInt(8, version);
        header.putInt(12, checksum(header.slice(0, 12)));
        header.putInt(PREFIX, sections.size()).putLong(PREFIX + 4, offset);
        header.putInt(PREFIX + 12, checksum(header.slice(PREFIX, 12)));
        long at = writeFully(channel, header.clear(), 0);
        for (ByteBuffer section : sections.values()) {
            at = writeFully(channel, section.slice(), at);
            at = writeFully(channel, ByteBuffer.allocate((int) (align(at) - at)), at);
        }
    }

    /** Returns where the written bytes end. */
    private static long writeFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
        return at;
    }

    /**
     * Maps the sections of a file and verifies every checksum.
     *
     * @throws ModelFormatException when it is not such a file, too new, truncated or corrupt
     */
    public static Map<String, ByteBuffer> read(Path file, String magic, int newestVersion, String what) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Reading(file, channel, magic, newestVersion, what).sections();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    new IOException("cannot read " + file + ": " + FileReplacement.reason(e), e));
        }
    }

    private record Reading(Path file, FileChannel channel, String magic, int newestVersion, String what) {

        Map<String, ByteBuffer> sections() throws IOException {
            long size = channel.size();
            byte[] expected = magic.getBytes(StandardCharsets.US_ASCII);
            ByteBuffer prefix = readFully(0, (int) Math.min(PREFIX, size));
            for (int k = 0; k < Math.min(expected.length, prefix.limit()); k++) {
                if (prefix.get(k) != expected[k]) {
                    throw new ModelFormatException(
                            Kind.NOT_A_MODEL, file, "this is not " + what + ": it does not begin with '" + magic + "'");
                }
            }
            if (size == 0) {
                throw new ModelFormatException(Kind.NOT_A_MODEL, file, "this is not " + what + ": the file is empty");
            }
            requireLength(size, PREFIX);
            if (prefix.getInt(12) != checksum(prefix.slice(0, 12))) {
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
            return table(size);
        }

        private Map<String, ByteBuffer> table(long size) throws IOException {
            requireLength(size, PREFIX + COUNTS);
            ByteBuffer counts = readFully(PREFIX, COUNTS);
            if (counts.getInt(12) != checksum(counts.slice(0, 12))) {
                throw mismatch("its header");
            }
            int count = counts.getInt(0);
            long length = counts.getLong(4);
            if (count < 0 || count > MOST_SECTIONS) {
                throw corrupt("it claims " + count + " sections");
            }
            requireLength(size, length);
            if (size > length) {
                throw corrupt("the file has " + size + " bytes, expected " + length + ": something was appended");
            }
            int tableLength = ENTRY * count;
            long begin = align(PREFIX + COUNTS + tableLength + 4L);
            if (begin > length) {
                throw corrupt("its section table does not fit into the file");
            }
            ByteBuffer table = readFully(PREFIX + COUNTS, tableLength + 4);
            if (table.getInt(tableLength) != checksum(table.slice(0, tableLength))) {
                throw mismatch("its section table");
            }
            requireZeros(PREFIX + COUNTS + tableLength + 4L, begin);
            return sections(table, count, begin, size);
        }

        private Map<String, ByteBuffer> sections(ByteBuffer table, int count, long begin, long size)
                throws IOException {
            Map<String, ByteBuffer> sections = new LinkedHashMap<>();
            long at = begin;
            for (int k = 0; k < count; k++) {
                int entry = ENTRY * k;
                byte[] bytes = new byte[NAME];
                table.get(entry, bytes);
                String name = new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
                long offset = table.getLong(entry + NAME);
                long length = table.getLong(entry + NAME + 8);
                if (offset != at || length < 0 || length > Integer.MAX_VALUE || offset > size - length) {
                    throw corrupt("its section '" + name + "' is not at its place");
                }
                if (sections.put(name, section(name, offset, length, table.getInt(entry + NAME + 16))) != null) {
                    throw corrupt("it has two sections '" + name + "'");
                }
                at = align(offset + length);
                requireZeros(offset + length, Math.min(at, size));
            }
            if (at != size) {
                throw corrupt("its sections end at byte " + at + " of " + size);
            }
            return sections;
        }

        private ByteBuffer section(String name, long offset, long length, int checksum) throws IOException {
            ByteBuffer bytes =
                    channel.map(FileChannel.MapMode.READ_ONLY, offset, length).order(ByteOrder.LITTLE_ENDIAN);
            if (checksum(bytes) != checksum) {
                throw mismatch("its section '" + name + "'");
            }
            return bytes;
        }

        /** The bytes between sections have no checksum, and need none. */
        private void requireZeros(long begin, long end) throws IOException {
            ByteBuffer bytes = readFully(begin, (int) (end - begin));
            while (bytes.hasRemaining()) {
                if (bytes.get() != 0) {
                    throw corrupt("a byte between its sections is not 0");
                }
            }
        }

        private void requireLength(long size, long needed) {
            if (size < needed) {
                throw new ModelFormatException(
                        Kind.TRUNCATED,
                        file,
                        "the file is truncated: it has " + size + " bytes, expected " + needed
                                + "; copy it again, or make it anew");
            }
        }

        private ModelFormatException mismatch(String where) {
            return corrupt(where + " does not match its checksum");
        }

        private ModelFormatException corrupt(String problem) {
            return new ModelFormatException(
                    Kind.CORRUPT, file, "the file is corrupt: " + problem + "; copy it again, or make it anew");
        }

        private ByteBuffer readFully(long offset, int length) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
                // until full, or the end of the file
            }
            return bytes.flip();
        }
    }

    private static long align(long offset) {
        return (offset + 7) & ~7L;
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }
}
