package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.StopReason;
import org.espalier.parallel.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Trust-region Newton (Lin, Weng &amp; Keerthi 2008): minimises the quadratic model q(s) = ∇F·s + ½ sᵀ∇²F s within ‖s‖ ≤ Δ by
 * {@linkplain SteihaugSolver conjugate gradients}, moves if F falls as q promises, and adapts Δ.
 *
 * <pre>
 *   accept when F(x) − F(x + s) &gt; 10⁻⁴·(−q(s));   Δ shrinks by ¼ … ½ when the ratio is below ¼, grows up to 4-fold above ¾
 * </pre>
 *
 * <p>Needs {@linkplain org.espalier.optimize.Function#timesHessian exact Hessian·vector products} and no Hessian. Few iterations, each of one evaluation and of
 * some products, which are counted as evaluations; 72n bytes. For badly conditioned problems and tight optima.
 *
 * @param options limits and tolerances; the memory is not used
 * @param workers who runs the loops over vectors
 */
public record TrustRegionNewton(LbfgsOptions options, Workers workers) implements BatchOptimizer {
    private static final String NAME = "trust-region Newton";

    /** With default options, in the caller's thread. */
    public TrustRegionNewton() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public TrustRegionNewton(LbfgsOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        Criteria.requireSmooth("The trust-region method", problem.penalty());
        Criteria.requireHessian("The trust-region method", problem.function());
        return new Steps(problem);
    }

    private static final class Steps implements Method {
        private static final double ACCEPTED = 1e-4;
        private static final double POOR = 0.25;
        private static final double GOOD = 0.75;
        private static final double SHRINK = 0.25;
        private static final double HALF = 0.5;
        private static final double GROW = 4;
        private static final int MOST_TRIALS = 100;
        private static final double TOO_FAR = 1e18;

        private final SteihaugSolver solver;
        private double radius = Double.NaN;
        private boolean first = true;

        Steps(Problem problem) {
            this.solver = new SteihaugSolver(problem);
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            if (memory.isOf(NAME)) {
                radius = memory.scalars()[0];
                first = false;
            } else {
                radius = run.vectors().norm(run.point().gradient);
            }
        }

        @Override
        public @Nullable StopReason step(BatchRun run) {
            Point from = run.point();
            Point to = run.trial();
            for (int trial = 0; trial < MOST_TRIALS; trial++) {
                run.count(solver.solve(from, radius));
                double length = run.vectors().norm(solver.step());
                double promised = solver.promisedDecrease();
                if (!(promised > 0) || !(length > 0)) {
                    return StopReason.CONVERGED_PRECISION;
                }
                run.vectors().sum(from.x, 1, solver.step(), to.x);
                run.evaluate(to, null);
                if (to.value == Double.NEGATIVE_INFINITY || radius > TOO_FAR) {
                    return StopReason.UNBOUNDED;
                }
                double decrease = from.value - to.value;
                if (promised <= LineSearch.noise(from.value) && Double.isFinite(decrease)) {
                    return finish(run, from, to, length);
                }
                adapt(run, from, decrease, promised, length);
                if (decrease > ACCEPTED * promised) {
                    run.took(length);
                    return null;
                }
            }
            return StopReason.LINE_SEARCH_FAILED;
        }

        /** In the last digits, where values are noise, the gradient decides. */
        private static @Nullable StopReason finish(BatchRun run, Point from, Point to, double length) {
            boolean closer = run.vectors().norm(to.gradient) < run.vectors().norm(from.gradient)
                    && to.value <= from.value + LineSearch.noise(from.value);
            run.took(length);
            return closer ? null : StopReason.CONVERGED_PRECISION;
        }

        private void adapt(BatchRun run, Point from, double decrease, double promised, double length) {
            if (first) {
                radius = Math.min(radius, length);
                first = false;
            }
            double slope = run.vectors().dot(from.gradient, solver.step());
            double excess = -decrease - slope; // of the value over its linear model
            double best = excess <= 0 ? GROW : Math.max(SHRINK, -0.5 * slope / excess); // of a parabola through both
            if (!(decrease > ACCEPTED * promised)) {
                radius = Double.isFinite(decrease)
                        ? Math.min(Math.max(best, SHRINK) * length, HALF * radius)
                        : SHRINK * Math.min(length, radius);
            } else if (decrease < POOR * promised) {
                radius = Math.max(SHRINK * radius, Math.min(best * length, HALF * radius));
            } else if (decrease < GOOD * promised) {
                radius = Math.max(SHRINK * radius, Math.min(best * length, GROW * radius));
            } else {
                radius = Math.max(radius, Math.min(best * length, GROW * radius));
            }
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            // the radius was adapted already
        }

        @Override
        public Memory memory() {
            return Memory.of(NAME, radius);
        }
    }
}
