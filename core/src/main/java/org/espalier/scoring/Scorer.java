package org.espalier.scoring;

import org.espalier.feature.EncodedSequence;
import org.espalier.structure.Structure;

/**
 * Turns parameters θ into part scores, and part gradients into ∇θ. Immutable and safe to share; θ is passed in.
 *
 * <p>Shared parts are scored once per change of θ, and their gradient is taken up once per batch of instances.
 *
 * @param <S> the structures whose parts it scores
 */
public interface Scorer<S extends Structure> {

    /** The number of parameters. */
    int parameters();

    /** The structure of an instance. */
    S structure(EncodedSequence sequence);

    /** Writes the scores of the shared parts. */
    void scoreShared(double[] parameters, double[] scores);

    /** Writes the scores of all other parts of the instance. */
    void score(double[] parameters, EncodedSequence sequence, S structure, double[] scores);

    /** Adds Σ<sub>part</sub> partGradient · ∂score/∂θ over all but the shared parts to the gradient. */
    void backpropagate(EncodedSequence sequence, S structure, double[] partGradient, double[] gradient);

    /** Adds the same for the shared parts. */
    void backpropagateShared(double[] partGradient, double[] gradient);
}
