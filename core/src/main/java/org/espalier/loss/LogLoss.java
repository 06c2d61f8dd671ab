package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.AllowedStates;
import org.espalier.structure.Trellis;

/**
 * The negative log-likelihood of the allowed paths: log Z(all paths) − log Z(allowed paths).
 *
 * <p>Its gradient is the difference of two marginals, ∂/∂score(part) = p(part | x) − p(part | x, allowed). With one
 * allowed path the second term is the path itself, so no second pass is made: the conditional log-likelihood of Lafferty
 * et al. (2001). When no allowed path is possible the loss is +∞.
 */
public final class LogLoss implements Loss {
    private final Inference inference;

    public LogLoss(Inference inference) {
        this.inference = inference;
    }

    @Override
    public double evaluate(Trellis trellis, AllowedStates gold, double weight, Workspace workspace) {
        if (gold.length() != trellis.length()) {
            throw new IllegalArgumentException(
                    "supervision of length " + gold.length() + " for a sequence of length " + trellis.length());
        }
        double[] gradient = workspace.gradient();
        workspace.clearGradient(trellis);
        double free = inference.addMarginals(trellis, workspace, weight, gradient);
        double clamped;
        if (gold.isPath()) {
            clamped = trellis.score(workspace.scores(), gold.onlyPath());
            trellis.addPath(gradient, gold.onlyPath(), -weight);
        } else {
            workspace.save(trellis);
            gold.forbid(trellis, workspace.scores());
            clamped = inference.addMarginals(trellis, workspace, -weight, gradient);
            workspace.restore(trellis);
        }
        if (weight == 0) {
            return 0; // also when the loss is infinite
        }
        return weight * (clamped == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : free - clamped);
    }

    @Override
    public boolean hasHessian() {
        return true;
    }

    /** The derivative of the free marginals minus that of the clamped ones, which is 0 for a single path. */
    @Override
    public void timesHessian(Trellis trellis, AllowedStates gold, double weight, Workspace workspace) {
        double[] gradient = workspace.gradient();
        double[] direction = workspace.direction();
        workspace.clearGradient(trellis);
        inference.addMarginalDerivatives(trellis, workspace, direction, weight, gradient);
        if (!gold.isPath()) {
            workspace.save(trellis);
            gold.forbid(trellis, workspace.scores());
            inference.addMarginalDerivatives(trellis, workspace, direction, -weight, gradient);
            workspace.restore(trellis);
        }
    }
}
