package org.espalier.continuous;

import java.util.Arrays;
import org.espalier.feature.table.Standardisation;

/**
 * What a continuous CRF says of the values of a sequence, in their own units.
 *
 * @see ContinuousCrf#predict
 */
public final class Prediction {
    private final double[] means;
    private final double[] deviations;
    private final double[] help;
    private final IntervalTable intervals;

    /**
     * From standardised values.
     *
     * @param mean of every value // [T]
     * @param variance 0 where it is known // [T]
     * @param help the share of the variance that known values take away // [T]
     */
    Prediction(double[] mean, double[] variance, double[] help, Standardisation target, IntervalTable intervals) {
        this.means = new double[mean.length];
        this.deviations = new double[mean.length];
        Arrays.setAll(means, t -> target.mean() + target.scale() * mean[t]);
        Arrays.setAll(deviations, t -> target.scale() * Math.sqrt(variance[t]));
        this.help = help;
        this.intervals = intervals;
    }

    public int length() {
        return means.length;
    }

    /** The expected value, which is the most probable one too; a known value itself. */
    public double mean(int position) {
        return means[position];
    }

    /** The standard deviation; 0 where the value is known. */
    public double deviation(int position) {
        return deviations[position];
    }

    /** The expected values. */
    public double[] means() {
        return means.clone();
    }

    /** The lower end of the interval of a level such as 0.9, see {@link #requireLevel}. */
    public double lower(int position, double level) {
        return means[position] + deviations[position] * intervals.of((1 - level) / 2, help[position]);
    }

    /** The upper end of the interval of a level. */
    public double upper(int position, double level) {
        return means[position] + deviations[position] * intervals.of((1 + level) / 2, help[position]);
    }

    /**
     * Checks the level of an interval.
     *
     * @throws IllegalArgumentException when it is not between 0.01 and 0.995
     */
    public static double requireLevel(double level) {
        if (!(level >= 0.01 && level <= 0.995)) {
            throw new IllegalArgumentException(
                    "the level of the interval is " + level + "; expected a number from 0.01 to 0.995, such as 0.9");
        }
        return level;
    }
}
