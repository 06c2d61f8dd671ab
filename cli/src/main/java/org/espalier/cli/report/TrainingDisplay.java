package org.espalier.cli.report;

import java.util.Locale;
import org.espalier.cli.output.Streams;
import org.espalier.optimize.CalibrationReport;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/** Shows a training run on standard error: every iteration on a terminal, fewer and fewer lines elsewhere. */
public final class TrainingDisplay implements TrainingListener {
    private static final double LONGEST_SILENCE = 10;

    private final Streams streams;
    private final boolean quiet;
    private EarlyStopping.Metric metric;
    private final Runnable onStart;
    private @Nullable TrainingReport report;
    private @Nullable TrainingProgress last;
    private double shownAt;
    private String header = ""; // shown before the first iteration, and not again

    public TrainingDisplay(Streams streams, boolean quiet, EarlyStopping.Metric metric, Runnable onStart) {
        this.streams = streams;
        this.quiet = quiet;
        this.metric = metric;
        this.onStart = onStart;
    }

    @Override
    public void onMetric(EarlyStopping.Metric measured) {
        metric = measured;
    }

    /** What is measured on the development set. */
    public EarlyStopping.Metric metric() {
        return metric;
    }

    @Override
    public void onStart(TrainingSummary start) {
        onStart.run();
        if (quiet) {
            return;
        }
        streams.say(String.format(
                Locale.ROOT,
                "%,d sequences, %,d tokens,%s %,d attributes, %,d features, %d %s",
                start.sequences(),
                start.tokens(),
                start.labels() == 0 ? "" : String.format(Locale.ROOT, " %,d labels,", start.labels()),
                start.attributes() + start.transitionAttributes(),
                start.features(),
                start.threads(),
                start.threads() == 1 ? "thread" : "threads"));
        if (start.resumedAt() > 0) {
            streams.say("continuing from the checkpoint after iteration " + start.resumedAt());
        }
        String dev = start.devSequences() > 0 ? "  dev " + name(metric) : "";
        header = "iteration      objective   gradient     active" + dev + "  seconds";
    }

    /** What a metric is called where its figures are shown. */
    static String name(EarlyStopping.Metric metric) {
        return switch (metric) {
            case F1 -> "F1";
            case ACCURACY -> "accuracy";
            case LOSS -> "loss";
        };
    }

    @Override
    public void onCalibration(CalibrationReport calibration) {
        if (!quiet) {
            int tried = calibration.trials().size();
            streams.say("rate " + calibration.rate() + ", the best of " + tried + " tried on " + calibration.samples()
                    + " sequences");
        }
    }

    @Override
    public void onRestart(int number, int restarts) {
        if (!quiet) {
            showLast();
            streams.say("start " + number + " of " + restarts);
        }
    }

    @Override
    public void onIteration(TrainingProgress progress) {
        last = progress;
        if (!quiet && isDue(progress)) {
            show(progress);
        }
    }

    private boolean isDue(TrainingProgress progress) {
        int n = progress.iteration();
        int step = n <= 5 ? 1 : n <= 20 ? 5 : n <= 100 ? 20 : 100;
        return streams.isTerminal() || n % step == 0 || progress.seconds() - shownAt > LONGEST_SILENCE;
    }

    private void show(TrainingProgress progress) {
        shownAt = progress.seconds();
        if (!header.isEmpty()) {
            streams.say(header);
            header = "";
        }
        String dev = "";
        if (!Double.isNaN(progress.devScore())) {
            dev = metric == EarlyStopping.Metric.LOSS
                    ? String.format(Locale.ROOT, "  %8.5f", progress.devScore())
                    : String.format(
                            Locale.ROOT, "  %" + (4 + name(metric).length()) + ".2f", 100 * progress.devScore());
        }
        streams.say(String.format(
                Locale.ROOT,
                "%9d %14.4f %10s %10d%s %8.1f",
                progress.iteration(),
                progress.objective(),
                gradient(progress),
                progress.activeFeatures(),
                dev,
                progress.seconds()));
    }

    /** The gradient's norm; an epoch of dual ascent does not have one, and its objective is that of the way. */
    private static String gradient(TrainingProgress progress) {
        return Double.isNaN(progress.gradientNorm())
                ? "epoch"
                : String.format(Locale.ROOT, "%.3g", progress.gradientNorm());
    }

    @Override
    public void onWarning(String message) {
        streams.say("warning: " + message);
    }

    @Override
    public void onFinish(TrainingReport finished) {
        report = finished;
        if (!quiet) {
            showLast();
        }
    }

    /** The last iteration of a start, unless it was shown. */
    private void showLast() {
        if (last != null && last.seconds() != shownAt) {
            show(last);
        }
        last = null;
    }

    /** What came of it; there once the training is over. */
    public TrainingReport report() {
        if (report == null) {
            throw new IllegalStateException("training is not finished");
        }
        return report;
    }
}
