package org.espalier.optimize.batch;

import org.espalier.optimize.Memory;
import org.espalier.optimize.Phase;
import org.espalier.optimize.StopReason;
import org.jspecify.annotations.Nullable;

/** What one batch method does in an iteration; belongs to one {@link BatchRun}. */
interface Method {

    /**
     * Gets ready at the run's point: a start, or where an interrupted run was.
     *
     * @param memory what the interrupted run remembered, perhaps another method's, or {@link Memory#NONE}
     */
    void begin(BatchRun run, Memory memory);

    /** Moves to the run's trial point and evaluates it; null when that was done, otherwise why it cannot be. */
    @Nullable
    StopReason step(BatchRun run);

    /** Learns from the step, before the two points change places. */
    void accept(BatchRun run, Point from, Point to);

    /** What must be remembered for the next step. */
    Memory memory();

    /** Why to stop at the run's point, or null to go on. */
    default @Nullable StopReason stopReason(BatchRun run, Criteria criteria) {
        return criteria.reason(
                run.trace(), run.progressValue(run.value()), run.gradientNorm(), run.xNorm(), run.iteration());
    }

    /** What the run is called while this method moves it. */
    default Phase phase() {
        return Phase.BATCH;
    }

    /** Whether the value falls in every iteration, or is judged as if it did; otherwise the lowest so far is judged. */
    default boolean monotone() {
        return true;
    }
}
