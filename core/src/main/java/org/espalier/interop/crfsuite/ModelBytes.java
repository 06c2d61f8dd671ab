package org.espalier.interop.crfsuite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/** The bytes of a model file, in memory, little-endian; whatever is asked for beyond its end is a damaged file. */
final class ModelBytes {
    private static final int PIECE = 1 << 16;
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final Path file;
    private final ByteBuffer buffer;

    private ModelBytes(Path file, ByteBuffer buffer) {
        this.file = file;
        this.buffer = buffer;
    }

    /** Copies the file, so that nothing depends on it afterwards. */
    static ModelBytes read(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            long size = Files.size(file);
            if (size > MOST) {
                throw new ModelFormatException(
                        Kind.CORRUPT, file, "the file has " + size + " bytes; CRFsuite models of up to 2 GiB are read");
            }
            byte[] bytes = new byte[(int) size];
            int end = 0;
            // In pieces, because a stream of a file sets as much aside as is asked for at once.
            for (int count = -1; end < size && count != 0; end += count) {
                count = input.readNBytes(bytes, end, Math.min(PIECE, bytes.length - end));
            }
            return new ModelBytes(file, ByteBuffer.wrap(bytes, 0, end).slice().order(ByteOrder.LITTLE_ENDIAN));
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException(new IOException("cannot read " + file + ": there is no such file", e));
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read " + file + ": " + e.getMessage(), e));
        }
    }

    int size() {
        return buffer.capacity();
    }

    /** An unsigned number of 32 bits. */
    long number(long offset, String what) {
        requireInside(offset, Integer.BYTES, what);
        return buffer.getInt((int) offset) & 0xFFFFFFFFL;
    }

    /** A number of 32 bits that counts things which take at least {@code bytesEach} bytes of this file each. */
    int count(long offset, int bytesEach, String what) {
        long count = number(offset, what);
        if (count > size() / bytesEach) {
            throw corrupt(offset, "there are " + count + " " + what + ", more than the file has room for");
        }
        return (int) count;
    }

    /** The double that begins at a checked offset. */
    double weight(int offset) {
        return buffer.getDouble(offset);
    }

    /** The int that begins at a checked offset. */
    int integer(int offset) {
        return buffer.getInt(offset);
    }

    /** Four letters. */
    String letters(int offset) {
        byte[] letters = new byte[4];
        buffer.get(offset, letters);
        return new String(letters, StandardCharsets.ISO_8859_1);
    }

    /** Expects a piece of the file that begins with four letters. */
    void requireChunk(long offset, int bytes, String letters) {
        requireInside(offset, bytes, "'" + letters + "'");
        if (!letters((int) offset).equals(letters)) {
            throw corrupt(offset, "found '" + letters((int) offset) + "', expected '" + letters + "'");
        }
    }

    /** The bytes from here to the end of the file. */
    ByteBuffer from(long offset) {
        return buffer.slice((int) offset, size() - (int) offset).order(ByteOrder.LITTLE_ENDIAN);
    }

    void requireInside(long offset, long bytes, String what) {
        if (offset > size() - bytes) {
            throw new ModelFormatException(
                    Kind.TRUNCATED,
                    file,
                    what + " would take " + bytes + " bytes from byte " + offset + " on, but the file has " + size()
                            + " bytes; copy it again, or create it again");
        }
    }

    ModelFormatException corrupt(long offset, String problem) {
        return problem(Kind.CORRUPT, "byte " + offset + ": " + problem + "; copy the file again, or create it again");
    }

    ModelFormatException problem(Kind kind, String problem) {
        return new ModelFormatException(kind, file, problem);
    }
}
