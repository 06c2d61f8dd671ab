package org.espalier.optimize.stochastic;

import java.util.stream.IntStream;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.Run;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.Trace;
import org.jspecify.annotations.Nullable;

/**
 * A run that visits terms in random order: epochs, batches, progress and when to stop. How a visit moves x is the
 * subclasses' matter.
 *
 * <p>The terms of a batch are evaluated at the same x, each by a free worker, and move x in their order, so that the result
 * does not depend on the number of workers.
 */
public abstract class StochasticRun implements Run {
    /** What is minimised. */
    protected final StochasticProblem problem;

    /** The function of the problem. */
    protected final SumFunction function;

    /** Rate, epochs, tolerances. */
    protected final StochasticOptions options;

    final int[] places; // in the terms of the problem, in the order of this epoch

    /** The terms in the order of this epoch. */
    protected final int[] order;

    /** The gradients of the terms of the batch under way, by their parts // [batch][most parts]. */
    protected final double[][] gradients;

    private final double[] losses; // [batch]
    private final BatchTeam team;
    private final double[] start;

    private int epoch;
    private int verifications;
    private double loss = Double.POSITIVE_INFINITY;
    private double value = Double.POSITIVE_INFINITY;
    private Trace trace = new Trace(new double[0], Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);

    /** A run before its first epoch. */
    protected StochasticRun(StochasticProblem problem, StochasticOptions options, double[] start) {
        this.problem = problem;
        this.function = problem.function();
        this.options = options;
        this.start = start;
        this.order = problem.terms().clone();
        this.places = IntStream.range(0, order.length).toArray();
        int batch = Math.min(options.batch(), Math.max(1, order.length));
        this.gradients = new double[batch][problem.mostParts()];
        this.losses = new double[batch];
        this.team = new BatchTeam(function, order, batch, problem.vectors().workers());
    }

    /** Evaluates some terms of the order, then moves x; returns the sum of their losses, each before its move. */
    protected abstract double visit(int first, int count);

    /** As many visits as there are terms; returns the sum of the losses that were met. */
    protected double visitAll() {
        problem.order().arrange(places, epoch);
        for (int i = 0; i < places.length; i++) {
            order[i] = problem.terms()[places[i]];
        }
        double sum = 0;
        for (int first = 0; first < order.length; first += gradients.length) {
            sum += visit(first, Math.min(gradients.length, order.length - first));
        }
        return sum;
    }

    /** Brings x up to date. */
    protected abstract void endEpoch();

    /** Whether the run is at its goal, beyond what the decrease of the objective shows. */
    protected @Nullable StopReason goal() {
        return null;
    }

    /** Whether the result is the best point after an epoch instead of the last. */
    boolean keepsBest() {
        return false;
    }

    /** The sum of all terms as they were met last, from the sum of those of the epoch. */
    double epochLoss(double sum) {
        return sum;
    }

    /** The terms visited before this one, counted over all epochs. */
    final double visited(int first) {
        return (double) epoch * order.length + first;
    }

    /** Runs an epoch. */
    public final void next() {
        double sum = visitAll();
        epoch++;
        endEpoch();
        double before = value;
        loss = epochLoss(sum);
        value = loss + problem.penalty(x());
        trace = epoch == 1
                ? Trace.at(value, Double.MAX_VALUE)
                : trace.next(before, value, Double.MAX_VALUE, options.period());
    }

    /** Epochs until one of the criteria; the monitor sees those after the first {@code unseen}. */
    final Result run(int unseen, Monitor monitor) {
        StopReason reason = order.length == 0 ? StopReason.CONVERGED_PRECISION : null;
        double[] best = new double[keepsBest() ? x().length : 0];
        double bestValue = Double.POSITIVE_INFINITY;
        while (reason == null) {
            if (epoch >= Math.max(unseen, options.epochs())) {
                reason = StopReason.MAX_ITERATIONS;
                break;
            }
            next();
            requireFinite();
            if (keepsBest() && value < bestValue) {
                bestValue = value;
                System.arraycopy(x(), 0, best, 0, best.length);
            }
            boolean goOn = epoch <= unseen || monitor.afterIteration(new Progress(this));
            reason = goOn ? goal() : StopReason.STOPPED;
            if (reason == null && trace.flat(value, options.tolerance(), options.period())) {
                reason = StopReason.CONVERGED_OBJECTIVE;
            }
        }
        double[] found = bestValue < Double.POSITIVE_INFINITY ? best : x();
        double[] gradient = new double[found.length];
        double reached = evaluate(found, gradient);
        return new Result(found, reached, problem.vectors().norm(gradient), epoch, evaluations(), reason, gap());
    }

    /** The penalised function at x; the gradient becomes its smallest subgradient. */
    protected final double evaluate(double[] x, double[] gradient) {
        verifications++;
        Penalty penalty = problem.penalty();
        double exact = function.evaluate(x, gradient) + penalty.value(x, problem.vectors());
        penalty.addSmoothGradient(x, gradient, problem.vectors());
        penalty.pseudoGradient(x, gradient, gradient);
        return exact;
    }

    private void requireFinite() {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the objective became " + value + " in epoch " + epoch
                    + " with the rate " + step() + "; choose a smaller rate, or 0 to find one automatically");
        }
    }

    /** Evaluates the terms of a batch at scale · x into {@link #gradients}; returns the sum of the losses. */
    final double evaluate(int first, int count, double[] x, double scale) {
        if (count == 1) {
            return function.evaluateTerm(order[first], x, scale, 0, gradients[0]);
        }
        team.run(
                count,
                (k, worker) -> losses[k] = function.evaluateTerm(order[first + k], x, scale, worker, gradients[k]));
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += losses[k];
        }
        return sum;
    }

    /** target += Σ Aₙᵀ·gradients over the batch; every element belongs to one share, so its additions keep their order. */
    final void addBatch(int first, int count, double[] target) {
        int shares = count == 1 ? 1 : team.shares();
        if (shares == 1) {
            for (int k = 0; k < count; k++) {
                function.addTerm(order[first + k], gradients[k], target, 0, 1);
            }
            return;
        }
        team.run(shares, (share, worker) -> {
            for (int k = 0; k < count; k++) {
                function.addTerm(order[first + k], gradients[k], target, share, shares);
            }
        });
    }

    /** Multiplies the gradients of the batch. */
    final void scaleBatch(int first, int count, double factor) {
        for (int k = 0; k < count; k++) {
            double[] parts = gradients[k];
            int size = function.parts(order[first + k]);
            for (int i = 0; i < size; i++) {
                parts[i] *= factor;
            }
        }
    }

    @Override
    public final Phase phase() {
        return Phase.STOCHASTIC;
    }

    @Override
    public final int iteration() {
        return epoch;
    }

    @Override
    public final int evaluations() {
        return epoch + verifications;
    }

    @Override
    public final double value() {
        return value;
    }

    @Override
    public final double loss() {
        return loss;
    }

    @Override
    public double gradientNorm() {
        return Double.NaN;
    }

    /** Start and number of epochs are enough: they are run again, and end with the same bits. */
    @Override
    public final OptimizerState snapshot() {
        return OptimizerState.afterEpochs(x().clone(), start, value, epoch);
    }
}
