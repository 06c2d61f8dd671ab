package org.espalier.loss;

import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.structure.AllowedStates;
import org.espalier.structure.Trellis;

/**
 * Loss-augmented decoding: h = max<sub>y</sub> (score(y) + cost · wrong(y)) − max<sub>y allowed</sub> score(y).
 *
 * <p>wrong(y) is the Hamming distance to the allowed states, the number of positions whose state is not allowed. It
 * decomposes over state parts, so the maximum is one Viterbi run on scores with the cost added. Mutable, for one call.
 */
final class Margin {
    private final Inference inference;
    private final Trellis trellis;
    private final AllowedStates gold;
    private final Workspace workspace;
    private final int[] worst; // [T]: the path that attains the first maximum
    private int[] right; // [T]: the path that attains the second

    Margin(Inference inference, Trellis trellis, AllowedStates gold, Workspace workspace) {
        requireLength(trellis, gold);
        this.inference = inference;
        this.trellis = trellis;
        this.gold = gold;
        this.workspace = workspace;
        this.worst = new int[trellis.length()];
        this.right = worst;
    }

    static void requireLength(Trellis trellis, AllowedStates gold) {
        if (gold.length() != trellis.length()) {
            throw new IllegalArgumentException(
                    "supervision of length " + gold.length() + " for a sequence of length " + trellis.length());
        }
    }

    static double requireCost(double cost) {
        if (!(cost >= 0) || Double.isInfinite(cost)) {
            throw new IllegalArgumentException("cost = " + cost + "; expected a finite number that is not negative");
        }
        return cost;
    }

    /** Adds the cost of a wrong position to the scores of all states that are not allowed. */
    static void addCost(Trellis trellis, AllowedStates gold, double cost, double[] scores) {
        for (int t = 0; t < trellis.length(); t++) {
            int offset = trellis.stateOffset(t);
            for (int s = 0; s < trellis.states(); s++) {
                if (!gold.allows(t, s)) {
                    scores[offset + s] += cost;
                }
            }
        }
    }

    /** h ≥ 0; +∞ when no allowed path is possible. The scores are left as they were. */
    double violation(double cost) {
        workspace.save(trellis);
        addCost(trellis, gold, cost, workspace.scores());
        double augmented = inference.best(trellis, workspace, worst);
        workspace.restore(trellis);
        double best;
        if (gold.isPath()) {
            right = gold.onlyPath();
            best = trellis.score(workspace.scores(), right);
        } else {
            right = new int[trellis.length()];
            gold.forbid(trellis, workspace.scores());
            best = inference.best(trellis, workspace, right);
            workspace.restore(trellis);
        }
        return best == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : Math.max(0, augmented - best);
    }

    /** Adds amount · (parts of the worst path − parts of the right path) to the gradient. */
    void addDifference(double amount) {
        trellis.addPath(workspace.gradient(), worst, amount);
        trellis.addPath(workspace.gradient(), right, -amount);
    }
}
