package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.Run;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Trace;
import org.espalier.optimize.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * One run of a batch method: the loop, the stop criteria and the snapshots, which are the same for all of them. What a
 * step is the {@link Method} says.
 *
 * <p>Memory: x, gradient, trial x and trial gradient, 32n bytes, and what the method needs. Point and trial point change
 * places after a step; a snapshot takes the point's arrays away and the run makes new ones.
 */
public final class BatchRun implements Run {
    private final Problem problem;
    private final LbfgsOptions options;
    private final Method method;
    private final Criteria criteria;
    private final Landscape landscape;
    private final double @Nullable [] diagonal; // [n], or null when the run is not preconditioned

    private Preconditioner preconditioner = Preconditioner.IDENTITY;
    private Point point;
    private Point trial;
    private Trace trace;
    private double gradientNorm;
    private double xNorm;
    private double step = Double.NaN;
    private int iteration;
    private int evaluations;

    private BatchRun(Problem problem, LbfgsOptions options, Method method, Point point) {
        this.problem = problem;
        this.options = options;
        this.method = method;
        this.criteria =
                new Criteria(options, problem.penalty(), problem.function().isConvex());
        this.landscape = Landscape.of(problem.penalty(), problem.vectors());
        this.point = point;
        this.trial = Point.ofDimension(point.x.length);
        this.diagonal = problem.preconditioned() ? new double[point.x.length] : null;
        this.trace = Trace.at(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * A run with quasi-Newton steps from a starting point, handed over, that was reached after some iterations, each of which
     * took an evaluation.
     */
    public static BatchRun quasiNewton(Problem problem, LbfgsOptions options, double[] start, int iteration) {
        return from(problem, options, new QuasiNewton(problem, options), start, iteration);
    }

    /** A run with quasi-Newton steps that goes on where another was. */
    public static BatchRun quasiNewton(Problem problem, LbfgsOptions options, OptimizerState state) {
        return from(problem, options, new QuasiNewton(problem, options), state);
    }

    /** A run from a starting point, handed over, that was reached after some iterations, each of which took an evaluation. */
    static BatchRun from(Problem problem, LbfgsOptions options, Method method, double[] start, int iteration) {
        Criteria.requireDimension(problem.function(), start.length, "start");
        Criteria.requireFinite("start", start);
        BatchRun run = new BatchRun(problem, options, method, Point.of(start, new double[start.length]));
        run.iteration = iteration;
        run.evaluations = iteration;
        run.evaluate(run.point, run.diagonal);
        Criteria.requireFinite(run.point);
        run.precondition();
        run.measure();
        run.trace = Trace.at(run.point.value, run.gradientNorm);
        method.begin(run, Memory.NONE);
        return run;
    }

    /** A run that goes on where another was. */
    static BatchRun from(Problem problem, LbfgsOptions options, Method method, OptimizerState state) {
        Criteria.requireDimension(problem.function(), state.dimension(), "state");
        BatchRun run = new BatchRun(problem, options, method, Point.of(state));
        run.preconditioner = new Preconditioner(state.preconditioner());
        run.trace = state.trace();
        run.iteration = state.iteration();
        run.evaluations = state.evaluations();
        run.measure();
        method.begin(run, state.memory());
        return run;
    }

    /** Iterates until one of the criteria. */
    public Result run() {
        StopReason reason = stopReason();
        while (reason == null) {
            reason = method.step(this);
            if (reason == null) {
                accept();
                reason = problem.monitor().afterIteration(new Progress(this)) ? stopReason() : StopReason.STOPPED;
            }
        }
        return result(reason);
    }

    /** Where the run is, as its result. */
    public Result result(StopReason reason) {
        return new Result(point.x, point.value, gradientNorm, iteration, evaluations, reason);
    }

    private @Nullable StopReason stopReason() {
        return method.stopReason(this, criteria);
    }

    /** A value that rises for a while is no sign of convergence: then the lowest one counts. */
    double progressValue(double value) {
        return method.monotone() ? value : Math.min(value, trace.bestValue());
    }

    private void accept() {
        method.accept(this, point, trial);
        double before = progressValue(point.value);
        Point old = point;
        point = trial;
        trial = old;
        trial.recycle();
        iteration++;
        measure();
        int period = options.enough() > 0 ? Math.max(options.period(), LbfgsOptions.SHORT_PERIOD) : options.period();
        trace = trace.next(before, progressValue(point.value), gradientNorm, period);
    }

    private void measure() {
        gradientNorm = landscape.gradientNorm(point);
        xNorm = problem.vectors().norm(point.x);
    }

    /** Evaluates a point; the diagonal may be null. */
    void evaluate(Point at, double @Nullable [] diagonal) {
        at.evaluate(problem.function(), problem.penalty(), problem.vectors(), diagonal);
        evaluations++;
    }

    /** Counts work that is about as much as so many evaluations. */
    public void count(int more) {
        evaluations += more;
    }

    /** Preconditions with what stands in the {@link #diagonal}, if there is one. */
    void precondition() {
        if (diagonal != null) {
            preconditioner = Preconditioner.of(diagonal, problem.penalty(), problem.vectors());
        }
    }

    /** Where a method has the diagonal of the Hessian written, or null when the run is not preconditioned. */
    double @Nullable [] diagonal() {
        return diagonal;
    }

    void took(double length) {
        step = length;
    }

    Problem problem() {
        return problem;
    }

    Vectors vectors() {
        return problem.vectors();
    }

    Landscape landscape() {
        return landscape;
    }

    Preconditioner preconditioner() {
        return preconditioner;
    }

    Trace trace() {
        return trace;
    }

    double xNorm() {
        return xNorm;
    }

    Point point() {
        return point;
    }

    Point trial() {
        return trial;
    }

    @Override
    public OptimizerState snapshot() {
        point.share();
        return OptimizerState.of(this, point.gradient, trace, preconditioner.inverse(), method.memory());
    }

    @Override
    public Phase phase() {
        return method.phase();
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
