package org.espalier.graph;

import java.util.Locale;

/** By which method a question is answered. */
public enum GraphMethod {
    /** The junction tree when it fits in the allowed memory; else belief propagation, for samples Gibbs sampling, for the best assignment a cut or TRW-S. */
    AUTO,
    /** Exact; refused when it does not fit. */
    JUNCTION_TREE,
    /** Belief propagation: approximate. */
    BP,
    /** Tree-reweighted belief propagation: approximate, an upper bound of log Z. */
    TRW,
    /** Mean field: approximate, a lower bound of log Z. */
    MEAN_FIELD,
    /** Gibbs sampling: approximate, no log Z. */
    GIBBS,
    /** Sequential tree-reweighted message passing, for the best assignment: approximate, with a bound; exact where the bound is met. */
    TRW_S,
    /** A minimum cut, for the best assignment of binary variables that would rather agree: exact; others are refused. */
    GRAPH_CUT,
    /** Expansion moves, for the best assignment where pairs lose as in a metric: approximate; others are refused. */
    ALPHA_EXPANSION;

    /** Whether it computes marginals. */
    public boolean infers() {
        return this != TRW_S && this != GRAPH_CUT && this != ALPHA_EXPANSION;
    }

    /** Whether it looks for the best assignment. */
    public boolean maximises() {
        return this != TRW && this != MEAN_FIELD && this != GIBBS;
    }

    /** Whether it draws samples. */
    public boolean samples() {
        return this == AUTO || this == JUNCTION_TREE || this == GIBBS;
    }

    /** Whether it goes on in rounds until nothing changes any more. */
    public boolean iterates() {
        return this == BP || this == TRW || this == MEAN_FIELD || this == TRW_S;
    }

    /** As it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
