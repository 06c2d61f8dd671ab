package org.espalier.structure.lattice;

import java.util.BitSet;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of a {@link Lattice}: one path, or the words that are wrong.
 *
 * <p>A path is allowed when none of its words is wrong, and has as many errors as wrong words. Connections are never wrong: they follow
 * from the words.
 */
public final class GoldWords implements Supervision<Lattice> {
    private final int words;
    private final int parts;
    private final @Nullable LatticePath only;
    private final @Nullable BitSet wrong; // null: all but those of the path

    private GoldWords(Lattice lattice, @Nullable LatticePath only, @Nullable BitSet wrong) {
        this.words = lattice.words();
        this.parts = lattice.parts();
        this.only = only;
        this.wrong = wrong;
    }

    /** Wrong is every word that the path does not have. */
    public static GoldWords of(Lattice lattice, LatticePath path) {
        return new GoldWords(lattice, path, null);
    }

    /**
     * All paths without these words.
     *
     * @throws IllegalArgumentException when one of them does not exist
     */
    public static GoldWords without(Lattice lattice, BitSet wrong) {
        if (wrong.length() > lattice.words()) {
            throw new IllegalArgumentException(
                    "word " + (wrong.length() - 1) + " is said to be wrong; expected words below " + lattice.words());
        }
        return new GoldWords(lattice, null, (BitSet) wrong.clone());
    }

    /** Those of a path are found when they are asked for, because training never asks. */
    private BitSet wrong() {
        if (wrong != null) {
            return wrong;
        }
        BitSet found = new BitSet();
        found.set(0, words);
        if (only != null) {
            for (int k = 0; k < only.size(); k++) {
                found.clear(only.word(k));
            }
        }
        return found;
    }

    @Override
    public void requireFit(Lattice lattice) {
        if (words != lattice.words() || parts != lattice.parts()) {
            throw new IllegalArgumentException("supervision of a lattice with " + words + " words and " + parts
                    + " parts for one with " + lattice.words() + " and " + lattice.parts());
        }
    }

    @Override
    public boolean isSingle() {
        return only != null;
    }

    @Override
    public Output single(Lattice lattice) {
        if (only == null) {
            throw new IllegalStateException("not exactly one path is allowed; see isSingle");
        }
        return only;
    }

    @Override
    public void addCost(Lattice lattice, double cost, double[] scores) {
        wrong().stream().forEach(word -> scores[word] += cost);
    }

    @Override
    public void forbid(Lattice lattice, double[] scores) {
        wrong().stream().forEach(word -> scores[word] = Double.NEGATIVE_INFINITY);
    }

    @Override
    public int errors(Lattice lattice, Output output) {
        LatticePath path = (LatticePath) output;
        BitSet bad = wrong();
        int errors = 0;
        for (int k = 0; k < path.size(); k++) {
            errors += bad.get(path.word(k)) ? 1 : 0;
        }
        return errors;
    }
}
