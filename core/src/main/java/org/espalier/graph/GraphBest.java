package org.espalier.graph;

import java.util.List;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.factor.Assignment;

/**
 * The most probable assignments of a graph, best first.
 *
 * @param method the method that was used
 * @param isExact whether they are the best, or only the best that were found
 * @param assignments with their scores: the natural logarithm of the product of the potentials
 */
public record GraphBest(GraphMethod method, boolean isExact, List<ScoredOutput<Assignment>> assignments) {}
