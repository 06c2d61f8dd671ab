package org.espalier.optimize.stochastic;

import org.espalier.optimize.Vectors;

/**
 * The weighted mean of all points of a run in O(places that change) per step.
 *
 * <p>With points sₖvₖ, where vₖ = vₖ₋₁ + δₖ changes in few places, and P<sub>k</sub> = Σ<sub>j≤k</sub> ωⱼsⱼ,
 *
 * <pre>
 *   Σₖ ωₖsₖvₖ = P·v − Σₖ Pₖ₋₁·δₖ
 * </pre>
 *
 * so only P and the second sum are kept. Folded into the mean at the end of an epoch, O(n).
 */
public final class RunningMean {
    private final double[] mean;
    private final double[] corrections; // Σ Pₖ₋₁·δₖ since the last fold
    private double product; // P
    private double weight; // Σ ω since the last fold
    private double total; // Σ ω before it

    /** Of no point yet. */
    public RunningMean(int dimension) {
        this.mean = new double[dimension];
        this.corrections = new double[dimension];
    }

    /** Pₖ₋₁: what a change of v counts in {@link #corrections()}. */
    public double product() {
        return product;
    }

    /** Where Pₖ₋₁·δₖ is to be added. */
    public double[] corrections() {
        return corrections;
    }

    /** Takes the point after a step. */
    public void take(double scale, double pointWeight) {
        product += pointWeight * scale;
        weight += pointWeight;
    }

    /** Adds the points since the last fold to the mean. */
    public void fold(double[] v, Vectors vectors) {
        if (weight == 0) {
            return;
        }
        total += weight;
        double share = weight / total;
        double factor = product / weight;
        double inverse = 1 / weight;
        vectors.each(mean.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                mean[i] += share * (factor * v[i] - inverse * corrections[i] - mean[i]);
                corrections[i] = 0;
            }
        });
        product = 0;
        weight = 0;
    }

    /** Whether no point has been folded in. */
    public boolean isEmpty() {
        return total == 0;
    }

    /** The mean itself, not a copy. */
    public double[] mean() {
        return mean;
    }
}
