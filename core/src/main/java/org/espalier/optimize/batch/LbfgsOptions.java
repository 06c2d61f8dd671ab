package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.Trace;

/**
 * Options of {@link Lbfgs} and {@link Owlqn}.
 *
 * @param memory the number m of correction pairs kept; each costs 8n bytes
 * @param maxIterations stop after so many iterations
 * @param gradientTolerance ε: converged when ‖gradient‖ ≤ ε · max(1, ‖x‖); 0 asks for all that double precision gives
 * @param objectiveTolerance δ: converged when the objective fell by less than δ · |objective| over the last
 *     {@code period} iterations; 0 switches the test off
 * @param period the number of iterations over which the objective's decrease is measured
 * @param maxLineSearchSteps the evaluations that one line search may spend
 * @param form how the steps are taken
 * @param enough γ: where the function is convex, it is also enough when the objective fell by less than γ · |objective| over the last
 *     {@value #SHORT_PERIOD} iterations; 0 switches the test off. Elsewhere a function may be as flat as that beside a saddle
 */
public record LbfgsOptions(
        int memory,
        int maxIterations,
        double gradientTolerance,
        double objectiveTolerance,
        int period,
        int maxLineSearchSteps,
        Form form,
        double enough) {

    /** The number of iterations over which a decrease is measured that is enough. */
    public static final int SHORT_PERIOD = 5;

    /** How {@link Lbfgs} and {@link Owlqn} take their steps; the other optimisers have one way only. */
    public enum Form {
        /** The usual one: a line search that interpolates, directions in the subspace of the free coordinates. */
        ADAPTIVE,
        /**
         * Wapiti's, iteration by iteration: a step is halved until it is good, and every coordinate goes down the
         * pseudo-gradient. It needs more iterations to the optimum, but stops where Wapiti stops.
         */
        PLAIN
    }

    /** The largest memory that can be asked for. */
    public static final int MAX_MEMORY = Memory.MOST_PAIRS;

    /** The largest period that can be asked for. */
    public static final int MAX_PERIOD = Trace.MOST_RECENT;

    /** Memory 7, 1000 iterations, ε = 1e-5, δ = 1e-5 over 10 iterations, 40 evaluations per line search. */
    public static final LbfgsOptions DEFAULTS = new LbfgsOptions(7, 1000, 1e-5, 1e-5, 10, 40);

    /** Checks every option. */
    public LbfgsOptions {
        requireBetween("memory", memory, 1, MAX_MEMORY);
        requireBetween("maxIterations", maxIterations, 0, Integer.MAX_VALUE);
        requireTolerance("gradientTolerance", gradientTolerance);
        requireTolerance("objectiveTolerance", objectiveTolerance);
        requireBetween("period", period, 1, MAX_PERIOD);
        requireBetween("maxLineSearchSteps", maxLineSearchSteps, 1, Integer.MAX_VALUE);
        requireTolerance("enough", enough);
    }

    /** Options of the adaptive form. */
    public LbfgsOptions(
            int memory,
            int maxIterations,
            double gradientTolerance,
            double objectiveTolerance,
            int period,
            int maxLineSearchSteps) {
        this(
                memory,
                maxIterations,
                gradientTolerance,
                objectiveTolerance,
                period,
                maxLineSearchSteps,
                Form.ADAPTIVE,
                0);
    }

    /** These options with another memory. */
    public LbfgsOptions withMemory(int value) {
        return new LbfgsOptions(
                value, maxIterations, gradientTolerance, objectiveTolerance, period, maxLineSearchSteps, form, enough);
    }

    /** These options with another limit of iterations. */
    public LbfgsOptions withMaxIterations(int value) {
        return new LbfgsOptions(
                memory, value, gradientTolerance, objectiveTolerance, period, maxLineSearchSteps, form, enough);
    }

    /** These options with another ε. */
    public LbfgsOptions withGradientTolerance(double value) {
        return new LbfgsOptions(
                memory, maxIterations, value, objectiveTolerance, period, maxLineSearchSteps, form, enough);
    }

    /** These options with another δ. */
    public LbfgsOptions withObjectiveTolerance(double value) {
        return new LbfgsOptions(
                memory, maxIterations, gradientTolerance, value, period, maxLineSearchSteps, form, enough);
    }

    /** These options with another period. */
    public LbfgsOptions withPeriod(int value) {
        return new LbfgsOptions(
                memory, maxIterations, gradientTolerance, objectiveTolerance, value, maxLineSearchSteps, form, enough);
    }

    /** These options with another limit of evaluations per line search. */
    public LbfgsOptions withMaxLineSearchSteps(int value) {
        return new LbfgsOptions(
                memory, maxIterations, gradientTolerance, objectiveTolerance, period, value, form, enough);
    }

    /** These options with steps of another form. */
    public LbfgsOptions withForm(Form value) {
        return new LbfgsOptions(
                memory,
                maxIterations,
                gradientTolerance,
                objectiveTolerance,
                period,
                maxLineSearchSteps,
                value,
                enough);
    }

    /** These options with another γ. */
    public LbfgsOptions withEnough(double value) {
        return new LbfgsOptions(
                memory, maxIterations, gradientTolerance, objectiveTolerance, period, maxLineSearchSteps, form, value);
    }

    private static void requireBetween(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(
                    name + " = " + value + "; expected a whole number from " + low + " to " + high);
        }
    }

    private static void requireTolerance(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " = " + value + "; expected a finite number of at least 0");
        }
    }
}
