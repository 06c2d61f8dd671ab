package org.espalier.optimize;

import java.util.function.DoubleUnaryOperator;

/**
 * Finds the rate of a stochastic optimiser by trying: from the first rate upwards while the objective after one epoch gets
 * lower, then downwards from it (Bottou; CRFsuite's l2sgd).
 */
final class Calibration {
    private final CalibrationOptions options;
    private final double initial;
    private final DoubleUnaryOperator trial;
    private double bestRate;
    private double bestValue = Double.POSITIVE_INFINITY;
    private int trials;

    private Calibration(CalibrationOptions options, double initial, DoubleUnaryOperator trial) {
        this.options = options;
        this.initial = initial;
        this.trial = trial;
        this.bestRate = options.firstRate();
    }

    /**
     * The rate with the lowest value.
     *
     * @param initial the objective before the epoch, which a candidate must lower
     * @param trial the objective after an epoch with a rate
     */
    static double rate(CalibrationOptions options, double initial, DoubleUnaryOperator trial) {
        Calibration calibration = new Calibration(options, initial, trial);
        calibration.walk(options.firstRate(), options.factor());
        calibration.walk(options.firstRate() / options.factor(), 1 / options.factor());
        return calibration.bestRate;
    }

    /** Tries rates in one direction until they get worse; downwards it goes on as long as none was good enough at all. */
    private void walk(double first, double factor) {
        double rate = first;
        int candidates = 0;
        while (trials < options.trials() && candidates < options.candidates()) {
            trials++;
            double value = trial.applyAsDouble(rate);
            boolean good = value < initial; // false for NaN
            candidates += good ? 1 : 0;
            if (good && value < bestValue) {
                bestValue = value;
                bestRate = rate;
            } else if (isOver(good, factor)) {
                return;
            } else if (!options.exhaustive()) {
                bestRate = rate; // better too small than too large
            }
            rate *= factor;
        }
    }

    /** Whether a rate that is not the best says enough of those beyond it. */
    private boolean isOver(boolean good, double factor) {
        if (options.exhaustive()) {
            return !good && factor > 1;
        }
        return factor > 1 || bestValue < Double.POSITIVE_INFINITY;
    }
}
