package org.espalier.inference;

import org.espalier.math.Kernels;
import org.espalier.structure.Trellis;

/**
 * The max algebra, one row at a time (Viterbi): δ<sub>t</sub>(j) = x<sub>t</sub>(j) + max<sub>i</sub> (δ<sub>t−1</sub>(i) +
 * w<sub>t</sub>(i, j)), with back-pointers. Of several equal candidates the state with the smallest number wins.
 */
final class MaxRows {
    final Trellis trellis;
    final double[] scores;
    final double[] delta; // [T][S]
    final int[] back; // [T][S]
    private final Workspace workspace;
    private final Kernels kernels;
    private final int states;

    MaxRows(Trellis trellis, Workspace workspace, Kernels kernels) {
        this.trellis = trellis;
        this.workspace = workspace;
        this.kernels = kernels;
        this.scores = workspace.scores();
        this.states = trellis.states();
        this.delta = workspace.alpha;
        this.back = workspace.reserveBack(trellis.length() * states);
    }

    void runForward() {
        int own = 0;
        for (int t = 0; t < trellis.length(); t++) {
            int at = t * states;
            int x = trellis.stateOffset(t);
            if (t == 0) {
                System.arraycopy(scores, x, delta, 0, states);
                continue;
            }
            double[] transitions = scores;
            if (own < trellis.ownCount() && trellis.ownPosition(own) == t) {
                transitions = withOwn(trellis.ownOffset(own));
                own++;
            }
            kernels.maxPlus(delta, at - states, transitions, 0, states, delta, at, back, at);
            for (int s = 0; s < states; s++) {
                delta[at + s] += scores[x + s];
            }
        }
    }

    private double[] withOwn(int offset) {
        double[] matrix = workspace.matrix;
        for (int k = 0; k < states * states; k++) {
            matrix[k] = scores[k] + scores[offset + k];
        }
        return matrix;
    }

    /** Writes the best path and returns its score; −∞ when every path is forbidden. */
    double trace(int[] path) {
        int length = trellis.length();
        if (length == 0) {
            return 0;
        }
        int last = (length - 1) * states;
        int best = 0;
        for (int s = 1; s < states; s++) {
            if (delta[last + s] > delta[last + best]) {
                best = s;
            }
        }
        double score = delta[last + best];
        for (int t = length - 1; t >= 0; t--) {
            path[t] = best;
            best = t == 0 ? 0 : back[t * states + best];
        }
        return score;
    }
}
