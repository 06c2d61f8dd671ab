package org.espalier.cli;

import java.util.function.BooleanSupplier;

/** A command that stands in for the one of a native tool: it prints bytes, in whatever encoding the data have. */
public abstract class NativeCommand extends Subcommand {

    /** Does the work and returns the exit code. */
    protected abstract int execute() throws Exception;

    @Override
    final int run() throws Exception {
        return execute();
    }

    /** Bytes for standard output. */
    protected final void print(byte[] bytes) {
        streams().print(bytes);
    }

    /** Shows what was printed so far. */
    protected final void flush() {
        streams().flush();
    }

    /** A line on standard error. */
    protected final void say(String line) {
        streams().say(line);
    }

    /** From now on Ctrl-C is a wish to stop, of which the result tells; the second one ends the process. */
    protected final BooleanSupplier stopOnInterrupt() {
        Interruption interruption = new Interruption();
        interruption.install(() -> say("stopping after this iteration; once more ends at once"));
        return interruption::isWanted;
    }

    /** Wrong usage: exit code 2 and the way to the help. */
    protected final RuntimeException wrongUsage(String problem) {
        return usage(problem);
    }
}
