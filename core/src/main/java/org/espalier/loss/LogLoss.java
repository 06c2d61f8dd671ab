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
 * et al. (2001).
 */
public final class LogLoss implements Loss {
    private final Inference inference;

    public LogLoss(Inference inference) {
        this.inference = inference;
    }

    @Override
    public double evaluate(Trellis trellis, AllowedStates gold, double weight, Workspace workspace) {
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
        return weight * (free - clamped);
    }
}
