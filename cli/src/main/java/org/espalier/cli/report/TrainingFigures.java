package org.espalier.cli.report;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.cli.input.RememberedInput;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/** The training report as JSON values: what the model file leaves out because it differs from run to run, too. */
public final class TrainingFigures {
    private TrainingFigures() {}

    public static Map<String, @Nullable Object> of(
            TrainingReport report, TrainingOptions options, Model model, List<String> inputs, List<String> dev) {
        TrainingSummary summary = report.summary();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("objective", finite(report.objective()));
        map.put("gradientNorm", finite(report.gradientNorm()));
        map.put("gapBound", finite(report.gapBound()));
        map.put("convex", report.convex());
        map.put("startObjectives", report.startObjectives());
        map.put("iterations", report.iterations());
        map.put("evaluations", report.evaluations());
        map.put("stopReason", report.stopName());
        map.put("stopText", report.stopText());
        map.put("seconds", report.seconds());
        map.put("secondsPerEvaluation", report.secondsPerEvaluation());
        map.put("features", summary.features());
        map.put("activeFeatures", report.activeFeatures());
        map.put("attributes", summary.attributes());
        map.put("transitionAttributes", summary.transitionAttributes());
        map.put("labels", summary.labels());
        map.put("sequences", summary.sequences());
        map.put("tokens", summary.tokens());
        map.put("devSequences", summary.devSequences());
        map.put("devScore", finite(report.devScore()));
        map.put("bestIteration", report.bestIteration());
        map.put("resumedAt", summary.resumedAt());
        map.put("peakMemoryBytes", peakMemory());
        map.put("seed", options.seed());
        map.put("threads", summary.threads());
        map.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        map.put("options", model.provenance().get("options"));
        map.put("input", model.provenance().get(RememberedInput.INPUT));
        map.put("data", model.provenance().get("data"));
        map.put("inputs", inputs);
        map.put("dev", dev);
        map.put("espalier", model.provenance().get("espalier"));
        map.put("java", System.getProperty("java.version"));
        map.put("kernels", Kernels.best().name());
        map.put(
                "history",
                report.history().stream().map(TrainingFigures::iteration).toList());
        return map;
    }

    private static Map<String, @Nullable Object> iteration(TrainingProgress progress) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("iteration", progress.iteration());
        map.put("evaluations", progress.evaluations());
        map.put("objective", finite(progress.objective()));
        map.put("gradientNorm", finite(progress.gradientNorm()));
        map.put("activeFeatures", progress.activeFeatures());
        map.put("seconds", progress.seconds());
        map.put("devScore", finite(progress.devScore()));
        return map;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** The sum of the largest sizes that the parts of the heap had, each at its own time: at least the true peak. */
    private static long peakMemory() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                bytes += pool.getPeakUsage().getUsed();
            }
        }
        return bytes;
    }
}
