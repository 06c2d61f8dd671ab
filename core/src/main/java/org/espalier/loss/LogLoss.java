package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * The negative log-likelihood of the allowed outputs: log Z(all) − log Z(allowed).
 *
 * <p>Its gradient is the difference of two marginals, ∂/∂score(part) = p(part | x) − p(part | x, allowed). With one
 * allowed output the second term is that output itself, so no second pass is made: the conditional log-likelihood of Lafferty
 * et al. (2001). When no allowed output is possible the loss is +∞.
 *
 * @param <S> the structure whose outputs are judged
 */
public final class LogLoss<S extends Structure> implements Loss<S> {
    private final Inference<S> inference;

    public LogLoss(Inference<S> inference) {
        this.inference = inference;
    }

    @Override
    public double evaluate(S structure, Supervision<S> gold, double weight, Workspace workspace) {
        gold.requireFit(structure);
        double[] gradient = workspace.gradient();
        workspace.clearGradient(structure);
        double free = inference.addMarginals(structure, workspace, weight, gradient);
        double clamped = subtractAllowed(inference, structure, gold, weight, workspace);
        if (weight == 0) {
            return 0; // also when the loss is infinite
        }
        return weight * (clamped == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : free - clamped);
    }

    /** Subtracts weight · p(part | x, allowed) from the gradient and returns log Z(allowed); the scores are left as they were. */
    static <S extends Structure> double subtractAllowed(
            Inference<S> inference, S structure, Supervision<S> gold, double weight, Workspace workspace) {
        double[] gradient = workspace.gradient();
        if (gold.isSingle()) {
            Output only = gold.single(structure);
            only.addTo(gradient, -weight);
            return only.score(workspace.scores());
        }
        workspace.save(structure);
        gold.forbid(structure, workspace.scores());
        double clamped = inference.addMarginals(structure, workspace, -weight, gradient);
        workspace.restore(structure);
        return clamped;
    }

    @Override
    public boolean hasHessian() {
        return inference.hasMarginalDerivatives();
    }

    /** The derivative of the free marginals minus that of the clamped ones, which is 0 for a single output. */
    @Override
    public void timesHessian(S structure, Supervision<S> gold, double weight, Workspace workspace) {
        double[] gradient = workspace.gradient();
        double[] direction = workspace.direction();
        workspace.clearGradient(structure);
        inference.addMarginalDerivatives(structure, workspace, direction, weight, gradient);
        if (!gold.isSingle()) {
            workspace.save(structure);
            gold.forbid(structure, workspace.scores());
            inference.addMarginalDerivatives(structure, workspace, direction, -weight, gradient);
            workspace.restore(structure);
        }
    }
}
