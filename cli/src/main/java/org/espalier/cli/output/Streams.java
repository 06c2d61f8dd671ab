package org.espalier.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Where a command writes: results to standard output, everything else to standard error; always in UTF-8. */
public final class Streams {
    private static final int BUFFER = 1 << 16;

    private final OutputStream output;
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
    private final PrintWriter error;
    private final boolean terminal;
    private boolean outlives;
    private boolean silent;
    private boolean failed;

    /** With a display that may be lively when {@code terminal}. */
    public Streams(OutputStream output, OutputStream error, boolean terminal) {
        this.output = output;
        this.error = new PrintWriter(new OutputStreamWriter(error, StandardCharsets.UTF_8), true);
        this.terminal = terminal;
    }

    /** Those of the process. The launcher tells whether standard error is a terminal, which Java cannot find out. */
    public static Streams standard() {
        return new Streams(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                Boolean.getBoolean("espalier.terminal"));
    }

    /** The reader of our output has gone away, as {@code | head} does: no error, but no reason to go on. */
    public static final class ClosedOutput extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClosedOutput(IOException cause) {
            super(cause);
        }
    }

    /** A file is still to be written: what becomes of standard output from now on must not prevent it. */
    public void outliveReader() {
        outlives = true;
    }

    /** Does what must not keep the rest from being done: a failure is told, and makes the exit code 1. */
    public void attempt(Runnable action) {
        try {
            action.run();
        } catch (CommandFailure | UncheckedIOException e) {
            tellFailure(String.valueOf(e.getMessage()));
        }
    }

    private void tellFailure(String problem) {
        say("espalier: " + problem);
        failed = true;
    }

    /** Whether something failed that the rest was done without. */
    public boolean hasFailed() {
        return failed;
    }

    /** Text for standard output. */
    public void print(CharSequence text) {
        print(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Text in UTF-8. */
    public void print(byte[] text) {
        if (silent) {
            return;
        }
        try {
            if (text.length > BUFFER - buffered) {
                empty();
            }
            if (text.length > BUFFER) {
                output.write(text);
            } else {
                System.arraycopy(text, 0, buffer, buffered, text.length);
                buffered += text.length;
            }
        } catch (IOException e) {
            end(failed(e));
        }
    }

    /** Shows what was printed so far. */
    public void flush() {
        if (silent) {
            return;
        }
        try {
            empty();
            output.flush();
        } catch (IOException e) {
            end(failed(e));
        }
    }

    private void end(RuntimeException problem) {
        if (!outlives) {
            throw problem;
        }
        silent = true;
        if (!(problem instanceof ClosedOutput)) {
            tellFailure(problem.getMessage() + "; the rest of the output is lost, but the work continues");
        }
    }

    /** What cannot be written is lost, so that the failure is reported once. */
    private void empty() throws IOException {
        int count = buffered;
        buffered = 0;
        output.write(buffer, 0, count);
    }

    private static RuntimeException failed(IOException exception) {
        String message = String.valueOf(exception.getMessage()).toLowerCase(Locale.ROOT);
        boolean closed = message.contains("broken pipe") || message.contains("pipe is being closed");
        return closed
                ? new ClosedOutput(exception)
                : new UncheckedIOException("writing to standard output failed: " + exception.getMessage(), exception);
    }

    /** A line on standard error. */
    public void say(String line) {
        error.print(line);
        error.print('\n');
        error.flush();
    }

    /** Standard error, for code that wants a writer. */
    public PrintWriter error() {
        return error;
    }

    /** Whether standard error is a terminal. */
    public boolean isTerminal() {
        return terminal;
    }
}
