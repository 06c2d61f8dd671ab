package org.espalier.inference.factor;

/**
 * How an iterative method ended.
 *
 * @param converged whether the largest change fell below the tolerance
 * @param iterations how many rounds it took: as many updates as there are messages, or variables
 * @param change the largest change of a probability in the last updates
 */
public record Convergence(boolean converged, int iterations, double change) {}
