package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * The square of the {@linkplain HingeLoss structured hinge loss}: h².
 *
 * <p>Its gradient 2h · (worst output − gold output) vanishes where h = 0. It still jumps where two outputs are equally bad, but
 * quasi-Newton steps get along with that. Not convex with partial labels.
 *
 * @param <S> the structure whose outputs are judged
 */
public final class SquaredHingeLoss<S extends Structure> implements Loss<S> {
    private final Inference<S> inference;
    private final double cost;

    /**
     * A loss.
     *
     * @param cost what an error costs
     */
    public SquaredHingeLoss(Inference<S> inference, double cost) {
        this.inference = inference;
        this.cost = Margin.requireCost(cost);
    }

    @Override
    public double evaluate(S structure, Supervision<S> gold, double weight, Workspace workspace) {
        Margin<S> margin = new Margin<>(inference, structure, gold, cost, workspace);
        workspace.clearGradient(structure);
        double violation = margin.violation();
        if (weight == 0 || violation == Double.POSITIVE_INFINITY) {
            return weight == 0 ? 0 : violation;
        }
        margin.addDifference(2 * weight * violation);
        return weight * violation * violation;
    }
}
