package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.structure.chain.Transitions;

/**
 * The steps of inference when only some pairs (i, j) have a transition part and all others score 0; S states, N parts.
 *
 * <pre>
 *   (a E)(j) = e Σ_i a(i) + Σ_{i: (i, j) has a part} a(i) (E(i, j) − e),   e = exp(0 − max w)
 *   max_i (δ(i) + w(i, j)) = max( max_{(i, j) has a part} (δ(i) + w(i, j)), max_{(i, j) has none} δ(i) )
 * </pre>
 *
 * The cost is O(S + N) instead of O(S²). In the first line terms of both signs may cancel: the error is some units in the
 * last place of e Σ a. Where the result is less than 1/{@value #CANCELLED} of that, it is summed anew over all S, without
 * a subtraction; so every result has the relative precision of the dense form.
 */
final class SparseRows {
    static final double CANCELLED = 64;

    /** How many of the best states are tried before all are searched for the best without a part. */
    private static final int TOP = 6;

    private SparseRows() {}

    private static double sum(double[] a, int offset, int size) {
        double s0 = 0;
        double s1 = 0;
        int k = 0;
        for (; k + 1 < size; k += 2) {
            s0 += a[offset + k];
            s1 += a[offset + k + 1];
        }
        return s0 + s1 + (k < size ? a[offset + k] : 0);
    }

    /**
     * out = a E.
     *
     * @param base e
     * @param columns exponentials in the order by columns // [N]
     */
    static void rowTimesMatrix(
            Transitions transitions, double base, double[] columns, double[] a, int aOffset, double[] out) {
        if (transitions.forbidsSome()) {
            LimitedRows.rowTimesMatrix(transitions, base, columns, a, aOffset, out);
            return;
        }
        int states = transitions.states();
        double all = base * sum(a, aOffset, states);
        double least = all / CANCELLED;
        int begin = 0;
        for (int j = 0; j < states; j++) {
            int end = transitions.columnBegin(j + 1);
            double sum = all;
            for (int k = begin; k < end; k++) {
                sum += a[aOffset + transitions.columnSource(k)] * (columns[k] - base);
            }
            out[j] = sum >= least ? sum : exactColumn(transitions, j, base, columns, a, aOffset);
            begin = end;
        }
    }

    private static double exactColumn(
            Transitions transitions, int j, double base, double[] columns, double[] a, int aOffset) {
        double with = 0;
        double without = 0;
        int k = transitions.columnBegin(j);
        int end = transitions.columnBegin(j + 1);
        for (int i = 0; i < transitions.states(); i++) {
            if (k < end && transitions.columnSource(k) == i) {
                with += a[aOffset + i] * columns[k++];
            } else {
                without += a[aOffset + i];
            }
        }
        return base * without + with;
    }

    /**
     * out = E b.
     *
     * @param base e
     * @param rows exponentials in the order of the parts // [N]
     */
    static void matrixTimesRow(
            Transitions transitions, double base, double[] rows, double[] b, int bOffset, double[] out) {
        if (transitions.forbidsSome()) {
            LimitedRows.matrixTimesRow(transitions, base, rows, b, bOffset, out);
            return;
        }
        int states = transitions.states();
        double all = base * sum(b, bOffset, states);
        double least = all / CANCELLED;
        int begin = 0;
        for (int i = 0; i < states; i++) {
            int end = transitions.rowBegin(i + 1);
            double sum = all;
            for (int k = begin; k < end; k++) {
                sum += (rows[k] - base) * b[bOffset + transitions.target(k)];
            }
            out[i] = sum >= least ? sum : exactRow(transitions, i, base, rows, b, bOffset);
            begin = end;
        }
    }

    private static double exactRow(
            Transitions transitions, int i, double base, double[] rows, double[] b, int bOffset) {
        double with = 0;
        double without = 0;
        int k = transitions.rowBegin(i);
        int end = transitions.rowBegin(i + 1);
        for (int j = 0; j < transitions.states(); j++) {
            if (k < end && transitions.target(k) == j) {
                with += rows[k++] * b[bOffset + j];
            } else {
                without += b[bOffset + j];
            }
        }
        return base * without + with;
    }

    /** sum(i, j) += a(i) · b(j) for the pairs with a part. */
    static void addOuterProduct(
            Transitions transitions, double[] a, int aOffset, double[] b, int bOffset, double[] sum) {
        int begin = 0;
        for (int i = 0; i < transitions.states(); i++) {
            int end = transitions.rowBegin(i + 1);
            double ai = a[aOffset + i];
            for (int k = begin; k < end; k++) {
                sum[k] += ai * b[bOffset + transitions.target(k)];
            }
            begin = end;
        }
    }

    /**
     * best[j] = x[j] + max<sub>i</sub> (a[i] + w(i, j)).
     *
     * @param scores begin with those of the transitions, in the order of their parts
     * @param covered scratch // [S]
     */
    static void maxPlus(
            Transitions transitions,
            double[] scores,
            double[] a,
            int aOffset,
            double[] x,
            int xOffset,
            double[] best,
            int bestOffset,
            int[] covered) {
        int states = transitions.states();
        boolean limited = transitions.forbidsSome();
        int[] top = top(transitions, a, aOffset);
        markTargets(transitions, top, covered);
        int none = (1 << top.length) - 1;
        int begin = 0;
        for (int j = 0; j < states; j++) {
            int end = transitions.columnBegin(j + 1);
            double max;
            if (limited && (covered[j] == none || transitions.isClosedTarget(j))) {
                max = LimitedRows.bestWithout(transitions, j, a, aOffset);
            } else {
                max = covered[j] == none
                        ? bestWithout(transitions, begin, end, a, aOffset)
                        : a[aOffset + top[Integer.numberOfTrailingZeros(~covered[j])]];
            }
            for (int k = begin; k < end; k++) {
                // Not a comparison: which is larger cannot be foreseen, and a wrong guess costs more than the rest.
                max = Math.max(max, a[aOffset + transitions.columnSource(k)] + scores[transitions.columnPart(k)]);
            }
            best[bestOffset + j] = max + x[xOffset + j];
            begin = end;
        }
    }

    /** Bit r of covered[j] says that the step from top[r] to j has a part. */
    private static void markTargets(Transitions transitions, int[] top, int[] covered) {
        Arrays.fill(covered, 0, transitions.states(), 0);
        for (int r = 0; r < top.length; r++) {
            for (int k = transitions.rowBegin(top[r]); k < transitions.rowBegin(top[r] + 1); k++) {
                covered[transitions.target(k)] |= 1 << r;
            }
        }
    }

    /** The states with the largest entries that are no closed sources, best first. */
    private static int[] top(Transitions transitions, double[] a, int aOffset) {
        int states = transitions.states();
        boolean limited = transitions.forbidsSome();
        int[] top = new int[Math.min(TOP, states)];
        int count = 0;
        for (int s = 0; s < states; s++) {
            if (limited && transitions.isClosedSource(s)) {
                continue;
            }
            double value = a[aOffset + s];
            if (count < top.length) {
                count++;
            } else if (!(value > a[aOffset + top[count - 1]])) {
                continue;
            }
            int at = count - 1;
            for (; at > 0 && value > a[aOffset + top[at - 1]]; at--) {
                top[at] = top[at - 1];
            }
            top[at] = s;
        }
        return count == top.length ? top : Arrays.copyOf(top, count);
    }

    /** The largest entry among the states that have no part into the column; −∞ when all have one. */
    private static double bestWithout(Transitions transitions, int begin, int end, double[] a, int aOffset) {
        double max = Double.NEGATIVE_INFINITY;
        int k = begin;
        for (int i = 0; i < transitions.states(); i++) {
            if (k < end && transitions.columnSource(k) == i) {
                k++;
            } else {
                max = Math.max(max, a[aOffset + i]);
            }
        }
        return max;
    }

    /** Writes the scores of all pairs, −∞ for those that are forbidden // [S][S]. */
    static void expand(Transitions transitions, double[] scores, double[] out) {
        int states = transitions.states();
        Arrays.fill(out, 0, states * states, 0.0);
        boolean limited = transitions.forbidsSome();
        for (int i = 0; i < states; i++) {
            for (int j = 0; limited && j < states; j++) {
                out[i * states + j] = LimitedRows.absent(transitions, i, j);
            }
            for (int k = transitions.rowBegin(i); k < transitions.rowBegin(i + 1); k++) {
                out[i * states + transitions.target(k)] = scores[k];
            }
        }
    }

    /** Adds those entries of row i of a full matrix whose pairs have a part to the parts. */
    static void addRow(Transitions transitions, int i, double[] row, double[] into) {
        for (int k = transitions.rowBegin(i); k < transitions.rowBegin(i + 1); k++) {
            into[k] += row[transitions.target(k)];
        }
    }
}
