package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * The softmax-margin of Gimpel &amp; Smith (2010): log Σ<sub>y</sub> exp(score(y) + cost · errors(y)) − log
 * Σ<sub>y allowed</sub> exp(score(y)).
 *
 * <p>The likelihood of a model in which wrong outputs have a head start: smooth as the {@linkplain LogLoss log-loss}, which it
 * is for cost 0, and never below the {@linkplain HingeLoss hinge loss} of the same cost. Not convex with partial labels.
 *
 * @param <S> the structure whose outputs are judged
 */
public final class SoftmaxMarginLoss<S extends Structure> implements Loss<S> {
    private final Inference<S> inference;
    private final double cost;

    /**
     * A loss.
     *
     * @param cost what an error costs
     */
    public SoftmaxMarginLoss(Inference<S> inference, double cost) {
        this.inference = inference;
        this.cost = Margin.requireCost(cost);
    }

    @Override
    public double evaluate(S structure, Supervision<S> gold, double weight, Workspace workspace) {
        gold.requireFit(structure);
        double[] gradient = workspace.gradient();
        workspace.clearGradient(structure);
        workspace.save(structure);
        gold.addCost(structure, cost, workspace.scores());
        double free = inference.addMarginals(structure, workspace, weight, gradient);
        workspace.restore(structure);
        double clamped = LogLoss.subtractAllowed(inference, structure, gold, weight, workspace);
        if (weight == 0) {
            return 0; // also when the loss is infinite
        }
        return weight * (clamped == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : free - clamped);
    }
}
