package org.espalier.cli.score;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.cli.html.ConfidenceFigure;
import org.espalier.cli.html.EvaluationFindings;
import org.espalier.cli.html.EvaluationPage;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.output.Streams;
import org.espalier.data.Json;
import org.espalier.evaluate.ClassificationReport;
import org.espalier.evaluate.ClassificationScores;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.evaluate.ScoreReport;
import org.espalier.evaluate.Scores;
import org.espalier.evaluate.errors.ErrorReport;
import org.espalier.evaluate.errors.ErrorSummary;
import org.jspecify.annotations.Nullable;

/** Prints what was found of labels, and writes the page for the browser. */
record ScoreOutput(ScoreRequest request, Streams streams) {

    /**
     * Prints.
     *
     * @param instances the scores of instances, or null for those of spans
     * @param confidence what the confidence of the model is worth, or null when nobody asks
     */
    void print(
            Scores scores,
            @Nullable ClassificationScores instances,
            @Nullable ErrorSummary summary,
            @Nullable ComparedSystems compared,
            @Nullable ConfidenceScores confidence) {
        if (request.json()) {
            Map<String, Object> figures =
                    instances == null ? ScoreReport.toMap(scores) : ClassificationReport.toMap(instances);
            if (summary != null) {
                figures.put("errors", ErrorReport.toMap(summary));
            }
            if (compared != null) {
                figures.put("against", compared.toMap());
            }
            if (confidence != null) {
                figures.put("confidence", confidence.toMap());
            }
            streams.print(Json.writeIndented(figures));
            return;
        }
        if (instances != null) {
            streams.print(ClassificationReport.tables(instances));
        } else {
            streams.print(request.conlleval() ? ScoreReport.conlleval(scores) : ScoreReport.tables(scores));
        }
        if (summary != null) {
            streams.print("\n" + ErrorReport.text(summary));
        }
        if (confidence != null) {
            streams.print("\n" + confidence.text());
        }
        if (compared != null) {
            streams.print("\n" + compared.text());
        }
    }

    /** Draws what the confidence is worth, where somebody wants it. */
    void draw(@Nullable ConfidenceScores confidence) {
        if (request.plot() != null && confidence != null) {
            ConfidenceFigure.write(confidence, request.plot());
            streams.say("wrote " + request.plot());
        }
    }

    /** Writes the page. */
    void write(Path file, EvaluationFindings findings) {
        List<String> data = request.inputs().stream().map(Path::toString).toList();
        String subject = request.model() == null ? String.join(", ", data) : request.name();
        OutputFiles.write(file, new EvaluationPage(subject, data, findings, request.model()).html());
        streams.say("wrote " + file + "; open it in a browser");
    }
}
