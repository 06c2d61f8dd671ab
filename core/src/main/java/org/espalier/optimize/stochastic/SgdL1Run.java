package org.espalier.optimize.stochastic;

import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * Stochastic gradient descent with the cumulative L1 penalty of Tsuruoka et al. (2009).
 *
 * <pre>
 *   u = λ Σ ηₜ            what every coordinate could have been shrunk by so far, λ = λ₁/N
 *   qᵢ                    what coordinate i has really been shrunk by
 *   xᵢ &gt; 0:  xᵢ ← max(0, xᵢ − (u + qᵢ))      xᵢ &lt; 0:  xᵢ ← min(0, xᵢ + (u − qᵢ))
 * </pre>
 *
 * Only coordinates that a term looks at are touched; the others are shrunk when they are looked at next, or at the end of
 * the epoch.
 */
final class SgdL1Run extends StochasticRun {
    static final double DEFAULT_DECAY = 0.85;

    private final double[] x;
    private final double[] shrunk; // q
    private final double[] gradient; // 0 between visits
    private final Ranges ranges;
    private final double l1; // per visit
    private final double logDecay; // per visit
    private double shrinkage; // u
    private double rate;

    SgdL1Run(StochasticProblem problem, StochasticOptions options, double[] start) {
        super(problem, options, start);
        this.x = start.clone();
        this.shrunk = new double[x.length];
        this.gradient = new double[x.length];
        this.ranges = new Ranges(x.length);
        this.l1 = problem.l1();
        this.logDecay = Logarithm.of(options.decay() > 0 ? options.decay() : DEFAULT_DECAY) / problem.total();
        this.rate = options.rate();
    }

    @Override
    protected double visit(int first, int count) {
        double loss = evaluate(first, count, x, 1);
        addBatch(first, count, gradient);
        rate = options.rate() * Exponential.of(logDecay * visited(first));
        shrinkage += rate * l1 * count;
        ranges.collect(function, order, first, count);
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                x[i] -= rate * gradient[i];
                gradient[i] = 0;
            }
            shrink(ranges.begin(r), ranges.end(r));
        }
        return loss;
    }

    private void shrink(int begin, int end) {
        for (int i = begin; i < end; i++) {
            double before = x[i];
            if (before > 0) {
                x[i] = Math.max(0, before - (shrinkage + shrunk[i]));
            } else if (before < 0) {
                x[i] = Math.min(0, before + (shrinkage - shrunk[i]));
            }
            shrunk[i] += x[i] - before;
        }
    }

    @Override
    protected void endEpoch() {
        problem.vectors().each(x.length, this::shrink);
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
