package org.espalier.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.parallel.Workers;

/**
 * K ≈ L Lᵀ, built column by column from chosen points, the pivots P (Fine &amp; Scheinberg 2001):
 * <pre>
 *   column of pivot p:  c = (K_p − L L_pᵀ) / √r_p,      residual diagonal r = diag(K) − Σ_k L_k²
 * </pre>
 * Column k is the part of the kernel function of pivot k that is orthogonal to those before it, evaluated at all points, so
 * f = Lβ has the norm ‖β‖ in the kernel's space, and f = Σ_p α_p K(x_p, ·) with L_PPᵀ α = β. After pivots until r vanishes
 * the equation is exact. O(n k) per column beside the row of the Gram matrix; 8n bytes each.
 */
final class PivotedCholesky {
    private static final int BLOCK = 1024;

    private final GramCache gram;
    private final Workers workers;
    private final List<double[]> columns = new ArrayList<>(); // [r][n]
    private final List<Integer> pivots = new ArrayList<>();
    private final double[] residual; // [n]
    private final double threshold;

    /**
     * Without any pivot.
     *
     * @param tolerance a point whose residual is below this share of the largest diagonal is as good as represented
     */
    PivotedCholesky(GramCache gram, double tolerance, Workers workers) {
        this.gram = gram;
        this.workers = workers;
        this.residual = new double[gram.size()];
        Arrays.setAll(residual, gram::diagonal);
        this.threshold = tolerance * Arrays.stream(residual).max().orElse(0);
    }

    /** The number r of pivots. */
    int rank() {
        return pivots.size();
    }

    List<Integer> pivots() {
        return pivots;
    }

    /** Column k of L // [n]. */
    double[] column(int k) {
        return columns.get(k);
    }

    /** Whether a point is not represented by the pivots yet. */
    boolean isOpen(int i) {
        return residual[i] > threshold;
    }

    /** The point with the largest residual, or −1 when all are represented. */
    int largest() {
        int best = 0;
        for (int i = 1; i < residual.length; i++) {
            if (residual[i] > residual[best]) {
                best = i;
            }
        }
        return residual.length > 0 && isOpen(best) ? best : -1;
    }

    /** Makes an open point the next pivot. */
    void add(int pivot) {
        double[] column = new double[residual.length];
        double[] row = gram.row(pivot);
        workers.run((residual.length + BLOCK - 1) / BLOCK, (number, worker) -> {
            int begin = number * BLOCK;
            int end = Math.min(residual.length, begin + BLOCK);
            column(pivot, row, begin, end, column);
            for (int i = begin; i < end; i++) {
                residual[i] -= column[i] * column[i];
            }
        });
        residual[pivot] = 0;
        columns.add(column);
        pivots.add(pivot);
    }

    /**
     * The entries begin … end−1 of the column that a point would add.
     *
     * @param row its row of the Gram matrix // [n]
     * @param into // [n]
     */
    void column(int pivot, double[] row, int begin, int end, double[] into) {
        // Computed anew, because another block may be changing the residuals meanwhile.
        double root = Math.sqrt(pivotResidual(pivot));
        System.arraycopy(row, begin, into, begin, end - begin);
        for (double[] column : columns) {
            double factor = column[pivot];
            for (int i = begin; i < end; i++) {
                into[i] -= factor * column[i];
            }
        }
        for (int i = begin; i < end; i++) {
            into[i] /= root;
        }
    }

    private double pivotResidual(int pivot) {
        double left = gram.diagonal(pivot);
        for (double[] column : columns) {
            left -= column[pivot] * column[pivot];
        }
        return left;
    }

    /** Solves L_PPᵀ α = β by substitution from the last pivot on; β becomes α // [r]. */
    void toCoefficients(double[] beta) {
        for (int k = beta.length - 1; k >= 0; k--) {
            double sum = beta[k];
            for (int later = k + 1; later < beta.length; later++) {
                sum -= columns.get(k)[pivots.get(later)] * beta[later];
            }
            beta[k] = sum / columns.get(k)[pivots.get(k)];
        }
    }
}
