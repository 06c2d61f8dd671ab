package org.espalier.optimize;

/**
 * Where an optimiser ended.
 *
 * @param x the point // [n]
 * @param value the penalised function there
 * @param gradientNorm the 2-norm of the penalised function's gradient there, or of its pseudo-gradient when λ₁ &gt; 0
 * @param iterations the accepted steps since the start, those before a resumption included
 * @param evaluations the calls of the function since the start, those before a resumption included
 * @param reason why it stopped
 * @param gap how far at most the value is above the minimum, where an optimiser in the dual knows; otherwise NaN
 */
@SuppressWarnings("ArrayRecordComponent") // the weights are millions of numbers, handed over and not copied
public record Result(
        double[] x, double value, double gradientNorm, int iterations, int evaluations, StopReason reason, double gap) {

    /** Without a gap. */
    public Result(double[] x, double value, double gradientNorm, int iterations, int evaluations, StopReason reason) {
        this(x, value, gradientNorm, iterations, evaluations, reason, Double.NaN);
    }
}
