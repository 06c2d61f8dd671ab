package org.espalier.evaluate;

/** Compares predicted numbers with known ones, as they come. One thread at a time. */
public final class RegressionEvaluation {
    private final double level;
    private long values;
    private double mean; // of the known numbers, by Welford's recurrence
    private double spread; // Σ (value − mean)²
    private double squares;
    private double absolutes;
    private long covered;
    private double widths;
    private double logLikelihood;

    /**
     * An evaluation.
     *
     * @param level of the intervals, as it is told with the scores
     */
    public RegressionEvaluation(double level) {
        this.level = level;
    }

    /** Adds a number, what it was predicted to be, and its interval. */
    public void add(double value, double predicted, double lower, double upper) {
        values++;
        double before = value - mean;
        mean += before / values;
        spread += before * (value - mean);
        double error = value - predicted;
        squares += error * error;
        absolutes += Math.abs(error);
        covered += value >= lower && value <= upper ? 1 : 0;
        widths += upper - lower;
    }

    /** Adds the logarithm of the density of all numbers of a sequence. */
    public void addLogLikelihood(double logDensity) {
        logLikelihood += logDensity;
    }

    /** What came of it, once there is a value. */
    public RegressionScores scores() {
        if (values == 0) {
            throw new IllegalStateException("no values were compared");
        }
        return new RegressionScores(
                values,
                Math.sqrt(squares / values),
                absolutes / values,
                spread > 0 ? 1 - squares / spread : Double.NaN,
                level,
                (double) covered / values,
                widths / values,
                logLikelihood / values);
    }
}
