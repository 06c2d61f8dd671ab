package org.espalier.cli.option;

import org.espalier.parallel.Workers;
import picocli.CommandLine.Option;

/** How many threads work. */
@HelpTopic(Topic.RUNNING)
public final class ThreadOptions {
    @Option(
            names = "--threads",
            paramLabel = "n",
            description =
                    "Worker threads, 0 for all cores. The result does not depend on them. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int threads;

    private boolean told;

    /** As asked for, but no more than are of use; says so once. */
    public int chosen(Caller command) {
        if (threads < 0) {
            throw command.usage("--threads is " + threads + "; expected at least 1, or 0 for all cores");
        }
        if (!told) {
            told = true;
            warnOfTooMany(command, "--threads", threads);
        }
        return Math.min(threads, Workers.mostThreads());
    }

    /** A drop-in's threads have its own option. */
    public static void warnOfTooMany(Caller command, String option, int threads) {
        if (threads > Workers.mostThreads()) {
            command.warn(option + " " + threads + ": " + Workers.mostThreads()
                    + " threads are used, because this machine has "
                    + Runtime.getRuntime().availableProcessors()
                    + " processors and more threads would only take memory");
        }
    }
}
