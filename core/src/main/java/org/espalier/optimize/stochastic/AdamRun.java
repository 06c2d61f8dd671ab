package org.espalier.optimize.stochastic;

import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * Adam (Kingma &amp; Ba 2015), lazily: mᵢ and vᵢ are the running means of gᵢ and gᵢ², xᵢ −= η·m̂ᵢ/(√v̂ᵢ + ε).
 *
 * <p>Coordinates move only when a batch looks at them. Their moments then decay by all steps since the last time, exactly as
 * in the dense algorithm; the small moves that the dense algorithm makes in between are left out. The L2 penalty of the steps
 * since the last time, at most an epoch's, joins the gradient at once.
 */
final class AdamRun extends StochasticRun {
    private static final double FIRST = 0.9; // β₁
    private static final double SECOND = 0.999; // β₂
    private static final double EPSILON = 1e-8;
    private static final double LOG_FIRST = Logarithm.of(FIRST);
    private static final double LOG_SECOND = Logarithm.of(SECOND);

    private final double[] x;
    private final double[] means; // m
    private final double[] squares; // v
    private final double[] gradient; // 0 between visits
    private final int[] movedAt; // [n]: the step that moved a coordinate last
    private final Ranges ranges;
    private final double l2; // per visit
    private final double decay; // per visit
    private int steps;
    private double rate;

    AdamRun(StochasticProblem problem, StochasticOptions options, double[] start) {
        super(problem, options, start);
        this.x = start.clone();
        this.means = new double[x.length];
        this.squares = new double[x.length];
        this.gradient = new double[x.length];
        this.movedAt = new int[x.length];
        this.ranges = new Ranges(x.length);
        this.l2 = problem.l2();
        this.decay = (options.decay() > 0 ? options.decay() : 1) / problem.total();
        this.rate = options.rate();
    }

    @Override
    protected double visit(int first, int count) {
        double loss = evaluate(first, count, x, 1);
        addBatch(first, count, gradient);
        ranges.collect(function, order, first, count);
        steps++;
        rate = options.rate() / (1 + decay * visited(first));
        // The bias of the means that began with 0.
        double firstBias = 1 - Exponential.of(steps * LOG_FIRST);
        double secondBias = 1 - Exponential.of(steps * LOG_SECOND);
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                move(i, count, firstBias, secondBias);
            }
        }
        return loss;
    }

    private void move(int i, int count, double firstBias, double secondBias) {
        int passed = steps - movedAt[i];
        movedAt[i] = steps;
        double slope = gradient[i] + l2 * Math.min((double) passed * count, problem.total()) * x[i];
        gradient[i] = 0;
        double keptFirst = passed == 1 ? FIRST : Exponential.of(passed * LOG_FIRST);
        double keptSecond = passed == 1 ? SECOND : Exponential.of(passed * LOG_SECOND);
        means[i] = keptFirst * means[i] + (1 - FIRST) * slope;
        squares[i] = keptSecond * squares[i] + (1 - SECOND) * slope * slope;
        x[i] -= rate * (means[i] / firstBias) / (Math.sqrt(squares[i] / secondBias) + EPSILON);
    }

    @Override
    protected void endEpoch() {
        // x is always up to date
    }

    @Override
    public double step() {
        return rate;
    }

    @Override
    public double[] x() {
        return x;
    }
}
