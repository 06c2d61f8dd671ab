package org.espalier.continuous;

import java.util.Arrays;

/**
 * How far values really are from their predictions, in predicted standard deviations: quantiles of (y − mean) / deviation on data that the
 * predictions have not seen.
 *
 * <p>An interval of a level p reaches from the quantile (1 − p) / 2 to the quantile (1 + p) / 2. So it covers a share p of such data
 * whatever the shape of the errors, and is as lopsided as they are; a normal distribution is not assumed.
 */
final class ResidualQuantiles {
    /** The quantiles 0, 1/400, …, 1: levels between 0.005 and 0.995 lie between two of them. */
    static final int STEPS = 400;

    private final double[] quantiles; // [STEPS + 1], ascending

    ResidualQuantiles(double[] quantiles) {
        this.quantiles = quantiles.clone();
        boolean ascending = quantiles.length == STEPS + 1;
        for (int i = 0; ascending && i <= STEPS; i++) {
            ascending = Double.isFinite(quantiles[i]) && (i == 0 || quantiles[i] >= quantiles[i - 1]);
        }
        if (!ascending) {
            throw new IllegalArgumentException(
                    "the quantiles of the residuals are not " + (STEPS + 1) + " finite numbers in ascending order");
        }
    }

    /**
     * The quantiles of residuals.
     *
     * @param residuals in standard deviations, at least one; sorted in place
     */
    static ResidualQuantiles of(double[] residuals) {
        Arrays.sort(residuals);
        double[] quantiles = new double[STEPS + 1];
        for (int i = 0; i <= STEPS; i++) {
            quantiles[i] = between(residuals, (double) i / STEPS);
        }
        return new ResidualQuantiles(quantiles);
    }

    /** The quantile of a share, from 0 to 1, in standard deviations. */
    double of(double share) {
        return between(quantiles, share);
    }

    private static double between(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    double[] toArray() {
        return quantiles.clone();
    }
}
