package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.parallel.Workers;

/**
 * Gradient descent: x ← x − t·∇F(x), with t from a line search whose first guess is the step s·s / s·y of Barzilai &amp;
 * Borwein (1988), where s and y are the latest changes of x and of the gradient.
 *
 * <p>With λ₁ &gt; 0 the pseudo-gradient takes the place of the gradient and steps end where a coordinate changes its sign. One
 * or two evaluations an iteration, 40n bytes; the number of iterations grows with the condition of the Hessian, so
 * this is the method to compare others with.
 *
 * @param options limits and tolerances; the memory is not used
 * @param workers who runs the loops over vectors
 */
public record GradientDescent(LbfgsOptions options, Workers workers) implements BatchOptimizer {
    private static final String NAME = "gradient descent";

    /** With default options, in the caller's thread. */
    public GradientDescent() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public GradientDescent(LbfgsOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        return new Steps(problem, options);
    }

    private static final class Steps extends LineMethod {
        private double next = Double.NaN; // the guess, or NaN before the first step

        Steps(Problem problem, LbfgsOptions options) {
            super(problem, options, LineSearch.FLATNESS);
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            if (memory.isOf(NAME)) {
                next = memory.scalars()[0];
            }
        }

        @Override
        boolean isSteepest() {
            return true;
        }

        @Override
        void choose(BatchRun run) {
            run.landscape().steepestDescent(run.point(), direction);
        }

        @Override
        double firstStep(BatchRun run) {
            return next > 0 ? next : 1 / run.vectors().norm(direction);
        }

        @Override
        void forget() {
            // nothing is remembered but a length, which the line search corrects
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            double[] a = from.x;
            double[] b = to.x;
            double[] before = from.gradient;
            double[] after = to.gradient;
            double bend = run.vectors().sum(a.length, (begin, end) -> {
                double sum = 0;
                for (int i = begin; i < end; i++) {
                    sum += (b[i] - a[i]) * (after[i] - before[i]);
                }
                return sum;
            });
            double length = run.vectors().distance(b, a);
            next = bend > 0 && Double.isFinite(length * length / bend) ? length * length / bend : step();
        }

        @Override
        public Memory memory() {
            return Memory.of(NAME, next);
        }
    }
}
