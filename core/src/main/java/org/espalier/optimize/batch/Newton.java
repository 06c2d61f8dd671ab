package org.espalier.optimize.batch;

import java.util.Arrays;
import org.espalier.optimize.Function;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;

/**
 * Newton–Raphson with the whole Hessian, for small problems: d = −(∇²F + μI)⁻¹∇F, then a line search that first tries
 * the full step.
 *
 * <p>The Hessian is made column by column from n {@linkplain Function#timesHessian Hessian·vector products}, solved by Cholesky decomposition, and
 * damped (μ &gt; 0) only where it is not positive definite. Quadratic convergence: a handful of iterations to the last digit. Each
 * costs n products, counted as n evaluations, n³/6 multiplications and 16n² bytes; n is at most {@value #MAX_DIMENSION}.
 *
 * @param options limits and tolerances; the memory is not used
 * @param workers who runs the loops over vectors
 */
public record Newton(LbfgsOptions options, Workers workers) implements BatchOptimizer {
    /** The most variables. */
    public static final int MAX_DIMENSION = 2000;

    private static final String NAME = "Newton's method";

    /** With default options, in the caller's thread. */
    public Newton() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public Newton(LbfgsOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        Criteria.requireSmooth(NAME, problem.penalty());
        Criteria.requireHessian(NAME, problem.function());
        Criteria.requireSmall(NAME, problem.function().dimension(), MAX_DIMENSION);
        return new Steps(problem, options);
    }

    private static final class Steps extends LineMethod {
        private final double[] unit; // [n]
        private final double[][] hessian; // [n][n]
        private boolean steepest;

        Steps(Problem problem, LbfgsOptions options) {
            super(problem, options, LineSearch.FLATNESS);
            this.unit = new double[direction.length];
            this.hessian = new double[direction.length][direction.length];
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            // the point says everything
        }

        @Override
        boolean isSteepest() {
            return steepest;
        }

        @Override
        void choose(BatchRun run) {
            run.landscape().steepestDescent(run.point(), direction);
            if (!steepest && computeHessian(run)) {
                Cholesky.of(hessian).solve(direction);
            }
        }

        /** False where it is not finite. */
        private boolean computeHessian(BatchRun run) {
            Function function = run.problem().function();
            double l2 = run.problem().penalty().l2();
            for (int i = 0; i < unit.length; i++) {
                Arrays.fill(unit, 0.0);
                unit[i] = 1;
                function.timesHessian(run.point().x, unit, hessian[i]);
                hessian[i][i] += l2;
                if (Vectors.firstNotFinite(hessian[i]) >= 0) {
                    return false;
                }
            }
            run.count(unit.length);
            return true;
        }

        @Override
        double firstStep(BatchRun run) {
            return steepest ? 1 / run.vectors().norm(direction) : 1;
        }

        @Override
        void forget() {
            steepest = true;
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            steepest = false;
        }

        @Override
        public Memory memory() {
            return Memory.NONE;
        }
    }
}
