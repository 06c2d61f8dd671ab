package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * {@link ScaledRows} where all but N steps are forbidden: O(S + N) per position instead of O(S²).
 *
 * <p>A row has a 0 wherever no arc leads, so every row is checked for entries that are too small; the promises of
 * {@link ScaledRows} are kept.
 */
final class ScaledArcRows extends ScaledRows {
    private final Transitions arcs;
    private final int parts; // N

    ScaledArcRows(Trellis trellis, Transitions arcs, Workspace workspace, Kernels kernels) {
        super(trellis, workspace, kernels);
        this.arcs = arcs;
        this.parts = arcs.parts();
    }

    @Override
    void prepareShared() {
        ChainScratch w = scratch;
        w.sharedMax = max(scores, 0, parts);
        w.sharedSpread = w.sharedMax - smallestFinite(scores, 0, parts);
        w.sharedForbids = forbidsAny(scores);
        kernels.exp(scores, 0, w.sharedMax, w.sharedExp, 0, parts);
    }

    @Override
    double prepareOwn(int own) {
        ChainScratch w = scratch;
        double[] both = w.outer; // free until the backward pass has ended
        int offset = trellis.ownOffset(own);
        for (int k = 0; k < parts; k++) {
            both[k] = scores[k] + scores[offset + k];
        }
        double max = max(both, 0, parts);
        w.ownMax[own] = max;
        ownForbids = forbidsAny(both);
        kernels.exp(both, 0, max, w.ownExp, own * parts, parts);
        return max - smallestFinite(both, 0, parts);
    }

    private boolean forbidsAny(double[] steps) {
        return parts < (long) states * states || forbids(steps, 0, parts);
    }

    @Override
    void stepForward(int before, int own) {
        ChainScratch w = scratch;
        ArcRows.rowTimesMatrix(arcs, exp(own), expOffset(own), w.alpha, before, w.row);
        Arrays.fill(w.row, states, stride, 0.0);
    }

    private double[] exp(int own) {
        return own < 0 ? scratch.sharedExp : scratch.ownExp;
    }

    private int expOffset(int own) {
        return own < 0 ? 0 : own * parts;
    }

    @Override
    void stepBackward(int at, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        ArcRows.matrixTimesRow(arcs, exp(own), expOffset(own), w.psi, at, w.beta);
        if (own >= 0) {
            addOwn(at, own, weight, into);
            Arrays.fill(w.psi, at, at + stride, 0.0); // already counted, so not among the shared outer products
        }
    }

    private void addOwn(int at, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        int offset = trellis.ownOffset(own);
        int begin = 0;
        for (int i = 0; i < states; i++) {
            int end = arcs.rowBegin(i + 1);
            double before = weight * w.alpha[at - stride + i];
            for (int k = begin; k < end; k++) {
                double expected = before * w.ownExp[own * parts + k] * w.psi[at + arcs.target(k)];
                into[k] += expected;
                into[offset + k] += expected;
            }
            begin = end;
        }
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        ChainScratch w = scratch;
        int row = t * stride;
        if (next < 0) {
            System.arraycopy(w.alpha, row, out, 0, states);
            return;
        }
        Arrays.fill(out, 0, states, 0.0);
        double[] exp = exp(ownOfNext);
        int offset = expOffset(ownOfNext);
        for (int k = arcs.columnBegin(next); k < arcs.columnBegin(next + 1); k++) {
            int i = arcs.columnSource(k);
            out[i] = w.alpha[row + i] * exp[offset + arcs.columnPart(k)];
        }
    }

    @Override
    boolean arcPredecessors(int t, int own, double[] out, double[] others) {
        ChainScratch w = scratch;
        int before = (t - 1) * stride;
        double[] exp = exp(own);
        int offset = expOffset(own);
        ArcRows.rowTimesMatrix(arcs, exp, offset, w.alpha, before, w.row);
        int begin = 0;
        for (int i = 0; i < states; i++) {
            int end = arcs.rowBegin(i + 1);
            double from = w.alpha[before + i];
            for (int k = begin; k < end; k++) {
                double sum = w.row[arcs.target(k)];
                out[k] = sum > 0 ? from * exp[offset + k] / sum : 0;
            }
            begin = end;
        }
        Arrays.fill(others, 0, states, 0.0);
        return true;
    }
}
