package org.espalier.loss.chain;

import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;

/**
 * One binary loss per label and position, this label against all others: Σ<sub>t,s</sub> ℓ(±score(t, s)), + where s is the
 * right label.
 *
 * <pre>
 *   hinge           ℓ(z) = max(0, 1 − z)
 *   squared hinge   ℓ(z) = max(0, 1 − z)²
 *   logistic        ℓ(z) = log(1 + exp(−z))
 * </pre>
 *
 * Every position stands by itself, so the structure must not have transitions that count. Where several labels, but not all,
 * are allowed, the one with the highest score is taken for right and the others of them are left alone: then the loss is not
 * convex. O(T·S).
 */
public final class OneVsRestLoss implements Loss<Trellis> {

    /** The loss of one label. */
    public enum Binary {
        /** max(0, 1 − z). */
        HINGE,
        /** max(0, 1 − z)². */
        SQUARED_HINGE,
        /** log(1 + exp(−z)). */
        LOGISTIC
    }

    private final Binary binary;

    public OneVsRestLoss(Binary binary) {
        this.binary = binary;
    }

    @Override
    public double evaluate(Trellis trellis, Supervision<Trellis> supervision, double weight, Workspace workspace) {
        supervision.requireFit(trellis);
        AllowedStates gold = allowedStates(supervision);
        requireNoTransitions(trellis, workspace.scores());
        workspace.clearGradient(trellis);
        double loss = 0;
        for (int t = 0; t < trellis.length(); t++) {
            int right = right(trellis, gold, t, workspace.scores());
            for (int s = 0; s < trellis.states() && right >= 0; s++) {
                if (s == right || !gold.allows(t, s)) {
                    loss += evaluate(trellis.stateOffset(t) + s, s == right ? 1 : -1, weight, workspace);
                }
            }
        }
        return weight == 0 ? 0 : weight * loss;
    }

    private static AllowedStates allowedStates(Supervision<Trellis> supervision) {
        if (supervision instanceof AllowedStates allowed) {
            return allowed;
        }
        throw new IllegalArgumentException(
                "a one-vs-rest loss scores every position by itself, so its states must be the labels; use the log, hinge"
                        + " or softmax-margin loss");
    }

    /** The right label of a position, or −1 when all labels are allowed and nothing is to be learnt. */
    private static int right(Trellis trellis, AllowedStates gold, int t, double[] scores) {
        int only = gold.onlyState(t);
        if (only >= 0) {
            return only;
        }
        int best = -1;
        int offset = trellis.stateOffset(t);
        for (int s : gold.alternatives(t)) {
            if (best < 0 || scores[offset + s] > scores[offset + best]) {
                best = s;
            }
        }
        return gold.alternatives(t).length == trellis.states() ? -1 : best;
    }

    private double evaluate(int part, double sign, double weight, Workspace workspace) {
        double z = sign * workspace.scores()[part];
        double value;
        double slope;
        switch (binary) {
            case HINGE -> {
                value = Math.max(0, 1 - z);
                slope = z < 1 ? -1 : 0;
            }
            case SQUARED_HINGE -> {
                double gap = Math.max(0, 1 - z);
                value = gap * gap;
                slope = -2 * gap;
            }
            default -> {
                double smaller = Exponential.of(-Math.abs(z)); // e^−|z| never overflows
                value = Math.max(0, -z) + Logarithm.of(1 + smaller);
                slope = -(z >= 0 ? smaller : 1) / (1 + smaller);
            }
        }
        // A forbidden wrong label has z = +∞ and costs nothing; a forbidden right one is a loss without a gradient.
        workspace.gradient()[part] = Double.isInfinite(value) ? 0 : weight * sign * slope;
        return value;
    }

    private static void requireNoTransitions(Trellis trellis, double[] scores) {
        boolean transitions = trellis.ownCount() > 0;
        for (int k = 0; k < trellis.sharedParts() && trellis.length() > 1; k++) {
            transitions |= scores[k] != 0;
        }
        if (transitions) {
            throw new IllegalArgumentException(
                    "a one-vs-rest loss scores every position by itself, but the structure has transitions; train without"
                            + " transitions (maximum entropy, SVM), or use the hinge or softmax-margin loss");
        }
    }
}
