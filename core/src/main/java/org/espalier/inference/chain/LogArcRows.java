package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/** {@link LogRows} where all but N steps are forbidden: O(S + N) per position instead of O(S²). */
final class LogArcRows extends LogRows {
    private final Transitions arcs;

    LogArcRows(Trellis trellis, Transitions arcs, Workspace workspace) {
        super(trellis, workspace);
        this.arcs = arcs;
    }

    /** w<sub>t</sub> of an arc. */
    private double transition(int part, int own) {
        return own < 0 ? scores[part] : scores[part] + scores[trellis.ownOffset(own) + part];
    }

    @Override
    int stepsInto(int j, int before, int own, double[] out) {
        int begin = arcs.columnBegin(j);
        int count = arcs.columnBegin(j + 1) - begin;
        for (int k = 0; k < count; k++) {
            out[k] = scratch.alpha[before + arcs.columnSource(begin + k)] + transition(arcs.columnPart(begin + k), own);
        }
        return count;
    }

    @Override
    void backwardRow(int i, int before, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        int begin = arcs.rowBegin(i);
        int count = arcs.rowBegin(i + 1) - begin;
        for (int k = 0; k < count; k++) {
            int part = begin + k;
            w.row[k] = transition(part, own) + w.psi[arcs.target(part)];
            double expected = weight * Exponential.of(w.alpha[before + i] + w.row[k]);
            into[part] += expected;
            if (own >= 0) {
                into[trellis.ownOffset(own) + part] += expected;
            }
        }
        w.beta[i] = LogSpace.logSum(w.row, 0, count);
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        if (next < 0) {
            super.conditional(t, ownOfNext, next, out);
            return;
        }
        double[] steps = scratch.expected;
        int count = stepsInto(next, t * states, ownOfNext, steps);
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            max = Math.max(max, steps[k]);
        }
        Arrays.fill(out, 0, states, 0.0);
        for (int k = 0; k < count; k++) {
            out[arcs.columnSource(arcs.columnBegin(next) + k)] = Exponential.of(steps[k] - max);
        }
    }

    @Override
    boolean arcPredecessors(int t, int own, double[] out, double[] others) {
        ChainScratch w = scratch;
        for (int j = 0; j < states; j++) {
            int begin = arcs.columnBegin(j);
            int count = stepsInto(j, (t - 1) * states, own, w.row);
            double sum = LogSpace.logSum(w.row, 0, count);
            for (int k = 0; k < count; k++) {
                out[arcs.columnPart(begin + k)] = sum == Double.NEGATIVE_INFINITY ? 0 : Exponential.of(w.row[k] - sum);
            }
        }
        Arrays.fill(others, 0, states, 0.0);
        return true;
    }
}
