package org.espalier.online;

import java.util.Objects;

/**
 * Options of the online learners. They have no penalty: their only regularisation is that steps are small, and averaged.
 *
 * @param epochs passes over the data
 * @param tolerance stop when the mean loss of an epoch is below this; 0 for never
 * @param averaging whether the model has the average of the weights over all steps, or the last ones
 * @param type of passive–aggressive steps
 * @param aggressiveness C of passive–aggressive steps and MIRA: larger takes longer steps
 * @param errorSensitive whether the cost of a passive–aggressive step is √errors instead of 1
 * @param candidates k of MIRA: of how many best outputs it looks at
 * @param variance AROW's first variance of every weight
 * @param gamma AROW's r: larger moves weights less
 * @param voting whether all weight vectors of the perceptron vote, as long as each had survived; the model has their average
 *     beside them
 */
public record OnlineOptions(
        int epochs,
        double tolerance,
        boolean averaging,
        PassiveAggressive.Type type,
        double aggressiveness,
        boolean errorSensitive,
        int candidates,
        double variance,
        double gamma,
        boolean voting) {

    /** More candidates than this take longer than the step is worth. */
    public static final int MAX_CANDIDATES = 10_000;

    /** 20 epochs, averaged; PA-I with C = 1 and √errors; 5-best MIRA; AROW with variance 1 and r = 100. */
    public static final OnlineOptions DEFAULTS =
            new OnlineOptions(20, 0, true, PassiveAggressive.Type.LINEAR, 1, true, 5, 1, 100, false);

    public OnlineOptions {
        Objects.requireNonNull(type, "type");
        if (epochs < 0) {
            throw new IllegalArgumentException("epochs = " + epochs + "; expected at least 0");
        }
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException("tolerance = " + tolerance + "; expected at least 0");
        }
        if (candidates < 1 || candidates > MAX_CANDIDATES) {
            throw new IllegalArgumentException(
                    "candidates = " + candidates + "; expected a number from 1 to " + MAX_CANDIDATES);
        }
        if (voting && !averaging) {
            throw new IllegalArgumentException(
                    "voting without averaging; expected one of: voting (which also keeps the average), the average, the last"
                            + " weights");
        }
        if (voting && epochs == 0) {
            throw new IllegalArgumentException("voting after 0 epochs; expected at least 1");
        }
        requirePositive("aggressiveness", aggressiveness);
        requirePositive("variance", variance);
        requirePositive("gamma", gamma);
    }

    static double requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " = " + value + "; expected a number above 0");
        }
        return value;
    }

    public OnlineOptions withEpochs(int value) {
        return new OnlineOptions(
                value, tolerance, averaging, type, aggressiveness, errorSensitive, candidates, variance, gamma, voting);
    }

    public OnlineOptions withTolerance(double value) {
        return new OnlineOptions(
                epochs, value, averaging, type, aggressiveness, errorSensitive, candidates, variance, gamma, voting);
    }

    public OnlineOptions withAveraging(boolean value) {
        return new OnlineOptions(
                epochs, tolerance, value, type, aggressiveness, errorSensitive, candidates, variance, gamma, voting);
    }

    public OnlineOptions withType(PassiveAggressive.Type value) {
        return new OnlineOptions(
                epochs,
                tolerance,
                averaging,
                value,
                aggressiveness,
                errorSensitive,
                candidates,
                variance,
                gamma,
                voting);
    }

    public OnlineOptions withAggressiveness(double value) {
        return new OnlineOptions(
                epochs, tolerance, averaging, type, value, errorSensitive, candidates, variance, gamma, voting);
    }

    public OnlineOptions withErrorSensitive(boolean value) {
        return new OnlineOptions(
                epochs, tolerance, averaging, type, aggressiveness, value, candidates, variance, gamma, voting);
    }

    public OnlineOptions withCandidates(int value) {
        return new OnlineOptions(
                epochs, tolerance, averaging, type, aggressiveness, errorSensitive, value, variance, gamma, voting);
    }

    public OnlineOptions withVariance(double value) {
        return new OnlineOptions(
                epochs, tolerance, averaging, type, aggressiveness, errorSensitive, candidates, value, gamma, voting);
    }

    public OnlineOptions withGamma(double value) {
        return new OnlineOptions(
                epochs,
                tolerance,
                averaging,
                type,
                aggressiveness,
                errorSensitive,
                candidates,
                variance,
                value,
                voting);
    }

    public OnlineOptions withVoting(boolean value) {
        return new OnlineOptions(
                epochs, tolerance, averaging, type, aggressiveness, errorSensitive, candidates, variance, gamma, value);
    }
}
