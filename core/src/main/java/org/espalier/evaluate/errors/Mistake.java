package org.espalier.evaluate.errors;

import java.util.Locale;
import java.util.Objects;
import org.espalier.data.Span;
import org.jspecify.annotations.Nullable;

/**
 * One difference between gold and predicted labels.
 *
 * @param kind what kind of difference it is
 * @param gold the gold span, or null when nothing should have been predicted; of plain labels, one token and its label
 * @param predicted the predicted span, or null when nothing was predicted
 * @param cause why it was made
 * @param detail what shows the cause: the unknown word, the transition, the attribute that decides; may be empty
 */
public record Mistake(
        Kind kind, @Nullable Span gold, @Nullable Span predicted, Cause cause, String detail) {

    /** What kind of difference there is. */
    public enum Kind {
        /** A gold span was not predicted, nor anything else in its place. */
        MISSED,
        /** A span was predicted where there is none. */
        SPURIOUS,
        /** A span of another type was predicted, with the same borders or with others. */
        TYPE,
        /** The type is right, the borders are not. */
        BOUNDARY,
        /** A token has another label; of plain labels, which have no spans. */
        LABEL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Mistake {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(detail, "detail");
        if (gold == null && predicted == null) {
            throw new IllegalArgumentException("a mistake without spans; expected a gold or a predicted one");
        }
    }

    /** The first token that the gold or the predicted span has. */
    public int start() {
        return Math.min(
                gold == null ? Integer.MAX_VALUE : gold.start(),
                predicted == null ? Integer.MAX_VALUE : predicted.start());
    }

    /** One past the last token that the gold or the predicted span has. */
    public int end() {
        return Math.max(gold == null ? 0 : gold.end(), predicted == null ? 0 : predicted.end());
    }

    /** The gold type or label; empty when nothing should have been predicted. */
    public String goldType() {
        return gold == null ? "" : gold.type();
    }

    /** The predicted type or label; empty when nothing was predicted. */
    public String predictedType() {
        return predicted == null ? "" : predicted.type();
    }

    Mistake withCause(Cause newCause, String newDetail) {
        return new Mistake(kind, gold, predicted, newCause, newDetail);
    }

    /** In a few words: {@code NAME missed}, {@code UNIT → NAME}. */
    public String describe() {
        return switch (kind) {
            case MISSED -> named(goldType()) + " missed";
            case SPURIOUS -> named(predictedType()) + " spurious";
            case BOUNDARY -> named(goldType()) + " with other borders";
            case TYPE, LABEL -> named(goldType()) + " → " + named(predictedType());
        };
    }

    private static String named(String type) {
        return type.isEmpty() ? "(no type)" : type;
    }
}
