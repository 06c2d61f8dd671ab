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
        w.sharedForbids = forbidsAny(scores, 0, parts);
        kernels.exp(scores, 0, w.sharedMax, w.sharedExp, 0, parts);
    }

    @Override
    double prepareOwn(int own) {
        ChainScratch w = scratch;
        double[] both = w.outer; // free until the backward pass begins
        int offset = trellis.ownOffset(own);
        int before = trellis.ownPosition(own) - 1;
        int begin = arcs.rowBegin(trellis.stateBegin(before));
        int end = arcs.rowBegin(trellis.stateEnd(before));
        for (int k = begin; k < end; k++) {
            both[k] = scores[k] + scores[offset + k];
        }
        double max = max(both, begin, end - begin);
        w.ownMax[own] = max;
        ownForbids = forbidsAny(both, begin, end);
        kernels.exp(both, begin, max, w.ownExp, own * parts + begin, end - begin);
        return max - smallestFinite(both, begin, end - begin);
    }

    private boolean forbidsAny(double[] steps, int begin, int end) {
        return parts < (long) states * states || forbids(steps, begin, end - begin);
    }

    @Override
    void stepForward(int t, int own) {
        ChainScratch w = scratch;
        Arrays.fill(w.row, paddedBegin(t), paddedEnd(t), 0.0);
        addSteps(t, own);
    }

    /** row += α<sub>t−1</sub> E<sub>t</sub>. */
    private void addSteps(int t, int own) {
        ChainScratch w = scratch;
        int first = trellis.stateBegin(t - 1);
        int end = trellis.stateEnd(t - 1);
        ArcRows.addRowTimesMatrix(arcs, first, end, exp(own), expOffset(own), w.alpha, (t - 1) * stride, w.row);
    }

    private double[] exp(int own) {
        return own < 0 ? scratch.sharedExp : scratch.ownExp;
    }

    private int expOffset(int own) {
        return own < 0 ? 0 : own * parts;
    }

    @Override
    void backward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        if (t == trellis.length() - 1) {
            Arrays.fill(w.beta, 0, stride, 1.0);
        }
        int begin = trellis.stateBegin(t);
        int end = trellis.stateEnd(t);
        int x = trellis.stateOffset(t);
        ArcRows.meet(w.alpha, w.psi, t * stride, w.beta, 1 / w.scale[t], begin, end, weight, into, x);
        if (t > 0) {
            stepBackward(t, own, weight, into);
        }
    }

    @Override
    void stepBackward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        if (t == trellis.length() - 1) {
            Arrays.fill(w.outer, 0, parts, 0.0);
        }
        int at = t * stride;
        int before = at - stride;
        int first = trellis.stateBegin(t - 1);
        int end = trellis.stateEnd(t - 1);
        Arrays.fill(w.beta, paddedBegin(t - 1), paddedEnd(t - 1), 0.0);
        if (own < 0) {
            ArcRows.backward(arcs, first, end, w.sharedExp, w.alpha, before, w.psi, at, w.beta, w.outer);
        } else {
            int exp = own * parts;
            int offset = trellis.ownOffset(own);
            ArcRows.ownBackward(
                    arcs, first, end, w.ownExp, exp, weight, w.alpha, before, w.psi, at, w.beta, into, offset);
        }
    }

    @Override
    void finishBackward(double weight, double[] into) {
        if (trellis.length() > 1) {
            kernels.addProducts(weight, scratch.outer, 0, scratch.sharedExp, 0, into, 0, parts);
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
        Arrays.fill(w.row, 0, states, 0.0);
        addSteps(t, own);
        Arrays.fill(out, 0, parts, 0.0); // nothing is known of own exponentials of steps that cannot be taken
        int end = arcs.rowBegin(trellis.stateEnd(t - 1));
        for (int k = arcs.rowBegin(trellis.stateBegin(t - 1)); k < end; k++) {
            double sum = w.row[arcs.target(k)];
            out[k] = sum > 0 ? w.alpha[before + arcs.source(k)] * exp[offset + k] / sum : 0;
        }
        Arrays.fill(others, 0, states, 0.0);
        return true;
    }
}
