package org.espalier.optimize;

import java.util.Arrays;

/**
 * What the stop criteria remember of earlier iterations; immutable.
 *
 * @param recent the values before the current one, oldest first
 * @param bestValue the lowest value so far
 * @param bestGradientNorm the smallest gradient norm so far
 * @param stalled the latest iterations in a row that improved neither
 */
@SuppressWarnings("ArrayRecordComponent") // never written after construction
public record Trace(double[] recent, double bestValue, double bestGradientNorm, int stalled) {

    /** The most values that it remembers. */
    public static final int MOST_RECENT = 100_000;

    /** The trace of a run that has not moved yet. */
    public static Trace at(double value, double gradientNorm) {
        return new Trace(new double[0], value, gradientNorm, 0);
    }

    /** This trace after a step from one value to another. */
    public Trace next(double before, double value, double gradientNorm, int period) {
        int kept = Math.min(recent.length, period - 1);
        double[] values = Arrays.copyOfRange(recent, recent.length - kept, recent.length + 1);
        values[kept] = before;
        boolean better = value < bestValue || gradientNorm < bestGradientNorm;
        return new Trace(
                values, Math.min(bestValue, value), Math.min(bestGradientNorm, gradientNorm), better ? 0 : stalled + 1);
    }

    /** Whether the objective changed by less than tolerance · |value before| over the last {@code period} iterations. */
    public boolean steady(double value, double tolerance, int period) {
        if (recent.length < period) {
            return false;
        }
        double before = recent[recent.length - period];
        return Math.abs(before - value) < tolerance * Math.abs(before);
    }

    /** Whether the objective fell by less than tolerance · |value| over the last {@code period} iterations. */
    public boolean flat(double value, double tolerance, int period) {
        return tolerance > 0
                && recent.length >= period
                && recent[recent.length - period] - value <= tolerance * Math.abs(value);
    }
}
