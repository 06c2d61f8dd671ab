package org.espalier.inference.chain;

import org.espalier.inference.Workspace;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The sum algebra, one row at a time, in some representation of numbers.
 *
 * <pre>
 *   forward    α_0(s) = ψ_0(s),   α_t(j) = ψ_t(j) Σ_i α_{t−1}(i) E_t(i, j),   Z = Σ_s α_{T−1}(s)
 *   backward   β_{T−1}(s) = 1,     β_{t−1}(i) = Σ_j E_t(i, j) ψ_t(j) β_t(j)
 * </pre>
 *
 * with ψ = exp(state scores) and E = exp(transition scores).
 */
abstract class SumRows {
    final ChainScratch scratch;
    final Trellis trellis;
    final double[] scores;
    final int states;
    private int nextOwn;

    SumRows(Trellis trellis, Workspace workspace) {
        this.trellis = trellis;
        this.scratch = ChainScratch.of(workspace, trellis);
        this.scores = workspace.scores();
        this.states = trellis.states();
    }

    /** Computes α<sub>t</sub> from α<sub>t−1</sub>; false when the representation cannot hold it. */
    abstract boolean forward(int t, int own);

    /** log Z, after all forward rows. */
    abstract double logSum();

    /** Adds weight · p(y<sub>t</sub>) and weight · p(y<sub>t−1</sub>, y<sub>t</sub>) to the parts, and computes β<sub>t−1</sub>. */
    abstract void backward(int t, int own, double weight, double[] into);

    /** After all backward rows: adds what was held back for the shared transitions. */
    abstract void finishBackward(double weight, double[] into);

    /** Where the forward row of t begins in the scratch. */
    abstract int rowOffset(int t);

    /** out[s] ∝ p(y<sub>t</sub> = s | y<sub>t+1</sub> = next, x), or p(y<sub>t</sub> = s | x) when t is the last position. */
    abstract void conditional(int t, int ownOfNext, int next, double[] out);

    /**
     * The same by arcs, where only some pairs have a part: p(y<sub>t−1</sub> = i | y<sub>t</sub> = j, x) is arcs[part of (i, j)],
     * and α<sub>t−1</sub>(i) · others[j] for all other pairs, with the rows α of {@link ScaledRows}. Zeros where no path reaches
     * j, and for pairs that are forbidden.
     *
     * @return false, and nothing is written, when the representation has no such form for this step
     */
    boolean arcPredecessors(int t, int own, double[] arcs, double[] others) {
        return false;
    }

    /** out[j][i] = p(y<sub>t−1</sub> = i | y<sub>t</sub> = j, x); zeros where no path reaches j. */
    void predecessors(int t, int own, double[] out) {
        for (int j = 0; j < states; j++) {
            conditional(t - 1, own, j, scratch.row);
            normalise(scratch.row, 0, states);
            System.arraycopy(scratch.row, 0, out, j * states, states);
        }
    }

    /** Divides by the sum; zeros when there is nothing to divide. */
    static void normalise(double[] a, int offset, int size) {
        double sum = 0;
        for (int k = offset; k < offset + size; k++) {
            sum += a[k];
        }
        for (int k = offset; k < offset + size; k++) {
            a[k] = sum > 0 ? a[k] / sum : 0;
        }
    }

    /** Adds the expected transitions from state i to the shared parts. */
    final void addShared(@Nullable Transitions sparse, int i, double[] expected, double[] into) {
        if (sparse != null) {
            SparseRows.addRow(sparse, i, expected, into);
            return;
        }
        for (int j = 0; j < states; j++) {
            into[i * states + j] += expected[j];
        }
    }

    /** All forward rows, from left to right. */
    final boolean runForward() {
        int own = 0;
        for (int t = 0; t < trellis.length(); t++) {
            boolean hasOwn = own < trellis.ownCount() && trellis.ownPosition(own) == t;
            if (!forward(t, hasOwn ? own : -1)) {
                return false;
            }
            own += hasOwn ? 1 : 0;
        }
        return true;
    }

    /** All backward rows, from right to left. */
    final void runBackward(double weight, double[] into) {
        nextOwn = trellis.ownCount() - 1;
        for (int t = trellis.length() - 1; t >= 0; t--) {
            backward(t, ownBefore(t), weight, into);
        }
        finishBackward(weight, into);
    }

    /** Draws a path, from right to left. */
    final void runSample(java.util.random.RandomGenerator random, int[] path) {
        nextOwn = trellis.ownCount() - 1;
        int ownOfNext = -1;
        for (int t = trellis.length() - 1; t >= 0; t--) {
            int next = t == trellis.length() - 1 ? -1 : path[t + 1];
            conditional(t, ownOfNext, next, scratch.row);
            path[t] = draw(scratch.row, states, random);
            ownOfNext = ownBefore(t);
        }
    }

    private int ownBefore(int t) {
        return nextOwn >= 0 && trellis.ownPosition(nextOwn) == t ? nextOwn-- : -1;
    }

    private static int draw(double[] weights, int size, java.util.random.RandomGenerator random) {
        double total = 0;
        for (int s = 0; s < size; s++) {
            total += weights[s];
        }
        double left = random.nextDouble() * total;
        int last = 0;
        for (int s = 0; s < size; s++) {
            if (weights[s] > 0) {
                last = s;
                left -= weights[s];
                if (left < 0) {
                    return s;
                }
            }
        }
        return last; // rounding left a crumb: the last possible state
    }
}
