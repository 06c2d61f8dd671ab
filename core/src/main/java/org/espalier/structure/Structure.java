package org.espalier.structure;

/**
 * Numbers the smallest scored pieces, the parts, of every allowed output.
 *
 * <p>An output is a set of parts, its score the sum of theirs. Scores, gradients and marginals are flat {@code double[]}
 * over part numbers; a part forbidden by a {@link Constraint} scores −∞. Structures hold no scores and are immutable.
 */
public sealed interface Structure permits Trellis {

    /** How many parts there are; they are numbered from 0. */
    int parts();
}
