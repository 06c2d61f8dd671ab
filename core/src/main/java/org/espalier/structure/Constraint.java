package org.espalier.structure;

/**
 * Marks parts impossible; every sum, maximum, sample and n-best list respects it.
 *
 * @param <S> the structure whose parts it knows
 */
public interface Constraint<S extends Structure> {

    /** Writes −∞ over the scores of the parts that are not allowed; shared parts are left alone. */
    void forbid(S structure, double[] scores);
}
