package org.espalier.online;

import java.util.Arrays;

/**
 * Hildreth's method for max Σ<sub>i</sub> α<sub>i</sub>b<sub>i</sub> − ½αᵀGα with 0 ≤ α<sub>i</sub> ≤ C: one coordinate after
 * the other takes its optimum given the others,
 *
 * <pre>
 *   α_i ← min(C, max(0, α_i + (b_i − (Gα)_i) / G_{ii}))
 * </pre>
 *
 * until none moves, which is the optimum for every positive semi-definite G. A sweep costs k².
 *
 * <p>Hildreth, <em>A quadratic programming procedure</em>, 1957; Censor and Zenios, <em>Parallel Optimization</em>, 1997.
 */
final class Hildreth {
    /** Enough for the small, often nearly dependent programmes of n-best lists. */
    private static final int MAX_SWEEPS = 10_000;

    private static final double TOLERANCE = 1e-10;

    private double[] gradient = {}; // b − Gα

    /**
     * Solves.
     *
     * @param gram G // [size][size]
     * @param target b // [size]
     * @param bound C, may be infinite
     * @param alphas overwritten with α // [size]
     */
    void solve(double[] gram, double[] target, int size, double bound, double[] alphas) {
        if (gradient.length < size) {
            gradient = new double[size];
        }
        double largest = 0;
        for (int i = 0; i < size; i++) {
            gradient[i] = target[i];
            largest = Math.max(largest, Math.abs(target[i]));
        }
        Arrays.fill(alphas, 0, size, 0.0);
        double tolerance = TOLERANCE * largest;
        for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
            if (sweep(gram, size, bound, alphas) <= tolerance) {
                return;
            }
        }
    }

    /** Moves every coordinate once and returns the largest change of a constraint's value by its own coordinate. */
    private double sweep(double[] gram, int size, double bound, double[] alphas) {
        double moved = 0;
        for (int i = 0; i < size; i++) {
            double curvature = gram[i * size + i];
            if (curvature <= 0) {
                continue; // δ = 0: no step changes this constraint
            }
            double alpha = Math.min(bound, Math.max(0, alphas[i] + gradient[i] / curvature));
            double change = alpha - alphas[i];
            if (change != 0) {
                alphas[i] = alpha;
                for (int j = 0; j < size; j++) {
                    gradient[j] -= change * gram[i * size + j];
                }
                moved = Math.max(moved, Math.abs(change) * curvature);
            }
        }
        return moved;
    }
}
