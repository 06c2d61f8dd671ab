package org.espalier.graph;

import java.util.List;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.factor.Convergence;
import org.espalier.structure.factor.Assignment;
import org.jspecify.annotations.Nullable;

/**
 * The most probable assignments of a graph, best first.
 *
 * @param method the method that was used, never {@link GraphMethod#AUTO}
 * @param isExact whether they are the best, or only the best that were found
 * @param assignments with their scores: the natural logarithm of the product of the potentials
 * @param bound no assignment scores more; +∞ where the method knows no bound
 * @param bytes the memory of the tables
 * @param convergence how iterations ended; null where there are none
 */
public record GraphBest(
        GraphMethod method,
        boolean isExact,
        List<ScoredOutput<Assignment>> assignments,
        double bound,
        double bytes,
        @Nullable Convergence convergence) {

    public GraphBest {
        assignments = List.copyOf(assignments);
    }

    /** By how much a better assignment may score more than the first, at least 0; +∞ where the method knows no bound. */
    public double gap() {
        return Math.max(0, bound - assignments.get(0).score());
    }
}
