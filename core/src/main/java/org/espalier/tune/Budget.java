package org.espalier.tune;

import org.espalier.train.TrainingOptions;

/**
 * The means that a trial is given.
 *
 * @param share the part of the training data, above 0 and at most 1
 * @param iterations the most iterations, or epochs of an online learner; 0 for as many as the options say
 */
public record Budget(double share, int iterations) {

    /** All data, and as many iterations as the options say. */
    public static final Budget FULL = new Budget(1, 0);

    public Budget {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share of " + share + " of the data; expected more than 0, at most 1");
        }
        if (iterations < 0) {
            throw new IllegalArgumentException(iterations + " iterations; expected at least 0");
        }
    }

    /** A part of the data. */
    public static Budget share(double share) {
        return new Budget(share, 0);
    }

    /** So many iterations at most. */
    public static Budget iterations(int iterations) {
        return new Budget(1, iterations);
    }

    TrainingOptions limit(TrainingOptions options) {
        return iterations == 0
                ? options
                : options.withMaxIterations(
                                Math.min(iterations, options.optimizer().maxIterations()))
                        .withOnline(options.online()
                                .withEpochs(
                                        Math.min(iterations, options.online().epochs())));
    }
}
