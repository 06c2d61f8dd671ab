package org.espalier.graph;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/** The words of a text, which blanks and line ends separate, each with its line; numbers are checked here. */
final class TokenReader implements Closeable {
    private static final int LONGEST = 100;
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream input;
    private final String source;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] word = new byte[LONGEST];
    private int position;
    private int limit;
    private long line = 1;
    private long wordLine = 1;

    TokenReader(InputStream input, String source) {
        this.input = input;
        this.source = source;
    }

    /** The next byte, or −1. */
    private int read() {
        if (position == limit) {
            try {
                position = 0;
                limit = Math.max(0, input.read(buffer, 0, buffer.length));
            } catch (IOException e) {
                throw new DataFormatException(
                        new Location(source, line),
                        "reading failed: " + e.getMessage() + "; a file that ends in .gz must be one of gzip",
                        e);
            }
            if (limit == 0) {
                return -1;
            }
        }
        return buffer[position++] & 0xFF;
    }

    /** The next word, or null at the end. */
    @Nullable
    String next() {
        int c = read();
        while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            line += c == '\n' ? 1 : 0;
            c = read();
        }
        wordLine = line;
        int length = 0;
        while (c >= 0 && c != ' ' && c != '\t' && c != '\r' && c != '\n') {
            if (length == LONGEST) {
                throw problem("a word of more than " + LONGEST + " characters; expected a number");
            }
            word[length++] = (byte) c;
            c = read();
        }
        if (c == '\n') {
            line++;
        }
        return length == 0 ? null : new String(word, 0, length, StandardCharsets.UTF_8);
    }

    /** Skips lines that begin with the character, before any word was read. */
    void skipComments(char mark) {
        int c = read();
        while (c == mark || c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            if (c == mark) {
                while (c >= 0 && c != '\n') {
                    c = read();
                }
            }
            line += c == '\n' ? 1 : 0;
            c = read();
        }
        position -= c >= 0 ? 1 : 0;
    }

    /**
     * A whole number.
     *
     * @param what what it is, for messages
     */
    int whole(String what, int least, int most) {
        String text = require(what);
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw problem("'" + text + "' for " + what + "; expected a whole number");
        }
        if (number < least || number > most) {
            throw problem(number + " for " + what + "; expected "
                    + (most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most));
        }
        return number;
    }

    /** A potential: a number that is not negative. */
    double potential(String what) {
        String text = require(what);
        double number;
        try {
            number = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw problem("'" + text + "' in " + what + "; expected a number");
        }
        if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
            throw problem(text + " in " + what + "; expected a potential that is not negative and not infinite");
        }
        return number + 0.0; // −0 is 0
    }

    private String require(String what) {
        String text = next();
        if (text == null) {
            throw problem("the file ends before " + what + "; is it cut off?");
        }
        return text;
    }

    /** Complains of anything that follows. */
    void requireEnd(String after) {
        String text = next();
        if (text != null) {
            throw problem("'" + text + "' after " + after + "; expected the end of the file");
        }
    }

    /** A problem with the last word. */
    DataFormatException problem(String text) {
        return new DataFormatException(new Location(source, wordLine), text);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
