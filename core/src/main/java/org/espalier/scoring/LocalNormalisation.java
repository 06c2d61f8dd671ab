package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.math.LogSpace;
import org.espalier.structure.chain.Transitions;
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
 * All other parts are 0. The cost is O(T·S²), the room [T−1][S][S]; where all but N steps are forbidden they stay so, and S² is
 * N here.
 */
public final class LocalNormalisation {
    private LocalNormalisation() {}

    /** The trellis of the normalised scores: the same chain, with own transitions into every position. */
    public static Trellis trellis(Trellis linear) {
        int[] positions = new int[Math.max(0, linear.length() - 1)];
        for (int t = 1; t <= positions.length; t++) {
            positions[t - 1] = t;
        }
        Transitions transitions = linear.transitions();
        return transitions != null && transitions.forbidsOthers()
                ? Trellis.chain(linear.length(), transitions, positions)
                : Trellis.chain(linear.length(), linear.states(), positions);
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
            int c = hasOwn ? own++ : -1;
            Transitions arcs = target.transitions();
            for (int i = 0; i < states; i++) {
                int begin = arcs == null ? 0 : arcs.rowBegin(i);
                int count = arcs == null ? states : arcs.rowBegin(i + 1) - begin;
                int out = target.ownOffset(t - 1) + (arcs == null ? i * states : begin);
                for (int k = 0; k < count; k++) {
                    int j = arcs == null ? k : arcs.target(begin + k);
                    into[out + k] = scores[row + j] + linear.stepScore(scores, i, j, c);
                }
                normalise(into, out, count);
            }
        }
    }

    private static void normalise(double[] row, int begin, int size) {
        double sum = LogSpace.logSum(row, begin, size);
        for (int k = begin; k < begin + size && sum != Double.NEGATIVE_INFINITY; k++) {
            row[k] -= sum;
        }
    }
}
