package org.espalier.benchmarks;

import java.util.List;
import org.espalier.benchmarks.algorithms.Algorithms;
import org.espalier.benchmarks.growth.Growth;
import org.espalier.benchmarks.interop.Interop;
import org.espalier.benchmarks.load.Load;
import org.espalier.benchmarks.newcomer.Newcomer;
import org.espalier.benchmarks.passes.Passes;
import org.espalier.benchmarks.race.Race;
import org.espalier.benchmarks.results.Results;
import org.espalier.benchmarks.uai.Uai;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@code benchmarks.jar} runs: {@code race}, {@code growth}, {@code interop}, {@code results}, {@code algorithms}, {@code newcomer}, {@code passes}, {@code uai}, {@code load}, or JMH with whatever arguments are left. */
@Command(
        name = "benchmarks",
        description = {
            "Measures Espalier. See docs/BENCHMARKS.md.",
            "Any other arguments are JMH's: a name chooses benchmarks, -l lists them, -h explains."
        },
        subcommands = {
            Race.class,
            Growth.class,
            Interop.class,
            Results.class,
            Algorithms.class,
            Newcomer.class,
            Passes.class,
            Uai.class,
            Load.class
        })
public final class Main implements Runnable {
    private static final List<String> OWN = List.of(
            "race", "growth", "interop", "results", "algorithms", "newcomer", "passes", "uai", "load", "--help");

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    private Main() {}

    /** The first argument chooses. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0 && OWN.contains(args[0])) {
            System.exit(new CommandLine(new Main())
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setExecutionExceptionHandler(Main::explain)
                    .execute(args));
        }
        org.openjdk.jmh.Main.main(args);
    }

    private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (!(e instanceof BenchmarkFailure)) {
            throw e;
        }
        command.getErr().println("benchmarks: " + e.getMessage());
        return 1;
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
