package org.espalier.feature.table;

/**
 * Moves and scales a value so that the values it was learnt from have mean 0 and standard deviation 1: (x − mean) / scale.
 *
 * @param mean what is subtracted
 * @param scale what is then divided by; above 0
 */
public record Standardisation(double mean, double scale) {

    public Standardisation {
        if (!Double.isFinite(mean) || !(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException(
                    "mean " + mean + ", scale " + scale + "; expected a finite mean, and a finite scale above 0");
        }
    }

    /** The value in standard deviations from the mean. */
    public double apply(double value) {
        return (value - mean) / scale;
    }

    /** What standardises these values. */
    public static Standardisation of(double[] values) {
        Moments moments = new Moments();
        for (double value : values) {
            moments.add(value);
        }
        return moments.standardisation();
    }

    /** All values in standard deviations from the mean; NaN stays NaN. */
    public double[] applyAll(double[] values) {
        double[] standardised = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            standardised[i] = apply(values[i]);
        }
        return standardised;
    }

    /**
     * The moments of values that come one by one, in their order, by Welford's recurrence (1962): with d = x − mean, mean += d / n and
     * squares += d · (x − mean).
     */
    static final class Moments {
        private long count;
        private double mean;
        private double squares;

        void add(double value) {
            count++;
            double difference = value - mean;
            mean += difference / count;
            squares += difference * (value - mean);
        }

        long count() {
            return count;
        }

        /** Values that are all the same only lose their mean; those too large to be added up stay as they are. */
        Standardisation standardisation() {
            double deviation = Math.sqrt(squares / count);
            boolean usable = deviation > 0 && Double.isFinite(deviation) && Double.isFinite(mean);
            return new Standardisation(Double.isFinite(mean) ? mean : 0, usable ? deviation : 1);
        }
    }
}
