package org.espalier.train.run;

import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.scoring.VotedWeights;
import org.jspecify.annotations.Nullable;

/**
 * Where an iteration of an optimiser, or an epoch of an online learner, has led to.
 *
 * @param value the objective, or the summed loss of the epoch
 * @param x the weights; not to be changed, nor kept
 * @param votes the weight vectors that vote, of which x is the average; null when none do
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
        double[] x,
        @Nullable VotedWeights votes) {

    static Reached of(Progress progress) {
        return new Reached(
                progress.iteration(),
                progress.evaluations(),
                progress.value(),
                progress.gradientNorm(),
                progress.step(),
                progress.nonZeros(),
                progress.xNorm(),
                progress.x(),
                null);
    }

    static Reached afterEpoch(int epochs, double loss, double[] learnt, @Nullable VotedWeights votes) {
        return at(learnt, loss, Double.NaN, epochs, epochs, votes);
    }

    /** Of the weights of shards. */
    static Reached onAverage(Result average) {
        return at(
                average.x(),
                average.value(),
                average.gradientNorm(),
                average.iterations(),
                average.evaluations(),
                null);
    }

    private static Reached at(
            double[] x,
            double value,
            double gradientNorm,
            int iterations,
            int evaluations,
            @Nullable VotedWeights votes) {
        int nonZeros = 0;
        double squares = 0;
        for (double weight : x) {
            nonZeros += weight == 0 ? 0 : 1;
            squares += weight * weight;
        }
        return new Reached(
                iterations, evaluations, value, gradientNorm, Double.NaN, nonZeros, Math.sqrt(squares), x, votes);
    }

    /** The same point with the objective there. */
    Reached withObjective(double newValue, double newGradientNorm) {
        return new Reached(iteration, evaluations, newValue, newGradientNorm, step, nonZeros, norm, x, votes);
    }
}
