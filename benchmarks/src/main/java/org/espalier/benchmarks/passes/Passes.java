package org.espalier.benchmarks.passes;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.espalier.benchmarks.Folders;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.labelling.StructureSpec;
import org.espalier.math.Kernels;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Time per pass of orders 2 and 3 and of segments against the plain chain. */
@Command(
        name = "passes",
        sortOptions = false,
        description = {
            "Trains chains of higher order and segments in turns with the plain chain, in one process with one thread, and prints the processor time"
                    + " of a pass and its ratio to the chain's. Data that are not there are left out.",
            "A figure is the least of all rounds but the first, which warms the JIT compiler up; the median over iterations and rounds stands beside it.",
            "-Despalier.kernels=scalar in JAVA_TOOL_OPTIONS measures scalar kernels."
        },
        footer = {"", "Example: benchmarks/run passes --tasks letters --rounds 8"})
public final class Passes implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(names = "--data", description = "The folder of the data. Usual: the first shared/data above this one.")
    private @Nullable Path data;

    @Option(names = "--tasks", split = ",", description = "Some of ${COMPLETION-CANDIDATES}. Usual: all.")
    private List<Task> tasks = new ArrayList<>(Arrays.asList(Task.values()));

    @Option(names = "--rounds", defaultValue = "5", description = "How often each is trained (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--iterations", defaultValue = "20", description = "Of L-BFGS in each training (${DEFAULT-VALUE}).")
    private int iterations;

    @Override
    public Integer call() {
        Path found = data == null ? Folders.above("shared/data") : data;
        Path folder = found == null ? Path.of("") : found;
        System.out.printf(
                "| %s kernels | structure | ms per pass | ratio | median |%n",
                Kernels.best().name());
        System.out.println("|---|---|---:|---:|---:|");
        for (Task task : tasks) {
            if (task.isThere(folder)) {
                compare(task, folder);
            } else {
                System.out.printf("| %s | no data in %s | | | |%n", task.title, folder);
            }
        }
        return 0;
    }

    private void compare(Task task, Path folder) {
        List<Sequence> sequences = task.sequences(folder);
        AttributeExtractor features = task.features(folder);
        List<StructureSpec> structures = task.structures();
        List<List<Double>> times = new ArrayList<>();
        structures.forEach(structure -> times.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int n = 0; n < structures.size(); n++) {
                List<Double> measured = train(task, features, sequences, structures.get(n));
                if (round > 0 || rounds == 1) {
                    times.get(n).addAll(measured);
                }
            }
        }
        double chain = 0;
        for (int n = 0; n < structures.size(); n++) {
            double[] sorted =
                    times.get(n).stream().mapToDouble(time -> time).sorted().toArray();
            chain = n == 0 ? sorted[0] : chain;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.2f | %.2f |%n",
                    task.title,
                    n == 0 ? "chain" : structures.get(n).describe(),
                    sorted[0],
                    sorted[0] / chain,
                    sorted[sorted.length / 2]);
        }
    }

    /** Milliseconds of the thread per evaluation, iteration by iteration. */
    private List<Double> train(
            Task task, AttributeExtractor features, List<Sequence> sequences, StructureSpec structure) {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withAlgorithm(Algorithm.LBFGS)
                .withMaxIterations(iterations)
                .withSelection(TrainingOptions.DEFAULTS.selection().withAllFeatures(task.allFeatures))
                .withStructure(structure)
                .withThreads(1);
        Watch watch = new Watch();
        new Trainer(features, options).withListener(watch).train(sequences);
        return watch.times;
    }

    private static final class Watch implements TrainingListener {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private final List<Double> times = new ArrayList<>();
        private double before;
        private int evaluations;

        @Override
        public void onIteration(TrainingProgress progress) {
            double now = THREADS.getCurrentThreadCpuTime() / 1e6;
            if (evaluations > 0) {
                times.add((now - before) / (progress.evaluations() - evaluations));
            }
            before = now;
            evaluations = progress.evaluations();
        }
    }
}
