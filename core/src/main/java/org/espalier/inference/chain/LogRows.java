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
class LogRows extends SumRows {
    private final @Nullable Transitions sparse;
    private double logSum;

    LogRows(Trellis trellis, Workspace workspace) {
        super(trellis, workspace);
        this.sparse = trellis.transitions();
    }

    @Override
    boolean forward(int t, int own) {
        ChainScratch w = scratch;
        int at = t * states;
        int begin = trellis.stateBegin(t);
        int end = trellis.stateEnd(t);
        ChainScratch.fillOutside(w.alpha, at, begin, end, states, Double.NEGATIVE_INFINITY);
        for (int j = begin; j < end; j++) {
            double from = t == 0 ? 0 : LogSpace.logSum(w.row, 0, stepsInto(j, at - states, own, w.row));
            w.alpha[at + j] = scores[trellis.statePart(t, j)] + from;
        }
        double sum = LogSpace.logSum(w.alpha, at + begin, end - begin);
        logSum += sum;
        w.scale[t] = sum;
        if (sum != Double.NEGATIVE_INFINITY) {
            for (int s = begin; s < end; s++) {
                w.alpha[at + s] -= sum;
            }
        }
        return true;
    }

    /**
     * The steps into j, by rising i: out = a<sub>t−1</sub>(i) + w<sub>t</sub>(i, j).
     *
     * @param before where the row a<sub>t−1</sub> begins
     * @return how many there are
     */
    int stepsInto(int j, int before, int own, double[] out) {
        double[] alpha = scratch.alpha;
        for (int i = 0; i < states; i++) {
            double shared = sparse == null ? scores[i * states + j] : absent(sparse, i, j);
            out[i] = alpha[before + i] + transition(shared, i, j, own);
        }
        if (sparse != null) {
            for (int k = sparse.columnBegin(j); k < sparse.columnBegin(j + 1); k++) {
                int i = sparse.columnSource(k);
                out[i] = alpha[before + i] + transition(scores[sparse.columnPart(k)], i, j, own);
            }
        }
        return states;
    }

    /** The steps that leave i, by rising j: out = w<sub>t</sub>(i, j) + x<sub>t</sub>(j) + b<sub>t</sub>(j) − l<sub>t</sub>. */
    private void stepsFrom(int i, int own, double[] out) {
        double[] after = scratch.psi;
        for (int j = 0; j < states; j++) {
            double shared = sparse == null ? scores[i * states + j] : absent(sparse, i, j);
            out[j] = transition(shared, i, j, own) + after[j];
        }
        if (sparse != null) {
            for (int k = sparse.rowBegin(i); k < sparse.rowBegin(i + 1); k++) {
                int j = sparse.target(k);
                out[j] = transition(scores[k], i, j, own) + after[j];
            }
        }
    }

    private static double absent(Transitions sparse, int i, int j) {
        return sparse.forbidsSome() ? LimitedRows.absent(sparse, i, j) : 0;
    }

    private double transition(double shared, int i, int j, int own) {
        return own < 0 ? shared : shared + scores[trellis.ownOffset(own) + i * states + j];
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
        if (t == trellis.length() - 1) {
            Arrays.fill(w.beta, 0, states, 0.0);
        }
        for (int s = trellis.stateBegin(t); s < trellis.stateEnd(t); s++) {
            int x = trellis.statePart(t, s);
            into[x] += weight * Exponential.of(w.alpha[at + s] + w.beta[s]);
            w.psi[s] = scores[x] - w.scale[t] + w.beta[s];
        }
        if (t > 0) {
            for (int i = trellis.stateBegin(t - 1); i < trellis.stateEnd(t - 1); i++) {
                backwardRow(i, at - states, own, weight, into);
            }
        }
    }

    /** Adds the expected steps that leave i and computes b<sub>t−1</sub>(i). */
    void backwardRow(int i, int before, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        stepsFrom(i, own, w.row);
        for (int j = 0; j < states; j++) {
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
    int rowOffset(int t) {
        return t * states;
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        if (next < 0) {
            System.arraycopy(scratch.alpha, t * states, out, 0, states);
        } else {
            stepsInto(next, t * states, ownOfNext, out);
        }
        double max = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < states; s++) {
            max = Math.max(max, out[s]);
        }
        for (int s = 0; s < states; s++) {
            out[s] = Exponential.of(out[s] - max);
        }
    }
}
