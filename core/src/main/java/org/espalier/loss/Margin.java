package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * Loss-augmented decoding: h = max<sub>y</sub> (score(y) + cost · errors(y)) − max<sub>y allowed</sub> score(y).
 *
 * <p>Errors decompose over parts, so the first maximum is the best output by scores with the cost added. Mutable, for one call.
 *
 * @param <S> the structure whose outputs are judged
 */
final class Margin<S extends Structure> {
    private final Inference<S> inference;
    private final S structure;
    private final Supervision<S> gold;
    private final Workspace workspace;
    private final Output worst; // attains the first maximum
    private final Output right; // attains the second
    private final double violation;

    Margin(Inference<S> inference, S structure, Supervision<S> gold, double cost, Workspace workspace) {
        gold.requireFit(structure);
        this.inference = inference;
        this.structure = structure;
        this.gold = gold;
        this.workspace = workspace;
        workspace.save(structure);
        gold.addCost(structure, cost, workspace.scores());
        ScoredOutput<?> augmented = inference.best(structure, workspace);
        workspace.restore(structure);
        this.worst = augmented.output();
        ScoredOutput<?> allowed = bestAllowed();
        this.right = allowed.output();
        this.violation = allowed.score() == Double.NEGATIVE_INFINITY
                ? Double.POSITIVE_INFINITY
                : Math.max(0, augmented.score() - allowed.score());
    }

    private ScoredOutput<?> bestAllowed() {
        if (gold.isSingle()) {
            Output only = gold.single(structure);
            return new ScoredOutput<>(only, only.score(workspace.scores()));
        }
        gold.forbid(structure, workspace.scores());
        ScoredOutput<?> best = inference.best(structure, workspace);
        workspace.restore(structure);
        return best;
    }

    static double requireCost(double cost) {
        if (!(cost >= 0) || Double.isInfinite(cost)) {
            throw new IllegalArgumentException("cost = " + cost + "; expected a finite number of at least 0");
        }
        return cost;
    }

    /** h ≥ 0; +∞ when no allowed output is possible. */
    double violation() {
        return violation;
    }

    /** Adds amount · (parts of the worst output − parts of the right output) to the gradient. */
    void addDifference(double amount) {
        worst.addTo(workspace.gradient(), amount);
        right.addTo(workspace.gradient(), -amount);
    }
}
