package org.espalier.evaluate.errors;

import java.util.List;
import java.util.Objects;
import org.espalier.evaluate.Convention;

/**
 * What went wrong, as plain data.
 *
 * @param convention what counts as a span
 * @param sequences how many sequences were looked at
 * @param wrong how many of them have a wrong label
 * @param mistakes how many mistakes they have in all
 * @param worst the sequences with most mistakes, worst first; of equally many, those where the model is surest come first
 * @param confusions mistakes of one kind with the same types, most frequent first
 * @param causes mistakes by cause, most frequent first
 * @param notes what could not be found out, and why
 */
public record ErrorSummary(
        Convention convention,
        long sequences,
        long wrong,
        long mistakes,
        List<WrongSequence> worst,
        List<Confusion> confusions,
        List<Reason> causes,
        List<String> notes) {

    /**
     * Mistakes of one kind with the same types.
     *
     * @param gold the gold type or label; empty of spurious spans
     * @param predicted the predicted type or label; empty of missed spans
     * @param count how many there are
     * @param example the first of them
     */
    public record Confusion(Mistake.Kind kind, String gold, String predicted, long count, Example example) {}

    /**
     * Mistakes of one cause.
     *
     * @param count how many there are
     * @param example the first of them
     */
    public record Reason(Cause cause, long count, Example example) {}

    /** A mistake and the sequence that it is in. */
    public record Example(WrongSequence sequence, Mistake mistake) {}

    public ErrorSummary {
        Objects.requireNonNull(convention, "convention");
        worst = List.copyOf(worst);
        confusions = List.copyOf(confusions);
        causes = List.copyOf(causes);
        notes = List.copyOf(notes);
    }
}
