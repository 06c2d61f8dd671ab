package org.espalier.tune;

import java.util.List;

/** Proposes trials, round by round. Immutable: what it proposes depends on the results it is shown only. */
public sealed interface Search permits GridSearch, RandomSearch, SuccessiveHalving, LearningCurve {

    /**
     * The trials of the next round.
     *
     * @param rounds the results of the rounds before, in the order of the trials
     * @return none when the search is over
     */
    List<Trial> next(List<List<TrialResult>> rounds);

    /** How many trials there are in all rounds, at most. */
    int trials();

    /** Whether trials are measured on the data learnt from too. */
    default boolean wantsTrainScores() {
        return false;
    }
}
