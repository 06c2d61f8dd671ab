package org.espalier.optimize.stochastic;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.espalier.optimize.CalibrationReport;

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
    private final List<CalibrationReport.Trial> trials = new ArrayList<>();

    private Calibration(CalibrationOptions options, double initial, DoubleUnaryOperator trial) {
        this.options = options;
        this.initial = initial;
        this.trial = trial;
        this.bestRate = options.firstRate();
    }

    /**
     * Finds the rate with the lowest value.
     *
     * @param samples how many terms are tried on, for the report
     * @param initial the objective before the epoch, which a candidate must lower
     * @param trial the objective after an epoch with a rate
     */
    static CalibrationReport run(CalibrationOptions options, int samples, double initial, DoubleUnaryOperator trial) {
        Calibration calibration = new Calibration(options, initial, trial);
        calibration.walk(options.firstRate(), options.factor());
        calibration.walk(options.firstRate() / options.factor(), 1 / options.factor());
        return new CalibrationReport(samples, initial, calibration.trials, calibration.bestRate);
    }

    /** Tries rates in one direction until they get worse; downwards it goes on as long as none was good enough at all. */
    private void walk(double first, double factor) {
        double rate = first;
        int candidates = 0;
        while (trials.size() < options.trials() && candidates < options.candidates()) {
            double value = trial.applyAsDouble(rate);
            trials.add(new CalibrationReport.Trial(rate, value));
            boolean good = value < initial; // false for NaN
            boolean better = value < bestValue && (good || options.exhaustive());
            candidates += good ? 1 : 0;
            if (better) {
                bestValue = value;
                bestRate = rate;
            } else if (!options.exhaustive() && bestValue == Double.POSITIVE_INFINITY) {
                bestRate = rate; // better too small than too large
            }
            if (isOver(good, better, factor)) {
                return;
            }
            rate *= factor;
        }
    }

    /** Whether a rate says enough of those beyond it. */
    private boolean isOver(boolean good, boolean better, double factor) {
        if (options.exhaustive()) {
            return !good && factor > 1;
        }
        return !better && (factor > 1 || bestValue < Double.POSITIVE_INFINITY);
    }
}
