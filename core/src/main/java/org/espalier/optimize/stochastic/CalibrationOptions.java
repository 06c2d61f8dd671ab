package org.espalier.optimize.stochastic;

/**
 * How a stochastic optimiser finds its rate: it tries rates on a sample of the terms, one epoch each, and takes the one that
 * ends lowest. CRFsuite's {@code calibration.*}.
 *
 * @param firstRate the rate that is tried first
 * @param factor how much each rate differs from the one tried before
 * @param samples the terms that are tried on
 * @param candidates how many rates that lower the objective are tried in each direction
 * @param trials how many rates are tried at most
 * @param exhaustive whether, as in CRFsuite, all candidates are tried and judged by the losses that are met during the epoch;
 *     otherwise a rate is judged by the objective after it, and rates beyond one that got worse are not tried
 */
public record CalibrationOptions(
        double firstRate, double factor, int samples, int candidates, int trials, boolean exhaustive) {

    /** From 0.1 in factors of 2, on 1,000 terms, 10 candidates, 20 trials. */
    public static final CalibrationOptions DEFAULTS = new CalibrationOptions(0.1, 2, 1000, 10, 20, false);

    /** Checks every option. */
    public CalibrationOptions {
        if (!(firstRate > 0) || Double.isInfinite(firstRate)) {
            throw new IllegalArgumentException("firstRate = " + firstRate + "; expected a number above 0");
        }
        if (!(factor > 1) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("factor = " + factor + "; expected a number above 1");
        }
        requirePositive("samples", samples);
        requirePositive("candidates", candidates);
        requirePositive("trials", trials);
    }

    /** Here, and not in StochasticOptions: their defaults need the ones above, so these must not need theirs. */
    static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + "; expected at least 1");
        }
    }

    /** These options with another first rate. */
    public CalibrationOptions withFirstRate(double value) {
        return new CalibrationOptions(value, factor, samples, candidates, trials, exhaustive);
    }

    /** These options with another factor. */
    public CalibrationOptions withFactor(double value) {
        return new CalibrationOptions(firstRate, value, samples, candidates, trials, exhaustive);
    }

    /** These options with another size of the sample. */
    public CalibrationOptions withSamples(int value) {
        return new CalibrationOptions(firstRate, factor, value, candidates, trials, exhaustive);
    }

    /** These options with another number of candidates. */
    public CalibrationOptions withCandidates(int value) {
        return new CalibrationOptions(firstRate, factor, samples, value, trials, exhaustive);
    }

    /** These options with another limit of trials. */
    public CalibrationOptions withTrials(int value) {
        return new CalibrationOptions(firstRate, factor, samples, candidates, value, exhaustive);
    }

    /** These options with or without all candidates. */
    public CalibrationOptions withExhaustive(boolean value) {
        return new CalibrationOptions(firstRate, factor, samples, candidates, trials, value);
    }
}
