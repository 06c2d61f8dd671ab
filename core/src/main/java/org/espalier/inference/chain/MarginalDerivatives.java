package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * How the marginals change when the part scores move in a direction v: the Hessian of log Z times v.
 *
 * <pre>
 *   A_t(j) = v_t(j) + Σ_i p(y_{t−1} = i | y_t = j) (A_{t−1}(i) + v_t(i, j))           expected v up to t, given y_t = j
 *   B_t(i) = Σ_j p(y_{t+1} = j | y_t = i) (v_{t+1}(i, j) + v_{t+1}(j) + B_{t+1}(j))    expected v after t, given y_t = i
 *   dp_t(j) = p_t(j) (A_t(j) + B_t(j) − E v),   dp_t(i, j) = p_t(i, j) (A_{t−1}(i) + v_t(i, j) + v_t(j) + B_t(j) − E v)
 * </pre>
 *
 * that is p(part) · (E[v(path) | part] − E[v(path)]), the covariance of part and path score. One forward pass gives p(y<sub>t−1</sub> |
 * y<sub>t</sub>), which is all that is needed: p<sub>t−1</sub>(i) = Σ<sub>j</sub> p(i | j) p<sub>t</sub>(j), a sum of positive numbers, so
 * scores may be of any size. Two sweeps, O(T S²) time and O(T S + S²) memory.
 */
final class MarginalDerivatives {
    private final SumRows rows;
    private final Trellis trellis;
    private final ChainScratch scratch;
    private final double[] direction; // [parts]
    private final int states;
    private int own;

    MarginalDerivatives(SumRows rows, double[] direction) {
        this.rows = rows;
        this.trellis = rows.trellis;
        this.scratch = rows.scratch;
        this.direction = direction;
        this.states = trellis.states();
    }

    /** Adds weight · dp of every part; nothing when there is no path. */
    void add(double weight, double[] into) {
        if (trellis.length() == 0 || rows.logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        scratch.reserveDerivatives(trellis);
        transposeDirection();
        walkRight();
        walkLeft(weight, into);
    }

    private void transposeDirection() {
        Transitions sparse = trellis.transitions();
        double[] dense = direction;
        if (sparse != null) {
            dense = scratch.pairs;
            SparseRows.expand(sparse, direction, dense);
        }
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                scratch.directionTransposed[j * states + i] = dense[i * states + j];
            }
        }
    }

    private void walkRight() {
        ChainScratch w = scratch;
        System.arraycopy(direction, trellis.stateOffset(0), w.left, 0, states);
        own = 0;
        for (int t = 1; t < trellis.length(); t++) {
            int ownHere = own < trellis.ownCount() && trellis.ownPosition(own) == t ? own++ : -1;
            rows.predecessors(t, ownHere, w.predecessors);
            int before = (t - 1) * states;
            for (int j = 0; j < states; j++) {
                double sum = 0;
                for (int i = 0; i < states; i++) {
                    sum += w.predecessors[j * states + i] * (w.left[before + i] + step(i, j, ownHere));
                }
                w.left[before + states + j] = direction[trellis.stateOffset(t) + j] + sum;
            }
        }
    }

    /** v(i, j) of the step into a position. */
    private double step(int i, int j, int ownHere) {
        double shared = scratch.directionTransposed[j * states + i];
        return ownHere < 0 ? shared : shared + direction[trellis.ownOffset(ownHere) + i * states + j];
    }

    private void walkLeft(double weight, double[] into) {
        ChainScratch w = scratch;
        int last = trellis.length() - 1;
        rows.conditional(last, -1, -1, w.posterior);
        SumRows.normalise(w.posterior, 0, states);
        Arrays.fill(w.right, 0, states, 0.0);
        double mean = 0;
        for (int j = 0; j < states; j++) {
            mean += w.posterior[j] * w.left[last * states + j];
        }
        own = trellis.ownCount() - 1;
        for (int t = last; t >= 0; t--) {
            int offset = trellis.stateOffset(t);
            for (int j = 0; j < states; j++) {
                into[offset + j] += weight * w.posterior[j] * (w.left[t * states + j] + w.right[j] - mean);
            }
            if (t > 0) {
                int ownHere = own >= 0 && trellis.ownPosition(own) == t ? own-- : -1;
                stepLeft(t, ownHere, mean, weight, into);
            }
        }
    }

    private void stepLeft(int t, int ownHere, double mean, double weight, double[] into) {
        ChainScratch w = scratch;
        int before = (t - 1) * states;
        int offset = trellis.stateOffset(t);
        rows.predecessors(t, ownHere, w.predecessors);
        Arrays.fill(w.posteriorBefore, 0, states, 0.0);
        Arrays.fill(w.rightBefore, 0, states, 0.0);
        for (int j = 0; j < states; j++) {
            double after = direction[offset + j] + w.right[j];
            for (int i = 0; i < states; i++) {
                double joint = w.predecessors[j * states + i] * w.posterior[j];
                double fromHere = step(i, j, ownHere) + after;
                w.posteriorBefore[i] += joint;
                w.rightBefore[i] += joint * fromHere;
                w.pairs[i * states + j] = weight * joint * (w.left[before + i] + fromHere - mean);
            }
        }
        for (int i = 0; i < states; i++) {
            w.posterior[i] = w.posteriorBefore[i];
            w.right[i] = w.posterior[i] > 0 ? w.rightBefore[i] / w.posterior[i] : 0;
            addPairs(i, ownHere, into);
        }
    }

    private void addPairs(int i, int ownHere, double[] into) {
        ChainScratch w = scratch;
        System.arraycopy(w.pairs, i * states, w.expected, 0, states);
        rows.addShared(trellis.transitions(), i, w.expected, into);
        if (ownHere >= 0) {
            int arc = trellis.ownOffset(ownHere) + i * states;
            for (int j = 0; j < states; j++) {
                into[arc + j] += w.expected[j];
            }
        }
    }
}
