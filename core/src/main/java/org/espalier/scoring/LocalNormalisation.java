package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.math.LogSpace;
import org.espalier.structure.chain.Trellis;

/**
 * Turns linear scores into log p(y<sub>t</sub> = j | y<sub>t−1</sub> = i, x), after which a maximum-entropy Markov model is
 * decoded as any other chain; its log Z is 0.
 *
 * <pre>
 *   own_t(i, j) = x_t(j) + w_t(i, j) − log Σ_j' exp(x_t(j') + w_t(i, j'))      t ≥ 1
 *   state_0(j)  = x_0(j) − log Σ_j' exp(x_0(j'))
 * </pre>
 *
 * All other parts are 0. The cost is O(T·S²), the room [T−1][S][S].
 */
public final class LocalNormalisation {
    private LocalNormalisation() {}

    /** The trellis of the normalised scores: the same chain, with own transitions into every position. */
    public static Trellis trellis(Trellis linear) {
        int[] positions = new int[Math.max(0, linear.length() - 1)];
        for (int t = 1; t <= positions.length; t++) {
            positions[t - 1] = t;
        }
        return Trellis.chain(linear.length(), linear.states(), positions);
    }

    /**
     * Writes the normalised scores of all but the shared parts, which are 0.
     *
     * @param scores the linear scores // [parts of linear]
     * @param target the trellis of {@link #trellis}
     * @param into // [parts of target]
     */
    public static void apply(Trellis linear, double[] scores, Trellis target, double[] into) {
        int states = linear.states();
        int own = 0;
        for (int t = 0; t < linear.length(); t++) {
            int row = linear.stateOffset(t);
            int stateRow = target.stateOffset(t);
            if (t == 0) {
                System.arraycopy(scores, row, into, stateRow, states);
                normalise(into, stateRow, states);
                continue;
            }
            Arrays.fill(into, stateRow, stateRow + states, 0.0);
            boolean hasOwn = own < linear.ownCount() && linear.ownPosition(own) == t;
            for (int i = 0; i < states; i++) {
                int out = target.ownOffset(t - 1) + i * states;
                for (int j = 0; j < states; j++) {
                    int shared = linear.sharedPart(i, j);
                    double transition = shared < 0 ? 0 : scores[shared];
                    into[out + j] = scores[row + j]
                            + (hasOwn ? transition + scores[linear.ownOffset(own) + i * states + j] : transition);
                }
                normalise(into, out, states);
            }
            own += hasOwn ? 1 : 0;
        }
    }

    private static void normalise(double[] row, int begin, int size) {
        double sum = LogSpace.logSum(row, begin, size);
        for (int k = begin; k < begin + size; k++) {
            row[k] -= sum;
        }
    }
}
