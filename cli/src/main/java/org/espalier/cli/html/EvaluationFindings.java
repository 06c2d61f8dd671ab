package org.espalier.cli.html;

import java.util.Objects;
import org.espalier.evaluate.ClassificationScores;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.Scores;
import org.espalier.evaluate.errors.ErrorSummary;
import org.jspecify.annotations.Nullable;

/**
 * What an evaluation found.
 *
 * @param scores of tokens, spans and sequences
 * @param instances the scores of a classifier, or null when sequences were evaluated
 * @param errors the mistakes and the worst sequences
 * @param reliability of the predicted labels' probabilities; empty when there are none
 * @param confidence what the confidence of predictions is worth, or null when there is none
 * @param against the comparison with another system, or null when there is none
 */
public record EvaluationFindings(
        Scores scores,
        @Nullable ClassificationScores instances,
        ErrorSummary errors,
        Reliability reliability,
        @Nullable ConfidenceScores confidence,
        @Nullable ComparisonFindings against) {

    /** Of one system alone. */
    public EvaluationFindings(
            Scores scores, @Nullable ClassificationScores instances, ErrorSummary errors, Reliability reliability) {
        this(scores, instances, errors, reliability, null, null);
    }

    public EvaluationFindings {
        Objects.requireNonNull(scores, "scores");
        Objects.requireNonNull(errors, "errors");
        Objects.requireNonNull(reliability, "reliability");
    }
}
