package org.espalier.loss;

import org.espalier.inference.Workspace;
import org.espalier.structure.AllowedStates;
import org.espalier.structure.Trellis;

/** How wrong the part scores are, given the supervision. Immutable and safe to share. */
public interface Loss {

    /**
     * Evaluates the loss of one instance.
     *
     * @param workspace holds the part scores; its gradient receives weight · ∂loss/∂score: overwritten for the parts of
     *     the instance, added to for the shared transitions
     * @param weight how much the instance counts
     * @return weight · loss
     */
    double evaluate(Trellis trellis, AllowedStates gold, double weight, Workspace workspace);
}
