package org.espalier.scoring;

import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.Trellis;

/**
 * Turns parameters θ into part scores, and part gradients into ∇θ. Immutable and safe to share; θ is passed in.
 *
 * <p>Shared transitions are scored once per change of θ, and their gradient is taken up once per batch of sequences.
 */
public interface Scorer {

    /** The number of parameters. */
    int parameters();

    /** The structure of a sequence: its length, and where it has own transition parts. */
    Trellis trellis(EncodedSequence sequence);

    /** Writes the scores of the shared transitions. */
    void scoreShared(double[] parameters, double[] scores);

    /** Writes the scores of all other parts of the sequence. */
    void score(double[] parameters, EncodedSequence sequence, Trellis trellis, double[] scores);

    /** Adds Σ<sub>part</sub> partGradient · ∂score/∂θ over all but the shared parts to the gradient. */
    void backpropagate(EncodedSequence sequence, Trellis trellis, double[] partGradient, double[] gradient);

    /** Adds the same for the shared transitions. */
    void backpropagateShared(double[] partGradient, double[] gradient);
}
