package org.espalier.evaluate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What predictions of numbers are worth.
 *
 * @param values how many were compared
 * @param rootMeanSquare the root of the mean squared error (RMSE)
 * @param meanAbsolute the mean absolute error (MAE)
 * @param determination R²: the share of the variance that is explained, 1 − Σ error² / Σ (value − mean)²; NaN where all values are equal
 * @param level of the intervals
 * @param coverage the share of values within theirs
 * @param width of the intervals, on average
 * @param logLikelihood the logarithm of the values' joint density, per value
 */
public record RegressionScores(
        long values,
        double rootMeanSquare,
        double meanAbsolute,
        double determination,
        double level,
        double coverage,
        double width,
        double logLikelihood) {

    /** For people. */
    public String text() {
        return String.format(
                        Locale.ROOT,
                        "values:         %,d%nRMSE:           %.4f%nMAE:            %.4f%nR2:             %.4f%ncoverage:       %.2f%%"
                                + " of the %s%% intervals, %.4f wide on average%nlog-likelihood: %.4f per value%n",
                        values,
                        rootMeanSquare,
                        meanAbsolute,
                        determination,
                        100 * coverage,
                        Math.round(1000 * level) / 10.0,
                        width,
                        logLikelihood)
                .replace("\r", "");
    }

    /** For programs. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("values", values);
        map.put("rmse", rootMeanSquare);
        map.put("mae", meanAbsolute);
        if (!Double.isNaN(determination)) {
            map.put("r2", determination);
        }
        map.put("level", level);
        map.put("coverage", coverage);
        map.put("width", width);
        map.put("logLikelihood", logLikelihood);
        return map;
    }
}
