package org.espalier.optimize.stochastic;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Options of the optimisers that visit the terms of a sum one by one: {@link Sgd}, {@link SgdL1}, {@link AdaGrad}, {@link
 * Adam}, {@link Sag}, {@link Subgradient}, {@link org.espalier.optimize.dual.FrankWolfe}. Each says which of them it uses.
 *
 * @param epochs traversals of the terms at most
 * @param rate the first step size, 0 to have it {@linkplain #calibration calibrated}
 * @param decay how the rate falls; its meaning is the optimiser's, and so is 0
 * @param batch how many terms are visited at the same x, each by one of the workers
 * @param averaging whether the result is a mean of the points on the way
 * @param keepBest whether the result is the point after the epoch in which the objective, as it was met, was lowest, instead of
 *     the last point; CRFsuite does so
 * @param tolerance the least relative decrease of the objective over a period
 * @param period over how many epochs the decrease is measured
 * @param gapTolerance the largest duality gap, relative to the objective
 * @param gapPeriod every how many epochs the duality gap is computed
 * @param calibration how the rate is found
 * @param seed decides the order of the terms
 */
public record StochasticOptions(
        int epochs,
        double rate,
        double decay,
        int batch,
        boolean averaging,
        boolean keepBest,
        double tolerance,
        int period,
        double gapTolerance,
        int gapPeriod,
        CalibrationOptions calibration,
        long seed) {

    /** At most 1,000 epochs, a calibrated rate, one term at a time, 10⁻⁵ over 10 epochs, a gap of 10⁻³. */
    public static final StochasticOptions DEFAULTS =
            new StochasticOptions(1000, 0, 0, 1, false, false, 1e-5, 10, 1e-3, 5, CalibrationOptions.DEFAULTS, 1);

    /** Checks every option. */
    public StochasticOptions {
        Objects.requireNonNull(calibration, "calibration");
        if (epochs < 0) {
            throw new IllegalArgumentException("epochs = " + epochs + "; expected at least 0");
        }
        requireNotNegative("rate", rate);
        requireNotNegative("decay", decay);
        requireNotNegative("tolerance", tolerance);
        requireNotNegative("gapTolerance", gapTolerance);
        CalibrationOptions.requirePositive("batch", batch);
        CalibrationOptions.requirePositive("period", period);
        CalibrationOptions.requirePositive("gapPeriod", gapPeriod);
    }

    private static void requireNotNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " = " + value + "; expected a finite number of at least 0");
        }
    }

    /** These options with another limit of epochs. */
    public StochasticOptions withEpochs(int value) {
        return with(draft -> draft.epochs = value);
    }

    /** These options with another rate, 0 to calibrate it. */
    public StochasticOptions withRate(double value) {
        return with(draft -> draft.rate = value);
    }

    /** These options with another decay, 0 for the optimiser's own. */
    public StochasticOptions withDecay(double value) {
        return with(draft -> draft.decay = value);
    }

    /** These options with another number of terms at a time. */
    public StochasticOptions withBatch(int value) {
        return with(draft -> draft.batch = value);
    }

    /** These options with or without averaging. */
    public StochasticOptions withAveraging(boolean value) {
        return with(draft -> draft.averaging = value);
    }

    /** These options with or without the best epoch as the result. */
    public StochasticOptions withKeepBest(boolean value) {
        return with(draft -> draft.keepBest = value);
    }

    /** These options with another tolerance. */
    public StochasticOptions withTolerance(double value) {
        return with(draft -> draft.tolerance = value);
    }

    /** These options with another period of the decrease. */
    public StochasticOptions withPeriod(int value) {
        return with(draft -> draft.period = value);
    }

    /** These options with another largest relative duality gap. */
    public StochasticOptions withGapTolerance(double value) {
        return with(draft -> draft.gapTolerance = value);
    }

    /** These options with another period of the duality gap. */
    public StochasticOptions withGapPeriod(int value) {
        return with(draft -> draft.gapPeriod = value);
    }

    /** These options with another way to calibrate. */
    public StochasticOptions withCalibration(CalibrationOptions value) {
        return with(draft -> draft.calibration = value);
    }

    /** These options with another seed. */
    public StochasticOptions withSeed(long value) {
        return with(draft -> draft.seed = value);
    }

    private StochasticOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The options while one of them is changed. */
    private static final class Draft {
        int epochs;
        double rate;
        double decay;
        int batch;
        boolean averaging;
        boolean keepBest;
        double tolerance;
        int period;
        double gapTolerance;
        int gapPeriod;
        CalibrationOptions calibration;
        long seed;

        Draft(StochasticOptions options) {
            epochs = options.epochs;
            rate = options.rate;
            decay = options.decay;
            batch = options.batch;
            averaging = options.averaging;
            keepBest = options.keepBest;
            tolerance = options.tolerance;
            period = options.period;
            gapTolerance = options.gapTolerance;
            gapPeriod = options.gapPeriod;
            calibration = options.calibration;
            seed = options.seed;
        }

        StochasticOptions finish() {
            return new StochasticOptions(
                    epochs,
                    rate,
                    decay,
                    batch,
                    averaging,
                    keepBest,
                    tolerance,
                    period,
                    gapTolerance,
                    gapPeriod,
                    calibration,
                    seed);
        }
    }
}
