package org.espalier.train;

/** Watches a training run; called in the training thread. All methods do nothing unless overridden. */
public interface TrainingListener {

    /** Watches nothing. */
    TrainingListener NONE = new TrainingListener() {};

    /** The data are read and encoded. */
    default void onStart(TrainingSummary summary) {}

    /** The weights after an iteration, before {@link #onIteration}: for measures that the progress does not have. */
    default void onWeights(TrainingWeights weights) {}

    /** An iteration is done. */
    default void onIteration(TrainingProgress progress) {}

    /** Something that the user should know, such as development labels that the training data do not have. */
    default void onWarning(String message) {}

    /** The training is over. */
    default void onFinish(TrainingReport report) {}
}
