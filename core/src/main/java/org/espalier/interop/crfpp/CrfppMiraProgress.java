package org.espalier.interop.crfpp;

import org.espalier.online.BoundedMira;

/** Watches {@link CrfppTraining#trainByMira}. */
public interface CrfppMiraProgress {

    /** The data are read, and the features counted. */
    void onStart(int sequences, int features, int threads);

    /**
     * Called after every pass over the data.
     *
     * @param iteration from 0
     * @param tokenErrors the share of tokens that were wrong when they were visited
     * @param sequenceErrors the share of sequences with a wrong token
     * @param epoch what was counted on the way
     * @param objective ‖w‖²
     */
    void onIteration(
            int iteration, double tokenErrors, double sequenceErrors, BoundedMira.Epoch epoch, double objective);
}
