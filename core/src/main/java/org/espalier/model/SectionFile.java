package org.espalier.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

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
 * disk and renamed, so that a reader sees the old file or the new one and never a part.
 */
public final class SectionFile {
    private static final int PREFIX = SectionReading.PREFIX;
    private static final int PIECE = 1 << 16;
    private static final int COUNTS = SectionReading.COUNTS;
    private static final int NAME = SectionReading.NAME;
    private static final int ENTRY = SectionReading.ENTRY;

    private SectionFile() {}

    /** Writes the sections in their order; the remaining bytes of each buffer are its content. */
    public static void write(Path target, String magic, int version, Map<String, ByteBuffer> sections) {
        FileReplacement.write(target, channel -> writeAll(channel, magic, version, sections));
    }

    /** The bytes that {@link #write} writes. */
    static ByteBuffer bytes(String magic, int version, Map<String, ByteBuffer> sections) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writeAll(Channels.newChannel(bytes), magic, version, sections);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static void writeAll(
            WritableByteChannel channel, String magic, int version, Map<String, ByteBuffer> sections)
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
        writeFully(channel, header.clear());
        for (ByteBuffer section : sections.values()) {
            writeFully(channel, section.slice());
            writeFully(channel, ByteBuffer.allocate((int) (align(section.remaining()) - section.remaining())));
        }
    }

    /** One after the other, because a pipe has no places to go to; in pieces, because a channel copies what it is given. */
    private static void writeFully(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + PIECE));
            channel.write(bytes);
        }
    }

    /**
     * Copies the sections of a file and verifies every checksum.
     *
     * @throws ModelFormatException when it is not such a file, too new, truncated or corrupt
     */
    public static Map<String, ByteBuffer> read(Path file, String magic, int newestVersion, String what) {
        return read(file, Loading.COPIED, magic, newestVersion, what, names -> Set.of())
                .bytes();
    }

    /**
     * Maps the sections of a file and verifies every checksum; for a file that nobody changes in place while they are in use.
     *
     * @throws ModelFormatException when it is not such a file, too new, truncated or corrupt
     */
    public static Map<String, ByteBuffer> map(Path file, String magic, int newestVersion, String what) {
        return read(file, Loading.MAPPED, magic, newestVersion, what, names -> Set.of())
                .bytes();
    }

    /**
     * What a file holds.
     *
     * @param bytes the sections that are bytes
     * @param doubles those that were asked for as doubles
     */
    record Sections(Map<String, ByteBuffer> bytes, Map<String, double[]> doubles) {}

    /**
     * Reads sections, and those that pass the test as doubles, which need no room as bytes then.
     *
     * @throws ModelFormatException when it is not such a file, too new, truncated or corrupt
     */
    static Sections read(
            Path file,
            Loading loading,
            String magic,
            int newestVersion,
            String what,
            UnaryOperator<Set<String>> doubles) {
        String name = file.toString();
        try {
            if (loading == Loading.MAPPED) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                    return new SectionReading(
                                    name, new SectionSource.Mapped(channel), magic, newestVersion, what, doubles)
                            .sections();
                }
            }
            try (SeekableByteChannel channel = Files.newByteChannel(file);
                    InputStream input = Channels.newInputStream(channel)) {
                long size = Files.isRegularFile(file) ? channel.size() : -1;
                return new SectionReading(
                                name, new SectionSource.Copied(input, size), magic, newestVersion, what, doubles)
                        .sections();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    new IOException("cannot read " + file + ": " + FileReplacement.reason(e), e));
        }
    }

    static long align(long offset) {
        return (offset + 7) & ~7L;
    }

    static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }
}
