package org.espalier.optimize;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of L-BFGS, or of OWL-QN when λ₁ &gt; 0: x ← x(t) along d = −H·∇, with H from the {@link History} and t from
 * the {@link LineSearch}.
 *
 * <p>A preconditioned run starts H from the diagonal of the Hessian, estimated at the start and at every
 * {@value #REFRESH_PERIOD}th iteration; correction pairs stay valid when it changes, because they are facts about f.
 * This takes another 12n bytes.
 *
 * <p>Memory: x, gradient, trial x, trial gradient and direction in double precision, m pairs in single: (40 + 8m)·n
 * bytes. Point and trial point change places after a step; a snapshot takes the point's arrays away and the run makes
 * new ones.
 */
final class QuasiNewtonRun implements Run {
    /** Iterations between two estimates of the Hessian's diagonal. */
    static final int REFRESH_PERIOD = 10;

    /** First step along −D⁻¹∇: variables that work together would overshoot with 1. */
    private static final double DIAGONAL_STEP = 0.2;

    private final LbfgsOptions options;
    private final Penalty penalty;
    private final Criteria criteria;
    private final Monitor monitor;
    private final Vectors vectors;
    private final Landscape landscape;
    private final LineSearch lineSearch;
    private final History history;
    private final double[] direction; // [n]
    private final double @Nullable [] diagonal; // [n], or null when the run is not preconditioned

    private Preconditioner preconditioner = Preconditioner.IDENTITY;
    private Point point;
    private Point trial;
    private Trace trace;
    private double gradientNorm;
    private double xNorm;
    private double step;
    private int iteration;
    private int evaluations;

    private QuasiNewtonRun(Problem problem, LbfgsOptions options, Point point, List<History.Pair> pairs) {
        this.options = options;
        this.penalty = problem.penalty();
        this.criteria = new Criteria(options, penalty);
        this.monitor = problem.monitor();
        this.vectors = problem.vectors();
        this.landscape = Landscape.of(penalty, vectors);
        this.lineSearch = new LineSearch(problem, landscape, options.maxLineSearchSteps(), LineSearch.FLATNESS);
        this.history = new History(vectors, options.memory(), pairs);
        this.point = point;
        this.trial = Point.ofDimension(point.x.length);
        this.direction = new double[point.x.length];
        this.diagonal = problem.preconditioned() ? new double[point.x.length] : null;
        this.trace = Trace.at(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** A run from a starting point, reached after some iterations, each of which took an evaluation. */
    static QuasiNewtonRun from(Problem problem, LbfgsOptions options, double[] start, int iteration) {
        Criteria.requireDimension(problem.function(), start.length, "start");
        Criteria.requireFinite("start", start);
        Point point = Point.of(start, new double[start.length]);
        QuasiNewtonRun run = new QuasiNewtonRun(problem, options, point, List.of());
        point.evaluate(problem.function(), problem.penalty(), problem.vectors(), run.diagonal);
        Criteria.requireFinite(point);
        run.iteration = iteration;
        run.evaluations = iteration + 1;
        run.refresh();
        run.measure();
        run.trace = Trace.at(point.value, run.gradientNorm);
        return run;
    }

    /** A run that goes on where another was. */
    static QuasiNewtonRun from(Problem problem, LbfgsOptions options, OptimizerState state) {
        Criteria.requireDimension(problem.function(), state.dimension(), "state");
        QuasiNewtonRun run = new QuasiNewtonRun(problem, options, state.point(), state.pairs());
        run.preconditioner = state.preconditioner();
        run.trace = state.trace();
        run.iteration = state.iteration();
        run.evaluations = state.evaluations();
        run.measure();
        return run;
    }

    Result run() {
        StopReason reason = stopReason();
        while (reason == null) {
            reason = iterate();
            if (reason == null) {
                reason = monitor.afterIteration(new Progress(this)) ? stopReason() : StopReason.STOPPED;
            }
        }
        return result(reason);
    }

    /** Where the run is, as its result. */
    Result result(StopReason reason) {
        return new Result(point.x, point.value, gradientNorm, iteration, evaluations, reason);
    }

    private @Nullable StopReason stopReason() {
        return criteria.reason(trace, point.value, gradientNorm, xNorm, iteration);
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
        double firstStep = 1;
        if (steepest) {
            firstStep = preconditioner.isIdentity() ? 1 / vectors.norm(direction) : DIAGONAL_STEP;
        }
        LineSearch.Outcome outcome =
                lineSearch.search(point, direction, slope, firstStep, trial, isRefresh() ? diagonal : null);
        evaluations += lineSearch.evaluations();
        return outcome;
    }

    private double chooseDirection() {
        landscape.steepestDescent(point, direction);
        history.multiply(direction, landscape.free(point, direction), preconditioner);
        return landscape.align(point, direction);
    }

    /** Whether the iteration under way ends with a new estimate of the diagonal. */
    private boolean isRefresh() {
        return (iteration + 1) % REFRESH_PERIOD == 0;
    }

    private void refresh() {
        if (diagonal != null) {
            preconditioner = Preconditioner.of(diagonal, penalty, vectors);
        }
    }

    private void accept() {
        step = lineSearch.step();
        history.add(point, trial);
        if (isRefresh()) {
            refresh();
        }
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
        xNorm = vectors.norm(point.x);
    }

    @Override
    public OptimizerState snapshot() {
        point.share();
        return new OptimizerState(point, iteration, evaluations, trace, history.pairs(), preconditioner);
    }

    @Override
    public Phase phase() {
        return Phase.QUASI_NEWTON;
    }

    @Override
    public double value() {
        return point.value;
    }

    @Override
    public double loss() {
        return point.loss;
    }

    @Override
    public double[] x() {
        return point.x;
    }

    @Override
    public double gradientNorm() {
        return gradientNorm;
    }

    @Override
    public double step() {
        return step;
    }

    @Override
    public int iteration() {
        return iteration;
    }

    @Override
    public int evaluations() {
        return evaluations;
    }
}
