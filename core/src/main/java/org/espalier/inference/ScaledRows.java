package org.espalier.inference;

import java.util.Arrays;
import org.espalier.math.Kernels;
import org.espalier.structure.Trellis;

/**
 * Sums in probability space, every row divided by its sum: the fast path.
 *
 * <pre>
 *   ψ<sub>t</sub>(s) = exp(x<sub>t</sub>(s) − max x<sub>t</sub>),  E = exp(w − max w),  α<sub>t</sub> = ψ<sub>t</sub> ∘ (α<sub>t−1</sub> E) / c<sub>t</sub>
 *   log Z = Σ<sub>t</sub> (log c<sub>t</sub> + max x<sub>t</sub>) + Σ<sub>t≥1</sub> max w<sub>t</sub>
 *   b<sub>t</sub> = ψ<sub>t</sub> ∘ β<sub>t</sub> / c<sub>t</sub>,  β<sub>t−1</sub> = E b<sub>t</sub>,  p(y<sub>t</sub>) = α<sub>t</sub> ∘ β<sub>t</sub>,  Σ<sub>t</sub> p(y<sub>t−1</sub>, y<sub>t</sub>) = E ∘ Σ<sub>t</sub> α<sub>t−1</sub> ⊗ b<sub>t</sub>
 * </pre>
 *
 * It gives up, and {@link LogRows} takes over, before a number can vanish: one step, transition and state together,
 * makes an entry smaller by at most a factor of exp({@value #LARGEST_SPREAD}) (checked on the scores), so from
 * {@value #TINY} or more it stays above 10⁻³⁰⁰, and passes through (0, {@value #TINY}) before it reaches zero; there it
 * is seen. A zero is then always a forbidden part, never an underflow.
 */
final class ScaledRows extends SumRows {
    static final double LARGEST_SPREAD = 230;
    static final double TINY = 1e-200;

    private final Kernels kernels;
    private double logSum;
    private boolean masked;

    ScaledRows(Trellis trellis, Workspace workspace, Kernels kernels) {
        super(trellis, workspace);
        this.kernels = kernels;
    }

    /** Exponentiates the shared transitions if they have changed; false when they do not fit this representation. */
    boolean prepare() {
        Workspace w = workspace;
        int arcs = states * states;
        if (w.sharedStale) {
            w.sharedMax = max(scores, 0, arcs);
            w.sharedSpread = w.sharedMax - smallestFinite(scores, 0, arcs);
            kernels.exp(scores, 0, w.sharedMax, w.sharedExp, 0, arcs);
            transpose(w.sharedExp, 0, w.sharedTransposed);
            w.sharedStale = false;
        }
        Arrays.fill(w.outer, 0, arcs, 0.0);
        logSum = 0;
        return fits(w.sharedSpread);
    }

    @Override
    boolean forward(int t, int own) {
        Workspace w = workspace;
        int at = t * states;
        int x = trellis.stateOffset(t);
        double max = max(scores, x, states);
        double spread = max - smallestFinite(scores, x, states);
        if (t > 0) {
            spread += own < 0 ? w.sharedSpread : prepareOwn(own);
        }
        if (!fits(spread)) {
            return false;
        }
        kernels.exp(scores, x, max, w.psi, at, states);
        double sum;
        if (t == 0) {
            sum = 0;
            for (int s = 0; s < states; s++) {
                w.alpha[s] = w.psi[s];
                sum += w.psi[s];
            }
        } else {
            double[] exp = own < 0 ? w.sharedExp : w.ownExp;
            kernels.rowTimesMatrix(w.alpha, at - states, exp, own < 0 ? 0 : own * states * states, states, w.row, 0);
            sum = kernels.multiply(w.row, 0, w.psi, at, w.alpha, at, states);
            max += own < 0 ? w.sharedMax : w.ownMax[own];
        }
        if (!(sum > TINY) || sum == Double.POSITIVE_INFINITY) {
            return false;
        }
        kernels.scale(w.alpha, at, 1 / sum, states);
        w.scale[t] = sum;
        logSum += max + StrictMath.log(sum);
        return holds(at);
    }

    /** Exponentiates the sum of shared and own transitions and returns its spread. */
    private double prepareOwn(int own) {
        Workspace w = workspace;
        int arcs = states * states;
        int offset = trellis.ownOffset(own);
        for (int k = 0; k < arcs; k++) {
            w.matrix[k] = scores[k] + scores[offset + k];
        }
        double max = max(w.matrix, 0, arcs);
        w.ownMax[own] = max;
        kernels.exp(w.matrix, 0, max, w.ownExp, own * arcs, arcs);
        return max - smallestFinite(w.matrix, 0, arcs);
    }

    private boolean holds(int at) {
        double[] alpha = workspace.alpha;
        for (int s = 0; s < states; s++) {
            double a = alpha[at + s];
            if (a < TINY) {
                if (a != 0) {
                    return false;
                }
                masked = true;
            }
        }
        return true;
    }

    @Override
    double logSum() {
        return logSum;
    }

    @Override
    void backward(int t, int own, double weight, double[] into) {
        Workspace w = workspace;
        double[] alpha = w.alpha;
        double[] beta = w.beta;
        int at = t * states;
        if (t == trellis.length() - 1) {
            Arrays.fill(beta, 0, states, 1.0);
        }
        int x = trellis.stateOffset(t);
        for (int s = 0; s < states; s++) {
            into[x + s] += weight * (alpha[at + s] * beta[s]);
        }
        if (t == 0) {
            return;
        }
        double inverse = 1 / w.scale[t];
        for (int s = 0; s < states; s++) {
            w.row[s] = w.psi[at + s] * beta[s] * inverse;
        }
        if (masked) {
            forgetUnreachable(at);
        }
        if (own < 0) {
            kernels.rowTimesMatrix(w.row, 0, w.sharedTransposed, 0, states, beta, 0);
            kernels.addOuterProduct(alpha, at - states, w.row, 0, states, w.outer, 0);
        } else {
            backwardOwn(at - states, own, weight, into);
        }
    }

    /** What no path from the left reaches has no marginal; left alone its β could overflow and poison the rest. */
    private void forgetUnreachable(int at) {
        for (int s = 0; s < states; s++) {
            if (workspace.alpha[at + s] == 0) {
                workspace.row[s] = 0;
            }
        }
    }

    private void backwardOwn(int before, int own, double weight, double[] into) {
        Workspace w = workspace;
        int arcs = states * states;
        int expOffset = own * arcs;
        int offset = trellis.ownOffset(own);
        transpose(w.ownExp, expOffset, w.matrix);
        kernels.rowTimesMatrix(w.row, 0, w.matrix, 0, states, w.beta, 0);
        Arrays.fill(w.matrix, 0, arcs, 0.0);
        kernels.addOuterProduct(w.alpha, before, w.row, 0, states, w.matrix, 0);
        for (int k = 0; k < arcs; k++) {
            double expected = weight * (w.matrix[k] * w.ownExp[expOffset + k]);
            into[k] += expected;
            into[offset + k] += expected;
        }
    }

    /** E b = b Eᵀ, and a row times a matrix is the form that runs along memory. */
    private void transpose(double[] from, int offset, double[] to) {
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                to[j * states + i] = from[offset + i * states + j];
            }
        }
    }

    @Override
    void finishBackward(double weight, double[] into) {
        for (int k = 0; k < states * states; k++) {
            into[k] += weight * (workspace.outer[k] * workspace.sharedExp[k]);
        }
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        Workspace w = workspace;
        double[] exp = ownOfNext < 0 ? w.sharedExp : w.ownExp;
        int offset = ownOfNext < 0 ? 0 : ownOfNext * states * states;
        for (int s = 0; s < states; s++) {
            double step = next < 0 ? 1 : exp[offset + s * states + next];
            out[s] = w.alpha[t * states + s] * step;
        }
    }

    /** Also false for NaN, and for −∞, the spread of a row in which everything is forbidden. */
    private static boolean fits(double spread) {
        return spread >= 0 && spread <= LARGEST_SPREAD;
    }

    private static double max(double[] a, int offset, int size) {
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            max = Math.max(max, a[offset + k]);
        }
        return max;
    }

    private static double smallestFinite(double[] a, int offset, int size) {
        double min = Double.POSITIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            double value = a[offset + k];
            min = value < min && value != Double.NEGATIVE_INFINITY ? value : min;
        }
        return min;
    }
}
