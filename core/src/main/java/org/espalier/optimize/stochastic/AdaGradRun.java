package org.espalier.optimize.stochastic;

import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * AdaGrad with proximal steps for the penalty (Duchi et al. 2011): Gᵢ += gᵢ², hᵢ = η/√Gᵢ, xᵢ ← prox(xᵢ − hᵢgᵢ).
 *
 * <p>The proximal step of one visit is x ← q·max(0, |x| − hλ₁)·sign(x), q = 1/(1 + hλ₂), with the penalty's share of a
 * visit. A coordinate that k visits did not look at has the same h all the while, so that their steps are
 *
 * <pre>
 *   |x| ← max(0, qᵏ|x| − hλ₁·(q + q² + … + qᵏ))
 * </pre>
 *
 * and can be taken together, exactly, when the coordinate is looked at next.
 */
final class AdaGradRun extends StochasticRun {
    private final double[] x;
    private final double[] squares; // G
    private final double[] gradient; // 0 between visits
    private final int[] upTo; // [n]: the visits whose proximal steps are taken
    private final Ranges ranges;
    private final double l1; // per visit
    private final double l2; // per visit
    private int visits;

    AdaGradRun(StochasticProblem problem, StochasticOptions options, double[] start) {
        super(problem, options, start);
        this.x = start.clone();
        this.squares = new double[x.length];
        this.gradient = new double[x.length];
        this.upTo = new int[x.length];
        this.ranges = new Ranges(x.length);
        this.l1 = problem.l1();
        this.l2 = problem.l2();
    }

    @Override
    protected double visit(int first, int count) {
        ranges.collect(function, order, first, count);
        for (int r = 0; r < ranges.size(); r++) {
            catchUp(ranges.begin(r), ranges.end(r));
        }
        double loss = evaluate(first, count, x, 1);
        addBatch(first, count, gradient);
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                double slope = gradient[i];
                if (slope != 0) {
                    squares[i] += slope * slope;
                    x[i] -= options.rate() / Math.sqrt(squares[i]) * slope;
                    gradient[i] = 0;
                }
            }
        }
        visits += count;
        return loss;
    }

    private void catchUp(int begin, int end) {
        for (int i = begin; i < end; i++) {
            int missed = visits - upTo[i];
            upTo[i] = visits;
            if (missed > 0 && x[i] != 0 && squares[i] > 0) {
                double length = options.rate() / Math.sqrt(squares[i]);
                x[i] = shrunk(x[i], length, missed);
            }
        }
    }

    private double shrunk(double value, double length, int times) {
        double b = length * l2;
        double all = 1; // qᵏ
        double sum = times; // q + … + qᵏ
        if (b > 0) {
            all = Exponential.of(-times * Logarithm.of(1 + b));
            sum = (1 - all) / b;
        }
        double size = Math.max(0, all * Math.abs(value) - length * l1 * sum);
        return value < 0 ? -size : size;
    }

    @Override
    protected void endEpoch() {
        problem.vectors().each(x.length, this::catchUp);
    }

    @Override
    public double step() {
        return options.rate();
    }

    @Override
    public double[] x() {
        return x;
    }
}
