package org.espalier.interop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream as bytes, one after the other; only {@code \n} ends one. For one thread. */
public final class ByteLines {
    private final InputStream input;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int limit;
    private byte[] line = new byte[256];
    private int length;

    /** The lines of a stream, which is not closed. */
    public ByteLines(InputStream input) {
        this.input = input;
    }

    /** Takes up the next line; false at the end. */
    public boolean next() throws IOException {
        length = 0;
        boolean any = false;
        while (at < limit || fill()) {
            any = true;
            int end = at;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            int count = end - at;
            if (line.length - length < count) {
                line = Arrays.copyOf(line, Math.max(2 * line.length, Math.addExact(length, count)));
            }
            System.arraycopy(buffer, at, line, length, count);
            length += count;
            at = end;
            if (end < limit) {
                at++;
                break;
            }
        }
        return any;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, input.read(buffer));
        return limit > 0;
    }

    /** The bytes of the line, of which {@link #length} count; they change with the next line. */
    public byte[] bytes() {
        return line;
    }

    /** The length of the line without its end. */
    public int length() {
        return length;
    }
}
