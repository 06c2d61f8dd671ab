package org.espalier.cli.trial;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;

/**
 * How long a training will take, found out by training on samples: the algorithm that would run, to its end.
 *
 * <p>Passes over the data grow with them; what the JVM needs to compile the program does not. So a few sequences are learnt again and
 * again until that gets no faster; what it took longer before is counted once, and what it takes then tells how large a sample can be learnt
 * in a moment. The clock is the CPU time of one thread, whatever else the machine does; what more threads save is reckoned.
 *
 * @param seconds of the whole training; if no sample could be learnt to the end in time, of one iteration
 * @param iterations and epochs; 0 if they are not known
 */
public record TrainingTrial(double seconds, int iterations) {
    private static final long FEW_TOKENS = 500;
    private static final long MANY_TOKENS = 10_000;
    private static final double MOMENT_SECONDS = 1.5;
    private static final double LONGEST_SECONDS = 5;

    /** The number of iterations grows more slowly than the root of the data. */
    private static final double MOST_GROWTH = 0.5;

    /** Two threads are 1.8 times as fast as one. */
    private static final double EFFICIENCY = 0.85;

    /**
     * One training on a sample.
     *
     * @param seconds of CPU time from the first to the last iteration, with one thread
     * @param isFinished whether it came to its own end, and not to that of our patience
     */
    record Run(long tokens, double seconds, int iterations, boolean isFinished) {}

    /** Tries the options out on samples of the sequences, which have so many tokens together. */
    static TrainingTrial of(
            AttributeExtractor extractor, TrainingOptions options, List<Sequence> sequences, long tokens) {
        List<Sequence> few = sample(sequences, tokens, FEW_TOKENS);
        Run cold = run(extractor, options, few);
        if (cold.iterations() == 0) {
            return new TrainingTrial(0, 0);
        }
        double compiling = 0;
        Run warm = run(extractor, options, few);
        for (Run before = cold; isFaster(warm, before) && compiling < LONGEST_SECONDS; ) {
            compiling += before.seconds() - warm.seconds();
            before = warm;
            warm = run(extractor, options, few);
        }
        long wanted = (long) Math.min(MANY_TOKENS, warm.tokens() * MOMENT_SECONDS / Math.max(1e-3, warm.seconds()));
        if (!warm.isFinished() || wanted < 2 * warm.tokens()) {
            return of(compiling, warm, warm, tokens, options);
        }
        List<Sequence> many = sample(sequences, tokens, wanted);
        Run larger = run(extractor, options, many);
        // What is still compiled during this run must not be taken for work on the data, if it is to be multiplied.
        Run again = larger.tokens() == tokens ? larger : run(extractor, options, many);
        return of(compiling, warm, again.seconds() < larger.seconds() ? again : larger, tokens, options);
    }

    private static boolean isFaster(Run run, Run before) {
        return run.seconds() < 0.8 * before.seconds();
    }

    /**
     * What runs on samples tell of a training on so many tokens.
     *
     * @param compiling the seconds that do not grow with the data
     * @param few on few of them
     * @param run on as many as there was time for
     */
    static TrainingTrial of(double compiling, Run few, Run run, long tokens, TrainingOptions options) {
        double scale = (double) tokens / run.tokens();
        double each = scale * run.seconds() / (run.iterations() * saving(options));
        if (!run.isFinished()) {
            return new TrainingTrial(each, 0);
        }
        double grown = run.iterations() * Math.pow(scale, growth(few, run));
        int iterations = options.algorithm().isOnline()
                ? run.iterations()
                : (int) Math.min(options.optimizer().maxIterations(), Math.round(grown));
        return new TrainingTrial(compiling + iterations * each, iterations);
    }

    /** The exponent with which the number of iterations grows with the data; 0 for the same number. */
    private static double growth(Run few, Run run) {
        double tokens = Math.log((double) run.tokens() / few.tokens());
        double iterations = Math.log((double) run.iterations() / few.iterations());
        return tokens < 0.5 ? 0 : Math.max(0, Math.min(MOST_GROWTH, iterations / tokens));
    }

    /** Threads wait for each other now and then; algorithms of which every step needs the one before it have one thread. */
    static double saving(TrainingOptions options) {
        boolean isSequential = switch (options.algorithm()) {
            case AUTO -> !options.loss().isSmooth();
            case FRANK_WOLFE, SAG, PERCEPTRON, PA, MIRA, AROW -> true;
            case SGD, ASGD, SGD_L1, ADAGRAD, ADAM, SUBGRADIENT ->
                options.stochastic().batch() == 1;
            default -> false;
        };
        int threads = Math.min(options.workers(), Runtime.getRuntime().availableProcessors());
        return isSequential ? 1 : Math.pow(threads, EFFICIENCY);
    }

    /** Sequences from all over the data with about so many tokens. */
    static List<Sequence> sample(List<Sequence> sequences, long tokens, long wanted) {
        if (tokens <= wanted) {
            return sequences;
        }
        List<Sequence> sample = new ArrayList<>();
        double step = (double) tokens / wanted;
        double due = 0;
        double sampled = 0;
        for (Sequence sequence : sequences) {
            due += sequence.length() / step;
            if (sampled < due && sequence.length() > 0) {
                sample.add(sequence);
                sampled += sequence.length();
            }
        }
        return sample;
    }

    private static Run run(AttributeExtractor extractor, TrainingOptions options, List<Sequence> sample) {
        Stopwatch stopwatch = new Stopwatch();
        new Trainer(extractor, options.withThreads(1))
                .withListener(stopwatch)
                .withStop(() -> stopwatch.seconds > LONGEST_SECONDS)
                .train(sample);
        long tokens = sample.stream().mapToLong(Sequence::length).sum();
        return new Run(tokens, stopwatch.seconds, stopwatch.iterations, stopwatch.isFinished);
    }

    private static final class Stopwatch implements TrainingListener {
        private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        private final boolean isTimed = clock.isCurrentThreadCpuTimeSupported();
        private long begun;
        private double seconds;
        private int iterations;
        private boolean isFinished;

        @Override
        public void onStart(TrainingSummary summary) {
            begun = isTimed ? clock.getCurrentThreadCpuTime() : 0;
        }

        @Override
        public void onIteration(TrainingProgress progress) {
            seconds = isTimed ? (clock.getCurrentThreadCpuTime() - begun) / 1e9 : progress.seconds();
            iterations = progress.iteration();
        }

        @Override
        public void onFinish(TrainingReport report) {
            isFinished = seconds <= LONGEST_SECONDS;
        }
    }
}
