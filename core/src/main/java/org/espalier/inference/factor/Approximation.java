package org.espalier.inference.factor;

/**
 * What an approximate method found.
 *
 * @param logSum its estimate of log Z; of mean field a lower bound
 * @param marginals its estimate of p(part) // [parts]
 * @param convergence how it ended
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Approximation(double logSum, double[] marginals, Convergence convergence) {}
