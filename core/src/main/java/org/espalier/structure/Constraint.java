package org.espalier.structure;

/** Marks parts impossible; every sum, maximum, sample and n-best list respects it. */
public interface Constraint {

    /** Writes −∞ over the scores of the parts of {@code trellis} that are not allowed; shared transitions are left alone. */
    void forbid(Trellis trellis, double[] scores);
}
