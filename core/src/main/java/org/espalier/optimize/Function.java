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

    /**
     * Whether f is convex. Only then does a small gradient prove that the minimum is near ({@link Penalty#gapBound}), and end a
     * run with {@link StopReason#CONVERGED_GAP}. A function that is not must say so.
     */
    default boolean isConvex() {
        return true;
    }

    /** Whether {@link #evaluate(double[], double[], double[])} can be called. */
    default boolean hasDiagonal() {
        return false;
    }

    /**
     * Evaluates f at x and estimates the diagonal of its Hessian.
     *
     * <p>The estimate only steers: it decides how many evaluations an optimiser needs, not where it ends. Value and
     * gradient have the same bits as without it.
     *
     * @param x the point; not to be changed, nor kept after the call // [n]
     * @param gradient overwritten with ∇f(x); not to be kept after the call // [n]
     * @param diagonal overwritten with about ∂²f/∂xᵢ², not negative; not to be kept after the call // [n]
     * @return f(x)
     */
    default double evaluate(double[] x, double[] gradient, double[] diagonal) {
        throw new UnsupportedOperationException("this function has no diagonal of its Hessian");
    }

    /** Whether {@link #timesHessian} can be called. */
    default boolean hasHessian() {
        return false;
    }

    /**
     * Multiplies a direction with the Hessian of f at x: ∇²f(x)·direction, exactly.
     *
     * @param x the point; not to be changed, nor kept after the call // [n]
     * @param direction likewise // [n]
     * @param into overwritten with the product; not to be kept after the call // [n]
     */
    default void timesHessian(double[] x, double[] direction, double[] into) {
        throw new UnsupportedOperationException("this function has no Hessian");
    }
}
