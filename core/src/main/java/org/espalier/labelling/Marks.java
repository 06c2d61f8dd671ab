package org.espalier.labelling;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Labelled pairs of tokens, as numbers: what the output of a tree is made of.
 *
 * <p>What the two ends mean is for the structure to say. In a dependency tree a mark goes from the head to its dependent, and the end −1 is the root.
 * In a tree of constituents it goes from the first token to the one after the last. Immutable.
 */
public final class Marks {
    /** No marks. */
    public static final Marks NONE = new Marks(new int[0]);

    private static final int NUMBERS = 3;

    private final int[] numbers; // [marks][from, to, label]

    private Marks(int[] numbers) {
        this.numbers = numbers;
    }

    /**
     * Marks from their numbers.
     *
     * @param numbers from, to and label of every mark in turn
     */
    public static Marks of(int... numbers) {
        if (numbers.length % NUMBERS != 0) {
            throw new IllegalArgumentException(numbers.length + " numbers; expected three for every mark");
        }
        return numbers.length == 0 ? NONE : new Marks(numbers.clone());
    }

    /** How many there are. */
    public int size() {
        return numbers.length / NUMBERS;
    }

    /** Where mark k begins. */
    public int from(int k) {
        return numbers[NUMBERS * k];
    }

    /** Where mark k leads to, or ends. */
    public int to(int k) {
        return numbers[NUMBERS * k + 1];
    }

    /** The label of mark k. */
    public int label(int k) {
        return numbers[NUMBERS * k + 2];
    }

    /** How many marks the other has in common with this. */
    public int common(Marks other) {
        Set<Marks> own = new HashSet<>();
        for (int k = 0; k < size(); k++) {
            own.add(of(from(k), to(k), label(k)));
        }
        int count = 0;
        for (int k = 0; k < other.size(); k++) {
            count += own.remove(of(other.from(k), other.to(k), other.label(k))) ? 1 : 0;
        }
        return count;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Marks that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("marks");
        for (int k = 0; k < size(); k++) {
            text.append(' ')
                    .append(from(k))
                    .append('→')
                    .append(to(k))
                    .append(':')
                    .append(label(k));
        }
        return text.toString();
    }
}
