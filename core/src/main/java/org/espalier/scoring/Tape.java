package org.espalier.scoring;

import org.espalier.feature.EncodedSequence;
import org.espalier.structure.Structure;

/**
 * The two directions of a scorer for one instance at a time. It keeps what the backward direction needs of the forward one: the
 * activations of a network, for example, and its parameters. A linear scorer needs nothing, so its tape is empty.
 *
 * <p>Shared parts are scored once per change of θ, and their gradient is taken up once per batch of instances. So what is kept of them
 * must outlive the instances. For one thread, unless the scorer says otherwise.
 *
 * @param <S> the structures whose parts are scored
 */
public interface Tape<S extends Structure> {

    /** Writes the scores of the shared parts. */
    void scoreShared(double[] parameters, double[] scores);

    /**
     * Writes the scores of all other parts of the instance.
     *
     * @param parameters not changed until the instance was back-propagated // [parameters]
     */
    void score(double[] parameters, EncodedSequence sequence, S structure, double[] scores);

    /**
     * Adds Σ<sub>part</sub> partGradient · ∂score/∂θ over all but the shared parts to the gradient.
     *
     * @param sequence the instance that was scored last
     */
    void backpropagate(EncodedSequence sequence, S structure, double[] partGradient, double[] gradient);

    /** Adds the same for the shared parts, as they were scored last. */
    void backpropagateShared(double[] partGradient, double[] gradient);
}
