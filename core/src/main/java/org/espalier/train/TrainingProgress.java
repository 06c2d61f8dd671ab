package org.espalier.train;

/**
 * How far a training run has come.
 *
 * @param iteration iterations done, from 1
 * @param evaluations evaluations of the objective so far
 * @param objective the penalised objective
 * @param gradientNorm the norm of its (pseudo-)gradient
 * @param activeFeatures weights that are not zero
 * @param seconds seconds since the optimiser began
 * @param devScore the score on the development set ({@link Double#NaN} when there is none)
 */
public record TrainingProgress(
        int iteration,
        int evaluations,
        double objective,
        double gradientNorm,
        int activeFeatures,
        double seconds,
        double devScore) {}
