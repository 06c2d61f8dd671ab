package org.espalier.train.run;

import org.espalier.loss.LossFunction;
import org.espalier.optimize.Perturbation;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;

/**
 * Where the minimisation of an objective begins.
 *
 * <p>A convex objective begins at 0, or at the weights of an initial model: where it begins does not matter. One that is not
 * convex must not begin at 0. Labels that the data do not tell apart are equal there, and 0 may be a saddle that no gradient leads
 * away from, so every weight gets a small random number, which the seed decides. Only {@link Algorithm#AUTO} with the log-loss still
 * begins at 0, because its first phase must, and leaves the saddle between its phases; but not on several shards, which must all
 * leave it on the same side. Restarts begin further away.
 */
final class StartingPoint {
    /** How far restarts begin from the usual start: from further away worse minima are found, not better ones. */
    static final double FAR = 0.1;

    private StartingPoint() {}

    /**
     * The weights of a start.
     *
     * @param usual 0, or the weights of an initial model; may be changed
     * @param isUsual whether auto is what it usually is: neither loss nor optimiser are the user's own
     * @param number which start it is, from 0
     * @param shards how many shards begin here
     */
    static double[] of(
            double[] usual, boolean convex, TrainingOptions options, boolean isUsual, int number, int shards) {
        if (!convex && number > 0) {
            new Perturbation(FAR, options.seed() + number).move(usual);
        } else if (!convex && isZero(usual) && (shards > 1 || !isUsual || !leavesItself(options))) {
            new Perturbation(Perturbation.SMALL, options.seed()).move(usual);
        }
        return usual;
    }

    private static boolean isZero(double[] weights) {
        for (double weight : weights) {
            if (weight != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean leavesItself(TrainingOptions options) {
        return options.algorithm() == Algorithm.AUTO
                && options.loss() == LossFunction.LOG
                && options.penalty().l1() + options.penalty().l2() > 0;
    }
}
