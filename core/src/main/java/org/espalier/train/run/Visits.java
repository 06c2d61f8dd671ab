package org.espalier.train.run;

import org.espalier.inference.Workspace;
import org.espalier.scoring.SparseVector;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * The instances of a training as an online learner meets them, one at a time in any order. For one thread.
 *
 * @param <S> the structure of the instances
 */
public interface Visits<S extends Structure> {

    /** How many instances there are. */
    int size();

    /** How many pieces the instances are kept in, as on disk; those of a piece are visited together. 0 when all are at hand. */
    default int pieces() {
        return 0;
    }

    /** The first instance of a piece; of the number of pieces, how many instances there are. */
    default int first(int piece) {
        throw new IllegalArgumentException("piece " + piece + " of instances that are all at hand");
    }

    /** Scores with these weights from now on; called again after every change of theirs. */
    void use(double[] weights);

    /** Goes to an instance; false when there is nothing to learn from it. */
    boolean visit(int number);

    /** How much the instance counts. */
    double weight();

    /** The structure of the instance. */
    S structure();

    /** What is right of the instance. */
    Supervision<S> gold();

    /** Scores the instance. */
    void score();

    /** Where the instance is scored, and where its part gradient is. */
    Workspace workspace();

    /** Adds what the part gradient in the workspace says of the weights. */
    void backpropagate(SparseVector into);
}
