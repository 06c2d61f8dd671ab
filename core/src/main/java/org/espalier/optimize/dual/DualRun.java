package org.espalier.optimize.dual;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.optimize.NormBound;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Run;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.stochastic.BatchTeam;
import org.jspecify.annotations.Nullable;

/**
 * Stochastic dual coordinate ascent (Shalev-Shwartz &amp; Zhang 2013) for f(x) + ½λ₂‖x‖² with f = Σₙ φₙ(Aₙx).
 *
 * <p>Every term has dual variables αₙ, one per part, and x = −(1/λ₂) Σₙ Aₙᵀαₙ always; at the optimum αₙ = ∇φₙ(Aₙx).
 * Terms are visited in random order, each once an epoch:
 *
 * <pre>
 *   d = ∇φₙ(Aₙx) − αₙ        αₙ += γd        x −= (γ/λ₂) Aₙᵀd        γ from {@link DualStep}
 * </pre>
 *
 * A visit costs little more than evaluating the term, since x changes only where the term looks. Unlike stochastic
 * gradients it needs no step size, and converges linearly. Where attributes recur so much that steps would overshoot
 * ({@link DualOverlap}), they are made shorter ({@link NormBound}, or the ratio that was measured). Memory: 4 bytes per part, x, and as much as x again.
 * Starts from x = 0, α = 0.
 */
final class DualRun implements Run {
    /** An epoch that lowers the value by less than this share leaves the rest to quasi-Newton steps. */
    private static final double LEAST_DECREASE = 0.002;

    /**
     * So many terms are visited at the same x, each by a worker: few enough that they hardly look at the same weights (with
     * 8 of CoNLL-2000's 8,936 sentences the objective after eight epochs is 0.2 % higher than one by one). Where that is too
     * little work for several workers, terms are visited one by one: with attributes that recur everywhere the steps of a batch
     * must be shorter, and NCBI-disease, five sentences at a time, was 20 % above its minimum after fifteen epochs, one by
     * one 12 % after thirteen.
     */
    private static final int LARGEST_BATCH = 8;

    private static final int TERMS_PER_BATCHED = 1_000;

    /** One term in so many, and some at least, tell about what the function is at 0. */
    private static final int TERMS_PER_SAMPLED = 128;

    private static final int LEAST_SAMPLE = 16;

    private final SumFunction function;
    private final Penalty penalty;
    private final Vectors vectors;
    private final DualOptions options;
    private final double l2;
    private final int[] order; // [terms that take part]
    private final int[] begins; // [terms + 1]: where the dual variables of a term begin
    private final float[] dual;
    private final double[] x;
    private final int batch;
    private final double[][] targets; // [batch][most parts]
    private final double[][] differences; // [batch][most parts]
    private final double[] losses; // [batch]
    private final double[] estimates; // [batch]: of the squared norms of the steps
    private final DualOverlap overlap;
    private final BatchTeam team;
    private final DualStep[] steps; // [workers]

    private @Nullable NormBound bound; // once steps must be careful
    private int epoch;
    private double lossAtZero = Double.NaN;
    private double loss = Double.POSITIVE_INFINITY;
    private double value = Double.POSITIVE_INFINITY;
    private boolean over;

    private DualRun(
            SumFunction function, Penalty penalty, Vectors vectors, DualOptions options, int[] order, int[] begins) {
        this.function = function;
        this.penalty = penalty;
        this.vectors = vectors;
        this.options = options;
        this.order = order;
        this.begins = begins;
        // A share of the terms is worth the same share of the penalty.
        this.l2 = penalty.l2() * order.length / function.terms();
        this.dual = new float[begins[begins.length - 1]];
        int most = 0;
        for (int term : order) {
            most = Math.max(most, begins[term + 1] - begins[term]);
        }
        int together = Math.max(1, Math.min(LARGEST_BATCH, order.length / TERMS_PER_BATCHED));
        this.batch = BatchTeam.isWorthSharing(function, order, together) ? together : 1;
        this.targets = new double[batch][most];
        this.differences = new double[batch][most];
        this.losses = new double[batch];
        this.estimates = new double[batch];
        this.overlap = new DualOverlap(function, batch);
        this.team = new BatchTeam(function, order, batch, vectors.workers());
        this.steps = new DualStep[vectors.workers().threads()];
        Arrays.setAll(steps, worker -> new DualStep());
        this.x = new double[function.dimension()];
    }

    /** A run from 0, before its first epoch. */
    static DualRun from(SumFunction function, Penalty penalty, Vectors vectors, DualOptions options) {
        int terms = function.terms();
        long total = 0;
        for (int n = 0; n < terms; n++) {
            total += function.parts(n);
        }
        long most = Math.min(options.maxParts(), Integer.MAX_VALUE - 8);
        double share = Math.min(1, most / (double) Math.max(1, total));
        int[] order = new int[terms];
        int[] begins = new int[terms + 1];
        int count = 0;
        for (int n = 0; n < terms; n++) {
            boolean chosen = share == 1 || Math.floor((n + 1) * share) > Math.floor(n * share);
            chosen &= function.weight(n) > 0 && begins[n] <= most - function.parts(n);
            begins[n + 1] = begins[n] + (chosen ? function.parts(n) : 0);
            if (chosen) {
                order[count++] = n;
            }
        }
        return new DualRun(function, penalty, vectors, options, Arrays.copyOf(order, count), begins);
    }

    /** Whether another epoch is of use. */
    boolean hasNext() {
        return !over && epoch < options.epochs() && order.length > 0;
    }

    /** Runs an epoch. */
    void next() {
        if (epoch == 0) {
            lossAtZero = sampledLoss();
        }
        shuffle(new SplittableRandom(options.seed() + epoch));
        double sum = 0;
        for (int first = 0; first < order.length; first += batch) {
            sum += visit(first, Math.min(batch, order.length - first));
        }
        epoch++;
        double before = value;
        loss = sum * function.terms() / order.length;
        value = loss + penalty.value(x, vectors);
        boolean hopeless = epoch > 1 && value > lossAtZero;
        over = hopeless || !(value <= (1 - LEAST_DECREASE) * before);
    }

    /** An even selection of the terms, for all of them. */
    private double sampledLoss() {
        int count = Math.min(order.length, Math.max(LEAST_SAMPLE, order.length / TERMS_PER_SAMPLED));
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += function.evaluateTerm(order[(int) ((long) k * order.length / count)], x, 0, targets[0]);
        }
        return sum * function.terms() / count;
    }

    private void shuffle(SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int term = order[i];
            order[i] = order[j];
            order[j] = term;
        }
    }

    /** Visits a few terms at the same x, then moves x for all of them. */
    private double visit(int first, int count) {
        if (bound == null && overlap.isDue()) {
            team.run(count, (k, worker) -> losses[k] = direct(first + k, k, worker));
            if (overlap.isExcessive(order, first, count, differences, estimated(count))) {
                bound = options.measured() ? enlarged(overlap.ratio()) : function.normBound(batch);
                team.run(count, (k, worker) -> direct(first + k, k, worker));
            }
            team.run(count, (k, worker) -> move(order[first + k], differences[k]));
        } else {
            team.run(count, (k, worker) -> {
                losses[k] = direct(first + k, k, worker);
                move(order[first + k], differences[k]);
            });
        }
        // Every element of x belongs to one share, so the order of its additions is that of the terms for any number of
        // them.
        int shares = team.shares();
        team.run(shares, (share, worker) -> {
            for (int k = 0; k < count; k++) {
                function.addTerm(order[first + k], differences[k], x, share, shares);
            }
        });
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += losses[k];
        }
        return sum;
    }

    private NormBound enlarged(double ratio) {
        return (term, parts, worker) -> ratio * function.squaredNorm(term, parts);
    }

    private double estimated(int count) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += estimates[k];
        }
        return sum;
    }

    /** Finds the step of a term's dual variables; the difference becomes this step, part by part. */
    private double direct(int place, int k, int worker) {
        int term = order[place];
        double[] target = targets[k];
        double[] difference = differences[k];
        int begin = begins[term];
        int parts = begins[term + 1] - begin;
        double value = function.evaluateTerm(term, x, worker, target);
        for (int i = 0; i < parts; i++) {
            difference[i] = target[i] - dual[begin + i];
        }
        NormBound careful = bound;
        double norm = careful == null
                ? function.squaredNorm(term, difference)
                : careful.squaredNorm(term, difference, worker);
        double length = steps[worker].length(
                target,
                difference,
                function.exclusiveBegin(term),
                function.exclusiveEnd(term),
                function.weight(term),
                norm / l2);
        for (int i = 0; i < parts; i++) {
            difference[i] *= length;
        }
        estimates[k] = length * length * norm;
        return value;
    }

    /** Takes the step of a term's dual variables; the difference becomes what x moves by, part by part. */
    private void move(int term, double[] difference) {
        int begin = begins[term];
        int parts = begins[term + 1] - begin;
        for (int i = 0; i < parts; i++) {
            float before = dual[begin + i];
            dual[begin + i] = (float) (before + difference[i]);
            double moved = dual[begin + i] - before; // as rounded, so that x stays what the dual variables say
            difference[i] = -moved / l2;
        }
    }

    /** The dual variable of a part. */
    double dual(int term, int part) {
        return dual[begins[term] + part];
    }

    /** About the function at 0, by some of the terms; NaN before the first epoch. */
    double lossAtZero() {
        return lossAtZero;
    }

    /** Whether the point can be used: attribute values of enormous size may lead anywhere. */
    boolean isFinite() {
        return Double.isFinite(value) && Vectors.firstNotFinite(x) < 0;
    }

    @Override
    public Phase phase() {
        return Phase.DUAL_ASCENT;
    }

    @Override
    public int iteration() {
        return epoch;
    }

    @Override
    public int evaluations() {
        return epoch;
    }

    @Override
    public double value() {
        return value;
    }

    @Override
    public double loss() {
        return loss;
    }

    @Override
    public double gradientNorm() {
        return Double.NaN;
    }

    @Override
    public double step() {
        return Double.NaN;
    }

    @Override
    public double[] x() {
        return x;
    }

    /** The number of epochs is enough: they are cheap enough to be run again, and end with the same bits. */
    @Override
    public OptimizerState snapshot() {
        return OptimizerState.afterEpochs(x.clone(), value, epoch);
    }
}
