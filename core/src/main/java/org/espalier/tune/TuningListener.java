package org.espalier.tune;

/** Watches a search; called by one thread at a time. All methods do nothing unless overridden. */
public interface TuningListener {

    /** Watches nothing. */
    TuningListener NONE = new TuningListener() {};

    /**
     * The search begins.
     *
     * @param trials all trials of the search
     * @param known those of them that the journal has
     */
    default void onStart(int trials, int known) {}

    /**
     * A trial is over.
     *
     * @param done so many are over, those of the journal included
     */
    default void onTrial(TrialResult result, int done) {}

    /** A point of a regularisation path is reached. */
    default void onPoint(PathPoint point) {}

    /** Something that the user should know. */
    default void onWarning(String message) {}
}
