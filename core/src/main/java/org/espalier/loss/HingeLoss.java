package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.AllowedStates;
import org.espalier.structure.Trellis;

/**
 * The structured hinge loss with margin rescaling: how far the worst path, its Hamming cost added, is above the gold one.
 *
 * <pre>
 *   h = max_y (score(y) + cost · wrong(y)) − score(gold)
 * </pre>
 *
 * A subgradient is the difference of the two paths. For sequences of length 1 it is the loss of Crammer &amp; Singer (2001),
 * for longer ones that of Taskar et al. (2003) and Tsochantaridis et al. (2005). With partial labels the second term is the
 * best allowed path and positions that are right in any allowed way cost nothing (Yu &amp; Joachims 2009): then the loss is no
 * longer convex. One Viterbi run, two with partial labels.
 */
public final class HingeLoss implements Loss {
    private final Inference inference;
    private final double cost;

    /**
     * A loss.
     *
     * @param cost what a wrong position costs
     */
    public HingeLoss(Inference inference, double cost) {
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
        margin.addDifference(weight);
        return weight * violation;
    }
}
