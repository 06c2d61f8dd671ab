package org.espalier.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.espalier.cli.output.TextTable;
import org.espalier.cli.plot.Axis;
import org.espalier.cli.plot.Chart;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.plot.Series;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/** Several algorithms on one objective: as a table, as a figure and as JSON. */
public record OptimizerComparison(List<ComparedRun> runs) {
    public OptimizerComparison {
        runs = List.copyOf(runs);
    }

    /** Whether any algorithm ran. */
    public boolean hasRuns() {
        return runs.stream().anyMatch(run -> !run.isSkipped());
    }

    /** The lowest objective that any of them met. */
    private double best() {
        double best = Double.POSITIVE_INFINITY;
        for (ComparedRun run : runs) {
            if (!run.isSkipped() && Double.isFinite(run.objective())) {
                best = Math.min(best, run.objective());
            }
            for (TrainingProgress progress : run.history()) {
                best = Double.isFinite(progress.objective()) ? Math.min(best, progress.objective()) : best;
            }
        }
        return best;
    }

    /** A row for each algorithm. */
    public String table() {
        TextTable table = new TextTable(
                6, "objective", "above best", "passes", "seconds", "iterations", "|gradient|", "algorithm", "end");
        double best = best();
        for (ComparedRun run : runs) {
            TrainingReport report = run.report();
            if (report == null) {
                table.add("", "", "", "", "", "", run.name(), "left out: " + run.skipped());
                continue;
            }
            table.add(
                    String.format(Locale.ROOT, "%.6f", run.objective()),
                    String.format(Locale.ROOT, "%.3g", run.objective() - best),
                    String.valueOf(run.passes()),
                    String.format(Locale.ROOT, "%.2f", run.seconds()),
                    String.valueOf(report.iterations()),
                    Double.isNaN(run.gradientNorm()) ? "" : String.format(Locale.ROOT, "%.3g", run.gradientNorm()),
                    run.name(),
                    report.stopText());
        }
        return table.toString();
    }

    /** How the objective falls, by passes and by time. */
    public Figure figure() {
        return Figure.of(
                chart("By passes", "passes over the data", TrainingProgress::evaluations),
                chart("By time", "seconds", TrainingProgress::seconds));
    }

    private Chart chart(String title, String label, ToDoubleFunction<TrainingProgress> x) {
        double best = best();
        List<Series> series = new ArrayList<>();
        for (ComparedRun run : runs) {
            if (!run.isSkipped()) {
                series.add(new Series(
                        run.name(),
                        run.history().stream()
                                .map(progress ->
                                        new Series.Point(x.applyAsDouble(progress), progress.objective() - best))
                                .toList()));
            }
        }
        return new Chart(title, Axis.linear(label), Axis.logarithmic("objective − best"), series);
    }

    /** As JSON values. */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("best", finite(best()));
        map.put("algorithms", runs.stream().map(OptimizerComparison::json).toList());
        return map;
    }

    private static Map<String, @Nullable Object> json(ComparedRun run) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("algorithm", run.name());
        if (run.isSkipped()) {
            map.put("skipped", run.skipped());
            return map;
        }
        TrainingReport report = Objects.requireNonNull(run.report());
        map.put("objective", finite(run.objective()));
        map.put("gradientNorm", finite(run.gradientNorm()));
        map.put("passes", run.passes());
        map.put("iterations", report.iterations());
        map.put("seconds", run.seconds());
        map.put("stopReason", report.stopName());
        map.put("history", run.history().stream().map(OptimizerComparison::json).toList());
        return map;
    }

    private static Map<String, @Nullable Object> json(TrainingProgress progress) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("iteration", progress.iteration());
        map.put("passes", progress.evaluations());
        map.put("seconds", progress.seconds());
        map.put("objective", finite(progress.objective()));
        map.put("gradientNorm", finite(progress.gradientNorm()));
        return map;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
