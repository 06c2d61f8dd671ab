package org.espalier.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code espalier}: exit code 0 for success, 1 for a failure, 2 for wrong usage. */
@Command(
        name = "espalier",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Structured prediction for the JVM: train, use and inspect conditional random fields.")
public final class Main implements Runnable {

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
