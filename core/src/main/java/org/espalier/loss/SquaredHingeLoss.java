package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.AllowedStates;
import org.espalier.structure.Trellis;

/**
 * The square of the {@linkplain HingeLoss structured hinge loss}: h².
 *
 * <p>Its gradient 2h · (worst path − gold path) vanishes where h = 0. It still jumps where two paths are equally bad, but
 * quasi-Newton steps get along with that. Not convex with partial labels.
 */
public final class SquaredHingeLoss implements Loss {
    private final Inference inference;
    private final double cost;

    /**
     * A loss.
     *
     * @param cost what a wrong position costs
     */
    public SquaredHingeLoss(Inference inference, double cost) {
        this.inference = inference;
        this.cost = Margin.requireCost(cost);
    }

    @Override
    public double evaluate(Trellis trellis, AllowedStates gold, double weight, Workspace workspace) {
        Margin margin = new Margin(inference, trellis, gold, workspace);
        workspace.clearGradient(trellis);
        double violation = margin.violation(cost);
        if (weight == 0 || violation == Double.POSITIVE_INFINITY) {
            return weight == 0 ? 0 : violation;
        }
        margin.addDifference(2 * weight * violation);
        return weight * violation * violation;
    }
}
