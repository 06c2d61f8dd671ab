package org.espalier.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
 *   per section: 24 bytes name (UTF-8, zero padded), long offset, long length, int CRC-32C of its bytes
 *   int      CRC-32C of everything from the number of sections up to here
 *   the sections, each beginning at a multiple of 8
 * </pre>
 *
 * All numbers are little-endian. A file is written beside its target, flushed to the disk and renamed, so that a reader
 * sees the old file or the new one and never a part. Sections are memory-mapped and their checksums verified when the
 * file is opened.
 */
public final class SectionFile {
    private static final int PREFIX = 16;
    private static final int COUNTS = 12;
    private static final int NAME = 24;
    private static final int ENTRY = NAME + 20;
    private static final int MOST_SECTIONS = 1000;

    private SectionFile() {}

    /** Writes the sections in their order; the remaining bytes of each buffer are its content. */
    public static void write(Path target, String magic, int version, Map<String, ByteBuffer> sections) {
        Path absolute = target.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new UncheckedIOException(new IOException(target + " is a directory; give the name of a file"));
        }
        if (!Files.isDirectory(folder)) {
            throw new UncheckedIOException(new IOException("the directory " + folder + " does not exist; create it first"));
        }
        Path temporary = folder.resolve(absolute.getFileName() + ".writing");
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                writeAll(channel, magic, version, sections);
                channel.force(true);
            }
            moveInto(temporary, absolute);
        } catch (IOException e) {
            deleteQuietly(temporary);
            throw new UncheckedIOException(new IOException("cannot write " + target + ": " + reason(e), e));
        }
    }

    private static void writeAll(FileChannel channel, String magic, int version, Map<String, ByteBuffer> sections)
            throws IOException {
        int headerLength = PREFIX + COUNTS + ENTRY * sections.size() + 4;
        ByteBuffer header = ByteBuffer.allocate(headerLength).order(ByteOrder.LITTLE_ENDIAN);
        header.put(magic.getBytes(StandardCharsets.US_ASCII)).putInt(version).putInt(checksum(header.slice(0, 12)));
        long offset = align(headerLength);
        Map<Long, ByteBuffer> places = new LinkedHashMap<>();
        header.putInt(sections.size()).putLong(0);
        for (Map.Entry<String, ByteBuffer> section : sections.entrySet()) {
            ByteBuffer bytes = section.getValue().slice();
            byte[] name = section.getKey().getBytes(StandardCharsets.UTF_8);
            if (name.length > NAME) {
                throw new IllegalArgumentException("section name '" + section.getKey() + "' is longer than " + NAME + " bytes");
            }
            int entry = header.position();
            header.put(name).position(entry + NAME);
            header.putLong(offset).putLong(bytes.remaining()).putInt(checksum(bytes));
            places.put(offset, bytes);
            offset = align(offset + bytes.remaining());
        }
        header.putLong(PREFIX + 4, offset);
        header.putInt(checksum(header.slice(PREFIX, headerLength - PREFIX - 4)));
        header.flip();
        writeFully(channel, header, 0);
        for (Map.Entry<Long, ByteBuffer> place : places.entrySet()) {
            writeFully(channel, place.getValue(), place.getKey());
        }
        if (channel.size() < offset) {
            writeFully(channel, ByteBuffer.allocate((int) (offset - channel.size())), channel.size());
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private static void moveInto(Path temporary, Path target) throws IOException {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The error that brought us here is the one to report.
        }
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
            throw new UncheckedIOException(new IOException("cannot read " + file + ": " + reason(e), e));
        }
    }

    private record Reading(Path file, FileChannel channel, String magic, int newestVersion, String what) {

        Map<String, ByteBuffer> sections() throws IOException {
            long size = channel.size();
            byte[] expected = magic.getBytes(StandardCharsets.US_ASCII);
            ByteBuffer prefix = readFully(0, (int) Math.min(PREFIX, size));
            for (int k = 0; k < Math.min(expected.length, prefix.limit()); k++) {
                if (prefix.get(k) != expected[k]) {
                    throw new ModelFormatException(Kind.NOT_A_MODEL, file, "this is not " + what
                            + ": it does not begin with '" + magic + "'");
                }
            }
            if (size == 0) {
                throw new ModelFormatException(Kind.NOT_A_MODEL, file, "this is not " + what + ": the file is empty");
            }
            requireLength(size, PREFIX);
            if (prefix.getInt(12) != checksum(prefix.slice(0, 12))) {
                throw corrupt("its header");
            }
            int version = prefix.getInt(8);
            if (version > newestVersion) {
                throw new ModelFormatException(Kind.TOO_NEW, file, "it has the format version " + version
                        + ", newer than " + newestVersion + ", the newest that this Espalier reads; use a newer Espalier");
            }
            if (version < 1) {
                throw corrupt("its version");
            }
            return table(size);
        }

        private Map<String, ByteBuffer> table(long size) throws IOException {
            requireLength(size, PREFIX + COUNTS);
            ByteBuffer counts = readFully(PREFIX, COUNTS);
            int count = counts.getInt(0);
            long length = counts.getLong(4);
            if (count < 0 || count > MOST_SECTIONS) {
                throw corrupt("its section table");
            }
            int tableLength = COUNTS + ENTRY * count;
            requireLength(size, PREFIX + tableLength + 4L);
            ByteBuffer table = readFully(PREFIX, tableLength + 4);
            if (table.getInt(tableLength) != checksum(table.slice(0, tableLength))) {
                throw corrupt("its section table");
            }
            if (size < length) {
                throw truncated(size, length);
            }
            if (size > length) {
                throw new ModelFormatException(
                        Kind.CORRUPT, file, "the file has " + size + " bytes, expected " + length + ": something was appended");
            }
            Map<String, ByteBuffer> sections = new LinkedHashMap<>();
            for (int k = 0; k < count; k++) {
                int entry = COUNTS + ENTRY * k;
                byte[] name = new byte[NAME];
                table.get(entry, name);
                String text = new String(name, StandardCharsets.UTF_8).replace("\0", "");
                sections.put(text, section(text, table.getLong(entry + NAME), table.getLong(entry + NAME + 8),
                        table.getInt(entry + NAME + 16), size));
            }
            return sections;
        }

        private ByteBuffer section(String name, long offset, long length, int checksum, long size) throws IOException {
            if (offset < 0 || length < 0 || length > Integer.MAX_VALUE || offset > size - length) {
                throw corrupt("the place of its section '" + name + "'");
            }
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, offset, length).order(ByteOrder.LITTLE_ENDIAN);
            if (checksum(bytes) != checksum) {
                throw corrupt("its section '" + name + "'");
            }
            return bytes;
        }

        private void requireLength(long size, long needed) {
            if (size < needed) {
                throw truncated(size, needed);
            }
        }

        private ModelFormatException truncated(long size, long expected) {
            return new ModelFormatException(Kind.TRUNCATED, file, "the file is truncated: it has " + size
                    + " bytes, expected " + expected + "; copy it again, or make it anew");
        }

        private ModelFormatException corrupt(String where) {
            return new ModelFormatException(
                    Kind.CORRUPT, file, "the file is corrupt: " + where + " does not match its checksum; copy it again, or make it anew");
        }

        private ByteBuffer readFully(long offset, int length) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
                // until full, or the end of the file
            }
            return bytes.flip();
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (e instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
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
