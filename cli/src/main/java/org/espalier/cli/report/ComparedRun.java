package org.espalier.cli.report;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one algorithm.
 *
 * @param report null when it was left out
 * @param skipped why it was left out, or null
 */
public record ComparedRun(
        Algorithm algorithm,
        @Nullable TrainingReport report,
        @Nullable String skipped) {

    /** As on the command line. */
    public static String name(Algorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String name() {
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

    /** Whether the algorithm tells the objective at its end, and not some loss of its own. */
    private boolean tells() {
        return history().isEmpty() || Double.isFinite(there().gradientNorm());
    }

    private TrainingProgress last() {
        return history().get(history().size() - 1);
    }

    /** At the end; that of the last iteration, where an algorithm tells none. */
    public double objective() {
        return tells() ? there().objective() : last().objective();
    }

    /** How often the data were passed over. */
    public int passes() {
        return there().evaluations();
    }

    /** Until the last iteration: the time in which exact objectives were evaluated is not in it. */
    public double seconds() {
        return history().isEmpty() ? there().seconds() : last().seconds();
    }

    double gradientNorm() {
        return tells() ? there().gradientNorm() : last().gradientNorm();
    }
}
