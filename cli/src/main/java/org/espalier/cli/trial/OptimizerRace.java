package org.espalier.cli.trial;

import java.util.List;
import java.util.Locale;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.output.Streams;
import org.espalier.cli.report.ComparedRun;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/** Runs one algorithm after the other on the same objective. */
public final class OptimizerRace {
    private final Streams streams;
    private final boolean quiet;
    private final TrainingOptions options;
    private final AttributeExtractor extractor;
    private final List<Sequence> data;
    private final Interruption interruption;
    private boolean introduced;

    /**
     * A race.
     *
     * @param options all but the algorithm
     */
    public OptimizerRace(
            Streams streams,
            boolean quiet,
            TrainingOptions options,
            AttributeExtractor extractor,
            List<Sequence> data,
            Interruption interruption) {
        this.streams = streams;
        this.quiet = quiet;
        this.options = options;
        this.extractor = extractor;
        this.data = data;
        this.interruption = interruption;
    }

    /**
     * Runs a few iterations that are not counted.
     *
     * <p>Whatever fails will fail again, and is explained, when the algorithm's turn comes.
     */
    public void warmUp(Algorithm algorithm, int few) {
        try {
            new Trainer(extractor, options.withAlgorithm(algorithm).withMaxIterations(few))
                    .withStop(interruption::isWanted)
                    .train(data);
        } catch (IllegalArgumentException | TrainingException ignored) {
            // see above
        }
    }

    /** Runs an algorithm, or says why it cannot minimise the objective. */
    public ComparedRun run(Algorithm algorithm) {
        TrainingOptions own;
        try {
            own = options.withAlgorithm(algorithm);
        } catch (IllegalArgumentException e) {
            return skipped(algorithm, String.valueOf(e.getMessage()));
        }
        Watcher watcher = new Watcher();
        try {
            new Trainer(extractor, own)
                    .withListener(watcher)
                    .withStop(interruption::isWanted)
                    .train(data);
        } catch (TrainingException e) {
            return skipped(algorithm, String.valueOf(e.getMessage()));
        }
        ComparedRun run = new ComparedRun(algorithm, watcher.report, null);
        if (!quiet) {
            streams.say(String.format(
                    Locale.ROOT,
                    "%-12s objective %.4f after %d passes in %.1f s",
                    run.name(),
                    run.objective(),
                    run.passes(),
                    run.seconds()));
        }
        return run;
    }

    private ComparedRun skipped(Algorithm algorithm, String reason) {
        if (!quiet) {
            streams.say(String.format(Locale.ROOT, "%-12s left out: %s", ComparedRun.name(algorithm), reason));
        }
        return new ComparedRun(algorithm, null, reason);
    }

    private final class Watcher implements TrainingListener {
        private @Nullable TrainingReport report;

        @Override
        public boolean wantsExactObjective() {
            return true;
        }

        @Override
        public void onStart(TrainingSummary start) {
            if (!quiet && !introduced) {
                introduced = true;
                streams.say(String.format(
                        Locale.ROOT,
                        "%,d sequences, %,d tokens, %,d labels, %,d features, threads: %d",
                        start.sequences(),
                        start.tokens(),
                        start.labels(),
                        start.features(),
                        start.threads()));
            }
        }

        @Override
        public void onWarning(String message) {
            streams.say("warning: " + message);
        }

        @Override
        public void onFinish(TrainingReport finished) {
            report = finished;
        }
    }
}
