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

    /** Whether {@link #timesHessian} can be called. */
    default boolean hasHessian() {
        return false;
    }

    /**
     * The Hessian of one instance's loss times a direction.
     *
     * @param workspace holds the part scores and the direction; its gradient receives weight · ∂²loss/∂score² · direction, as
     *     it receives the gradient from {@link #evaluate}
     */
    default void timesHessian(Trellis trellis, AllowedStates gold, double weight, Workspace workspace) {
        throw new UnsupportedOperationException("this loss does not know its second derivatives");
    }
}
