package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.Trellis;

/**
 * Exponentials of state scores where the reach of the states is known: zeros outside it, and one exponential for all states of a group
 * that score alike.
 *
 * <p>A row costs O(S + groups). When states of a group differ after all, as after a constraint on some of them, every state that can be
 * reached has an exponential of its own.
 */
final class AlikeRows {
    private AlikeRows() {}

    /** Writes row t of psi, largest and smallest, see {@link Kernels#expRows}; largest and smallest are of what can be reached. */
    static void exp(Trellis trellis, Reach reach, int t, double[] scores, Kernels kernels, ChainScratch w) {
        int stride = Kernels.stride(trellis.states());
        int at = t * stride;
        int x = trellis.stateOffset(t);
        int begin = reach.begin(t);
        int end = reach.end(t);
        ChainScratch.fillOutside(w.psi, at, begin, end, stride, 0.0);
        int[] groupOf = reach.groupOf();
        if (groupOf != null) {
            int[] representatives = reach.representatives(t);
            if (representatives.length < reach.groups()) { // groups that no state of the range is in
                Arrays.fill(w.groupScores, 0, reach.groups(), scores[x + begin]);
            }
            for (int s : representatives) {
                w.groupScores[groupOf[s]] = scores[x + s];
            }
            exp(w.groupScores, 0, reach.groups(), t, kernels, w, w.groupExp, 0);
            boolean alike = true;
            for (int s = begin; s < end; s++) {
                int group = groupOf[s];
                w.psi[at + s] = w.groupExp[group];
                alike &= scores[x + s] == w.groupScores[group];
            }
            if (alike) {
                return;
            }
        }
        exp(scores, x + begin, end - begin, t, kernels, w, w.psi, at + begin);
    }

    private static void exp(
            double[] from, int offset, int size, int t, Kernels kernels, ChainScratch w, double[] to, int toOffset) {
        double max = from[offset];
        double min = max;
        for (int k = 1; k < size; k++) {
            double value = from[offset + k];
            max = value > max ? value : max;
            min = value < min ? value : min;
        }
        w.largest[t] = max;
        w.smallest[t] = min;
        kernels.exp(from, offset, max == Double.NEGATIVE_INFINITY ? 0 : max, to, toOffset, size);
    }
}
