package org.espalier.optimize.stochastic;

/**
 * Stochastic gradient descent with an L2 penalty: x ← x / (1 + ηₜ₋₁λ), x ← x − ηₜ∇φₙ(x), λ = λ₂/N.
 *
 * <p>x = scale · v, so that shrinking it is one multiplication and a visit costs O(what the term looks at). The rate of the
 * visit t is ηₜ = η₀ / (1 + decay·t)<sup>power</sup>; with the usual decay λη₀ and the power 1, 1 / (1 + ηₜ₋₁λ) is 1 − ηₜλ, but it
 * stays above 0 for all rates.
 */
final class SgdRun extends StochasticRun {
    private static final double SMALLEST_SCALE = 1e-9;

    /** How the points of the run are averaged. */
    enum Mean {
        /** The last point counts. */
        NONE,
        /** All points from the second epoch on count the same. */
        UNIFORM,
        /** The k-th point counts k times. */
        LINEAR
    }

    private final double[] v;
    private final Mean meaning;
    private final RunningMean mean;
    private final double power;
    private final double decay; // per visit
    private final double l2; // per visit
    private double scale = 1;
    private double rate;
    private double shrinkage; // ηₜ₋₁λ

    SgdRun(StochasticProblem problem, StochasticOptions options, double[] start, Mean meaning, double power) {
        super(problem, options, start);
        this.v = start.clone();
        this.meaning = meaning;
        this.mean = new RunningMean(meaning == Mean.NONE ? 0 : start.length);
        this.power = power;
        this.l2 = problem.l2();
        this.rate = options.rate();
        if (options.decay() > 0) {
            this.decay = options.decay() / problem.total();
        } else {
            this.decay = l2 > 0 ? l2 * options.rate() : 1.0 / problem.total();
        }
    }

    @Override
    protected double visit(int first, int count) {
        scale /= 1 + shrinkage;
        double loss = evaluate(first, count, v, scale);
        rate = options.rate() / power(1 + decay * visited(first));
        shrinkage = rate * l2 * count;
        scaleBatch(first, count, -rate / scale);
        addBatch(first, count, v);
        boolean averaged = meaning == Mean.LINEAR || (meaning == Mean.UNIFORM && iteration() > 0);
        if (averaged) {
            if (mean.product() > 0) {
                scaleBatch(first, count, mean.product());
                addBatch(first, count, mean.corrections());
            }
            mean.take(scale, meaning == Mean.LINEAR ? visited(first) + 1 : 1);
        }
        if (scale < SMALLEST_SCALE) {
            rescale();
        }
        return loss;
    }

    private double power(double base) {
        if (power == 1) {
            return base;
        }
        return power == 0.75 ? Math.sqrt(base) * Math.sqrt(Math.sqrt(base)) : StrictMath.pow(base, power);
    }

    private void rescale() {
        if (meaning != Mean.NONE) {
            mean.fold(v, problem.vectors());
        }
        problem.vectors().scale(scale, v);
        scale = 1;
    }

    @Override
    protected void endEpoch() {
        rescale();
    }

    @Override
    boolean keepsBest() {
        return meaning == Mean.NONE && options.keepBest();
    }

    @Override
    public double step() {
        return rate;
    }

    @Override
    public double[] x() {
        return mean.isEmpty() ? v : mean.mean();
    }
}
