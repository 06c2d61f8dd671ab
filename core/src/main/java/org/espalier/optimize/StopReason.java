package org.espalier.optimize;

/** Why an optimiser stopped. */
public enum StopReason {
    /** ‖gradient‖ ≤ tolerance · max(1, ‖x‖). */
    CONVERGED_GRADIENT("converged: the gradient is within its tolerance", true),
    /** ‖gradient‖² / (2λ₂) proves that a convex objective is within its tolerance of the minimum. */
    CONVERGED_GAP("converged: the gradient proves that the objective is within tolerance of the minimum", true),
    /** The duality gap proves that a convex objective is within its tolerance of the minimum. */
    CONVERGED_DUALITY("converged: the duality gap proves that the objective is within tolerance of the minimum", true),
    /** The objective's relative decrease over the last iterations is below its tolerance. */
    CONVERGED_OBJECTIVE("converged: the objective no longer decreases by more than its tolerance", true),
    /** No further decrease can be computed in double precision: an optimum for every practical purpose. */
    CONVERGED_PRECISION("converged: double precision allows no further decrease", true),
    /** The mean loss of an online learner's epoch is below its tolerance. */
    CONVERGED_LOSS("converged: the mean loss of the last epoch is within its tolerance", true),
    /** An online learner, which has no optimum to reach, has done its epochs. */
    FINISHED("finished: all epochs are done", true),
    /** The limit of iterations is reached. */
    MAX_ITERATIONS("stopped at the iteration limit, before converging", false),
    /**
     * No lower point was found although the gradient promises one: often the gradient does not belong to the
     * function.
     */
    LINE_SEARCH_FAILED(
            "stopped: no lower point along the search direction, and not at an optimum; check that the gradient"
                    + " belongs to the function",
            false),
    /** The function falls without end along a line, so it has no minimum. */
    UNBOUNDED("stopped: the objective is unbounded below; add an L2 penalty", false),
    /** The monitor asked to stop. */
    STOPPED("stopped by request", false);

    private final String text;
    private final boolean converged;

    StopReason(String text, boolean converged) {
        this.text = text;
        this.converged = converged;
    }

    /** A sentence for people. */
    public String text() {
        return text;
    }

    /** Whether the result is an optimum within the tolerances asked for, or within those of double precision; or there is none. */
    public boolean converged() {
        return converged;
    }
}
