package org.espalier.optimize;

/** Watches an optimiser, and may stop it. */
@FunctionalInterface
public interface Monitor {

    /** Watches nothing and never stops. */
    Monitor NONE = progress -> true;

    /**
     * Called after every iteration, in the optimiser's thread.
     *
     * @return true to go on, false to stop with {@link StopReason#STOPPED}
     */
    boolean afterIteration(Progress progress);

    /** Called before the first iteration when the optimiser had to find its rate. */
    default void afterCalibration(CalibrationReport report) {}
}
