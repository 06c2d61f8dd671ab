package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;

/**
 * The sequences to which two systems give different labels: how many there are, and those where it matters most. Errors are counted as {@link
 * PairedBootstrap} counts them: missed and spurious spans, of plain labels wrong tokens. Holds only the sequences that it will list.
 */
public final class Disagreements {
    private final Convention convention;
    private final LabelNotation notation;
    private final int most;
    private final List<Disagreement> firstBetter = new ArrayList<>();
    private final List<Disagreement> secondBetter = new ArrayList<>();
    private final List<Disagreement> equal = new ArrayList<>();
    private long sequences;
    private long different;

    /**
     * No sequences yet.
     *
     * @param most how many sequences of each kind are listed
     */
    public Disagreements(Convention convention, LabelNotation notation, int most) {
        this.convention = Objects.requireNonNull(convention, "convention");
        this.notation = Objects.requireNonNull(notation, "notation");
        this.most = most;
    }

    /**
     * A sequence with different labels.
     *
     * @param number which of all sequences it is, from 1
     * @param gold its gold labels, as they are written
     * @param first the labels of the first system
     * @param second those of the second one
     */
    public record Disagreement(
            long number,
            Sequence sequence,
            List<String> gold,
            List<String> first,
            List<String> second,
            int firstErrors,
            int secondErrors) {

        /** Whether the systems give different labels to the token at t. */
        public boolean isDifferent(int t) {
            return !first.get(t).equals(second.get(t));
        }

        /** The tokens with different labels, and so many on each side of them. // [T] */
        public boolean[] excerpt(int context) {
            boolean[] shown = new boolean[first.size()];
            for (int t = 0; t < shown.length; t++) {
                if (isDifferent(t)) {
                    Arrays.fill(shown, Math.max(0, t - context), Math.min(shown.length, t + context + 1), true);
                }
            }
            return shown;
        }
    }

    /** Adds the next sequence. One without gold labels counts as a sequence, and no more. */
    public void add(Sequence sequence, List<String> first, List<String> second) {
        sequences++;
        List<String> gold = sequence.labels();
        if (gold == null || first.equals(second)) {
            return;
        }
        different++;
        int firstErrors = errors(gold, first);
        int secondErrors = errors(gold, second);
        Disagreement found = new Disagreement(
                sequences, sequence, gold, List.copyOf(first), List.copyOf(second), firstErrors, secondErrors);
        List<Disagreement> list =
                firstErrors < secondErrors ? firstBetter : firstErrors > secondErrors ? secondBetter : equal;
        keep(found, list);
    }

    private int errors(List<String> gold, List<String> predicted) {
        return SequenceScore.errors(SequenceScore.count(gold, predicted, convention, notation), convention);
    }

    /** Into a list that is sorted: the largest difference first, of equal ones the earlier sequence. */
    private void keep(Disagreement found, List<Disagreement> list) {
        Comparator<Disagreement> order =
                Comparator.comparingInt(each -> -Math.abs(each.firstErrors() - each.secondErrors()));
        int place = Collections.binarySearch(list, found, order.thenComparingLong(Disagreement::number));
        list.add(-place - 1, found);
        if (list.size() > most) {
            list.remove(most);
        }
    }

    /** How many sequences were added. */
    public long sequences() {
        return sequences;
    }

    /** How many of them have different labels. */
    public long different() {
        return different;
    }

    /** Where the first system makes fewer errors; the largest difference first. */
    public List<Disagreement> firstBetter() {
        return List.copyOf(firstBetter);
    }

    /** Where the second system makes fewer errors. */
    public List<Disagreement> secondBetter() {
        return List.copyOf(secondBetter);
    }

    /** Where both make as many errors, but not the same. */
    public List<Disagreement> equallyWrong() {
        return List.copyOf(equal);
    }
}
