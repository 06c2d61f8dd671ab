package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * The steps of inference when only some pairs (i, j) have a transition part and all others are forbidden; S states, N arcs.
 *
 * <pre>
 *   (a E)(j) = Σ_{i → j} a(i) E(i, j),   (E b)(i) = Σ_{i → j} E(i, j) b(j),   max_{i → j} (δ(i) + w(i, j))
 * </pre>
 *
 * The cost is O(S + N) of the states that can be reached. All loops run over the arcs in the order of their parts, by rows, so that
 * exponentials and scores are read in the order of memory, and every sum over i is added up by rising i. Where
 * nothing is summed up by rows, one loop goes over all arcs: most states of a chain of high order have one or two, too few for a loop of
 * their own.
 */
final class ArcRows {
    private ArcRows() {}

    /**
     * out += a E, over the arcs that leave the states first … end − 1.
     *
     * @param exp exponentials of the arcs, from the offset on // [N]
     */
    static void addRowTimesMatrix(
            Transitions arcs, int first, int end, double[] exp, int expOffset, double[] a, int aOffset, double[] out) {
        for (int k = arcs.rowBegin(first); k < arcs.rowBegin(end); k++) {
            out[arcs.target(k)] += a[aOffset + arcs.source(k)] * exp[expOffset + k];
        }
    }

    /**
     * Where forward and backward rows meet, in one loop: into(s) += weight α(s) β(s), and ψ becomes b = ψ β / c. What no path from the
     * left reaches gets b = 0: its β could overflow and poison the rest.
     *
     * @param at where the rows α and ψ begin
     * @param x where the states of the position begin in the parts
     */
    static void meet(
            double[] alpha,
            double[] psi,
            int at,
            double[] beta,
            double inverse,
            int begin,
            int end,
            double weight,
            double[] into,
            int x) {
        for (int s = begin; s < end; s++) {
            double a = alpha[at + s];
            double b = beta[s];
            into[x + s] += weight * a * b;
            psi[at + s] = a == 0 ? 0 : psi[at + s] * b * inverse;
        }
    }

    /**
     * One step back, over the arcs that leave the states first … end − 1: out = E b, and outer(i, j) += a(i) b(j).
     *
     * @param exp exponentials of the arcs // [N]
     * @param outer // [N]
     */
    static void backward(
            Transitions arcs,
            int first,
            int end,
            double[] exp,
            double[] a,
            int aOffset,
            double[] b,
            int bOffset,
            double[] out,
            double[] outer) {
        int k = arcs.rowBegin(first);
        for (int i = first; i < end; i++) {
            int next = arcs.rowBegin(i + 1);
            double ai = a[aOffset + i];
            double sum = 0;
            for (; k < next; k++) {
                double bj = b[bOffset + arcs.target(k)];
                sum += exp[k] * bj;
                outer[k] += ai * bj;
            }
            out[i] = sum;
        }
    }

    /**
     * The same where a step has exponentials of its own: out = E b, and weight · a(i) E(i, j) b(j) is added to the arcs and, from the
     * own offset on, to those of the step.
     *
     * @param exp exponentials of the arcs, from the offset on // [N]
     */
    static void ownBackward(
            Transitions arcs,
            int first,
            int end,
            double[] exp,
            int expOffset,
            double weight,
            double[] a,
            int aOffset,
            double[] b,
            int bOffset,
            double[] out,
            double[] into,
            int ownOffset) {
        int k = arcs.rowBegin(first);
        for (int i = first; i < end; i++) {
            int next = arcs.rowBegin(i + 1);
            double ai = weight * a[aOffset + i];
            double sum = 0;
            for (; k < next; k++) {
                double step = exp[expOffset + k] * b[bOffset + arcs.target(k)];
                double expected = ai * step;
                sum += step;
                into[k] += expected;
                into[ownOffset + k] += expected;
            }
            out[i] = sum;
        }
    }

    /**
     * δ<sub>t</sub>(j) = x<sub>t</sub>(j) + max<sub>i → j</sub> (δ<sub>t−1</sub>(i) + w(i, j)) for t ≥ 1; −∞ where no arc leads to j.
     *
     * @param scores begin with those of the arcs
     * @param ownOffset where the scores of the arcs at this position alone begin, or −1 when there are none
     * @param delta // [T][S]
     */
    static void maxPlus(Trellis trellis, Transitions arcs, int t, double[] scores, int ownOffset, double[] delta) {
        int states = arcs.states();
        int before = (t - 1) * states;
        int at = t * states;
        Arrays.fill(delta, at, at + states, Double.NEGATIVE_INFINITY);
        for (int i = trellis.stateBegin(t - 1); i < trellis.stateEnd(t - 1); i++) {
            extend(arcs, arcs.rowBegin(i), arcs.rowBegin(i + 1), scores, ownOffset, delta[before + i], delta, at);
        }
        for (int j = trellis.stateBegin(t); j < trellis.stateEnd(t); j++) {
            delta[at + j] += scores[trellis.statePart(t, j)];
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
