package org.espalier.train;

/**
 * How far a training run has come.
 *
 * @param iteration iterations and epochs done, from 1
 * @param evaluations evaluations of the objective so far
 * @param objective the penalised objective; after an epoch of dual ascent as it was met on the way;
 *     of an online learner the summed loss of the epoch, each instance as it was met
 * @param gradientNorm the norm of its (pseudo-)gradient; NaN after an epoch
 * @param activeFeatures weights that are not zero
 * @param seconds seconds since the optimiser began
 * @param devScore the score on the development set ({@link Double#NaN} when there is none)
 * @param weightNorm the 2-norm of all weights
 * @param step the step length that the line search chose; NaN after an epoch
 */
public record TrainingProgress(
        int iteration,
        int evaluations,
        double objective,
        double gradientNorm,
        int activeFeatures,
        double seconds,
        double devScore,
        double weightNorm,
        double step) {}
