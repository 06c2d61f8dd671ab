package org.espalier.train;

/**
 * The size of the problem.
 *
 * @param sequences training sequences
 * @param tokens training tokens
 * @param labels different labels; 0 where labels are numbers
 * @param attributes different attributes of positions
 * @param transitionAttributes different attributes of steps between positions
 * @param features weights to learn
 * @param devSequences sequences of the development set, 0 when there is none
 * @param threads worker threads
 * @param resumedAt the iteration from which a checkpoint goes on, 0 for a fresh start
 */
public record TrainingSummary(
        int sequences,
        long tokens,
        int labels,
        int attributes,
        int transitionAttributes,
        int features,
        int devSequences,
        int threads,
        int resumedAt) {}
