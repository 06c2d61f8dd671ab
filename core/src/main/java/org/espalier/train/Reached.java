package org.espalier.train;

import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;

/**
 * Where an iteration of an optimiser, or an epoch of an online learner, has led to.
 *
 * @param value the objective, or the summed loss of the epoch
 * @param x the weights; not to be changed, nor kept
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record Reached(
        int iteration,
        int evaluations,
        double value,
        double gradientNorm,
        double step,
        int nonZeros,
        double norm,
        double[] x) {

    static Reached of(Progress progress) {
        return new Reached(
                progress.iteration(),
                progress.evaluations(),
                progress.value(),
                progress.gradientNorm(),
                progress.step(),
                progress.nonZeros(),
                progress.xNorm(),
                progress.x());
    }

    static Reached afterEpoch(int epochs, double loss, double[] learnt) {
        return at(learnt, loss, Double.NaN, epochs, epochs);
    }

    /** Of the weights of shards. */
    static Reached onAverage(Result average) {
        return at(average.x(), average.value(), average.gradientNorm(), average.iterations(), average.evaluations());
    }

    private static Reached at(double[] x, double value, double gradientNorm, int iterations, int evaluations) {
        int nonZeros = 0;
        double squares = 0;
        for (double weight : x) {
            nonZeros += weight == 0 ? 0 : 1;
            squares += weight * weight;
        }
        return new Reached(iterations, evaluations, value, gradientNorm, Double.NaN, nonZeros, Math.sqrt(squares), x);
    }

    /** The same point with the objective there. */
    Reached withObjective(double newValue, double newGradientNorm) {
        return new Reached(iteration, evaluations, newValue, newGradientNorm, step, nonZeros, norm, x);
    }
}
