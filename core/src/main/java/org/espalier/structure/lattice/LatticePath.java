package org.espalier.structure.lattice;

import java.util.Arrays;
import org.espalier.structure.Output;
import org.jspecify.annotations.Nullable;

/** One output of a {@link Lattice}: the words of a path from the begin of the text to its end. */
public final class LatticePath implements Output {
    private final int[] words;
    private final int[] parts; // [2 · words + 1]: a connection, a word, a connection, …

    /**
     * A path.
     *
     * @throws IllegalArgumentException when the words do not lead from the begin of the text to its end
     */
    public LatticePath(Lattice lattice, int... words) {
        this.words = words.clone();
        this.parts = new int[2 * words.length + 1];
        int end = 0;
        for (int k = 0; k < words.length; k++) {
            parts[2 * k] = lattice.connection(end, lattice.beginning(words[k]));
            parts[2 * k + 1] = words[k];
            end = lattice.end(words[k]);
        }
        parts[2 * words.length] = lattice.connection(end, lattice.beginnings() - 1);
    }

    /** How many words there are. */
    public int size() {
        return words.length;
    }

    /** The k-th word, from the begin of the text. */
    public int word(int k) {
        return words[k];
    }

    /** Adds from the begin of the text. */
    @Override
    public double score(double[] scores) {
        double sum = 0;
        for (int part : parts) {
            sum += scores[part];
        }
        return sum;
    }

    @Override
    public void addTo(double[] into, double amount) {
        for (int part : parts) {
            into[part] += amount;
        }
    }

    /** Whether the other has the same words. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LatticePath that && Arrays.equals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(parts);
    }

    @Override
    public String toString() {
        return "words " + Arrays.toString(words);
    }
}
