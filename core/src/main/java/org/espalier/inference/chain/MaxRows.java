package org.espalier.inference.chain;

import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The max algebra, one row at a time (Viterbi): δ<sub>t</sub>(j) = x<sub>t</sub>(j) + max<sub>i</sub> (δ<sub>t−1</sub>(i) +
 * w<sub>t</sub>(i, j)). Of several equal candidates the state with the smallest number wins.
 *
 * <p>No back-pointers are kept: the best state before a given one is found again, bit for bit, along the best path only,
 * which costs S per position instead of S². Where all but N steps are forbidden, a position costs O(S + N).
 */
final class MaxRows {
    final Trellis trellis;
    final double[] scores;
    final double[] delta; // [T][S]
    private final ChainScratch scratch;
    private final Kernels kernels;
    private final @Nullable Transitions sparse;
    private final int states;

    MaxRows(Trellis trellis, Workspace workspace, Kernels kernels) {
        this.trellis = trellis;
        this.scratch = ChainScratch.of(workspace, trellis);
        this.kernels = kernels;
        this.scores = workspace.scores();
        this.sparse = trellis.transitions();
        this.states = trellis.states();
        this.delta = scratch.alpha;
    }

    void runForward() {
        int own = 0;
        for (int t = 0; t < trellis.length(); t++) {
            int at = t * states;
            int x = trellis.stateOffset(t);
            if (t == 0) {
                ChainScratch.copyReached(trellis, scores, delta);
                continue;
            }
            boolean hasOwn = own < trellis.ownCount() && trellis.ownPosition(own) == t;
            int ownOffset = hasOwn ? trellis.ownOffset(own++) : -1;
            if (sparse != null && sparse.forbidsOthers()) {
                ArcRows.maxPlus(trellis, sparse, t, scores, ownOffset, delta);
            } else if (hasOwn) {
                scratch.addOwn(trellis, scores, ownOffset);
                kernels.maxPlus(delta, at - states, scratch.matrix, 0, states, scores, x, delta, at);
            } else if (sparse == null) {
                kernels.maxPlus(delta, at - states, scores, 0, states, scores, x, delta, at);
            } else {
                SparseRows.maxPlus(sparse, scores, delta, at - states, scores, x, delta, at, scratch.covered);
            }
        }
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
        int own = trellis.ownCount() - 1;
        for (int t = length - 1; t > 0; t--) {
            path[t] = best;
            boolean hasOwn = own >= 0 && trellis.ownPosition(own) == t;
            best = bestBefore(t, best, hasOwn ? own-- : -1);
        }
        path[0] = best;
        return score;
    }

    /** The first state that attains max<sub>i</sub> (δ<sub>t−1</sub>(i) + w<sub>t</sub>(i, next)). */
    private int bestBefore(int t, int next, int own) {
        int before = (t - 1) * states;
        int candidates = candidates(next);
        int best = 0;
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < candidates; k++) {
            int i = candidate(k, next);
            double value = delta[before + i] + trellis.stepScore(scores, i, next, own);
            if (value > max) {
                max = value;
                best = i;
            }
        }
        return best;
    }

    /** How many states can stand before this one. */
    int candidates(int next) {
        return sparse != null && sparse.forbidsOthers()
                ? sparse.columnBegin(next + 1) - sparse.columnBegin(next)
                : states;
    }

    /** The k-th state that can stand before this one, by rising number. */
    int candidate(int k, int next) {
        return sparse != null && sparse.forbidsOthers() ? sparse.columnSource(sparse.columnBegin(next) + k) : k;
    }
}
