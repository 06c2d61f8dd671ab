package org.espalier.optimize;

/**
 * A smooth function f: ℝⁿ → ℝ to be minimised, with its gradient.
 *
 * <p>It may return NaN or +∞ where it cannot be computed: the optimiser then takes a shorter step. It must return the
 * same bits for the same point, or a resumed run may end elsewhere than an uninterrupted one.
 */
public interface Function {

    /** The number n of variables. */
    int dimension();

    /**
     * Evaluates f at x.
     *
     * @param x the point; not to be changed, nor kept after the call // [n]
     * @param gradient overwritten with ∇f(x); not to be kept after the call // [n]
     * @return f(x)
     */
    double evaluate(double[] x, double[] gradient);
}
