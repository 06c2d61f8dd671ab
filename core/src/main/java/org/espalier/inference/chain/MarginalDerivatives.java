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
 * scores may be of any size. Two sweeps, whose steps are those of {@link DenseDerivatives} or {@link SparseDerivatives}.
 */
abstract class MarginalDerivatives {
    final SumRows rows;
    final Trellis trellis;
    final ChainScratch scratch;
    final double[] direction; // [parts]
    final int states;

    MarginalDerivatives(SumRows rows, double[] direction) {
        this.rows = rows;
        this.trellis = rows.trellis;
        this.scratch = rows.scratch;
        this.direction = direction;
        this.states = trellis.states();
    }

    /**
     * The derivatives in a direction.
     *
     * @param rows after the forward pass
     */
    static MarginalDerivatives of(SumRows rows, double[] direction) {
        Transitions sparse = rows.trellis.transitions();
        return sparse == null ? new DenseDerivatives(rows, direction) : new SparseDerivatives(rows, sparse, direction);
    }

    /** Adds weight · dp of every part; nothing when there is no path. */
    final void add(double weight, double[] into) {
        if (trellis.length() == 0 || rows.logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        scratch.reserveDerivatives(trellis);
        prepare();
        walkRight();
        walkLeft(weight, into);
    }

    /** What is done once, before the sweeps. */
    abstract void prepare();

    /** left<sub>t</sub> = A<sub>t</sub>, from left<sub>t−1</sub>. */
    abstract void stepRight(int t, int own);

    /** Adds weight · dp<sub>t</sub>(i, j), and makes posterior and right, which are p<sub>t</sub> and B<sub>t</sub>, those of t − 1. */
    abstract void stepLeft(int t, int own, double mean, double weight, double[] into);

    private void walkRight() {
        for (int s = 0; s < states; s++) {
            scratch.left[s] = direction[trellis.statePart(0, s)];
        }
        int own = 0;
        for (int t = 1; t < trellis.length(); t++) {
            stepRight(t, own < trellis.ownCount() && trellis.ownPosition(own) == t ? own++ : -1);
        }
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
        int own = trellis.ownCount() - 1;
        for (int t = last; t >= 0; t--) {
            for (int j = 0; j < states; j++) {
                into[trellis.statePart(t, j)] += weight * w.posterior[j] * (w.left[t * states + j] + w.right[j] - mean);
            }
            if (t > 0) {
                stepLeft(t, own >= 0 && trellis.ownPosition(own) == t ? own-- : -1, mean, weight, into);
            }
        }
    }

    /** posterior = p<sub>t−1</sub>, right = B<sub>t−1</sub>, from the sums over the steps into t. */
    final void takeStep() {
        ChainScratch w = scratch;
        for (int i = 0; i < states; i++) {
            w.posterior[i] = w.posteriorBefore[i];
            w.right[i] = w.posterior[i] > 0 ? w.rightBefore[i] / w.posterior[i] : 0;
        }
    }
}
