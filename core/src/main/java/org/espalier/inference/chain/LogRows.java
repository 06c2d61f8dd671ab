package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Sums of logarithms: slower by an order of magnitude, but right for scores of any size and for any forbidden parts.
 *
 * <pre>
 *   a_t(j) = x_t(j) + log Σ_i exp(a_{t−1}(i) + w_t(i, j)) − l_t,   log Σ_j exp(a_t(j)) = 0,   log Z = Σ_t l_t
 *   b_{t−1}(i) = log Σ_j exp(w_t(i, j) + x_t(j) + b_t(j)) − l_t
 * </pre>
 *
 * Every row is divided by its sum here too, not for range but for precision: a<sub>t</sub> would otherwise grow with t,
 * and the marginals would lose a digit for every ten times that the sequence is longer.
 */
final class LogRows extends SumRows {
    private final @Nullable Transitions sparse;
    private final double[] shared; // [S][S]
    private double logSum;

    LogRows(Trellis trellis, Workspace workspace) {
        super(trellis, workspace);
        this.sparse = trellis.transitions();
        this.shared = sparse == null ? scores : scratch.expanded(sparse, scores);
    }

    @Override
    boolean forward(int t, int own) {
        ChainScratch w = scratch;
        int at = t * states;
        int x = trellis.stateOffset(t);
        for (int j = 0; j < states; j++) {
            double from = 0;
            if (t > 0) {
                for (int i = 0; i < states; i++) {
                    w.row[i] = w.alpha[at - states + i] + transition(i, j, own);
                }
                from = LogSpace.logSum(w.row, 0, states);
            }
            w.alpha[at + j] = scores[x + j] + from;
        }
        double sum = LogSpace.logSum(w.alpha, at, states);
        logSum += sum;
        w.scale[t] = sum;
        if (sum != Double.NEGATIVE_INFINITY) {
            for (int s = 0; s < states; s++) {
                w.alpha[at + s] -= sum;
            }
        }
        return true;
    }

    private double transition(int i, int j, int own) {
        int arc = i * states + j;
        return own < 0 ? shared[arc] : shared[arc] + scores[trellis.ownOffset(own) + arc];
    }

    @Override
    double logSum() {
        return logSum;
    }

    @Override
    void backward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        if (logSum == Double.NEGATIVE_INFINITY) {
            return; // no path at all: nothing is expected
        }
        int at = t * states;
        int x = trellis.stateOffset(t);
        if (t == trellis.length() - 1) {
            Arrays.fill(w.beta, 0, states, 0.0);
        }
        for (int s = 0; s < states; s++) {
            into[x + s] += weight * Exponential.of(w.alpha[at + s] + w.beta[s]);
            w.psi[s] = scores[x + s] - w.scale[t] + w.beta[s];
        }
        if (t > 0) {
            for (int i = 0; i < states; i++) {
                backwardRow(i, at - states, own, weight, into);
            }
        }
    }

    private void backwardRow(int i, int before, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        for (int j = 0; j < states; j++) {
            w.row[j] = transition(i, j, own) + w.psi[j];
            double expected = weight * Exponential.of(w.alpha[before + i] + w.row[j]);
            w.expected[j] = expected;
            if (own >= 0) {
                into[trellis.ownOffset(own) + i * states + j] += expected;
            }
        }
        addShared(sparse, i, w.expected, into);
        w.beta[i] = LogSpace.logSum(w.row, 0, states);
    }

    @Override
    void finishBackward(double weight, double[] into) {
        // every transition was added where it was met
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        double max = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < states; s++) {
            out[s] = scratch.alpha[t * states + s] + (next < 0 ? 0 : transition(s, next, ownOfNext));
            max = Math.max(max, out[s]);
        }
        for (int s = 0; s < states; s++) {
            out[s] = Exponential.of(out[s] - max);
        }
    }
}
