package org.espalier.benchmarks.algorithms;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.espalier.benchmarks.Folders;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains with auto and with L-BFGS on data of different shapes. */
@Command(
        name = "algorithms",
        sortOptions = false,
        description = {
            "Trains with --algorithm auto and lbfgs in turns, in one process, on data of different shapes, and prints passes,"
                    + " epochs of dual ascent, processor time from the end of the encoding to the end of the training, and the"
                    + " ratio. Data that are not there are left out.",
            "The first training of a shape warms the JIT compiler up and is not counted."
        },
        footer = {"", "Example: benchmarks/run algorithms --shapes ncbi,conll"})
public final class Algorithms implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(names = "--data", description = "The folder of the data. Usual: the first shared/data above this one.")
    private @Nullable Path data;

    @Option(names = "--shapes", split = ",", description = "Some of ${COMPLETION-CANDIDATES}. Usual: all.")
    private List<Shape> shapes = new ArrayList<>(Arrays.asList(Shape.values()));

    @Option(names = "--threads", defaultValue = "1", description = "Threads of the training (${DEFAULT-VALUE}).")
    private int threads;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Override
    public Integer call() {
        Path found = data == null ? Folders.above("shared/data") : data;
        Path folder = found == null ? Path.of("") : found;
        System.out.println(
                "| data | auto: passes (epochs) | objective | CPU s | lbfgs: passes | objective | CPU s | ratio |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Shape shape : shapes) {
            if (shape.isThere(folder)) {
                compare(shape, folder);
            } else {
                System.out.printf("| %s | no data in %s | | | | | | |%n", shape.title, folder);
            }
        }
        return 0;
    }

    private void compare(Shape shape, Path folder) {
        List<Sequence> sequences = shape.sequences(folder);
        AttributeExtractor features = shape.features(folder);
        train(shape, features, sequences, Algorithm.LBFGS, 10);
        train(shape, features, sequences, Algorithm.AUTO, 10);
        Watch auto = train(shape, features, sequences, Algorithm.AUTO, 1000);
        Watch plain = train(shape, features, sequences, Algorithm.LBFGS, 1000);
        System.out.printf(
                Locale.ROOT,
                "| %s | %d (%d) | %.3f | %.2f | %d | %.3f | %.2f | %.2f |%n",
                shape.title,
                auto.report().evaluations(),
                auto.epochs,
                auto.report().objective(),
                auto.seconds,
                plain.report().evaluations(),
                plain.report().objective(),
                plain.seconds,
                auto.seconds / plain.seconds);
    }

    private Watch train(
            Shape shape, AttributeExtractor features, List<Sequence> sequences, Algorithm algorithm, int iterations) {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withAlgorithm(algorithm)
                .withMaxIterations(iterations)
                .withSelection(TrainingOptions.DEFAULTS.selection().withTransitions(shape.transitions()))
                .withThreads(threads);
        Watch watch = new Watch();
        new Trainer(features, options).withListener(watch).train(sequences);
        return watch;
    }

    /** Remembers what a training took. */
    private static final class Watch implements TrainingListener {
        private int epochs;
        private long begun;
        private double seconds;
        private @Nullable TrainingReport report;

        TrainingReport report() {
            return Objects.requireNonNull(report);
        }

        @Override
        public void onStart(TrainingSummary summary) {
            begun = SYSTEM.getProcessCpuTime();
        }

        @Override
        public void onIteration(TrainingProgress progress) {
            epochs += Double.isNaN(progress.gradientNorm()) ? 1 : 0; // which an epoch does not compute
        }

        @Override
        public void onFinish(TrainingReport finished) {
            seconds = (SYSTEM.getProcessCpuTime() - begun) / 1e9;
            report = finished;
        }
    }
}
