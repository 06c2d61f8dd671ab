package org.espalier.evaluate.errors;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.scoring.Normalisation;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model why it made a mistake. Immutable and safe to share between threads.
 *
 * <p>The tokens of a mistake get their gold labels in the midst of the predicted ones. If no output has these labels, they are forbidden. If the features of
 * the tokens alone prefer them, what ties labels together speaks against them: transitions, in a chain. Else the features prefer the prediction.
 * Rare labels are not found here, because all sequences must be seen before one can tell.
 */
final class CauseFinder {
    private final Model model;
    private final LabelNotation notation;
    private final KnownWords words;
    private final @Nullable TokenScores scores;

    CauseFinder(Model model, LabelNotation notation) {
        this.model = model;
        this.notation = notation;
        this.words = KnownWords.of(model.encoder(), model.columns());
        this.scores = TokenScores.of(model);
    }

    /** What this model does not tell. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!words.hasWords()) {
            notes.add(
                    "the model's features do not contain the word itself: a token counts as unknown if the model knows less"
                            + " than half of its attributes");
        }
        if (scores == null) {
            notes.add((model.normalisation() != Normalisation.GLOBAL
                            ? "the model's scores are normalised token by token"
                            : model.votes() != null
                                    ? "the model decides by votes"
                                    : "the weights of this model ("
                                            + model.structure().kind() + ") are not about single labels")
                    + ": the preferences of its features cannot be separated from those of its transitions");
        }
        return notes;
    }

    /** log p(predicted) − log p(gold); NaN when a gold label is not known. */
    double gap(Tagging tagging, List<String> gold) {
        if (gold.stream().anyMatch(notation::isUnknown)) {
            return Double.NaN;
        }
        double reached = tagging.logProbability(gold);
        return reached == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : tagging.logProbability() - reached;
    }

    Mistake explained(Mistake mistake, Tagging tagging, List<String> gold) {
        for (int t = mistake.start(); t < mistake.end(); t++) {
            if (model.labels().indexOf(gold.get(t)) < 0) {
                return mistake.withCause(Cause.UNKNOWN_LABEL, gold.get(t));
            }
        }
        Span looked = Objects.requireNonNull(mistake.gold() == null ? mistake.predicted() : mistake.gold());
        for (int t = looked.start(); t < looked.end(); t++) {
            String unknown = words.unknown(tagging.sequence(), t);
            if (unknown != null) {
                return mistake.withCause(Cause.UNKNOWN_WORD, unknown);
            }
        }
        List<String> mended = new ArrayList<>(tagging.labels());
        for (int t = mistake.start(); t < mistake.end(); t++) {
            mended.set(t, gold.get(t));
        }
        // The whole gold labelling is asked too, because a structure may give all tokens one label.
        if (tagging.logProbability(mended) == Double.NEGATIVE_INFINITY && Double.isInfinite(gap(tagging, gold))) {
            return mistake.withCause(Cause.TRANSITION, "the gold labels are impossible here");
        }
        return scores == null
                ? mistake.withCause(Cause.FEATURES, "")
                : weighed(mistake, tagging.sequence(), gold, tagging.labels(), scores);
    }

    private static Mistake weighed(
            Mistake mistake, Sequence sequence, List<String> gold, List<String> predicted, TokenScores scores) {
        for (int t = Math.max(1, mistake.start()); t < Math.min(gold.size(), mistake.end() + 1); t++) {
            if (scores.isNew(gold.get(t - 1), gold.get(t))) {
                return mistake.withCause(
                        Cause.TRANSITION,
                        gold.get(t - 1) + " → " + gold.get(t) + " has no weight: it did not occur in training");
            }
        }
        TokenScores.Preference preference =
                scores.preference(sequence, gold, predicted, mistake.start(), mistake.end());
        if (preference.difference() < 0) {
            return mistake.withCause(
                    Cause.TRANSITION,
                    String.format(
                            Locale.ROOT,
                            "the tokens' features prefer the gold labels by %.2f",
                            -preference.difference()));
        }
        return mistake.withCause(
                Cause.FEATURES,
                preference.attribute().isEmpty()
                        ? ""
                        : String.format(Locale.ROOT, "%s %+.2f", preference.attribute(), preference.share()));
    }
}
