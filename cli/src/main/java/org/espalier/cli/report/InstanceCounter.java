package org.espalier.cli.report;

import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.evaluate.ClassificationEvaluation;
import org.espalier.evaluate.ClassificationScores;
import org.jspecify.annotations.Nullable;

/** Evaluates tokens as instances, as long as they may be some: until a sequence of several tokens comes, unless it was asked for. */
public final class InstanceCounter {
    private @Nullable ClassificationEvaluation evaluation;
    private final boolean always;
    private boolean any;

    public InstanceCounter(Labels labels, LabelNotation notation, boolean wanted, boolean always) {
        this.evaluation = wanted ? new ClassificationEvaluation(labels, notation) : null;
        this.always = always;
    }

    /** Counts the tokens of a sequence, unless they are no instances. */
    public void add(List<String> gold, List<String> predicted, double @Nullable [] @Nullable [] probabilities) {
        ClassificationEvaluation counting = evaluation;
        if (counting == null) {
            return;
        }
        if (gold.size() > 1 && !always) {
            evaluation = null;
            return;
        }
        for (int t = 0; t < gold.size(); t++) {
            any = true;
            counting.add(gold.get(t), predicted.get(t), probabilities == null ? null : probabilities[t]);
        }
    }

    /** Whether there were tokens, and all of them may be instances. */
    public boolean isValid() {
        return evaluation != null && any;
    }

    /** What was counted. */
    public ClassificationScores scores() {
        if (evaluation == null) {
            throw new IllegalStateException("sequences, not instances");
        }
        return evaluation.scores();
    }
}
