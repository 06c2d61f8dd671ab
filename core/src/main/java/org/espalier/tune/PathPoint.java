package org.espalier.tune;

import java.util.List;

/**
 * A point of a regularisation path.
 *
 * @param lambda the weight of the penalty
 * @param objective the objective reached, the mean over the folds
 * @param activeFeatures weights that are not zero, the mean over the folds
 * @param scores one per fold, higher is better
 * @param iterations the mean over the folds
 * @param seconds that the training of all folds took together
 */
public record PathPoint(
        double lambda,
        double objective,
        double activeFeatures,
        List<Double> scores,
        double iterations,
        double seconds) {
    public PathPoint {
        scores = List.copyOf(scores);
    }

    public double mean() {
        return Spread.of(scores).mean();
    }

    public double deviation() {
        return Spread.of(scores).deviation();
    }
}
