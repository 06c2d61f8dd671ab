package org.espalier.evaluate.errors;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.espalier.data.Sequence;

/**
 * A sequence with predicted labels that differ from the gold ones.
 *
 * @param number which of the sequences it is, from 1
 * @param sequence the sequence
 * @param gold the labels by which it is judged; of several allowed ones the one that counts
 * @param predicted the predicted labels
 * @param mistakes the differences, in the order of their first tokens
 * @param wrongTokens how many tokens have another label
 * @param gap log p(predicted) − log p(gold); infinite when the model gives the gold labels no probability, NaN when that is not known
 */
public record WrongSequence(
        long number,
        Sequence sequence,
        List<String> gold,
        List<String> predicted,
        List<Mistake> mistakes,
        int wrongTokens,
        double gap) {

    public WrongSequence {
        Objects.requireNonNull(sequence, "sequence");
        gold = List.copyOf(gold);
        predicted = List.copyOf(predicted);
        mistakes = List.copyOf(mistakes);
    }

    /** Whether the token at t is part of a mistake and has another label than it should. */
    public boolean isWrong(int t) {
        boolean inside = mistakes.stream().anyMatch(mistake -> mistake.start() <= t && t < mistake.end());
        return inside && !gold.get(t).equals(predicted.get(t));
    }

    /** The tokens that are worth showing: those of mistakes, and so many right ones on each side of them. // [T] */
    public boolean[] excerpt(int context) {
        int length = gold.size();
        boolean[] shown = new boolean[length];
        for (Mistake mistake : mistakes) {
            int begin = Math.max(0, mistake.start() - context);
            int end = Math.min(length, mistake.end() + context);
            Arrays.fill(shown, Math.min(begin, end), end, true);
        }
        return shown;
    }

    WrongSequence numbered(long newNumber) {
        return new WrongSequence(newNumber, sequence, gold, predicted, mistakes, wrongTokens, gap);
    }

    WrongSequence withMistakes(List<Mistake> newMistakes) {
        return new WrongSequence(number, sequence, gold, predicted, newMistakes, wrongTokens, gap);
    }
}
