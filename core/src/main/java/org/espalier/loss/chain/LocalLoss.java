package org.espalier.loss.chain;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/**
 * The loss of a maximum-entropy Markov model: −Σ<sub>t</sub> log p(y<sub>t</sub> | y<sub>t−1</sub>, x), every position a
 * multinomial logistic regression of its own, given the right label before it (McCallum et al. 2000).
 *
 * <pre>
 *   p(y_t = j | y_{t−1} = i, x) = exp(x_t(j) + w_t(i, j)) / Σ_j' exp(x_t(j') + w_t(i, j'))
 * </pre>
 *
 * The cost is O(T·S): only the transitions from the right labels are looked at, which is also where label bias comes from.
 * Every position needs exactly one right label. The scores are decoded by way of {@code scoring.LocalNormalisation}.
 */
public final class LocalLoss implements Loss<Trellis> {

    @Override
    public double evaluate(Trellis trellis, Supervision<Trellis> gold, double weight, Workspace workspace) {
        gold.requireFit(trellis);
        if (!gold.isSingle()) {
            throw new IllegalArgumentException(
                    "a maximum-entropy Markov model needs one gold label at every position, because each label is predicted"
                            + " from the previous one");
        }
        int[] path = ((Path) gold.single(trellis)).states();
        double loss = 0;
        int own = 0;
        for (int t = 0; t < trellis.length(); t++) {
            boolean hasOwn = own < trellis.ownCount() && trellis.ownPosition(own) == t;
            loss += evaluatePosition(trellis, t, path, hasOwn ? own++ : -1, weight, workspace);
        }
        return weight == 0 ? 0 : weight * loss; // 0 also when the loss is infinite
    }

    /** One logistic regression; its scores, and then its gradient, stand where the gradient of its states belongs. */
    private static double evaluatePosition(
            Trellis trellis, int t, int[] path, int own, double weight, Workspace workspace) {
        int states = trellis.states();
        double[] scores = workspace.scores();
        double[] gradient = workspace.gradient();
        int row = trellis.stateOffset(t);
        for (int j = 0; j < states; j++) {
            double score = scores[row + j];
            if (t > 0 && trellis.allows(path[t - 1], j)) {
                int shared = trellis.sharedPart(path[t - 1], j);
                score += shared < 0 ? 0 : scores[shared];
                score += own < 0 ? 0 : scores[trellis.ownPart(own, path[t - 1], j)];
            } else if (t > 0) {
                score = Double.NEGATIVE_INFINITY;
            }
            gradient[row + j] = score;
        }
        double right = gradient[row + path[t]];
        double logSum = LogSpace.logSum(gradient, row, states);
        for (int j = 0; j < states; j++) {
            double p = logSum == Double.NEGATIVE_INFINITY ? 0 : Exponential.of(gradient[row + j] - logSum);
            gradient[row + j] = weight * (j == path[t] ? p - 1 : p);
        }
        if (t > 0) {
            addTransitions(trellis, row, path[t - 1], own, gradient);
        }
        return right == Double.NEGATIVE_INFINITY ? Double.POSITIVE_INFINITY : logSum - right;
    }

    private static void addTransitions(Trellis trellis, int row, int before, int own, double[] gradient) {
        if (own >= 0) {
            int offset = trellis.ownOffset(own);
            Arrays.fill(gradient, offset, offset + trellis.ownParts(), 0.0);
        }
        for (int j = 0; j < trellis.states(); j++) {
            int shared = trellis.sharedPart(before, j);
            if (shared >= 0) {
                gradient[shared] += gradient[row + j];
            }
            if (own >= 0 && trellis.allows(before, j)) {
                gradient[trellis.ownPart(own, before, j)] = gradient[row + j];
            }
        }
    }
}
