package org.espalier.train;

import java.util.function.Supplier;
import org.espalier.model.Model;
import org.espalier.optimize.CalibrationReport;

/** Watches a training run; called in the training thread. All methods do nothing unless overridden. */
public interface TrainingListener {

    /** Watches nothing. */
    TrainingListener NONE = new TrainingListener() {};

    /** What will be measured on the development set: F1 that was asked for is accuracy where the labels mark no spans. */
    default void onMetric(EarlyStopping.Metric measured) {}

    /** The data are read and encoded. */
    default void onStart(TrainingSummary summary) {}

    /** The algorithm has tried out rates, and chosen one. */
    default void onCalibration(CalibrationReport report) {}

    /**
     * The objective, which is not convex, is minimised once more from another start; iterations count from 1 again.
     *
     * @param number which start it is, from 2
     * @param restarts of how many
     */
    default void onRestart(int number, int restarts) {}

    /** An iteration is done. */
    default void onIteration(TrainingProgress progress) {}

    /**
     * An iteration is done, and the model as it stands can be looked at.
     *
     * @param model makes it, without a copy of the weights: it is valid during the call only
     */
    default void onIteration(TrainingProgress progress, Supplier<Model> model) {
        onIteration(progress);
    }

    /**
     * Whether the objective is to be exact after every iteration. Where an algorithm gives another value than the objective
     * of the data at the point reached, as an epoch of dual ascent does, it is then evaluated, with the gradient's norm; that
     * costs a pass, which {@link TrainingProgress#seconds} does not count.
     */
    default boolean wantsExactObjective() {
        return false;
    }

    /** Something that the user should know, such as development labels that the training data do not have. */
    default void onWarning(String message) {}

    /** The training is over. */
    default void onFinish(TrainingReport report) {}
}
