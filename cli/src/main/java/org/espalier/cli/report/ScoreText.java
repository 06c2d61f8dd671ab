package org.espalier.cli.report;

import java.util.Locale;
import org.espalier.compress.Measure;

/** How the scores of a metric are written: fractions as percentages, likelihoods as they are. */
public record ScoreText(Measure.Metric metric) {

    String name() {
        return switch (metric) {
            case F1 -> "F1";
            case ACCURACY -> "accuracy";
            case SEQUENCES -> "sequences right";
            case LIKELIHOOD -> "log-likelihood";
        };
    }

    /** For the label of an axis. */
    String unit() {
        return metric == Measure.Metric.LIKELIHOOD ? name() + " per token" : name() + ", %";
    }

    double shown(double score) {
        return metric == Measure.Metric.LIKELIHOOD ? score : 100 * score;
    }

    String text(double score) {
        return String.format(Locale.ROOT, metric == Measure.Metric.LIKELIHOOD ? "%.5f" : "%.2f", shown(score));
    }

    /** Mean ± deviation. */
    String text(double mean, double deviation) {
        return deviation == 0 ? text(mean) : text(mean) + " ± " + text(deviation);
    }
}
