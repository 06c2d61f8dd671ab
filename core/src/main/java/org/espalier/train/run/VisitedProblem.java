package org.espalier.train.run;

import org.espalier.inference.Inference;
import org.espalier.online.OnlineLearning;
import org.espalier.online.RivalSearch;
import org.espalier.structure.Structure;

/**
 * A problem whose instances are structures that can be visited one by one, so that online learners learn it too.
 *
 * @param <S> the structure of the instances
 */
public interface VisitedProblem<S extends Structure> extends TrainingProblem {

    /** Where an online learner begins; the array is the run's own. */
    double[] onlineStart();

    /** Answers questions about scored structures. */
    Inference<S> inference();

    /** The instances one by one. */
    Visits<S> visits();

    /** How an online learner finds what is wrong. */
    default RivalSearch<S> search(OnlineLearning learning) {
        if (learning.search() != null) {
            throw new IllegalArgumentException("the learner searches chains, and these are none");
        }
        return RivalSearch.by(inference());
    }
}
