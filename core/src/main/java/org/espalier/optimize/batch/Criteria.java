package org.espalier.optimize.batch;

import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Trace;
import org.espalier.optimize.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * When a run with the whole function has come far enough; the same for every method.
 *
 * @param convex whether the function is convex, so that its gradient proves something
 */
record Criteria(LbfgsOptions options, Penalty penalty, boolean convex) {
    /** So many iterations in a row without a better value or gradient are a walk in rounding noise. */
    private static final int MAX_STALLED = 200;

    /** Why to stop here, or null to go on. */
    @Nullable
    StopReason reason(Trace trace, double value, double gradientNorm, double xNorm, int iteration) {
        if (isFlat(gradientNorm, xNorm)) {
            return StopReason.CONVERGED_GRADIENT;
        }
        if (convex && penalty.gapBound(gradientNorm) <= options.objectiveTolerance() * Math.abs(value)) {
            return StopReason.CONVERGED_GAP;
        }
        if (trace.flat(value, options.objectiveTolerance(), options.period())) {
            return StopReason.CONVERGED_OBJECTIVE;
        }
        if (convex && trace.flat(value, options.enough(), LbfgsOptions.SHORT_PERIOD)) {
            return StopReason.CONVERGED_OBJECTIVE;
        }
        if (trace.stalled() >= MAX_STALLED) {
            return StopReason.CONVERGED_PRECISION;
        }
        return limit(iteration);
    }

    /** Whether the gradient is small. */
    boolean isFlat(double gradientNorm, double xNorm) {
        return gradientNorm <= options.gradientTolerance() * Math.max(1, xNorm);
    }

    /** Stops after the last iteration that the options allow; null before. */
    @Nullable
    StopReason limit(int iteration) {
        return iteration >= options.maxIterations() ? StopReason.MAX_ITERATIONS : null;
    }

    static void requireDimension(Function function, int found, String name) {
        if (found != function.dimension()) {
            throw new IllegalArgumentException(
                    "the " + name + " has " + found + " variables; the function expects " + function.dimension());
        }
    }

    /** Refuses a start, already evaluated, from which nothing can be computed. */
    static void requireFinite(Point start) {
        if (!Double.isFinite(start.value)) {
            throw new IllegalArgumentException("the function is " + start.value
                    + " at the start; expected a finite number: start elsewhere, or check the data for huge values");
        }
        requireFinite("gradient at the start", start.gradient);
    }

    static void requireFinite(String name, double[] numbers) {
        int bad = Vectors.firstNotFinite(numbers);
        if (bad >= 0) {
            throw new IllegalArgumentException(
                    "the " + name + " is " + numbers[bad] + " in coordinate " + bad + "; expected a finite number");
        }
    }

    /** Refuses an L1 penalty. */
    static void requireSmooth(String method, Penalty penalty) {
        if (penalty.l1() > 0) {
            throw new IllegalArgumentException(
                    method + " needs a smooth penalty, found l1 = " + penalty.l1() + "; use OWL-QN, or l1 = 0");
        }
    }

    /** Refuses a function without second derivatives. */
    static void requireHessian(String method, Function function) {
        if (!function.hasHessian()) {
            throw new IllegalArgumentException(method
                    + " needs second derivatives, which this function does not have; use L-BFGS, which needs none");
        }
    }

    /** Refuses problems for which a matrix of n² numbers is too much. */
    static void requireSmall(String method, int dimension, int most) {
        if (dimension > most) {
            throw new IllegalArgumentException(method + " keeps a matrix of n × n numbers, and there are n = "
                    + dimension + " variables; expected at most " + most + ": use L-BFGS");
        }
    }
}
