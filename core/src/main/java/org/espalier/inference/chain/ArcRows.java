package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.structure.chain.Transitions;

/**
 * The steps of inference when only some pairs (i, j) have a transition part and all others are forbidden; S states, N arcs.
 *
 * <pre>
 *   (a E)(j) = Σ_{i → j} a(i) E(i, j),   (E b)(i) = Σ_{i → j} E(i, j) b(j),   max_{i → j} (δ(i) + w(i, j))
 * </pre>
 *
 * The cost is O(S + N). All loops run over the arcs in the order of their parts, by rows, so that exponentials and scores are
 * read in the order of memory, and every sum over i is added up by rising i.
 */
final class ArcRows {
    private ArcRows() {}

    /**
     * out = a E.
     *
     * @param exp exponentials of the arcs, from the offset on // [N]
     */
    static void rowTimesMatrix(Transitions arcs, double[] exp, int expOffset, double[] a, int aOffset, double[] out) {
        int states = arcs.states();
        Arrays.fill(out, 0, states, 0.0);
        int begin = 0;
        for (int i = 0; i < states; i++) {
            int end = arcs.rowBegin(i + 1);
            double ai = a[aOffset + i];
            for (int k = begin; k < end; k++) {
                out[arcs.target(k)] += ai * exp[expOffset + k];
            }
            begin = end;
        }
    }

    /**
     * out = E b.
     *
     * @param exp exponentials of the arcs, from the offset on // [N]
     */
    static void matrixTimesRow(Transitions arcs, double[] exp, int expOffset, double[] b, int bOffset, double[] out) {
        int states = arcs.states();
        int begin = 0;
        for (int i = 0; i < states; i++) {
            int end = arcs.rowBegin(i + 1);
            double sum = 0;
            for (int k = begin; k < end; k++) {
                sum += exp[expOffset + k] * b[bOffset + arcs.target(k)];
            }
            out[i] = sum;
            begin = end;
        }
    }

    /**
     * best[j] = x[j] + max<sub>i → j</sub> (a[i] + w(i, j)); −∞ where no arc leads to j.
     *
     * @param scores begin with those of the arcs
     * @param ownOffset where the scores of the arcs at this position alone begin, or −1 when there are none
     */
    static void maxPlus(
            Transitions arcs,
            double[] scores,
            int ownOffset,
            double[] a,
            int aOffset,
            int xOffset,
            double[] best,
            int bestOffset) {
        int states = arcs.states();
        Arrays.fill(best, bestOffset, bestOffset + states, Double.NEGATIVE_INFINITY);
        int begin = 0;
        for (int i = 0; i < states; i++) {
            int end = arcs.rowBegin(i + 1);
            extend(arcs, begin, end, scores, ownOffset, a[aOffset + i], best, bestOffset);
            begin = end;
        }
        for (int j = 0; j < states; j++) {
            best[bestOffset + j] += scores[xOffset + j];
        }
    }

    /** best[j] = max(best[j], from + w(i, j)) for the arcs begin … end − 1, which leave one state i. */
    static void extend(
            Transitions arcs,
            int begin,
            int end,
            double[] scores,
            int ownOffset,
            double from,
            double[] best,
            int bestOffset) {
        for (int k = begin; k < end; k++) {
            int at = bestOffset + arcs.target(k);
            double step = ownOffset < 0 ? scores[k] : scores[k] + scores[ownOffset + k];
            best[at] = Math.max(best[at], from + step);
        }
    }
}
