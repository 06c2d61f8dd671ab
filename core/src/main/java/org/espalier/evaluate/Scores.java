package org.espalier.evaluate;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of an evaluation, as counts; maps are in the order of Unicode code points.
 *
 * @param convention what counts as a span
 * @param tokens the tokens whose gold label is known
 * @param correctTokens those with the right label
 * @param sequences the sequences with at least one such token
 * @param correctSequences those whose every such token has the right label
 * @param spans all spans
 * @param types the spans of each type
 * @param labels the tokens of each label
 * @param confusion gold label → predicted label → tokens
 * @param notes what a reader of the scores should know, such as labels that do not suit the convention
 */
public record Scores(
        Convention convention,
        long tokens,
        long correctTokens,
        long sequences,
        long correctSequences,
        Counts spans,
        SortedMap<String, Counts> types,
        SortedMap<String, Counts> labels,
        SortedMap<String, SortedMap<String, Long>> confusion,
        List<String> notes) {

    public Scores {
        Objects.requireNonNull(convention, "convention");
        Objects.requireNonNull(spans, "spans");
        types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        SortedMap<String, SortedMap<String, Long>> rows = new TreeMap<>(confusion.comparator());
        confusion.forEach((gold, row) -> rows.put(gold, Collections.unmodifiableSortedMap(new TreeMap<>(row))));
        confusion = Collections.unmodifiableSortedMap(rows);
        notes = List.copyOf(notes);
    }

    /** The fraction of tokens with the right label; 0 when there are no tokens. */
    public double tokenAccuracy() {
        return Counts.ratio(correctTokens, tokens);
    }

    /** The fraction of sequences that are right throughout; 0 when there are no sequences. */
    public double sequenceAccuracy() {
        return Counts.ratio(correctSequences, sequences);
    }
}
