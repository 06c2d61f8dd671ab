package org.espalier.data;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream, usually UTF-8: strict about encoding, tolerant of a byte order mark, CRLF and a missing last line end.
 *
 * <p>Holds one buffer and one line; a line above the limit is an error.
 */
public final class LineReader implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream input;
    private final String source;
    private final int maximumLineBytes;
    private final Charset encoding;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private byte[] pending = new byte[256];
    private long lineNumber;
    private boolean ended; // whether the last line has an end

    LineReader(InputStream input, String source, int maximumLineBytes, Charset encoding) {
        this.encoding = encoding;
        this.input = input;
        this.source = source;
        this.maximumLineBytes = maximumLineBytes;
    }

    /**
     * The lines of a file in UTF-8; it is unpacked when its name ends in {@code .gz}.
     *
     * @throws DataFormatException when there is no such file, or it cannot be read
     */
    public static LineReader open(Path file) {
        return new LineReader(
                Sequences.stream(file),
                file.toString(),
                DataOptions.COLUMNS.maximumLineBytes(),
                StandardCharsets.UTF_8);
    }

    /**
     * The lines of a file in an encoding that keeps ASCII as it is; it is unpacked when its name ends in {@code .gz}.
     *
     * @throws DataFormatException when there is no such file, or it cannot be read
     */
    public static LineReader open(Path file, Charset encoding) {
        return new LineReader(
                Sequences.stream(file), file.toString(), DataOptions.COLUMNS.maximumLineBytes(), encoding);
    }

    /** The next line without its end, or null when there is none. */
    public @Nullable String next() {
        int length = read();
        return length < 0 ? null : decode(length);
    }

    /** The next line as it stands in the source: with its end, carriage returns and a byte order mark; or null when there is none. */
    @Nullable
    String nextWhole() {
        int length = read();
        if (length < 0) {
            return null;
        }
        if (lineNumber == 1) {
            byteOrderMark(length); // complains of files that are no text
        }
        String line = text(0, length);
        return ended ? line + "\n" : line;
    }

    /** Reads the bytes of a line; −1 when there is none. */
    private int read() {
        int length = 0;
        boolean found = false;
        while (!found) {
            if (position == limit && !fill()) {
                if (length == 0) {
                    return -1;
                }
                break;
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            found = end < limit;
            length = append(length, end);
            position = found ? end + 1 : end;
        }
        lineNumber++;
        ended = found;
        return length;
    }

    /** Where the line that was returned last stands. */
    public Location location() {
        return new Location(source, lineNumber);
    }

    /** The number of the line that was returned last, from 1. */
    long line() {
        return lineNumber;
    }

    /** A place in the source. */
    Location location(long line, long column) {
        return new Location(source, line, column);
    }

    /** Whether the line has nothing but spaces and tabs. */
    static boolean isBlank(String line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) != ' ' && line.charAt(i) != '\t') {
                return false;
            }
        }
        return true;
    }

    private boolean fill() {
        try {
            position = 0;
            limit = Math.max(0, input.read(buffer, 0, buffer.length));
            return limit > 0;
        } catch (ZipException | EOFException exception) {
            throw new DataFormatException(
                    nextLocation(),
                    "the gzip data are damaged or cut off (" + exception.getMessage()
                            + "); check the file with 'gzip -t', or rename it if it is not compressed",
                    exception);
        } catch (IOException exception) {
            throw new DataFormatException(nextLocation(), "reading failed: " + exception.getMessage(), exception);
        }
    }

    private Location nextLocation() {
        return new Location(source, lineNumber + 1);
    }

    private int append(int length, int end) {
        int added = end - position;
        if (added > maximumLineBytes - length) {
            throw new DataFormatException(
                    nextLocation(),
                    "the line is longer than " + maximumLineBytes
                            + " bytes; check that this is a text file with line ends, or raise the limit");
        }
        if (pending.length - length < added) {
            long doubled = Math.max(2L * pending.length, (long) length + added);
            pending = Arrays.copyOf(pending, (int) Math.min(doubled, maximumLineBytes));
        }
        System.arraycopy(buffer, position, pending, length, added);
        return length + added;
    }

    private String decode(int rawLength) {
        int start = 0;
        int length = rawLength;
        if (lineNumber == 1) {
            start = byteOrderMark(length);
        }
        if (length > start && pending[length - 1] == '\r') {
            length--;
        }
        String line = text(start, length);
        checkControl(line, '\r', "a carriage return within the line; end lines with LF or CRLF");
        return line;
    }

    private String text(int start, int length) {
        // Decoding with replacement is several times faster than a strict decoder; a replacement character in the
        // result is rare, and only then is it worth looking whether it stood in the input or hides malformed bytes.
        String line = new String(pending, start, length - start, encoding);
        if (line.indexOf('\uFFFD') >= 0) {
            checkEncoding(start, length);
        }
        checkControl(line, '\0', "a NUL character; expected UTF-8 text, but this looks like a binary or UTF-16 file");
        return line;
    }

    private int byteOrderMark(int length) {
        if (length >= 2) {
            int first = pending[0] & 0xFF;
            int second = pending[1] & 0xFF;
            if ((first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)) {
                throw new DataFormatException(
                        location(), "the file is UTF-16; expected UTF-8, convert it with 'iconv -f UTF-16 -t UTF-8'");
            }
            if (first == 0x1F && second == 0x8B) {
                throw new DataFormatException(
                        location(), "the file is compressed with gzip; give it a name that ends in .gz, or unpack it");
            }
        }
        boolean marked = encoding.equals(StandardCharsets.UTF_8)
                && length >= 3
                && pending[0] == (byte) 0xEF
                && pending[1] == (byte) 0xBB
                && pending[2] == (byte) 0xBF;
        return marked ? 3 : 0;
    }

    private void checkEncoding(int start, int length) {
        CharsetDecoder decoder = encoding.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.wrap(pending, start, length - start);
        CharBuffer characters = CharBuffer.allocate(length - start + 1);
        CoderResult result = decoder.decode(bytes, characters, true);
        if (result.isError()) {
            int value = bytes.get(bytes.position()) & 0xFF;
            throw new DataFormatException(
                    location().atColumn(characters.position() + 1L),
                    String.format(
                            Locale.ROOT,
                            "byte 0x%02X is not %s; name the file's own encoding (--encoding ISO-8859-1), or convert it, for example"
                                    + " with 'iconv -f ISO-8859-1 -t UTF-8'",
                            value,
                            encoding));
        }
    }

    private void checkControl(String line, char control, String problem) {
        int index = line.indexOf(control);
        if (index >= 0) {
            throw new DataFormatException(location().atColumn(index + 1L), problem);
        }
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException exception) {
            throw new UncheckedIOException(source + ": closing failed", exception);
        }
    }
}
