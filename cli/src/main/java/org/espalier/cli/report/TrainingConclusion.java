package org.espalier.cli.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.output.Streams;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/**
 * What {@code espalier train} says and writes at its end.
 *
 * @param output where the model was written
 * @param report where the figures are to be written, or null
 * @param metric what was measured on the development data
 * @param dual whether optimality was proved by the dual of a support vector machine
 */
public record TrainingConclusion(
        Streams streams,
        boolean quiet,
        Path output,
        @Nullable Path report,
        EarlyStopping.Metric metric,
        boolean dual) {

    /** After a model was learnt. */
    public void tell(
            TrainingReport training,
            Supplier<Map<String, @Nullable Object>> figures,
            Model model,
            boolean interrupted) {
        long bytes = OutputFiles.size(output);
        if (report != null) {
            Map<String, @Nullable Object> map = figures.get();
            map.put("model", output.toString());
            map.put("modelBytes", bytes);
            map.put("interrupted", interrupted);
            streams.attempt(() -> OutputFiles.write(report, Json.writeIndented(map)));
        }
        if (interrupted) {
            streams.say("interrupted after iteration " + training.iterations() + "; the best model so far is saved in "
                    + output);
        }
        if (!quiet) {
            tellHow(training, model);
            streams.say(String.format(
                    Locale.ROOT,
                    "%s: %,d non-zero features, %,d labels, %,d bytes",
                    output,
                    training.activeFeatures(),
                    model.labels().size(),
                    bytes));
        }
        if (!training.stopReason().converged() && !training.stoppedEarly() && !interrupted) {
            streams.say("warning: not converged: " + training.stopText());
        }
    }

    private void tellHow(TrainingReport training, Model model) {
        Object problems = model.provenance().get("problems");
        if (problems != null) {
            streams.say("the last of " + problems + " binary problems:");
        }
        // The reason to stop belongs to the last iteration, everything else to the saved weights.
        boolean last = training.bestIteration() == training.iterations();
        streams.say((last || training.stoppedEarly() ? "" : "iteration " + training.iterations() + " ")
                + training.stopText());
        tellOptimality(training);
        streams.say(String.format(
                Locale.ROOT,
                "objective %.6f%s after %d iterations (%d evaluations) in %.1f seconds",
                training.objective(),
                last ? "" : " at the saved weights (iteration " + training.bestIteration() + ")",
                training.iterations(),
                training.evaluations(),
                training.seconds()));
        if (!Double.isNaN(training.devScore())) {
            streams.say(String.format(
                    Locale.ROOT,
                    "best on the development data: %s %.4f, iteration %d",
                    TrainingDisplay.name(metric),
                    training.devScore(),
                    training.bestIteration()));
        }
        tellStarts(training);
    }

    /** By the gradient's norm or by a duality gap, as the algorithm has it; nothing is proved of what is not convex. */
    private void tellOptimality(TrainingReport training) {
        if (!training.convex()) {
            streams.say(String.format(
                    Locale.ROOT,
                    training.isStationary()
                            ? "gradient norm %.3g; a stationary point, perhaps not the minimum: the objective is not"
                                    + " convex with partial labels, hidden states, a network or approximate inference"
                            : "gradient norm %.3g; the objective is not convex with partial labels, hidden states, a"
                                    + " network or approximate inference, and nothing is known about its minimum",
                    training.gradientNorm()));
        } else if (Double.isFinite(training.gapBound())) {
            streams.say(String.format(
                    Locale.ROOT,
                    dual
                            ? "optimality conditions violated by at most %.3g; the objective is provably at most %.3g"
                                    + " above its minimum"
                            : "gradient norm %.3g; the objective is provably at most %.3g above its minimum",
                    training.gradientNorm(),
                    training.gapBound()));
        }
    }

    private void tellStarts(TrainingReport training) {
        if (!training.startObjectives().isEmpty()) {
            streams.say(String.format(
                    Locale.ROOT,
                    "%d starts, with objectives from %.6f to %.6f",
                    training.startObjectives().size(),
                    training.startObjectives().stream().min(Double::compare).orElseThrow(),
                    training.startObjectives().stream().max(Double::compare).orElseThrow()));
        }
    }

    /** After a model was counted. */
    public void tellCounted(Model model) {
        if (report != null) {
            Map<String, Object> map = new LinkedHashMap<>(model.provenance());
            map.put("model", output.toString());
            map.put("modelBytes", OutputFiles.size(output));
            streams.attempt(() -> OutputFiles.write(report, Json.writeIndented(map)));
        }
        if (!quiet) {
            streams.say(String.format(
                    Locale.ROOT,
                    "%s: %,d log-probabilities, %,d labels, %,d bytes",
                    output,
                    model.weights().length,
                    model.labels().size(),
                    OutputFiles.size(output)));
        }
    }
}
