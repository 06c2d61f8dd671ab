package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * The structured hinge loss with margin rescaling: how far the worst output, its cost added, is above the gold one.
 *
 * <pre>
 *   h = max_y (score(y) + cost · errors(y)) − score(gold)
 * </pre>
 *
 * A subgradient is the difference of the two outputs. For sequences of length 1 it is the loss of Crammer &amp; Singer (2001),
 * for longer ones that of Taskar et al. (2003) and Tsochantaridis et al. (2005). With partial labels the second term is the
 * best allowed output and what is right in any allowed way costs nothing (Yu &amp; Joachims 2009): then the loss is no
 * longer convex. One search for the best output, two with partial labels.
 *
 * @param <S> the structure whose outputs are judged
 */
public final class HingeLoss<S extends Structure> implements Loss<S> {
    private final Inference<S> inference;
    private final double cost;

    /**
     * A loss.
     *
     * @param cost what an error costs
     */
    public HingeLoss(Inference<S> inference, double cost) {
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
        margin.addDifference(weight);
        return weight * violation;
    }
}
