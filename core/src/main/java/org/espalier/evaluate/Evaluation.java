package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.data.LabelNotation;
import org.espalier.data.TagScheme;

/**
 * Compares predicted labels with gold labels, one sequence at a time, in memory that does not grow with the number of
 * sequences.
 *
 * <p>A token whose gold label is unknown ({@code ?}) is not counted anywhere, and spans are scored as if the sequence
 * were cut there. Of several allowed labels ({@code A|B}, see {@link LabelNotation}) the predicted one counts as gold if
 * it is among them, else the first. Not safe for use by several threads at once.
 *
 * <pre>{@code
 * Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
 * evaluation.add(List.of("B-NP", "I-NP", "O"), List.of("B-NP", "O", "O"));
 * String report = ScoreReport.conlleval(evaluation.scores());
 * }</pre>
 */
public final class Evaluation {
    private final Convention convention;
    private final LabelNotation notation;
    private final SpanCounter spans;
    private final SortedMap<String, SortedMap<String, Long>> confusion = new TreeMap<>(SpanCounter.BY_CODE_POINT);
    private long tokens;
    private long correctTokens;
    private long sequences;
    private long correctSequences;
    private long leftOut;

    /** With {@code ?} for an unknown gold label. */
    public Evaluation(Convention convention) {
        this(convention, LabelNotation.DEFAULT);
    }

    /** With a notation of its own for unknown and alternative gold labels. */
    public Evaluation(Convention convention, LabelNotation notation) {
        this.convention = convention;
        this.notation = notation;
        this.spans = SpanCounter.of(convention);
    }

    /**
     * Adds a sequence.
     *
     * @param labels the gold labels
     * @throws IllegalArgumentException when the two lists are not equally long
     */
    public void add(List<String> labels, List<String> predicted) {
        if (labels.size() != predicted.size()) {
            throw new IllegalArgumentException(labels.size() + " gold labels, but " + predicted.size()
                    + " predicted ones; expected one of each per token");
        }
        List<String> gold = notation.judged(labels, predicted);
        long knownBefore = tokens;
        long correctBefore = correctTokens;
        int start = 0;
        for (int i = 0; i < gold.size(); i++) {
            if (notation.isUnknown(gold.get(i))) {
                leftOut++;
                spans.add(gold.subList(start, i), predicted.subList(start, i));
                start = i + 1;
            } else {
                count(gold.get(i), predicted.get(i));
            }
        }
        spans.add(gold.subList(start, gold.size()), predicted.subList(start, gold.size()));
        long known = tokens - knownBefore;
        if (known > 0) {
            sequences++;
            correctSequences += correctTokens - correctBefore == known ? 1 : 0;
        }
    }

    private void count(String gold, String predicted) {
        tokens++;
        correctTokens += spans.isSame(gold, predicted) ? 1 : 0;
        confusion
                .computeIfAbsent(gold, key -> new TreeMap<>(SpanCounter.BY_CODE_POINT))
                .merge(predicted, 1L, Long::sum);
    }

    /** The scores of what was added so far; more can be added afterwards. */
    public Scores scores() {
        SortedMap<String, Counts> types = spans.types();
        return new Scores(
                convention,
                tokens,
                correctTokens,
                sequences,
                correctSequences,
                total(types),
                types,
                labels(),
                confusion,
                notes(types));
    }

    private static Counts total(SortedMap<String, Counts> types) {
        long gold = 0;
        long predicted = 0;
        long correct = 0;
        for (Counts counts : types.values()) {
            gold += counts.gold();
            predicted += counts.predicted();
            correct += counts.correct();
        }
        return new Counts(gold, predicted, correct);
    }

    private SortedMap<String, Counts> labels() {
        SortedMap<String, Counts> labels = new TreeMap<>(SpanCounter.BY_CODE_POINT);
        for (Map.Entry<String, SortedMap<String, Long>> row : confusion.entrySet()) {
            for (Map.Entry<String, Long> cell : row.getValue().entrySet()) {
                long count = cell.getValue();
                boolean same = row.getKey().equals(cell.getKey());
                labels.merge(row.getKey(), new Counts(count, 0, same ? count : 0), Evaluation::sum);
                labels.merge(cell.getKey(), new Counts(0, count, 0), Evaluation::sum);
            }
        }
        return labels;
    }

    private static Counts sum(Counts a, Counts b) {
        return new Counts(a.gold() + b.gold(), a.predicted() + b.predicted(), a.correct() + b.correct());
    }

    private List<String> notes(SortedMap<String, Counts> types) {
        List<String> notes = new ArrayList<>();
        if (leftOut > 0) {
            notes.add(leftOut + (leftOut == 1 ? " token whose" : " tokens whose") + " gold label is '"
                    + notation.unknown() + "', which means an unknown label, "
                    + (leftOut == 1 ? "is" : "are") + " left out");
        }
        if (convention.equals(Convention.PLAIN)) {
            notes.add(
                    "the labels follow no tagging scheme, so there are no spans to score; convention 'strict NONE' scores runs"
                            + " of one label, convention 'conlleval' what its rules find");
        } else if (convention.scheme() == null) {
            TagScheme scheme = TagScheme.ofLabels(confusion.keySet());
            boolean joins = scheme == TagScheme.IOBES || scheme == TagScheme.BILOU || scheme == TagScheme.BMES;
            if (joins) {
                notes.add("the labels look like " + scheme
                        + ", whose neighbouring spans of one type conlleval joins; convention" + " 'strict " + scheme
                        + "' tells them apart");
            }
            if (scheme == TagScheme.NONE
                    && types.isEmpty()
                    && confusion.keySet().stream().anyMatch(l -> !l.equals(TagScheme.OUTSIDE))) {
                notes.add(
                        "the labels have no prefixes such as B- and I-, so conlleval finds no spans; convention 'strict NONE'"
                                + " scores runs of one label");
            }
        }
        return notes;
    }
}
