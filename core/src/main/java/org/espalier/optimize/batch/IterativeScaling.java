package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.MomentFunction;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.parallel.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Iterative scaling: every weight gets the step that would make its feature's expectation right if the others stood still and all features
 * together summed to a constant.
 *
 * <pre>
 *   Σ_T E_T[fₖ]·exp(δₖ·T) + λ₂·(xₖ + δₖ) = observed fₖ,        x ← x + δ
 * </pre>
 *
 * <p>{@link Variant#GENERALISED} (GIS; Darroch &amp; Ratcliff 1972; algorithm S of Lafferty, McCallum &amp; Pereira 2001 for chains) has one T = C, the largest total of all cases. A slack
 * feature with the value C − total would make the sum constant; its weight stays 0, so that the model is the one that every other method
 * trains (Curran &amp; Clark 2003). {@link Variant#IMPROVED} (IIS; Della Pietra, Della Pietra &amp; Lafferty 1997; algorithm T for chains) groups the
 * expectations by the totals of the cases, and its steps are longer. The L2 penalty is the Gaussian prior of Chen &amp; Rosenfeld (1999).
 * Features must not be negative. Every iteration lowers the objective, without a line search; one evaluation each, but very many iterations.
 * Memory: 32n bytes, and 8n for every total.
 *
 * @param options limits and tolerances; the memory is not used
 * @param variant which of the two
 * @param workers who runs the loops over vectors
 */
public record IterativeScaling(LbfgsOptions options, Variant variant, Workers workers) implements BatchOptimizer {
    private static final String NAME = "iterative scaling";

    /** Which iterative scaling. */
    public enum Variant {
        /** One constant for all cases. */
        GENERALISED,
        /** Grouped by the totals of the cases. */
        IMPROVED
    }

    /** In the caller's thread. */
    public IterativeScaling(LbfgsOptions options, Variant variant) {
        this(options, variant, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        Criteria.requireSmooth("Iterative scaling", problem.penalty());
        if (problem.function() instanceof MomentFunction moments) {
            return new Steps(moments, problem.penalty(), variant);
        }
        throw new IllegalArgumentException(
                "iterative scaling needs a log-likelihood with observed and expected counts of every feature; use L-BFGS,"
                        + " which needs only the gradient");
    }

    private static final class Steps implements Method {
        private final MomentFunction function;
        private final Penalty penalty;
        private final boolean improved;
        private final double[] observed; // [n]
        private final double[] totals; // [B]
        private final double[][] expected; // [B][n]

        Steps(MomentFunction function, Penalty penalty, Variant variant) {
            this.function = function;
            this.penalty = penalty;
            this.improved = variant == Variant.IMPROVED;
            this.observed = function.observed();
            double[] all = function.totals();
            this.totals = improved || all.length == 0 ? all : new double[] {all[all.length - 1]};
            this.expected = new double[totals.length][function.dimension()];
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            if (improved) {
                function.evaluateByTotal(run.point().x, expected);
                run.count(memory.isOf(NAME) ? 0 : 1); // the interrupted run had them at hand
            }
        }

        @Override
        public @Nullable StopReason step(BatchRun run) {
            Point from = run.point();
            Point to = run.trial();
            if (totals.length == 0) {
                return StopReason.CONVERGED_PRECISION; // no feature ever fires
            }
            if (!improved) {
                expectFromGradient(run, from);
            }
            double l2 = penalty.l2();
            run.vectors().each(observed.length, (begin, end) -> {
                for (int k = begin; k < end; k++) {
                    double x = from.x[k];
                    to.x[k] = x + ScalingStep.solve(expected, k, totals, observed[k], l2, x);
                }
            });
            evaluate(run, to);
            run.took(run.vectors().distance(to.x, from.x));
            if (!Double.isFinite(to.value)) {
                return StopReason.LINE_SEARCH_FAILED;
            }
            return to.value > from.value + LineSearch.noise(from.value) ? StopReason.LINE_SEARCH_FAILED : null;
        }

        /** ∂F/∂xₖ = expected − observed + λ₂xₖ. */
        private void expectFromGradient(BatchRun run, Point point) {
            double[] row = expected[0];
            double l2 = penalty.l2();
            run.vectors().each(row.length, (begin, end) -> {
                for (int k = begin; k < end; k++) {
                    row[k] = Math.max(0, point.gradient[k] - l2 * point.x[k] + observed[k]);
                }
            });
        }

        private void evaluate(BatchRun run, Point to) {
            if (!improved) {
                run.evaluate(to, null);
                return;
            }
            double loss = function.evaluateByTotal(to.x, expected);
            run.count(1);
            for (int k = 0; k < observed.length; k++) {
                double sum = 0;
                for (double[] row : expected) {
                    sum += row[k];
                }
                to.gradient[k] = sum - observed[k];
            }
            to.complete(loss, penalty, run.vectors());
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            // the expectations are those of the new point already
        }

        @Override
        public Memory memory() {
            return Memory.of(NAME);
        }
    }
}
