package org.espalier.optimize;

/**
 * The negative log-likelihood of an exponential model with non-negative features: its gradient is what the model expects of every feature
 * minus what was observed, and both are known.
 *
 * <p>The <em>total</em> of a case is the sum of its features' values, or a bound of it from above: T ≥ Σₖ fₖ.
 */
public interface MomentFunction extends Function {

    /** Σ weight · fₖ over the data; not to be changed // [n]. */
    double[] observed();

    /** The totals that occur, few of them and ascending: small differences may be rounded up // [B]. */
    double[] totals();

    /**
     * Evaluates f with the expected values of the features, separated by total.
     *
     * @param x the point // [n]
     * @param expected overwritten: what is expected of each feature from the cases with each total // [B][n]
     * @return f(x)
     */
    double evaluateByTotal(double[] x, double[][] expected);
}
