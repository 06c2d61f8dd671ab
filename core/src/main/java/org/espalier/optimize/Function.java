package org.espalier.optimize;

/** A smooth function f: ℝⁿ → ℝ to be minimised, with its gradient. */
public interface Function {

    int dimension();

    /**
     * Evaluates f at x.
     *
     * @param x the point; not changed // [n]
     * @param gradient overwritten with ∇f(x) // [n]
     * @return f(x)
     */
    double evaluate(double[] x, double[] gradient);
}
