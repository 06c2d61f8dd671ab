package org.espalier.optimize.batch;

import java.util.Arrays;
import java.util.List;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Resilient propagation (Riedmiller &amp; Braun 1993; Rprop+ and Rprop− as in Igel &amp; Hüsken 2000): every coordinate has its own step, which grows while its derivative
 * keeps its sign and shrinks when it does not. Only signs of derivatives count, never their size.
 *
 * <pre>
 *   Δᵢ ← min(Δᵢ·1.2, 50) or max(Δᵢ·0.5, 10⁻⁸),   xᵢ ← xᵢ − Δᵢ·sign(∂F/∂xᵢ)
 * </pre>
 *
 * <p>With λ₁ &gt; 0 the pseudo-gradient takes the place of the derivative, as in Wapiti, and a coordinate that would change its sign stops at
 * 0, as in OWL-QN. One evaluation an iteration and no line search, so the value may rise for a while; 56n bytes.
 *
 * @param options limits and tolerances; the memory is not used
 * @param steps how steps change
 * @param workers who runs the loops over vectors
 */
public record Rprop(LbfgsOptions options, RpropOptions steps, Workers workers) implements BatchOptimizer {
    private static final String NAME = "Rprop";

    /** With default options, in the caller's thread. */
    public Rprop() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public Rprop(LbfgsOptions options) {
        this(options, RpropOptions.DEFAULTS, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        return new Steps(problem, steps);
    }

    private static final class Steps implements Method {
        private static final double FIRST_STEP = 0.1;
        private static final int MOST_HALVINGS = 60;

        /** Below this a number is 0 for Wapiti. */
        private static final double NOTHING = 64 * Math.ulp(1.0);

        private final RpropOptions options;
        private final Penalty penalty;
        private final double[] lengths; // [n]
        private final double[] before; // [n]: the derivatives that were followed last, 0 after going back
        private final double[] xBefore; // [n]: where the coordinates came from

        Steps(Problem problem, RpropOptions options) {
            int n = problem.function().dimension();
            this.options = options;
            this.penalty = problem.penalty();
            this.lengths = new double[n];
            this.before = new double[n];
            this.xBefore = new double[n];
            Arrays.fill(lengths, FIRST_STEP);
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            if (memory.isOf(NAME)) {
                System.arraycopy(memory.vectors().get(0), 0, lengths, 0, lengths.length);
                System.arraycopy(memory.vectors().get(1), 0, before, 0, before.length);
                System.arraycopy(memory.vectors().get(2), 0, xBefore, 0, xBefore.length);
            }
        }

        @Override
        public @Nullable StopReason step(BatchRun run) {
            Point from = run.point();
            Point to = run.trial();
            run.vectors().each(lengths.length, (begin, end) -> {
                for (int i = begin; i < end; i++) {
                    to.x[i] = move(i, from.x[i], from.gradient[i]);
                }
            });
            run.evaluate(to, null);
            for (int n = 0; !isFinite(to) && n < MOST_HALVINGS; n++) {
                for (int i = 0; i < lengths.length; i++) {
                    to.x[i] = from.x[i] + 0.5 * (to.x[i] - from.x[i]);
                    lengths[i] = Math.max(options.stepMin(), 0.5 * lengths[i]);
                }
                run.evaluate(to, null);
            }
            if (to.value == Double.NEGATIVE_INFINITY) {
                return StopReason.UNBOUNDED;
            }
            run.took(run.vectors().distance(to.x, from.x));
            return isFinite(to) ? null : StopReason.LINE_SEARCH_FAILED;
        }

        private static boolean isFinite(Point point) {
            return Double.isFinite(point.value) && Vectors.firstNotFinite(point.gradient) < 0;
        }

        private double move(int i, double x, double gradient) {
            double l1 = penalty.l1();
            boolean orthant = l1 > 0 && !options.cutoff();
            if (orthant && options.free()) {
                return moveFreely(i, x, gradient);
            }
            double derivative = orthant ? penalty.pseudoGradient(x, gradient) : gradient;
            if (l1 > 0 && options.cutoff() && isCut(i, x, gradient)) {
                xBefore[i] = x;
                before[i] = gradient;
                return 0;
            }
            double agreement = before[i] * derivative;
            if (agreement > 0) {
                lengths[i] = Math.min(lengths[i] * options.stepIncrease(), options.stepMax());
            } else if (agreement < 0) {
                lengths[i] = Math.max(lengths[i] * options.stepDecrease(), options.stepMin());
                if (options.backtracking()) {
                    before[i] = 0;
                    return xBefore[i];
                }
            }
            before[i] = derivative;
            xBefore[i] = x;
            double moved = x - lengths[i] * Math.signum(derivative);
            return orthant && x * moved < 0 ? 0 : moved;
        }

        /** Wapiti's rule without cut-off: the pseudo-gradient decides whether a coordinate moves, the derivative of the loss where. */
        private double moveFreely(int i, double x, double gradient) {
            double wanted = sign(penalty.pseudoGradient(Math.abs(x) <= NOTHING ? 0 : x, gradient));
            double agreement = sign(before[i]) * wanted;
            if (agreement > 0) {
                lengths[i] = Math.min(lengths[i] * options.stepIncrease(), options.stepMax());
            } else if (agreement < 0) {
                lengths[i] = Math.max(lengths[i] * options.stepDecrease(), options.stepMin());
            }
            if (options.backtracking() && agreement < 0) {
                before[i] = 0;
                return xBefore[i];
            }
            before[i] = gradient;
            xBefore[i] = x;
            boolean moves = !options.backtracking() || agreement > 0;
            double direction = sign(gradient);
            return moves && direction * wanted > 0 ? x - lengths[i] * direction : x;
        }

        private static double sign(double value) {
            return Math.abs(value) <= NOTHING ? 0 : Math.signum(value);
        }

        /** Wapiti's rule: λ₁ would hold the coordinate at 0, where it is or over which it has just swung. */
        private boolean isCut(int i, double x, double gradient) {
            boolean held = Math.abs(gradient + penalty.l1() * Math.signum(x)) < penalty.l1();
            return held && (x == 0 || (before[i] * gradient < 0 && xBefore[i] * x < 0));
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            // the steps were adapted already
        }

        @Override
        public Memory memory() {
            return Memory.of(NAME, new double[0], List.of(lengths.clone(), before.clone(), xBefore.clone()));
        }

        @Override
        public boolean monotone() {
            return false;
        }
    }
}
