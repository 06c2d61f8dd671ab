package org.espalier.train;

import org.espalier.inference.Inference;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.Trellis;

/**
 * What is to be learnt: how instances are scored, what labels say of their outputs, and who answers questions about them.
 *
 * @param scorer scores the parts of an instance
 * @param supervisor turns labels into a supervision
 * @param inference sums and searches over the outputs
 * @param <S> the structure of the instances
 */
record Task<S extends Structure>(LinearScorer<S> scorer, Supervisor<S> supervisor, Inference<S> inference) {

    /** Says which outputs of a structure the labels of a sequence allow. */
    @FunctionalInterface
    interface Supervisor<S extends Structure> {

        /**
         * The supervision of an instance.
         *
         * @param labels the labels that every token may have
         */
        Supervision<S> of(AllowedStates labels, S structure);
    }

    /** A chain: where a label is allowed, all its states are. */
    static Task<Trellis> chain(LinearScorer<Trellis> scorer, StateMap states, Inference<Trellis> inference) {
        return new Task<>(scorer, (labels, trellis) -> states.states(labels), inference);
    }

    /** A plain chain, whose states are the labels. */
    static Task<Trellis> chain(LinearScorer<Trellis> scorer, Inference<Trellis> inference) {
        return new Task<>(scorer, (labels, trellis) -> labels, inference);
    }
}
