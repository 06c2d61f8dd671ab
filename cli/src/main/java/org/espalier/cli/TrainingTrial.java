package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/**
 * How long a training will take, found out by training on samples: the algorithm that would run, to its end.
 *
 * <p>Passes over the data grow with them; what the JVM needs to compile the program does not. So a sample is learnt twice, and what the
 * second time needs less is counted once.
 *
 * @param seconds of the whole training; if no sample could be learnt to the end in time, of one iteration
 * @param iterations and epochs; 0 if they are not known
 */
record TrainingTrial(double seconds, int iterations) {
    /** The sizes of samples: the first tells whether the second can be learnt in a moment. */
    private static final long FEW_TOKENS = 500;

    private static final long MANY_TOKENS = 6_000;

    private static final double MOMENT_SECONDS = 1.5;
    private static final double LONGEST_SECONDS = 4;

    /**
     * One training on a sample.
     *
     * @param seconds from the first to the last iteration
     * @param isFinished whether it came to its own end, and not to that of our patience
     */
    record Run(long tokens, double seconds, int iterations, boolean isFinished) {}

    /** Tries the options out on samples of the sequences, which have so many tokens together. */
    static TrainingTrial of(
            AttributeExtractor extractor, TrainingOptions options, List<Sequence> sequences, long tokens) {
        Run first = run(extractor, options, sample(sequences, tokens, FEW_TOKENS));
        if (first.iterations() == 0) {
            return new TrainingTrial(0, 0);
        }
        boolean isQuick = first.isFinished() && first.seconds() < MOMENT_SECONDS;
        List<Sequence> more = sample(sequences, tokens, isQuick ? MANY_TOKENS : FEW_TOKENS);
        Run cold = run(extractor, options, more);
        boolean isWhole = cold.tokens() == tokens && cold.isFinished();
        return of(first, cold, isWhole ? null : run(extractor, options, more), tokens);
    }

    /**
     * What three runs tell of a training on so many tokens.
     *
     * @param warm on the same sample as {@code cold}; null if this was all data
     */
    static TrainingTrial of(Run first, Run cold, @Nullable Run warm, long tokens) {
        if (warm == null) {
            return new TrainingTrial(first.seconds() + cold.seconds(), cold.iterations());
        }
        double scale = (double) tokens / warm.tokens();
        if (!warm.isFinished()) {
            return new TrainingTrial(scale * warm.seconds() / warm.iterations(), 0);
        }
        double perToken = warm.seconds() / warm.tokens();
        double compiling = first.seconds() + cold.seconds() - perToken * (first.tokens() + cold.tokens());
        return new TrainingTrial(Math.max(0, compiling) + scale * warm.seconds(), warm.iterations());
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
        new Trainer(extractor, options)
                .withListener(stopwatch)
                .withStop(() -> stopwatch.seconds > LONGEST_SECONDS)
                .train(sample);
        long tokens = sample.stream().mapToLong(Sequence::length).sum();
        return new Run(tokens, stopwatch.seconds, stopwatch.iterations, stopwatch.isFinished);
    }

    private static final class Stopwatch implements TrainingListener {
        private double seconds;
        private int iterations;
        private boolean isFinished;

        @Override
        public void onIteration(TrainingProgress progress) {
            seconds = progress.seconds();
            iterations = progress.iteration();
        }

        @Override
        public void onFinish(TrainingReport report) {
            isFinished = seconds <= LONGEST_SECONDS;
        }
    }
}
