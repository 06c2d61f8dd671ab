package org.espalier.kernel;

import java.util.Arrays;
import org.espalier.parallel.LocalSum;

/**
 * Looks for the point that promises to lower the objective of kernel logistic regression most: for the column c that it
 * would add to L, one Newton step along each new coordinate lowers it by about
 * <pre>
 *   Σ_y g_y² / (2 h_y),      g_y = Σ_i c_i w_i (p_iy − [y = y_i]),      h_y = λ + Σ_i c_i² w_i p_iy (1 − p_iy)
 * </pre>
 * O(n (r + Y)) per candidate beside its row of the Gram matrix.
 */
final class CandidateSearch {
    private static final int BLOCK = 1024;

    private final KernelProblem problem;
    private final PivotedCholesky factor;
    private final double[][] derivatives; // [Y][n]
    private final double l2;
    private final LocalSum sum;

    CandidateSearch(KernelProblem problem, PivotedCholesky factor, DualLogisticFunction function, double l2) {
        this.problem = problem;
        this.factor = factor;
        this.derivatives = function.derivatives();
        this.l2 = l2;
        this.sum = new LocalSum(problem.workers());
    }

    /** The best candidate, the first of equals; −1 when there is none. */
    int best(int[] candidates) {
        int classes = problem.classes();
        int blocks = (problem.size() + BLOCK - 1) / BLOCK;
        double[] column = new double[problem.size()];
        double[] sums = new double[2 * classes]; // of g, then of h
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int candidate : candidates) {
            double[] row = problem.gram().row(candidate);
            Arrays.fill(sums, 0, classes, 0.0);
            Arrays.fill(sums, classes, 2 * classes, l2);
            sum.add(blocks, row, 0, sums, (number, at, worker, share) -> {
                int begin = number * BLOCK;
                int end = Math.min(problem.size(), begin + BLOCK);
                factor.column(candidate, at, begin, end, column);
                sum(column, begin, end, share);
                return 0;
            });
            double decrease = decrease(sums);
            if (decrease > most) {
                most = decrease;
                best = candidate;
            }
        }
        return best;
    }

    /** The block's share of g and h // [2][Y]. */
    private void sum(double[] column, int begin, int end, double[] into) {
        int classes = problem.classes();
        for (int y = 0; y < classes; y++) {
            double slope = 0;
            double curvature = 0;
            for (int i = begin; i < end; i++) {
                double weight = problem.weights()[i];
                double derivative = derivatives[y][i];
                double probability = derivative / weight + (problem.labels()[i] == y ? 1 : 0);
                slope += column[i] * derivative;
                curvature += column[i] * column[i] * weight * probability * (1 - probability);
            }
            into[y] = slope;
            into[classes + y] = curvature;
        }
    }

    private double decrease(double[] sums) {
        int classes = problem.classes();
        double decrease = 0;
        for (int y = 0; y < classes; y++) {
            decrease += sums[y] * sums[y] / (2 * sums[classes + y]);
        }
        return decrease;
    }
}
