package org.espalier.feature.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Where the word vectors of a model are that does not keep them, and by which the file is known again. Little-endian:
 * <pre>
 * int    version      −1, unlike a table of vectors
 * int    words        how many are read at most
 * double scale
 * long   length       of the file
 * int    checksum     CRC-32C of the file
 * int    n
 * byte   path[n]      UTF-8, as it was given
 * </pre>
 */
record VectorReference(String path, EmbeddingOptions options, long length, int checksum) {
    static final int VERSION = -1;
    private static final int HEADER = 32;
    private static final int BUFFER_BYTES = 1 << 16;

    static VectorReference of(Path file, EmbeddingOptions options) {
        try {
            return new VectorReference(file.toString(), options, Files.size(file), checksum(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the file cannot be read: " + e.getMessage(), e);
        }
    }

    private static int checksum(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream input = Files.newInputStream(file)) {
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                sum.update(buffer, 0, count);
            }
        }
        return (int) sum.getValue();
    }

    static VectorReference from(ByteBuffer bytes) {
        if (bytes.remaining() < HEADER || bytes.getInt(28) != bytes.remaining() - HEADER) {
            throw new IllegalArgumentException("the reference to the model's word vectors is damaged");
        }
        byte[] path = new byte[bytes.getInt(28)];
        bytes.get(HEADER, path);
        return new VectorReference(
                new String(path, StandardCharsets.UTF_8),
                new EmbeddingOptions(bytes.getDouble(8), bytes.getInt(4), false),
                bytes.getLong(16),
                bytes.getInt(24));
    }

    ByteBuffer toBytes() {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + name.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(VERSION).putInt(options.words()).putDouble(options.scale());
        bytes.putLong(length).putInt(checksum).putInt(name.length).put(name);
        return bytes.flip();
    }

    /**
     * Reads the vectors again.
     *
     * @throws MissingWordFileException when the file is not there or is another one
     */
    WordVectors read() {
        Path file;
        try {
            file = Path.of(path);
            if (!Files.isRegularFile(file)) {
                throw new MissingWordFileException("its word vectors are in the file " + path + ", which is not there"
                        + seen(file) + "; put it there, or train without keep=false");
            }
            if (Files.size(file) != length || checksum(file) != checksum) {
                throw new MissingWordFileException("its word vectors are in the file " + path + seen(file)
                        + ", whose content is not the one of the training; put the former file there, or train again");
            }
        } catch (InvalidPathException | IOException e) {
            throw new MissingWordFileException(
                    "its word vectors are in the file " + path + ", which cannot be read: " + e.getMessage());
        }
        return WordVectors.read(file, options);
    }

    private static String seen(Path file) {
        return file.isAbsolute()
                ? ""
                : " (seen from the directory " + Path.of("").toAbsolutePath() + ")";
    }
}
