package org.espalier.optimize.dual;

import java.util.ArrayList;
import java.util.List;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.stochastic.Ranges;
import org.espalier.optimize.stochastic.RunningMean;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.optimize.stochastic.StochasticProblem;
import org.espalier.optimize.stochastic.StochasticRun;
import org.jspecify.annotations.Nullable;

/**
 * Block-coordinate Frank–Wolfe with pairwise steps (Lacoste-Julien et al. 2013; Osokin et al. 2016), the dual variables in
 * part space.
 *
 * <p>For piecewise linear convex terms φₙ(s) = maxₖ (rₖ·s + ℓₖ), such as the hinge loss, where rₖ is the difference of a path
 * and the gold path and ℓₖ its cost: every term has weights uₖ ≥ 0 with the sum 1 over the corners it has met, αₙ = Σuₖrₖ,
 * ℓₙ = Σuₖℓₖ, and always x = −(1/λ₂)ΣAₙᵀαₙ. The dual is D = Σℓₙ − ½λ₂‖x‖² ≤ min F. A visit finds the corner r that attains
 * the maximum at x, and the lowest corner a that has weight, and moves weight from a to r:
 *
 * <pre>
 *   d = r − a     γ = λ₂ · (φₙ(Aₙx) − a·Aₙx − ℓₐ) / ‖Aₙᵀd‖², at most uₐ     uₐ −= γ     uᵣ += γ     x −= (γ/λ₂)Aₙᵀd
 * </pre>
 *
 * γ is the exact maximum of D on the way. With two corners in all, as in binary classification, this is dual coordinate
 * ascent. Unlike steps towards r from all of αₙ, pairwise ones converge linearly. An epoch is as many visits as there are terms;
 * {@link Rounds} passes over those that have nothing to gain and visits the others more often. The gap is always that of all terms.
 * Memory: the corners with weight, and 28n bytes.
 */
final class FrankWolfeRun extends StochasticRun {
    private final List<List<Corner>> corners = new ArrayList<>(); // [terms]: those with weight
    private final double[] x;
    private final double[] direction; // Aₙᵀd; 0 between visits
    private final double[] difference; // d; 0 between visits // [most parts]
    private final int[] single = new int[1];
    private final Ranges ranges;
    private final RunningMean mean;
    private final Rounds rounds;
    private final double[] losses; // [terms]: as they were met last
    private final double l2;
    private double visits;
    private double gap = Double.NaN;
    private double value = Double.NaN;
    private double fall = Double.NaN; // of the value since the epoch in which it was evaluated before
    private double step;
    private double lowestHeight; // of the visited term's corners
    private double meanHeight;
    private double open; // the visited term's part of the duality gap, before its move

    FrankWolfeRun(StochasticProblem problem, StochasticOptions options, double[] start) {
        super(problem, options, start);
        this.x = new double[function.dimension()];
        this.direction = new double[x.length];
        this.difference = new double[problem.mostParts()];
        this.ranges = new Ranges(x.length);
        this.mean = new RunningMean(options.averaging() ? x.length : 0);
        this.l2 = problem.penalty().l2();
        this.losses = new double[function.terms()];
        this.rounds = new Rounds(order, options.seed());
        for (int n = 0; n < function.terms(); n++) {
            List<Corner> first = new ArrayList<>(2);
            first.add(Corner.gold());
            corners.add(first);
        }
    }

    /** The rounds go on where the epoch before ended. */
    @Override
    protected double visitAll() {
        for (int k = 0; k < order.length; k++) {
            visit(rounds.next(), 1);
            rounds.met(open);
        }
        double sum = 0;
        for (double loss : losses) {
            sum += loss;
        }
        return sum;
    }

    @Override
    protected double visit(int first, int count) {
        int term = order[first];
        double[] target = gradients[0];
        double loss = function.evaluateTerm(term, x, 0, target);
        losses[term] = loss;
        double[] scores = function.scores(0);
        List<Corner> weighted = corners.get(term);
        Corner lowest = weighted.get(survey(weighted, scores));
        Corner highest = highest(weighted, loss, target, function.parts(term), scores);
        double slope = loss - lowestHeight;
        boolean gains = highest != lowest && slope > 0;
        open = gains ? loss - meanHeight : 0;
        if (gains) {
            move(term, highest, lowest, slope);
        }
        visits++;
        if (options.averaging()) {
            mean.take(1, visits);
        }
        return loss;
    }

    /** The corner that attains the loss, which may have weight already. */
    private static Corner highest(List<Corner> weighted, double loss, double[] r, int parts, double[] scores) {
        double score = 0;
        int nonZero = 0;
        for (int i = 0; i < parts; i++) {
            if (r[i] != 0) {
                score += r[i] * scores[i];
                nonZero++;
            }
        }
        for (int k = 0; k < weighted.size(); k++) {
            if (weighted.get(k).is(r, nonZero)) {
                return weighted.get(k);
            }
        }
        return Corner.of(r, nonZero, loss - score);
    }

    /** Which corner with weight is the lowest; sets its height, and the mean of all heights by weight, α·scores + ℓ. */
    private int survey(List<Corner> weighted, double[] scores) {
        int lowest = 0;
        lowestHeight = Double.POSITIVE_INFINITY;
        meanHeight = 0;
        for (int k = 0; k < weighted.size(); k++) {
            Corner corner = weighted.get(k);
            double height = corner.height(scores);
            meanHeight += corner.weight * height;
            if (height < lowestHeight) {
                lowestHeight = height;
                lowest = k;
            }
        }
        return lowest;
    }

    /** Moves weight from the lowest corner to the highest. */
    private void move(int term, Corner highest, Corner lowest, double slope) {
        highest.addTo(difference, 1);
        lowest.addTo(difference, -1);
        function.addTerm(term, difference, direction, 0, 1);
        highest.clear(difference);
        lowest.clear(difference);
        single[0] = term;
        ranges.collect(function, single, 0, 1);
        double norm = 0;
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                norm += direction[i] * direction[i];
            }
        }
        step = slope * l2 >= norm * lowest.weight ? lowest.weight : slope * l2 / norm;
        shift(corners.get(term), highest, lowest);
        double product = mean.product();
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                double delta = -step / l2 * direction[i];
                direction[i] = 0;
                x[i] += delta;
                if (product > 0) {
                    mean.corrections()[i] += product * delta;
                }
            }
        }
    }

    private void shift(List<Corner> weighted, Corner highest, Corner lowest) {
        if (highest.weight == 0) {
            weighted.add(highest);
        }
        highest.weight += step;
        lowest.weight -= step;
        if (lowest.weight <= 0) {
            lowest.weight = 0;
            weighted.remove(lowest);
        }
    }

    @Override
    protected void endEpoch() {
        if (options.averaging()) {
            mean.fold(x, problem.vectors());
        }
        gap = Double.NaN;
        fall = Double.NaN;
        if (iteration() % options.gapPeriod() == 0 || iteration() >= options.epochs()) {
            double before = value;
            value = evaluate(x(), new double[x.length]);
            fall = before - value;
            gap = function.isConvex() ? Math.max(0, value - dualValue()) : Double.NaN;
        }
    }

    /** D. */
    private double dualValue() {
        double costs = 0;
        for (List<Corner> weighted : corners) {
            for (Corner corner : weighted) {
                costs += corner.weight * corner.cost;
            }
        }
        return costs - Penalty.l2(l2).value(x, problem.vectors());
    }

    @Override
    protected @Nullable StopReason goal() {
        if (function.isConvex()) {
            return gap <= options.gapTolerance() * Math.abs(value) ? StopReason.CONVERGED_DUALITY : null;
        }
        return Math.abs(fall) <= options.tolerance() * Math.abs(value) ? StopReason.CONVERGED_OBJECTIVE : null;
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
