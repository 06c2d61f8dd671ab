package org.espalier.continuous;

/**
 * Where intervals end, in predicted standard deviations.
 *
 * <p>Errors have another shape where neighbours are known than where nothing is. So there are two tables, and a position uses a mixture
 * of them: by the share of its variance that known values take away.
 *
 * @param alone the residuals of predictions without known values
 * @param beside those of values between known ones
 */
record IntervalTable(ResidualQuantiles alone, ResidualQuantiles beside) {

    /** From residuals, which are sorted in place; at least one of each. */
    static IntervalTable of(double[] alone, double[] beside) {
        return new IntervalTable(ResidualQuantiles.of(alone), ResidualQuantiles.of(beside));
    }

    /**
     * The quantile of a share of cases.
     *
     * @param help the share of the variance that known values take away, 0 where there are none
     */
    double of(double share, double help) {
        return (1 - help) * alone.of(share) + help * beside.of(share);
    }
}
