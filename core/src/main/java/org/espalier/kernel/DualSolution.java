package org.espalier.kernel;

import org.espalier.optimize.StopReason;

/**
 * What a learner found.
 *
 * @param coefficients α by label and point; 0 for points that are no support points // [Y][n]
 * @param bias b by label // [Y]
 * @param objective what was minimised, at the end
 * @param gradientNorm the norm of its gradient, or how far the optimality conditions are violated at most; NaN when neither is
 *     known
 * @param gapBound how far the objective lies above its minimum at most; +∞ when it is not known
 * @param iterations the learner's own steps
 * @param reason why it stopped
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record DualSolution(
        double[][] coefficients,
        double[] bias,
        double objective,
        double gradientNorm,
        double gapBound,
        int iterations,
        StopReason reason) {}
