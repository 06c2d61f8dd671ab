package org.espalier.optimize.batch;

import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a step t along a path with φ(t) = f(x(t)) sufficiently lower than φ(0) and a sufficiently flatter slope.
 *
 * <p>Accepted are steps with φ(t) ≤ φ(0) + c₁·p(t), where p(t) is the change that the gradient at 0 predicts, and
 * |φ′(t)| ≤ c₂|φ′(0)| (strong Wolfe). Near an optimum the difference φ(t) − φ(0) drowns in rounding while slopes are
 * still exact; there the first condition is replaced by its equivalent for parabolas, φ′(t)·t ≤ (2δ − 1)·p(t) with
 * φ(t) ≤ φ(0) + noise (the approximate Wolfe condition of Hager &amp; Zhang 2005). On paths with kinks the slope may
 * jump over zero, so once a step proved too long a sufficient decrease is enough. Steps come from a {@link Bracket}.
 */
final class LineSearch {
    /** How a search ended. */
    enum Outcome {
        /** At a step that satisfies the conditions, or at least at a lower point. */
        FOUND,
        /** The origin is a minimum along the path within rounding. */
        AT_MINIMUM,
        /** No lower point, although the slope promises one. */
        FAILED,
        /** The function falls for ever. */
        UNBOUNDED
    }

    private static final double DECREASE = 1e-4; // c₁
    static final double FLATNESS = 0.9; // c₂, unless another is asked for
    private static final double PARABOLA_DECREASE = 0.1; // δ
    /** Relative rounding error that a value, itself a large sum, may have. */
    private static final double NOISE = 1e-10;
    /** Relative change of x that rounding may undo. */
    private static final double X_ROUNDING = 4 * Math.ulp(1.0);
    /** A step so many times the first one that still falls as steeply: there is no minimum. With λ₂ &gt; 0 there is one. */
    private static final double MAX_GROWTH = 1e18;

    private final Function function;
    private final Penalty penalty;
    private final Landscape landscape;
    private final Vectors vectors;
    private final int maxSteps;
    private final double flatness;

    private double step;
    private int evaluations;

    LineSearch(Problem problem, Landscape landscape, int maxSteps, double flatness) {
        this.function = problem.function();
        this.penalty = problem.penalty();
        this.landscape = landscape;
        this.vectors = problem.vectors();
        this.maxSteps = maxSteps;
        this.flatness = flatness;
    }

    /** The step found. */
    double step() {
        return step;
    }

    /** The evaluations that the latest search took. */
    int evaluations() {
        return evaluations;
    }

    /** How much two values may differ by rounding alone. */
    static double noise(double value) {
        return NOISE * Math.abs(value);
    }

    /**
     * Searches from a point with the given slope &lt; 0; when found, {@code to} is the new point, evaluated.
     *
     * @param diagonal receives the diagonal of the Hessian there, unless it is null
     */
    Outcome search(
            Point from,
            double[] direction,
            double initialSlope,
            double firstStep,
            Point to,
            double @Nullable [] diagonal) {
        evaluations = 0;
        Bracket bracket = new Bracket(from.value, initialSlope);
        step = firstStep;
        do {
            double slope = evaluate(from, direction, to, diagonal);
            if (to.value == Double.NEGATIVE_INFINITY) {
                return Outcome.UNBOUNDED;
            }
            if (!Double.isFinite(to.value) || !Double.isFinite(slope)) {
                bracket.shorten(step, Double.NaN);
            } else if (accepts(from, initialSlope, slope, to, bracket.closed())) {
                return Outcome.FOUND;
            } else if (slope >= 0) {
                bracket.shorten(step, slope);
            } else if (to.value > from.value + noise(from.value)) {
                bracket.shorten(step, Double.NaN);
            } else if (penalty.l2() == 0 && !bracket.closed() && step > MAX_GROWTH * firstStep) {
                return Outcome.UNBOUNDED;
            } else {
                bracket.lengthen(step, slope, to.value);
            }
            step = bracket.next();
        } while (evaluations < maxSteps && step > bracket.low() && step < bracket.high());
        return settle(bracket, from, direction, initialSlope, to, diagonal);
    }

    private boolean accepts(Point from, double initialSlope, double slope, Point to, boolean shortened) {
        double predicted = landscape.predictedChange(from, initialSlope, step, to);
        boolean lower = to.value <= from.value + DECREASE * predicted
                || (to.value <= from.value + noise(from.value)
                        && slope * step <= (2 * PARABOLA_DECREASE - 1) * predicted);
        if (!lower || !(predicted < 0)) {
            return false;
        }
        return landscape.smooth()
                ? Math.abs(slope) <= -flatness * initialSlope
                : shortened || slope >= flatness * initialSlope;
    }

    /** Takes the best step so far, if it leads lower at all. */
    private Outcome settle(
            Bracket bracket,
            Point from,
            double[] direction,
            double initialSlope,
            Point to,
            double @Nullable [] diagonal) {
        if (bracket.low() > 0 && bracket.lowValue() < from.value) {
            step = bracket.low();
            evaluate(from, direction, to, diagonal);
            return Outcome.FOUND;
        }
        // The convex function cannot fall by more than slope · high, nor x move by more than direction · high.
        boolean minimum = bracket.turned()
                && (-initialSlope * bracket.high() <= noise(from.value)
                        || bracket.high() * vectors.norm(direction) <= X_ROUNDING * vectors.norm(from.x));
        return minimum ? Outcome.AT_MINIMUM : Outcome.FAILED;
    }

    private double evaluate(Point from, double[] direction, Point to, double @Nullable [] diagonal) {
        landscape.move(from, direction, step, to);
        to.evaluate(function, penalty, vectors, diagonal);
        evaluations++;
        return landscape.slope(to, direction);
    }
}
