package org.espalier.graph;

import java.util.Locale;

/** By which method a question is answered. */
public enum GraphMethod {
    /** The junction tree when it fits in the allowed memory, else belief propagation. */
    AUTO,
    /** Exact; refused when it does not fit. */
    JUNCTION_TREE,
    /** Belief propagation: approximate. */
    BP,
    /** Mean field: approximate, a lower bound of log Z. */
    MEAN_FIELD,
    /** Gibbs sampling: approximate, no log Z. */
    GIBBS;

    /** As it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
