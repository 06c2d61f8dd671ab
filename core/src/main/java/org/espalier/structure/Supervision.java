package org.espalier.structure;

/**
 * What the gold standard says of one instance: the set of outputs that it allows.
 *
 * <p>The set is either a single output, or what remains when {@link #forbid} has written −∞ over all other parts. Losses are
 * written for both: log Z(all) − log Z(allowed), or max(all) − max(allowed).
 *
 * <p>A supervision also counts errors, which decompose over parts: {@link #addCost} adds the cost of every error to the part
 * that makes it, {@link #errors} counts those of an output. Immutable.
 *
 * @param <S> the structure whose outputs it judges
 */
public interface Supervision<S extends Structure> extends Constraint<S> {

    /**
     * Checks that this is a supervision of that structure.
     *
     * @throws IllegalArgumentException when their sizes differ
     */
    void requireFit(S structure);

    /** Whether exactly one output is allowed. */
    boolean isSingle();

    /** The only allowed output, when {@link #isSingle()}. */
    Output single(S structure);

    /** Adds the cost of an error to the score of every part that is one; shared parts are left alone. */
    void addCost(S structure, double cost, double[] scores);

    /** How many errors an output of the structure has; 0 exactly when it is allowed. */
    int errors(S structure, Output output);
}
