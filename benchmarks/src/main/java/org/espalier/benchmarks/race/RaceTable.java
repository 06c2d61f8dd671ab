package org.espalier.benchmarks.race;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results as Markdown: a table of the training and one of the tagging. Ratios are to the reference (× 0.10: a tenth of its
 * time; for tokens/s, × 10: ten times as many).
 */
final class RaceTable {
    private static final double RELATIVE_SLACK = 1e-5;

    private final Map<Contestant, Outcome> outcomes; // in the order of the table
    private final @Nullable Contestant reference;

    RaceTable(Map<Contestant, Outcome> outcomes, @Nullable Contestant reference) {
        this.outcomes = outcomes;
        this.reference = reference;
    }

    String training() {
        StringBuilder table = new StringBuilder();
        table.append("| training | passes | objective | wall s | CPU s | s per pass | peak MB | model MB |")
                .append(" token accuracy | span F1 |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        outcomes.forEach((contestant, outcome) -> {
            Outcome base = reference == null ? null : outcomes.get(reference);
            table.append("| ").append(contestant.name()).append(contestant.isComplete() ? "" : " (stopped early)");
            cell(table, format("%.0f", outcome.passes()));
            cell(table, objective(outcome, contestant.isComplete() ? base : null));
            cell(table, withRatio("%.2f", outcome.trainSeconds(), base == null ? 0 : base.trainSeconds()));
            cell(table, withRatio("%.2f", outcome.trainCpuSeconds(), base == null ? 0 : base.trainCpuSeconds()));
            cell(table, withRatio("%.4f", outcome.secondsPerPass(), base == null ? 0 : base.secondsPerPass()));
            cell(table, withRatio("%.0f", megabytes(outcome.trainPeakBytes()), megabytes(peak(base))));
            cell(table, format("%.1f", megabytes(outcome.modelBytes())));
            cell(table, format("%.3f", 100 * outcome.accuracy()));
            cell(table, format("%.3f", 100 * outcome.f1()));
            table.append(" |\n");
        });
        return table.toString();
    }

    String tagging() {
        StringBuilder table = new StringBuilder();
        table.append("| tagging | tokens | tokens/s | tokens per CPU s | peak MB | one sentence, s |\n")
                .append("|---|---:|---:|---:|---:|---:|\n");
        outcomes.forEach((contestant, outcome) -> {
            Outcome base = reference == null ? null : outcomes.get(reference);
            table.append("| ").append(contestant.name());
            cell(table, format("%,.0f", outcome.tagTokens()));
            cell(table, withRatio("%,.0f", outcome.tokensPerSecond(), base == null ? 0 : base.tokensPerSecond()));
            cell(table, withRatio("%,.0f", outcome.tokensPerCpuSecond(), base == null ? 0 : base.tokensPerCpuSecond()));
            cell(table, format("%.0f", megabytes(outcome.tagPeakBytes())));
            cell(table, format("%.2f", outcome.oneSeconds()));
            table.append(" |\n");
        });
        return table.toString();
    }

    private static double peak(@Nullable Outcome base) {
        return base == null ? 0 : base.trainPeakBytes();
    }

    /** An objective that has not come down to the reference's is marked, because its times do not count. */
    private static String objective(Outcome outcome, @Nullable Outcome base) {
        Double own = outcome.objective();
        if (own == null) {
            return "–";
        }
        Double other = base == null ? null : base.objective();
        boolean above = other != null && own > other * (1 + RELATIVE_SLACK);
        return format("%.3f", own) + (above ? " (above)" : "");
    }

    private static void cell(StringBuilder table, String text) {
        table.append(" | ").append(text);
    }

    private static String withRatio(String format, double value, double base) {
        return format(format, value) + (base > 0 ? format(" (×%.3g)", value / base) : "");
    }

    private static String format(String format, double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
    }

    private static double megabytes(double bytes) {
        return bytes / 1e6;
    }
}
