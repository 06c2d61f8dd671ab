package org.espalier.optimize.batch;

import java.util.Arrays;
import java.util.List;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;

/**
 * BFGS with the whole inverse Hessian (Broyden, Fletcher, Goldfarb &amp; Shanno 1970), for small problems.
 *
 * <pre>
 *   d = −H∇F,   H ← (I − ρsyᵀ) H (I − ρysᵀ) + ρssᵀ,   ρ = 1 / s·y
 * </pre>
 *
 * <p>H starts as (s·y / y·y)·I at the first step. It forgets nothing, so that it needs fewer iterations than {@link Lbfgs}; each costs one evaluation
 * and 4n² multiplications, and H takes 8n² bytes, so n is at most {@value #MAX_DIMENSION}.
 *
 * @param options limits and tolerances; the memory is not used
 * @param workers who runs the loops over vectors
 */
public record Bfgs(LbfgsOptions options, Workers workers) implements BatchOptimizer {
    /** The most variables: H then takes 128 MB. */
    public static final int MAX_DIMENSION = Memory.MOST_VECTORS;

    private static final String NAME = "BFGS";

    /** With default options, in the caller's thread. */
    public Bfgs() {
        this(LbfgsOptions.DEFAULTS);
    }

    /** In the caller's thread. */
    public Bfgs(LbfgsOptions options) {
        this(options, new Workers(1));
    }

    @Override
    public Method method(Problem problem) {
        Criteria.requireSmooth(NAME, problem.penalty());
        Criteria.requireSmall(NAME, problem.function().dimension(), MAX_DIMENSION);
        return new Steps(problem, options);
    }

    private static final class Steps extends LineMethod {
        private final double[] s; // [n]
        private final double[] y; // [n]
        private final double[] hy; // [n]: H·y
        private double[][] inverse = {}; // H [n][n], or [0][] before the first step

        Steps(Problem problem, LbfgsOptions options) {
            super(problem, options, LineSearch.FLATNESS);
            this.s = new double[direction.length];
            this.y = new double[direction.length];
            this.hy = new double[direction.length];
        }

        @Override
        public void begin(BatchRun run, Memory memory) {
            if (memory.isOf(NAME)) {
                inverse = memory.vectors().stream().map(double[]::clone).toArray(double[][]::new);
            }
        }

        @Override
        boolean isSteepest() {
            return inverse.length == 0;
        }

        @Override
        void choose(BatchRun run) {
            if (inverse.length == 0) {
                run.landscape().steepestDescent(run.point(), direction);
                return;
            }
            multiply(run.vectors(), run.point().gradient, direction);
            run.vectors().scale(-1, direction);
        }

        private void multiply(Vectors vectors, double[] v, double[] into) {
            for (int i = 0; i < into.length; i++) {
                into[i] = vectors.dot(inverse[i], v);
            }
        }

        @Override
        double firstStep(BatchRun run) {
            return inverse.length == 0 ? 1 / run.vectors().norm(direction) : 1;
        }

        @Override
        void forget() {
            inverse = new double[0][];
        }

        @Override
        public void accept(BatchRun run, Point from, Point to) {
            Vectors vectors = run.vectors();
            for (int i = 0; i < s.length; i++) {
                s[i] = to.x[i] - from.x[i];
                y[i] = to.gradient[i] - from.gradient[i];
            }
            double yy = vectors.dot(y, y);
            double curvature = Memory.Pair.usableCurvature(vectors.dot(s, y), vectors.dot(s, s), yy);
            if (!(curvature > 0)) {
                return;
            }
            if (inverse.length == 0) {
                inverse = new double[s.length][s.length];
                for (int i = 0; i < s.length; i++) {
                    inverse[i][i] = curvature / yy;
                }
            }
            multiply(vectors, y, hy);
            double rho = 1 / curvature;
            double factor = rho * (1 + rho * vectors.dot(y, hy));
            for (int i = 0; i < s.length; i++) {
                double[] row = inverse[i];
                double a = factor * s[i] - rho * hy[i];
                double b = rho * s[i];
                for (int j = 0; j < row.length; j++) {
                    row[j] += a * s[j] - b * hy[j];
                }
            }
        }

        @Override
        public Memory memory() {
            return Memory.of(
                    NAME,
                    new double[0],
                    List.copyOf(Arrays.stream(inverse).map(double[]::clone).toList()));
        }
    }
}
