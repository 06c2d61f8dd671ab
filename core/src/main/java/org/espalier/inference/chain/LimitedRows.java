package org.espalier.inference.chain;

import org.espalier.structure.chain.Transitions;

/**
 * {@link SparseRows} where pairs without a transition part are forbidden when they leave a closed source or enter a closed target, and
 * score 0 elsewhere; S states, N parts.
 *
 * <pre>
 *   (a E)(j) = Σ_{i: (i, j) has a part} a(i) E(i, j) + [j is open] e Σ_{i is open and (i, j) has no part} a(i),   e = exp(0 − max w)
 * </pre>
 *
 * The second sum is that over all open i, made once for all j, minus what the pairs with a part have in it. The cost is O(S + N), the precision that of
 * {@link SparseRows}.
 */
final class LimitedRows {
    private LimitedRows() {}

    /** out = a E, see {@link SparseRows#rowTimesMatrix}. */
    static void rowTimesMatrix(
            Transitions transitions, double base, double[] columns, double[] a, int aOffset, double[] out) {
        int states = transitions.states();
        double open = 0;
        for (int i = 0; i < states; i++) {
            open += transitions.isClosedSource(i) ? 0 : a[aOffset + i];
        }
        double all = base * open;
        double least = all / SparseRows.CANCELLED;
        for (int j = 0; j < states; j++) {
            boolean closed = transitions.isClosedTarget(j);
            double sum = closed ? 0 : all;
            for (int k = transitions.columnBegin(j); k < transitions.columnBegin(j + 1); k++) {
                int i = transitions.columnSource(k);
                double counted = closed || transitions.isClosedSource(i) ? 0 : base;
                sum += a[aOffset + i] * (columns[k] - counted);
            }
            out[j] = closed || sum >= least ? sum : exactColumn(transitions, j, base, columns, a, aOffset);
        }
    }

    /** The sum of an open column without a subtraction. */
    private static double exactColumn(
            Transitions transitions, int j, double base, double[] columns, double[] a, int aOffset) {
        double with = 0;
        double without = 0;
        int k = transitions.columnBegin(j);
        int end = transitions.columnBegin(j + 1);
        for (int i = 0; i < transitions.states(); i++) {
            if (k < end && transitions.columnSource(k) == i) {
                with += a[aOffset + i] * columns[k++];
            } else if (!transitions.isClosedSource(i)) {
                without += a[aOffset + i];
            }
        }
        return base * without + with;
    }

    /** out = E b, see {@link SparseRows#matrixTimesRow}. */
    static void matrixTimesRow(
            Transitions transitions, double base, double[] rows, double[] b, int bOffset, double[] out) {
        int states = transitions.states();
        double open = 0;
        for (int j = 0; j < states; j++) {
            open += transitions.isClosedTarget(j) ? 0 : b[bOffset + j];
        }
        double all = base * open;
        double least = all / SparseRows.CANCELLED;
        for (int i = 0; i < states; i++) {
            boolean closed = transitions.isClosedSource(i);
            double sum = closed ? 0 : all;
            for (int k = transitions.rowBegin(i); k < transitions.rowBegin(i + 1); k++) {
                int j = transitions.target(k);
                double counted = closed || transitions.isClosedTarget(j) ? 0 : base;
                sum += (rows[k] - counted) * b[bOffset + j];
            }
            out[i] = closed || sum >= least ? sum : exactRow(transitions, i, base, rows, b, bOffset);
        }
    }

    /** The sum of an open row without a subtraction. */
    private static double exactRow(
            Transitions transitions, int i, double base, double[] rows, double[] b, int bOffset) {
        double with = 0;
        double without = 0;
        int k = transitions.rowBegin(i);
        int end = transitions.rowBegin(i + 1);
        for (int j = 0; j < transitions.states(); j++) {
            if (k < end && transitions.target(k) == j) {
                with += rows[k++] * b[bOffset + j];
            } else if (!transitions.isClosedTarget(j)) {
                without += b[bOffset + j];
            }
        }
        return base * without + with;
    }

    /** The largest a[i] of the open i that have no part into j, see {@link SparseRows#maxPlus}; −∞ when j is closed. */
    static double bestWithout(Transitions transitions, int j, double[] a, int aOffset) {
        double max = Double.NEGATIVE_INFINITY;
        if (transitions.isClosedTarget(j)) {
            return max;
        }
        int k = transitions.columnBegin(j);
        int end = transitions.columnBegin(j + 1);
        for (int i = 0; i < transitions.states(); i++) {
            if (k < end && transitions.columnSource(k) == i) {
                k++;
            } else if (!transitions.isClosedSource(i)) {
                max = Math.max(max, a[aOffset + i]);
            }
        }
        return max;
    }

    /** 0 for a pair without a part that may be taken, and −∞ for one that is forbidden. */
    static double absent(Transitions transitions, int i, int j) {
        return transitions.isClosedSource(i) || transitions.isClosedTarget(j) ? Double.NEGATIVE_INFINITY : 0;
    }
}
