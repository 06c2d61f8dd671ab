package org.espalier.optimize.stochastic;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Run;
import org.espalier.optimize.Trace;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.stochastic.DescentOptions.Method;

/** A run of {@link Descent}: where it is, and what it remembers. */
final class DescentRun implements Run {
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private final DescentOptions options;
    private final BatchFunction function;
    private final double l2;
    private final double[] x; // [n]
    private final double[] first; // [n]: the velocity, or the mean of gradients
    private final double[] second; // [n]: the mean of their squares, of Adam; else empty
    private final long[] met; // [rare]: the step in which a rare coordinate was up to date last
    private final BatchFunction.Gradient gradient;
    private final int[] order; // [terms]
    private int epoch;
    private long step;
    private double rate;
    private double loss;
    private double value;

    DescentRun(DescentOptions options, BatchFunction function, double l2, double[] x) {
        this.options = options;
        this.function = function;
        this.l2 = l2;
        this.x = x;
        this.first = new double[x.length];
        this.second = new double[options.method() == Method.ADAM ? x.length : 0];
        this.met = new long[function.rare()];
        this.gradient = new BatchFunction.Gradient(x.length, function.rare());
        this.order = new int[function.terms()];
        for (int n = 0; n < order.length; n++) {
            order[n] = n;
        }
    }

    void restore(int epochs, double reached, long steps, List<double[]> vectors) {
        epoch = epochs;
        value = reached;
        step = steps;
        copy(vectors, 0, first);
        copy(vectors, 1, second);
        Arrays.fill(met, steps);
    }

    private static void copy(List<double[]> vectors, int number, double[] into) {
        if (into.length > 0) {
            System.arraycopy(vectors.get(number), 0, into, 0, into.length);
        }
    }

    /** Walks through all terms, batch by batch. */
    void epoch() {
        rate = options.rate() / (1 + options.decay() * epoch);
        VisitingOrder.shuffled(options.seed()).arrange(order, epoch);
        SplittableRandom noise = new SplittableRandom(options.seed() * 1_000_003 + epoch);
        loss = 0;
        int batches = 0;
        for (int begin = 0; begin < order.length; begin += options.batch()) {
            int end = Math.min(order.length, begin + options.batch());
            loss += function.evaluateBatch(order, begin, end, x, noise.nextLong(), gradient);
            move(end - begin);
            gradient.clear();
            batches++;
        }
        settle();
        shrink(batches);
        epoch++;
        value = loss + 0.5 * l2 * Vectors.SEQUENTIAL.dot(x, x);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the objective became " + value + " in epoch " + epoch
                    + " with the rate " + rate + "; choose a smaller rate, or clip gradients more");
        }
    }

    private void move(int terms) {
        double[] g = gradient.values();
        double factor = 1.0 / terms;
        double length = factor * Math.sqrt(squaredLength(g));
        if (options.clip() > 0 && length > options.clip()) {
            factor *= options.clip() / length;
        }
        step++;
        if (options.method() == Method.SGD) {
            moveAlong(g, factor);
        } else {
            moveAdaptively(g, factor);
        }
    }

    private double squaredLength(double[] g) {
        double sum = 0;
        for (int k = 0; k < gradient.size(); k++) {
            double part = g[gradient.listed(k)];
            sum += part * part;
        }
        for (int i = met.length; i < g.length; i++) {
            sum += g[i] * g[i];
        }
        return sum;
    }

    private void moveAlong(double[] g, double factor) {
        double along = rate * factor;
        double momentum = options.momentum();
        for (int k = 0; k < gradient.size(); k++) {
            int i = gradient.listed(k);
            catchUp(i, step - 1);
            first[i] = momentum * first[i] - along * g[i];
            x[i] += first[i];
            met[i] = step;
        }
        for (int i = met.length; i < x.length; i++) {
            first[i] = momentum * first[i] - along * g[i];
            x[i] += first[i];
        }
    }

    /** Works off the velocity of the steps in which nothing looked at the coordinate: v (μ + μ² + … + μᵏ). */
    private void catchUp(int i, long until) {
        long missed = until - met[i];
        if (missed > 0 && first[i] != 0) {
            double momentum = options.momentum();
            double left = StrictMath.pow(momentum, (double) missed);
            x[i] += first[i] * momentum * (1 - left) / (1 - momentum);
            first[i] *= left;
        }
        met[i] = until;
    }

    private void moveAdaptively(double[] g, double factor) {
        double along =
                rate * Math.sqrt(1 - StrictMath.pow(BETA2, (double) step)) / (1 - StrictMath.pow(BETA1, (double) step));
        for (int k = 0; k < gradient.size(); k++) {
            moveAdaptively(gradient.listed(k), g, factor, along);
        }
        for (int i = met.length; i < x.length; i++) {
            moveAdaptively(i, g, factor, along);
        }
    }

    private void moveAdaptively(int i, double[] g, double factor, double along) {
        double part = factor * g[i];
        first[i] = BETA1 * first[i] + (1 - BETA1) * part;
        second[i] = BETA2 * second[i] + (1 - BETA2) * part * part;
        x[i] -= along * first[i] / (Math.sqrt(second[i]) + EPSILON);
    }

    /** Brings all rare coordinates up to date. */
    private void settle() {
        for (int i = 0; i < met.length && options.method() == Method.SGD; i++) {
            catchUp(i, step);
        }
    }

    /** What the penalty would have done in so many steps. */
    private void shrink(int batches) {
        if (l2 > 0 && order.length > 0) {
            double effective = options.method() == Method.SGD ? rate / (1 - options.momentum()) : rate;
            double left = StrictMath.pow(Math.max(0, 1 - effective * l2 / order.length), batches);
            for (int i = 0; i < x.length; i++) {
                x[i] *= left;
            }
        }
    }

    @Override
    public Phase phase() {
        return Phase.BATCH;
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
        return rate;
    }

    @Override
    public double[] x() {
        return x;
    }

    @Override
    public OptimizerState snapshot() {
        double[] at = x.clone();
        List<double[]> vectors = second.length == 0 ? List.of(first.clone()) : List.of(first.clone(), second.clone());
        return OptimizerState.of(
                new Kept(this, at),
                new double[x.length],
                Trace.at(value, Double.MAX_VALUE),
                null,
                Descent.memory(options.method(), step, vectors));
    }

    /** The run with a point that it does not change any more. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Kept(DescentRun run, double[] x) implements Run {
        @Override
        public Phase phase() {
            return run.phase();
        }

        @Override
        public int iteration() {
            return run.iteration();
        }

        @Override
        public int evaluations() {
            return run.evaluations();
        }

        @Override
        public double value() {
            return run.value();
        }

        @Override
        public double loss() {
            return run.loss();
        }

        @Override
        public double gradientNorm() {
            return run.gradientNorm();
        }

        @Override
        public double step() {
            return run.step();
        }

        @Override
        public OptimizerState snapshot() {
            return run.snapshot();
        }
    }
}
