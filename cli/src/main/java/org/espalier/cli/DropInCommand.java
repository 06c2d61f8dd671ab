package org.espalier.cli;

import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;

/**
 * A command that takes the place of another toolkit's program: it prints the bytes that the other prints, and its exit codes
 * are 0 and 1.
 */
@Command(exitCodeOnInvalidInput = Main.FAILURE)
public abstract class DropInCommand extends Subcommand {

    /** Does the work and returns the exit code. */
    protected abstract int execute() throws Exception;

    @Override
    final int run() throws Exception {
        return execute();
    }

    /** Prints text whose characters are bytes. */
    protected final void print(CharSequence text) {
        streams().print(text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Shows what was printed so far. */
    protected final void flush() {
        streams().flush();
    }

    /** A line on standard error. */
    protected final void caution(String message) {
        warn(message);
    }

    /** The command cannot do what it was asked to; the message says why and what to do. */
    protected static RuntimeException failure(String message) {
        return new CommandFailure(message);
    }
}
