package org.espalier.optimize;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Block-coordinate Frank–Wolfe (Lacoste-Julien et al. 2013) with the dual variables in part space.
 *
 * <p>For piecewise linear convex terms φₙ(s) = maxₖ (rₖ·s + ℓₖ), such as the hinge loss, where rₖ is the difference of a path
 * and the gold path and ℓₖ its cost: αₙ is a convex combination of rₖ, ℓₙ the same one of ℓₖ, and always x = −(1/λ₂)ΣAₙᵀαₙ.
 * The dual is D = Σℓₙ − ½λ₂‖x‖² ≤ min F. A visit finds the corner r, ℓ that attains the maximum at x and goes towards it:
 *
 * <pre>
 *   d = r − αₙ     γ = λ₂ · (φₙ(Aₙx) − ℓₙ − αₙ·Aₙx) / ‖Aₙᵀd‖², at most 1     αₙ += γd     ℓₙ += γ(ℓ − ℓₙ)     x −= (γ/λ₂)Aₙᵀd
 * </pre>
 *
 * γ is the exact maximum of D on the way. Memory: 8 bytes per part of the terms, 20n for x and its neighbours.
 */
final class FrankWolfeRun extends StochasticRun {
    private final double[][] dual; // [terms][parts]: α, null as long as it is 0
    private final double[] costs; // [terms]: ℓ
    private final double[] x;
    private final double[] direction; // Aₙᵀd; 0 between visits
    private final double[] difference; // d // [most parts]
    private final Ranges ranges;
    private final RunningMean mean;
    private final double l2;
    private double costSum; // Σ ℓ
    private double visits;
    private double gap = Double.NaN;
    private double value = Double.NaN;
    private double step;

    FrankWolfeRun(StochasticProblem problem, StochasticOptions options, double[] start) {
        super(problem, options, start);
        this.dual = new double[function.terms()][];
        this.costs = new double[function.terms()];
        this.x = new double[function.dimension()];
        this.direction = new double[x.length];
        this.difference = new double[problem.mostParts()];
        this.ranges = new Ranges(x.length);
        this.mean = new RunningMean(options.averaging() ? x.length : 0);
        this.l2 = problem.penalty().l2();
    }

    @Override
    double visit(int first, int count) {
        int term = order[first];
        int parts = function.parts(term);
        double loss = function.evaluateTerm(term, x, 0, gradients[0]);
        double[] target = gradients[0];
        double[] alpha = dual[term];
        if (alpha == null) {
            alpha = new double[parts];
            dual[term] = alpha;
        }
        double[] scores = function.scores(0);
        double targetScore = 0; // r·Aₙx
        double alphaScore = 0; // αₙ·Aₙx
        for (int i = 0; i < parts; i++) {
            difference[i] = target[i] - alpha[i];
            targetScore += target[i] == 0 ? 0 : target[i] * scores[i];
            alphaScore += alpha[i] == 0 ? 0 : alpha[i] * scores[i];
        }
        move(term, parts, loss - targetScore, loss - costs[term] - alphaScore);
        return loss;
    }

    /**
     * Goes towards a corner.
     *
     * @param cost ℓ of the corner
     * @param slope the derivative of the dual at γ = 0
     */
    private void move(int term, int parts, double cost, double slope) {
        ranges.collect(function, new int[] {term}, 0, 1);
        function.addTerm(term, difference, direction, 0, 1);
        double norm = 0;
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                norm += direction[i] * direction[i];
            }
        }
        double length = slope <= 0 ? 0 : slope * l2 >= norm ? 1 : slope * l2 / norm;
        double[] alpha = dual[term];
        for (int i = 0; i < parts; i++) {
            alpha[i] += length * difference[i];
        }
        double moved = length * (cost - costs[term]);
        costs[term] += moved;
        costSum += moved;
        step = length;
        boolean averaged = options.averaging();
        double product = mean.product();
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                double delta = -length / l2 * direction[i];
                direction[i] = 0;
                x[i] += delta;
                if (averaged) {
                    mean.corrections()[i] += product * delta;
                }
            }
        }
        visits++;
        if (averaged) {
            mean.take(1, visits);
        }
    }

    @Override
    void endEpoch() {
        if (options.averaging()) {
            mean.fold(x, problem.vectors());
        }
        gap = Double.NaN;
        if ((iteration() % options.gapPeriod() == 0) || iteration() >= options.epochs()) {
            costSum = Arrays.stream(costs).sum(); // without the rounding errors of the visits
            value = evaluate(new double[x.length]);
            gap = Math.max(0, value - dualValue());
        }
    }

    /** D. */
    private double dualValue() {
        return costSum - Penalty.l2(l2).value(x, problem.vectors());
    }

    @Override
    @Nullable
    StopReason goal() {
        return gap <= options.tolerance() * Math.abs(value) ? StopReason.CONVERGED_DUALITY : null;
    }

    @Override
    public double gap() {
        return gap;
    }

    @Override
    public double step() {
        return step;
    }

    @Override
    public double[] x() {
        return mean.isEmpty() ? x : mean.mean();
    }
}
