package org.espalier.train;

import org.espalier.optimize.Progress;

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
        int nonZeros = 0;
        double squares = 0;
        for (double weight : learnt) {
            nonZeros += weight == 0 ? 0 : 1;
            squares += weight * weight;
        }
        return new Reached(epochs, epochs, loss, Double.NaN, Double.NaN, nonZeros, Math.sqrt(squares), learnt);
    }
}
