package org.espalier.loss;

import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * How wrong the part scores are, given the supervision. Immutable and safe to share.
 *
 * @param <S> the structure whose outputs are judged
 */
public interface Loss<S extends Structure> {

    /**
     * Evaluates the loss of one instance.
     *
     * @param workspace holds the part scores; its gradient receives weight · ∂loss/∂score: overwritten for the parts of
     *     the instance, added to for the shared parts
     * @param weight how much the instance counts
     * @return weight · loss
     */
    double evaluate(S structure, Supervision<S> gold, double weight, Workspace workspace);

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
    default void timesHessian(S structure, Supervision<S> gold, double weight, Workspace workspace) {
        throw new UnsupportedOperationException("this loss has no second derivatives");
    }
}
