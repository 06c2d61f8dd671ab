package org.espalier.optimize.stochastic;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * The stochastic average gradient with non-uniform sampling (Schmidt et al. 2015 for conditional random fields).
 *
 * <p>The last part gradient rₙ of every term is kept, and d = Σ Aₙᵀrₙ. A visit replaces one of them and goes along the mean:
 *
 * <pre>
 *   x ← (1 − αλ)x − (α/m)·d        λ = λ₂/N, m the terms seen so far, α = ½(1/Lmax + 1/Lmean)
 * </pre>
 *
 * Lₙ bounds the curvature of a term. It is found by search: φₙ(x − g/Lₙ) ≤ φₙ(x) − ‖g‖²/(2Lₙ) with g = Aₙᵀrₙ, or Lₙ is doubled;
 * where it held, it is lowered a little and tried again later. Half of the terms are drawn uniformly, half in proportion to Lₙ.
 *
 * <p>x = scale·v, and d stays the same in a coordinate that nobody looks at: v catches up by d·(C − C then) with C = Σ
 * α/(m·scale). A visit costs O(what the term looks at). Memory 4 bytes per part, 36n bytes.
 */
final class SagRun extends StochasticRun {
    private static final double SMALLEST_SCALE = 1e-9;
    private static final int LONGEST_WAIT = 64;
    private static final double NEGLIGIBLE = 1e-14;

    private final double[] v;
    private final double[] sum; // d
    private final double[] caughtUp; // C when v was brought up to date
    private final float[][] kept; // [terms]: r
    private final double[] trial; // Aₙᵀrₙ; 0 between visits
    private final double[] difference; // [most parts]
    private final double[] trialGradient; // [most parts]
    private final Ranges ranges;
    private final int[] terms;
    private final double[] losses; // as they were met last
    private final TermSampler curvatures; // L, by place in terms
    private final int[] waits; // visits until L is looked at again
    private final int[] lastWaits;
    private final double l2; // per visit
    private double[] saved = new double[256];
    private int seen; // m
    private double largest; // at least max L
    private double scale = 1;
    private double progress; // C
    private double rate;
    private double gradientNorm = Double.NaN;
    private SplittableRandom random;

    SagRun(StochasticProblem problem, StochasticOptions options, double[] start) {
        super(problem, options, start);
        this.v = start.clone();
        this.sum = new double[v.length];
        this.caughtUp = new double[v.length];
        this.trial = new double[v.length];
        this.kept = new float[function.terms()][];
        this.difference = new double[problem.mostParts()];
        this.trialGradient = new double[problem.mostParts()];
        this.ranges = new Ranges(v.length);
        this.terms = problem.terms();
        this.losses = new double[terms.length];
        this.curvatures = new TermSampler(terms.length);
        this.waits = new int[terms.length];
        this.lastWaits = new int[terms.length];
        this.l2 = problem.l2();
        this.random = new SplittableRandom(options.seed());
    }

    @Override
    protected double visit(int first, int count) {
        if (first == 0) {
            random = new SplittableRandom(~options.seed() + iteration());
            largest = curvatures.largest();
        }
        int place = places[first]; // every term once in the first epoch
        if (iteration() > 0) {
            place = random.nextBoolean() ? random.nextInt(terms.length) : curvatures.draw(random);
        }
        int term = terms[place];
        ranges.collect(function, terms, place, 1);
        for (int r = 0; r < ranges.size(); r++) {
            catchUp(ranges.begin(r), ranges.end(r));
        }
        double loss = function.evaluateTerm(term, v, scale, 0, gradients[0]);
        losses[place] = loss;
        keep(term);
        search(place, term, loss);
        move();
        return loss;
    }

    private void catchUp(int begin, int end) {
        for (int i = begin; i < end; i++) {
            v[i] -= sum[i] * (progress - caughtUp[i]);
            caughtUp[i] = progress;
        }
    }

    /** Replaces the kept gradient of a term, rounded, and moves d by as much. */
    private void keep(int term) {
        int parts = function.parts(term);
        float[] old = kept[term];
        if (old == null) {
            old = new float[parts];
            kept[term] = old;
            seen++;
        }
        for (int i = 0; i < parts; i++) {
            float rounded = (float) gradients[0][i];
            difference[i] = (double) rounded - old[i];
            old[i] = rounded;
        }
        function.addTerm(term, difference, sum, 0, 1);
    }

    /** Raises Lₙ until it bounds the curvature along the gradient, or lowers it after it did. */
    private void search(int place, int term, double loss) {
        double bound = curvatures.get(place);
        if (bound == 0) {
            bound = largest > 0 ? largest : 1;
        } else if (waits[place]-- > 0) {
            return;
        }
        function.addTerm(term, gradients[0], trial, 0, 1);
        double norm = 0;
        int size = 0;
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                norm += trial[i] * trial[i];
                size++;
            }
        }
        saved = saved.length < size ? new double[2 * size] : saved;
        boolean held = true;
        boolean searching = norm > NEGLIGIBLE;
        while (searching) {
            searching = lossAfter(term, bound) > loss - norm / (2 * bound);
            if (searching) {
                bound *= 2;
                held = false;
            }
        }
        for (int r = 0; r < ranges.size(); r++) {
            Arrays.fill(trial, ranges.begin(r), ranges.end(r), 0.0);
        }
        lastWaits[place] = held ? Math.min(LONGEST_WAIT, 2 * lastWaits[place] + 1) : 0;
        waits[place] = lastWaits[place];
        curvatures.set(place, held ? 0.9 * bound : bound);
        largest = Math.max(largest, bound);
    }

    /** φₙ(x − g/L). */
    private double lossAfter(int term, double bound) {
        double factor = 1 / (bound * scale);
        int at = 0;
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                saved[at++] = v[i];
                v[i] -= factor * trial[i];
            }
        }
        double loss = function.evaluateTerm(term, v, scale, 0, trialGradient);
        at = 0;
        for (int r = 0; r < ranges.size(); r++) {
            for (int i = ranges.begin(r); i < ranges.end(r); i++) {
                v[i] = saved[at++];
            }
        }
        return loss;
    }

    private void move() {
        double mean = curvatures.sum() / seen;
        rate = 0.5 * (1 / (largest + l2) + 1 / (mean + l2));
        scale *= 1 - Math.min(0.5, rate * l2);
        progress += rate / (seen * scale);
        if (scale < SMALLEST_SCALE) {
            settle();
        }
    }

    /** Brings all of v up to date and scale back to 1. */
    private void settle() {
        problem.vectors().each(v.length, (begin, end) -> {
            catchUp(begin, end);
            for (int i = begin; i < end; i++) {
                v[i] *= scale;
                caughtUp[i] = 0;
            }
        });
        scale = 1;
        progress = 0;
    }

    @Override
    double epochLoss(double sum) {
        double all = 0;
        for (double loss : losses) {
            all += loss;
        }
        return all;
    }

    @Override
    protected void endEpoch() {
        settle();
        double[] gradient = sum.clone();
        problem.penalty().addSmoothGradient(v, gradient, problem.vectors());
        gradientNorm = problem.vectors().norm(gradient);
    }

    /** The kept gradients are old ones, so what they promise is looked at again with those of x. */
    @Override
    protected @Nullable StopReason goal() {
        Penalty penalty = problem.penalty();
        if (!function.isConvex() || penalty.gapBound(gradientNorm) > options.tolerance() * Math.abs(value())) {
            return null;
        }
        double[] gradient = new double[v.length];
        double value = evaluate(x(), gradient);
        double norm = problem.vectors().norm(gradient);
        return penalty.gapBound(norm) <= options.tolerance() * Math.abs(value) ? StopReason.CONVERGED_GAP : null;
    }

    @Override
    public double gradientNorm() {
        return gradientNorm;
    }

    @Override
    public double step() {
        return rate;
    }

    @Override
    public double[] x() {
        return v;
    }
}
