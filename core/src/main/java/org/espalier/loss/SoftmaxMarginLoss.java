package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.AllowedStates;
import org.espalier.structure.Trellis;

/**
 * The softmax-margin of Gimpel &amp; Smith (2010): log Σ<sub>y</sub> exp(score(y) + cost · wrong(y)) − log
 * Σ<sub>y allowed</sub> exp(score(y)).
 *
 * <p>The likelihood of a model in which wrong paths have a head start: smooth as the {@linkplain LogLoss log-loss}, which it
 * is for cost 0, and never below the {@linkplain HingeLoss hinge loss} of the same cost. Not convex with partial labels.
 */
public final class SoftmaxMarginLoss implements Loss {
    private final Inference inference;
    private final double cost;

    /**
     * A loss.
     *
     * @param cost what a wrong position costs
     */
    public SoftmaxMarginLoss(Inference inference, double cost) {
        this.inference = inference;
        this.cost = Margin.requireCost(cost);
    }

    @Override
    public double evaluate(Trellis trellis, AllowedStates gold, double weight, Workspace workspace) {
        Margin.requireLength(trellis, gold);
        double[] gradient = workspace.gradient();
        workspace.clearGradient(trellis);
        workspace.save(trellis);
        Margin.addCost(trellis, gold, cost, workspace.scores());
        double free = inference.addMarginals(trellis, workspace, weight, gradient);
        workspace.restore(trellis);
        double clamped;
        if (gold.isPath()) {
            clamped = trellis.score(workspace.scores(), gold.onlyPath());
            trellis.addPath(gradient, gold.onlyPath(), -weight);
        } else {
            gold.forbid(trellis, workspace.scores());
            clamped = inference.addMarginals(trellis, workspace, -weight, gradient);
            workspace.restore(trellis);
        }
        if (weight == 0) {
            return 0; // also when the loss is infinite
        }
        return weight * (clamped == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : free - clamped);
    }
}
