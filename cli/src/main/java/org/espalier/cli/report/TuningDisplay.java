package org.espalier.cli.report;

import java.util.List;
import java.util.Locale;
import org.espalier.cli.output.Streams;
import org.espalier.tune.PathPoint;
import org.espalier.tune.TrialResult;
import org.espalier.tune.TuningListener;

/** Shows a search on standard error: a line per finished trial, with the best so far and the time that is left. */
public final class TuningDisplay implements TuningListener {
    private final Streams streams;
    private final boolean quiet;
    private final ScoreText scores;
    private final long begun = System.nanoTime();
    private int trials;
    private int known;
    private double best = Double.NEGATIVE_INFINITY;

    public TuningDisplay(Streams streams, boolean quiet, ScoreText scores) {
        this.streams = streams;
        this.quiet = quiet;
        this.scores = scores;
    }

    private double seconds() {
        return (System.nanoTime() - begun) / 1e9;
    }

    @Override
    public void onStart(int allTrials, List<TrialResult> knownTrials) {
        trials = allTrials;
        known = knownTrials.size();
        knownTrials.forEach(result -> best = Math.max(best, result.mean()));
        if (!quiet && known > 0) {
            streams.say("continuing from the journal: " + known + " of " + allTrials + " trials are done");
        }
    }

    @Override
    public void onTrial(TrialResult result, int done) {
        if (quiet) {
            return;
        }
        if (result.isFailed()) {
            streams.say(String.format(
                    Locale.ROOT,
                    "%4d/%d  failed  %s: %s",
                    done,
                    trials,
                    result.trial().setting(),
                    result.failure()));
            return;
        }
        boolean better = result.mean() > best;
        best = Math.max(best, result.mean());
        streams.say(String.format(
                Locale.ROOT,
                "%4d/%d  %s %-15s %s  %s%s",
                done,
                trials,
                scores.name(),
                scores.text(result.mean(), result.deviation()) + (better ? " *" : ""),
                TuningReport.budget(result.trial().budget()),
                result.trial().setting(),
                left(done)));
    }

    /** About how long the rest takes, when that can be said. */
    private String left(int done) {
        int here = done - known;
        if (here < 1 || done >= trials) {
            return "";
        }
        return String.format(Locale.ROOT, "  (%s left)", duration(seconds() / here * (trials - done)));
    }

    static String duration(double seconds) {
        if (seconds < 90) {
            return Math.round(seconds) + " s";
        }
        return seconds < 5400 ? Math.round(seconds / 60) + " min" : Math.round(seconds / 360) / 10.0 + " h";
    }

    @Override
    public void onPoint(PathPoint point) {
        if (!quiet) {
            streams.say(String.format(
                    Locale.ROOT,
                    "%10.4g  %s %s  %,d features  %.0f iterations",
                    point.lambda(),
                    scores.name(),
                    scores.text(point.mean(), point.deviation()),
                    Math.round(point.activeFeatures()),
                    point.iterations()));
        }
    }

    @Override
    public void onWarning(String message) {
        streams.say("warning: " + message);
    }
}
