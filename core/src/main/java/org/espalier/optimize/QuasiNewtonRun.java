package org.espalier.optimize;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of L-BFGS, or of OWL-QN when λ₁ &gt; 0: x ← x(t) along d = −H·∇, with H from the {@link History} and t from
 * the {@link LineSearch}.
 *
 * <p>Memory: x, gradient, trial x, trial gradient and direction in double precision, m pairs in single: (40 + 8m)·n
 * bytes. Point and trial point change places after a step; a snapshot takes the point's arrays away and the run makes
 * new ones.
 */
final class QuasiNewtonRun {
    /** So many iterations in a row without a better value or gradient are a walk in rounding noise. */
    private static final int MAX_STALLED = 200;

    private final LbfgsOptions options;
    private final Monitor monitor;
    private final Landscape landscape;
    private final LineSearch lineSearch;
    private final History history;
    private final double[] direction; // [n]

    private Point point;
    private Point trial;
    private Trace trace;
    private double gradientNorm;
    private double xNorm;
    private double step;
    private int iteration;
    private int evaluations;

    private QuasiNewtonRun(
            Function function, Penalty penalty, LbfgsOptions options, Point point, History history, Monitor monitor) {
        this.options = options;
        this.monitor = monitor;
        this.landscape = Landscape.of(penalty);
        this.lineSearch = new LineSearch(function, penalty, landscape, options.maxLineSearchSteps());
        this.history = history;
        this.point = point;
        this.trial = Point.ofDimension(point.x.length);
        this.direction = new double[point.x.length];
        this.gradientNorm = landscape.gradientNorm(point);
        this.xNorm = Vectors.norm(point.x);
        this.trace = Trace.at(point.value, gradientNorm);
        this.evaluations = 1;
    }

    /** A run from a starting point. */
    static QuasiNewtonRun from(
            Function function, Penalty penalty, LbfgsOptions options, double[] start, Monitor monitor) {
        requireDimension(function, start.length, "start");
        requireFinite("start", start);
        Point point = Point.of(start.clone(), new double[start.length]);
        point.evaluate(function, penalty);
        if (!Double.isFinite(point.value)) {
            throw new IllegalArgumentException("the function is " + point.value
                    + " at the start; expected a finite number: start elsewhere, or check the data for huge values");
        }
        requireFinite("gradient at the start", point.gradient);
        History history = new History(options.memory(), List.of());
        return new QuasiNewtonRun(function, penalty, options, point, history, monitor);
    }

    /** A run that goes on where another was. */
    static QuasiNewtonRun from(
            Function function, Penalty penalty, LbfgsOptions options, OptimizerState state, Monitor monitor) {
        requireDimension(function, state.dimension(), "state");
        History history = new History(options.memory(), state.pairs());
        QuasiNewtonRun run = new QuasiNewtonRun(function, penalty, options, state.point(), history, monitor);
        run.trace = state.trace();
        run.iteration = state.iteration();
        run.evaluations = state.evaluations();
        return run;
    }

    private static void requireDimension(Function function, int found, String name) {
        if (found != function.dimension()) {
            throw new IllegalArgumentException(
                    "the " + name + " has " + found + " variables; the function expects " + function.dimension());
        }
    }

    private static void requireFinite(String name, double[] numbers) {
        int bad = Vectors.firstNotFinite(numbers);
        if (bad >= 0) {
            throw new IllegalArgumentException(
                    "the " + name + " is " + numbers[bad] + " in coordinate " + bad + "; expected a finite number");
        }
    }

    Result run() {
        StopReason reason = stopReason();
        while (reason == null) {
            reason = iterate();
            if (reason == null) {
                reason = monitor.afterIteration(new Progress(this)) ? stopReason() : StopReason.STOPPED;
            }
        }
        return new Result(point.x, point.value, gradientNorm, iteration, evaluations, reason);
    }

    private @Nullable StopReason stopReason() {
        if (gradientNorm <= options.gradientTolerance() * Math.max(1, xNorm)) {
            return StopReason.CONVERGED_GRADIENT;
        }
        if (trace.flat(point.value, options.objectiveTolerance(), options.period())) {
            return StopReason.CONVERGED_OBJECTIVE;
        }
        if (trace.stalled() >= MAX_STALLED) {
            return StopReason.CONVERGED_PRECISION;
        }
        return iteration >= options.maxIterations() ? StopReason.MAX_ITERATIONS : null;
    }

    /** One step; null when it was made, otherwise why none can be made. */
    private @Nullable StopReason iterate() {
        boolean practicalOptimum = false;
        while (true) {
            boolean steepest = history.isEmpty();
            double slope = chooseDirection();
            LineSearch.Outcome outcome = slope < 0 ? search(slope, steepest) : LineSearch.Outcome.FAILED;
            if (outcome == LineSearch.Outcome.FOUND) {
                accept();
                return null;
            }
            if (outcome == LineSearch.Outcome.UNBOUNDED) {
                return StopReason.UNBOUNDED;
            }
            // −½·slope is the decrease that the quadratic model still hopes for.
            boolean hopeless = !steepest && slope < 0 && -0.5 * slope <= LineSearch.noise(point.value);
            practicalOptimum |= hopeless || outcome == LineSearch.Outcome.AT_MINIMUM;
            if (steepest) {
                return practicalOptimum ? StopReason.CONVERGED_PRECISION : StopReason.LINE_SEARCH_FAILED;
            }
            history.clear();
        }
    }

    private LineSearch.Outcome search(double slope, boolean steepest) {
        double firstStep = steepest ? 1 / Vectors.norm(direction) : 1;
        LineSearch.Outcome outcome = lineSearch.search(point, direction, slope, firstStep, trial);
        evaluations += lineSearch.evaluations();
        return outcome;
    }

    private double chooseDirection() {
        landscape.steepestDescent(point, direction);
        history.multiply(direction, landscape.free(point, direction));
        return landscape.align(point, direction);
    }

    private void accept() {
        step = lineSearch.step();
        history.add(point, trial);
        Point old = point;
        point = trial;
        trial = old;
        trial.recycle();
        iteration++;
        measure();
        trace = trace.next(old.value, point.value, gradientNorm, options.period());
    }

    private void measure() {
        gradientNorm = landscape.gradientNorm(point);
        xNorm = Vectors.norm(point.x);
    }

    OptimizerState snapshot() {
        point.share();
        return new OptimizerState(point, iteration, evaluations, trace, history.pairs());
    }

    Point point() {
        return point;
    }

    double gradientNorm() {
        return gradientNorm;
    }

    double xNorm() {
        return xNorm;
    }

    double step() {
        return step;
    }

    int iteration() {
        return iteration;
    }

    int evaluations() {
        return evaluations;
    }
}
