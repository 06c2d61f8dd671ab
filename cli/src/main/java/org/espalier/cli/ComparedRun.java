package org.espalier.cli;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/**
 * What came of one algorithm.
 *
 * @param report null when it was left out
 * @param skipped why it was left out, or null
 */
record ComparedRun(
        Algorithm algorithm,
        @Nullable TrainingReport report,
        @Nullable String skipped) {

    static String name(Algorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String name() {
        return name(algorithm);
    }

    boolean isSkipped() {
        return report == null;
    }

    private TrainingReport there() {
        return Objects.requireNonNull(report);
    }

    List<TrainingProgress> history() {
        return report == null ? List.of() : report.history();
    }

    /** At the end; that of the last iteration, where an algorithm tells none. */
    double objective() {
        double told = there().objective();
        List<TrainingProgress> history = history();
        return Double.isFinite(told) || history.isEmpty()
                ? told
                : history.get(history.size() - 1).objective();
    }

    int passes() {
        return there().evaluations();
    }

    /** Until the last iteration: the time in which exact objectives were evaluated is not in it. */
    double seconds() {
        List<TrainingProgress> history = history();
        return history.isEmpty()
                ? there().seconds()
                : history.get(history.size() - 1).seconds();
    }

    double gradientNorm() {
        double told = there().gradientNorm();
        List<TrainingProgress> history = history();
        return Double.isFinite(told) || history.isEmpty()
                ? told
                : history.get(history.size() - 1).gradientNorm();
    }
}
