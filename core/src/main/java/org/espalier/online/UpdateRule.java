package org.espalier.online;

import org.jspecify.annotations.Nullable;

/**
 * One step of an online learner: from the differences of features between the gold standard and its rivals to new weights.
 *
 * <p>A rule may keep numbers of its own, such as variances; it belongs to one training run and one thread.
 */
public interface UpdateRule {

    /** Makes the rule of a training run. */
    @FunctionalInterface
    interface Factory {

        /**
         * A rule in its initial state.
         *
         * @param parameters the number of weights
         * @param instances the number of training instances
         */
        UpdateRule create(int parameters, int instances);
    }

    /** How many of the best outputs the rule looks at. */
    default int candidates() {
        return 1;
    }

    /**
     * Visits an instance.
     *
     * @param instance its number, from 0
     * @param rivals the outputs with errors among the best ones, best first; none when the best outputs are right
     * @param weight how much the instance counts, above 0
     * @param weights moved in place
     * @return the loss of the instance by the weights before the step
     */
    double update(int instance, Rivals rivals, double weight, OnlineWeights weights);

    /** Whether the instance need not be decoded in this epoch. */
    default boolean skips(int instance) {
        return false;
    }

    /**
     * What the rule must remember from one epoch to the next, for a checkpoint: some numbers, which {@link #restore} takes up
     * again; not to be changed. Empty for a rule that remembers nothing. Null, as usual, for one that does not say: its
     * training then keeps no checkpoint.
     */
    default double @Nullable [] state() {
        return null;
    }

    /**
     * Takes up what an interrupted rule remembered.
     *
     * @throws IllegalArgumentException when it is not the state of such a rule
     */
    default void restore(double[] state) {
        if (state.length > 0) {
            throw new IllegalArgumentException(
                    "the rule remembers nothing, but its state has " + state.length + " numbers; expected none");
        }
    }

    /**
     * An epoch is over.
     *
     * @param loss the summed loss of its instances
     * @return whether there is nothing left to learn; usually when no instance had a loss, unless the average still follows
     */
    default boolean endEpoch(double loss, OnlineWeights weights) {
        return loss == 0 && !weights.isAveraged();
    }
}
