package org.espalier.cli.output;

import java.io.Writer;

/** Hands text to {@link Streams#print}, for code that wants a writer. */
public final class ResultWriter extends Writer {
    private final Streams streams;

    public ResultWriter(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void write(char[] buffer, int offset, int length) {
        streams.print(new String(buffer, offset, length));
    }

    @Override
    public void flush() {
        // Main flushes at the end, where it can tell a closed pipe from a failure.
    }

    @Override
    public void close() {
        // The streams belong to Main.
    }
}
