package org.espalier.optimize.batch;

import org.espalier.optimize.BlockFunction;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.StopReason;
import org.espalier.parallel.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Block coordinate descent for L1 and elastic-net penalties (Sokolovska, Lavergne, Cappé &amp; Yvon 2010; Wapiti's bcd): one block of
 * variables after the other is moved to the minimum of a model with a diagonal Hessian, which the penalty makes sparse in closed form.
 *
 * <pre>
 *   xᵢ ← soft(hᵢxᵢ − gᵢ, λ₁) / (hᵢ + λ₂),   hᵢ = κ·max(∂²f/∂xᵢ², |◇ᵢ|),   soft(z, λ) = sign(z)·max(0, |z| − λ)
 * </pre>
 *
 * <p>where g is the gradient of f for the block and ◇ the pseudo-gradient, which keeps a coordinate from moving by more than 1/κ. Wapiti takes the largest ratio of the block
 * instead of each coordinate's own. κ makes up for what is not on the diagonal; when a sweep over all blocks does not lower the objective it is taken back
 * and κ doubled, so that the method always converges. One iteration is one sweep, which needs as many passes as an average term has blocks.
 *
 * @param options limits and tolerances; the memory is not used
 * @param kappa κ, at least 1 (Wapiti's default 1.5)
 * @param workers who runs the loops over vectors
 */
public record BlockCoordinateDescent(LbfgsOptions options, double kappa, Workers workers) implements BatchOptimizer {
    /** Wapiti's default. */
    public static final double DEFAULT_KAPPA = 1.5;

    private static final String NAME = "block coordinate descent";

    public BlockCoordinateDescent {
        if (!(kappa >= 1) || Double.isInfinite(kappa)) {
            throw new IllegalArgumentException("kappa = " + kappa + "; expected a number of at least 1");
        }
    }

    /** With default options, in the caller's thread. */
    public BlockCoordinateDescent() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public BlockCoordinateDescent(LbfgsOptions options) {
        this(options, DEFAULT_KAPPA, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        if (problem.function() instanceof BlockFunction blocks) {
            return new Sweeps(blocks, problem.penalty(), kappa);
        }
        throw new IllegalArgumentException(
                "block coordinate descent needs a function with blocks; use OWL-QN, which needs none");
    }

    private static final class Sweeps implements Method {
        private static final int MOST_DOUBLINGS = 60;

        private final BlockFunction function;
        private final Penalty penalty;
        private final double[] gradient; // [the largest block]
        private final double[] curvature; // [the largest block]
        private double kappa;

        Sweeps(BlockFunction function, Penalty penalty, double kappa) {
            this.function = function;
            this.penalty = penalty;
            this.kappa = kappa;
            int largest = 0;
            for (int b = 0; b < function.blocks(); b++) {
                largest = Math.max(largest, function.blockBegin(b + 1) - function.blockBegin(b));
            }
            this.gradient = new double[largest];
            this.curvature = new double[largest];
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            if (memory.isOf(NAME)) {
                kappa = memory.scalars()[0];
            }
        }

        @Override
        public @Nullable StopReason step(BatchRun run) {
            Point from = run.point();
            Point to = run.trial();
            for (int n = 0; n < MOST_DOUBLINGS; n++) {
                System.arraycopy(from.x, 0, to.x, 0, to.x.length);
                for (int block = 0; block < function.blocks(); block++) {
                    move(block, to.x);
                }
                run.count((int) Math.ceil(function.passesPerSweep()));
                run.evaluate(to, null);
                if (to.value == Double.NEGATIVE_INFINITY) {
                    return StopReason.UNBOUNDED;
                }
                if (to.value <= from.value + LineSearch.noise(from.value)) {
                    run.took(run.vectors().distance(to.x, from.x));
                    return null;
                }
                kappa *= 2;
            }
            return StopReason.LINE_SEARCH_FAILED;
        }

        private void move(int block, double[] x) {
            int begin = function.blockBegin(block);
            int size = function.blockBegin(block + 1) - begin;
            function.evaluateBlock(block, x, gradient, curvature);
            double l2 = penalty.l2();
            for (int k = 0; k < size; k++) {
                double old = x[begin + k];
                double pseudo = penalty.pseudoGradient(old, gradient[k] + l2 * old);
                if (pseudo != 0) {
                    double h = kappa * Math.max(curvature[k], Math.abs(pseudo));
                    x[begin + k] = soft(h * old - gradient[k], penalty.l1()) / (h + l2);
                }
            }
        }

        private static double soft(double z, double threshold) {
            return Math.copySign(Math.max(0, Math.abs(z) - threshold), z);
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            // nothing to learn
        }

        @Override
        public Memory memory() {
            return Memory.of(NAME, kappa);
        }
    }
}
