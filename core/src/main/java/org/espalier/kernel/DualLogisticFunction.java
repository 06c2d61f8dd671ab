package org.espalier.kernel;

import java.util.Arrays;
import org.espalier.optimize.Function;
import org.espalier.parallel.Workers;

/**
 * The objective of kernel logistic regression in the coordinates of a {@link PivotedCholesky}:
 * <pre>
 *   Σ_i w_i (log Σ_y exp F_iy − F_{i,y_i}) + ½λ Σ_y ‖β_y‖²,      F_y = L β_y + b_y,      ‖β_y‖² = α_yᵀ K α_y
 * </pre>
 * The variables are β by column and label, then the biases, which are not penalised // [r][Y], [Y]. Two passes over L per
 * evaluation, O(n r Y).
 */
final class DualLogisticFunction implements Function {
    private final PivotedCholesky factor;
    private final SoftmaxLoss loss;
    private final int classes;
    private final double l2;
    private final boolean bias;
    private final Workers workers;
    private final double[][] scores; // F, then its derivatives // [Y][n]

    DualLogisticFunction(
            PivotedCholesky factor,
            SoftmaxLoss loss,
            int points,
            int classes,
            double l2,
            boolean bias,
            Workers workers) {
        this.factor = factor;
        this.loss = loss;
        this.classes = classes;
        this.l2 = l2;
        this.bias = bias;
        this.workers = workers;
        this.scores = new double[classes][points];
    }

    @Override
    public int dimension() {
        return (factor.rank() + (bias ? 1 : 0)) * classes;
    }

    /** The derivatives of the losses by the scores, as of the last evaluation // [Y][n]. */
    double[][] derivatives() {
        return scores;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        double value = loss.evaluate(x, scores, this::score);
        int rank = factor.rank();
        workers.run(rank + (bias ? 1 : 0), (k, worker) -> {
            for (int y = 0; y < classes; y++) {
                gradient[k * classes + y] = k < rank
                        ? dot(factor.column(k), scores[y]) + l2 * x[k * classes + y]
                        : Arrays.stream(scores[y]).sum();
            }
        });
        double square = 0;
        for (int k = 0; k < rank * classes; k++) {
            square += x[k] * x[k];
        }
        return value + 0.5 * l2 * square;
    }

    private void score(double[] x, int begin, int end) {
        int rank = factor.rank();
        for (int y = 0; y < classes; y++) {
            Arrays.fill(scores[y], begin, end, bias ? x[rank * classes + y] : 0);
        }
        for (int k = 0; k < rank; k++) {
            double[] column = factor.column(k);
            for (int y = 0; y < classes; y++) {
                double beta = x[k * classes + y];
                double[] target = scores[y];
                for (int i = begin; i < end; i++) {
                    target[i] += beta * column[i];
                }
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
