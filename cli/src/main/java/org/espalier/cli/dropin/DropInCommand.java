package org.espalier.cli.dropin;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.espalier.cli.command.ExitCode;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.OutputFiles;
import picocli.CommandLine.Command;

/**
 * A command that takes the place of another toolkit's program: it prints the bytes that the other prints, in whatever
 * encoding the data have, and its exit codes are 0 and 1.
 */
@HelpTopic(Topic.DROP_IN)
@Command(exitCodeOnInvalidInput = ExitCode.FAILURE)
public abstract class DropInCommand extends Subcommand {

    /** The other program decides. */
    @Override
    protected final boolean dashIsStandard() {
        return false;
    }

    /** Bytes for standard output. */
    protected final void print(byte[] bytes) {
        streams().print(bytes);
    }

    /** Prints text whose characters are bytes. */
    protected final void print(CharSequence text) {
        print(text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Shows what was printed so far. */
    protected final void flush() {
        streams().flush();
    }

    /** A line on standard error. */
    protected final void say(String line) {
        streams().say(line);
    }

    /** Tells when this option asks for more threads than are used. */
    protected final void warnOfTooManyThreads(String option, int threads) {
        ThreadOptions.warnOfTooMany(this, option, threads);
    }

    /** From now on Ctrl-C is a wish to stop, of which the result tells; the second one ends the process. */
    protected final BooleanSupplier stopOnInterrupt() {
        Interruption interruption = new Interruption();
        interruption.install(() -> say("stopping after this iteration; interrupt again to stop at once"));
        return interruption::isWanted;
    }

    /** Writes a model, which is kept elsewhere when the target cannot be written. */
    protected static void save(Path target, Consumer<Path> write) {
        OutputFiles.save(target, "the model", write);
    }

    /** The command cannot do what it was asked to; the message says why and what to do. */
    protected static RuntimeException failure(String message) {
        return new CommandFailure(message);
    }
}
