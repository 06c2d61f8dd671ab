package org.espalier.cli.score;

import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;

/** One sequence with its gold labels, the predicted ones, and what the model says of it as far as that is of use. */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record JudgedSequence(
        Sequence sequence,
        List<String> predicted,
        double @Nullable [] @Nullable [] probabilities,
        double @Nullable [] confidences,
        List<ConfidenceJudge.Judged> sureness,
        @Nullable Tagging tagging,
        ErrorAnalysis.@Nullable Examination examination) {

    List<String> gold() {
        return sequence.labels() == null ? List.of() : sequence.labels();
    }

    /** Adds itself to what is counted. */
    void count(Evaluation evaluation, @Nullable ErrorAnalysis analysis) {
        evaluation.add(gold(), predicted);
        if (analysis == null || !sequence.isLabelled()) {
            return;
        }
        if (examination != null) {
            analysis.add(examination);
        } else if (tagging != null) {
            analysis.add(tagging);
        } else {
            analysis.add(sequence, predicted);
        }
    }
}
