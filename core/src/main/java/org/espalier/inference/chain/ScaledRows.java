package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Sums in probability space, every row divided by its sum: the fast path.
 *
 * <pre>
 *   ψ_t(s) = exp(x_t(s) − max x_t),  E = exp(w − max w),  α_t = ψ_t ∘ (α_{t−1} E) / c_t
 *   log Z = Σ_t (log c_t + max x_t) + Σ_{t≥1} max w_t
 *   b_t = ψ_t ∘ β_t / c_t,  β_{t−1} = E b_t,  p(y_t) = α_t ∘ β_t,  Σ_t p(y_{t−1}, y_t) = E ∘ Σ_t α_{t−1} ⊗ b_t
 * </pre>
 *
 * It gives up, and {@link LogRows} takes over, before a number can vanish: one step, transition and state together,
 * makes an entry smaller by at most a factor of exp({@value #LARGEST_SPREAD}) (checked on the scores), so from
 * {@value #TINY} or more it stays above 10⁻³⁰⁰, and passes through (0, {@value #TINY}) before it reaches zero; there it
 * is seen. A zero is then always a forbidden part, never an underflow.
 */
class ScaledRows extends SumRows {
    static final double LARGEST_SPREAD = 230;
    static final double TINY = 1e-200;

    /** How many rows are multiplied at a time: what the first-level cache holds. */
    private static final int BLOCK = 64;

    /** The product of the c<sub>t</sub> leaves this range after many positions; only then a logarithm is taken. */
    private static final double SMALLEST_PRODUCT = 1e-100;

    final Kernels kernels;
    final int stride; // R
    boolean ownForbids; // whether a transition of the last prepared own position is −∞
    private final Workspace workspace;
    private final @Nullable Transitions sparse;
    private double logSum;
    private double product; // of the c since the last logarithm
    private boolean masked;
    private double matrixMax; // of the last exponentiated matrix
    private boolean matrixForbids; // whether one of its entries was −∞

    ScaledRows(Trellis trellis, Workspace workspace, Kernels kernels) {
        super(trellis, workspace);
        this.workspace = workspace;
        this.kernels = kernels;
        this.stride = Kernels.stride(states);
        this.sparse = trellis.transitions();
    }

    /** Exponentiates what does not depend on the rows before; false when the shared transitions do not fit. */
    boolean prepare() {
        ChainScratch w = scratch;
        if (w.takeSharedChange(workspace)) {
            prepareShared();
        }
        if (!fits(w.sharedSpread)) {
            return false;
        }
        logSum = 0;
        product = 1;
        prepareStates();
        return true;
    }

    /** Exponentiates the state scores; where it is known which states can be reached, those only. */
    void prepareStates() {
        ChainScratch w = scratch;
        Reach reach = trellis.reach();
        if (reach == null) {
            kernels.expRows(scores, trellis.stateOffset(0), trellis.length(), states, w.psi, 0, w.largest, w.smallest);
            return;
        }
        for (int t = 0; t < trellis.length(); t++) {
            int begin = reach.begin(t);
            int size = reach.end(t) - begin;
            int at = t * stride;
            int x = trellis.stateOffset(t) + begin;
            ChainScratch.fillOutside(w.psi, at, begin, begin + size, stride, 0.0);
            double max = max(scores, x, size);
            w.largest[t] = max;
            w.smallest[t] = min(scores, x, size);
            kernels.exp(scores, x, max == Double.NEGATIVE_INFINITY ? 0 : max, w.psi, at + begin, size);
        }
    }

    /** Exponentiates the shared transitions. */
    void prepareShared() {
        ChainScratch w = scratch;
        if (sparse == null) {
            w.sharedSpread = expMatrix(scores, w.sharedExp, 0);
            w.sharedMax = matrixMax;
            w.sharedForbids = matrixForbids;
            transpose(w.sharedExp, 0, w.sharedTransposed);
            return;
        }
        int parts = trellis.sharedParts();
        boolean othersScoreZero = parts < states * states;
        double max = max(scores, 0, parts);
        double min = smallestFinite(scores, 0, parts);
        w.sharedMax = othersScoreZero ? Math.max(max, 0) : max;
        w.sharedSpread = w.sharedMax - (othersScoreZero ? Math.min(min, 0) : min);
        w.sharedForbids = sparse.forbidsSome() || forbids(scores, 0, parts);
        w.sharedBase = othersScoreZero ? Exponential.of(-w.sharedMax) : 0;
        kernels.exp(scores, 0, w.sharedMax, w.sharedExp, 0, parts);
        for (int k = 0; k < parts; k++) {
            w.sharedTransposed[k] = w.sharedExp[sparse.columnPart(k)];
        }
    }

    /**
     * An unpadded matrix of scores into a padded one of exponentials relative to its largest entry, row by row: exp(x − max) =
     * exp(x − row's max) · exp(row's max − max). Returns the spread of the finite scores.
     */
    private double expMatrix(double[] from, double[] to, int toOffset) {
        ChainScratch w = scratch;
        kernels.expRows(from, 0, states, states, to, toOffset, w.rowLargest, w.rowSmallest);
        matrixMax = max(w.rowLargest, 0, states);
        double min = Double.POSITIVE_INFINITY;
        for (int i = 0; i < states; i++) {
            min = Math.min(min, w.rowSmallest[i]);
            boolean forbidden = w.rowLargest[i] == Double.NEGATIVE_INFINITY;
            kernels.scale(
                    to, toOffset + i * stride, forbidden ? 0 : Exponential.of(w.rowLargest[i] - matrixMax), stride);
        }
        Arrays.fill(to, toOffset + states * stride, toOffset + stride * stride, 0.0);
        matrixForbids = min == Double.NEGATIVE_INFINITY;
        return matrixMax - (matrixForbids ? smallestFinite(from, 0, states * states) : min);
    }

    @Override
    boolean forward(int t, int own) {
        ChainScratch w = scratch;
        int at = t * stride;
        int begin = paddedBegin(t);
        int size = paddedEnd(t) - begin;
        double max = w.largest[t];
        double spread = max - w.smallest[t];
        if (spread == Double.POSITIVE_INFINITY) {
            masked = true;
            spread = max
                    - smallestFinite(
                            scores,
                            trellis.stateOffset(t) + trellis.stateBegin(t),
                            trellis.stateEnd(t) - trellis.stateBegin(t));
        }
        if (t > 0) {
            spread += own < 0 ? w.sharedSpread : prepareOwn(own);
        }
        if (!fits(spread)) {
            return false;
        }
        double sum;
        if (t == 0) {
            sum = 0;
            for (int s = begin; s < begin + size; s++) {
                w.alpha[s] = w.psi[s];
                sum += w.psi[s];
            }
        } else {
            stepForward(t, own);
            sum = kernels.multiply(w.row, begin, w.psi, at + begin, w.alpha, at + begin, size);
            max += own < 0 ? w.sharedMax : w.ownMax[own];
        }
        if (!(sum > TINY) || sum == Double.POSITIVE_INFINITY) {
            return false;
        }
        kernels.scale(w.alpha, at + begin, 1 / sum, size);
        ChainScratch.fillOutside(w.alpha, at, begin, begin + size, stride, 0.0);
        w.scale[t] = sum;
        addLog(max, sum);
        return t == 0 || !(own < 0 ? w.sharedForbids : ownForbids) || holds(t);
    }

    /** Where the states begin that can be reached at t, as a padded row: the entries around them are 0. */
    final int paddedBegin(int t) {
        return trellis.stateBegin(t) & -Kernels.WIDTH;
    }

    final int paddedEnd(int t) {
        return Kernels.stride(trellis.stateEnd(t));
    }

    /** row = α<sub>t−1</sub> E<sub>t</sub>. */
    void stepForward(int t, int own) {
        ChainScratch w = scratch;
        int before = (t - 1) * stride;
        if (own >= 0) {
            kernels.rowTimesMatrix(w.alpha, before, w.ownExp, own * stride * stride, stride, w.row, 0);
        } else if (sparse == null) {
            kernels.rowTimesMatrix(w.alpha, before, w.sharedExp, 0, stride, w.row, 0);
        } else {
            SparseRows.rowTimesMatrix(sparse, w.sharedBase, w.sharedTransposed, w.alpha, before, w.row);
            Arrays.fill(w.row, states, stride, 0.0);
        }
    }

    final void addLog(double max, double sum) {
        logSum += max;
        product *= sum;
        if (product < SMALLEST_PRODUCT || product > 1 / SMALLEST_PRODUCT) {
            logSum += StrictMath.log(product);
            product = 1;
        }
    }

    /** Exponentiates the sum of shared and own transitions and returns its spread. */
    double prepareOwn(int own) {
        ChainScratch w = scratch;
        w.addOwn(trellis, scores, trellis.ownOffset(own));
        double spread = expMatrix(w.matrix, w.ownExp, own * stride * stride);
        w.ownMax[own] = matrixMax;
        ownForbids = matrixForbids;
        return spread;
    }

    /**
     * Whether no entry is smaller than it may be. Only forbidden transitions can make it so: a row sums to 1, so without
     * them every entry of the next is at least exp(−spread)/S, or 0 where the state is forbidden.
     */
    private boolean holds(int t) {
        double[] alpha = scratch.alpha;
        int at = t * stride;
        for (int s = trellis.stateBegin(t); s < trellis.stateEnd(t); s++) {
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
        return logSum + StrictMath.log(product);
    }

    @Override
    void backward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        int at = t * stride;
        int first = trellis.stateBegin(t);
        if (t == trellis.length() - 1) {
            Arrays.fill(w.beta, 0, stride, 1.0);
        }
        kernels.addProducts(
                weight,
                w.alpha,
                at + first,
                w.beta,
                first,
                into,
                trellis.stateOffset(t) + first,
                trellis.stateEnd(t) - first);
        if (t == 0) {
            return;
        }
        int begin = paddedBegin(t);
        kernels.multiply(w.psi, at + begin, w.beta, begin, 1 / w.scale[t], w.psi, at + begin, paddedEnd(t) - begin);
        if (masked) {
            forgetUnreachable(t);
        }
        stepBackward(t, own, weight, into);
    }

    /** β<sub>t−1</sub> = E<sub>t</sub> b<sub>t</sub>; own transitions are also counted, and b<sub>t</sub> is then set to 0. */
    void stepBackward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        int at = t * stride;
        if (own >= 0) {
            backwardOwn(at, own, weight, into);
        } else if (sparse == null) {
            kernels.rowTimesMatrix(w.psi, at, w.sharedTransposed, 0, stride, w.beta, 0);
        } else {
            SparseRows.matrixTimesRow(sparse, w.sharedBase, w.sharedExp, w.psi, at, w.beta);
        }
    }

    /** What no path from the left reaches has no marginal; left alone its β could overflow and poison the rest. */
    private void forgetUnreachable(int t) {
        int at = t * stride;
        for (int s = trellis.stateBegin(t); s < trellis.stateEnd(t); s++) {
            if (scratch.alpha[at + s] == 0) {
                scratch.psi[at + s] = 0;
            }
        }
    }

    private void backwardOwn(int at, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        int expOffset = own * stride * stride;
        int offset = trellis.ownOffset(own);
        transpose(w.ownExp, expOffset, w.matrix);
        kernels.rowTimesMatrix(w.psi, at, w.matrix, 0, stride, w.beta, 0);
        for (int i = 0; i < states; i++) {
            double before = weight * w.alpha[at - stride + i];
            for (int j = 0; j < states; j++) {
                double expected = before * w.ownExp[expOffset + i * stride + j] * w.psi[at + j];
                w.expected[j] = expected;
                into[offset + i * states + j] += expected;
            }
            addShared(sparse, i, w.expected, into);
        }
        Arrays.fill(w.psi, at, at + stride, 0.0); // already counted, so not among the shared outer products
    }

    /** E b = b Eᵀ, and a row times a matrix is the form that runs along memory. */
    private void transpose(double[] from, int offset, double[] to) {
        for (int i = 0; i < stride; i++) {
            for (int j = 0; j < stride; j++) {
                to[j * stride + i] = from[offset + i * stride + j];
            }
        }
    }

    @Override
    void finishBackward(double weight, double[] into) {
        ChainScratch w = scratch;
        int steps = trellis.length() - 1;
        if (steps < 1) {
            return;
        }
        if (sparse != null) {
            addSharedArcs(sparse, steps, weight, into);
            return;
        }
        Arrays.fill(w.outer, 0, stride * stride, 0.0);
        for (int t = 0; t < steps; t += BLOCK) {
            int rows = Math.min(BLOCK, steps - t);
            kernels.addOuterProducts(w.alpha, t * stride, w.psi, (t + 1) * stride, rows, stride, w.outer, 0);
        }
        for (int i = 0; i < states; i++) {
            kernels.addProducts(weight, w.outer, i * stride, w.sharedExp, i * stride, into, i * states, states);
        }
    }

    /** The expected counts of the pairs with a part. */
    private void addSharedArcs(Transitions transitions, int steps, double weight, double[] into) {
        ChainScratch w = scratch;
        Arrays.fill(w.outer, 0, transitions.parts(), 0.0);
        for (int t = 0; t < steps; t++) {
            SparseRows.addOuterProduct(transitions, w.alpha, t * stride, w.psi, (t + 1) * stride, w.outer);
        }
        kernels.addProducts(weight, w.outer, 0, w.sharedExp, 0, into, 0, transitions.parts());
    }

    @Override
    int rowOffset(int t) {
        return t * stride;
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        ChainScratch w = scratch;
        int row = t * stride;
        if (sparse != null && ownOfNext < 0 && next >= 0) {
            boolean limited = sparse.forbidsSome();
            for (int s = 0; s < states; s++) {
                boolean forbidden = limited && LimitedRows.absent(sparse, s, next) != 0;
                out[s] = forbidden ? 0 : w.alpha[row + s] * w.sharedBase;
            }
            for (int k = sparse.columnBegin(next); k < sparse.columnBegin(next + 1); k++) {
                int s = sparse.columnSource(k);
                out[s] = w.alpha[row + s] * w.sharedTransposed[k];
            }
            return;
        }
        double[] exp = ownOfNext < 0 ? w.sharedExp : w.ownExp;
        int offset = ownOfNext < 0 ? 0 : ownOfNext * stride * stride;
        for (int s = 0; s < states; s++) {
            double step = next < 0 ? 1 : exp[offset + s * stride + next];
            out[s] = w.alpha[row + s] * step;
        }
    }

    @Override
    void predecessors(int t, int own, double[] out) {
        if (own >= 0) {
            super.predecessors(t, own, out);
            return;
        }
        ChainScratch w = scratch;
        int before = (t - 1) * stride;
        for (int j = 0; j < states; j++) {
            int row = j * states;
            for (int i = 0; i < states; i++) {
                out[row + i] = w.alpha[before + i] * w.sharedTransposed[j * stride + i];
            }
            normalise(out, row, states);
        }
    }

    @Override
    boolean arcPredecessors(int t, int own, double[] arcs, double[] others) {
        if (own >= 0 || sparse == null || sparse.forbidsSome()) {
            return false;
        }
        ChainScratch w = scratch;
        int before = (t - 1) * stride;
        SparseRows.rowTimesMatrix(sparse, w.sharedBase, w.sharedTransposed, w.alpha, before, w.row);
        for (int j = 0; j < states; j++) {
            double sum = w.row[j];
            others[j] = sum > 0 ? w.sharedBase / sum : 0;
            for (int k = sparse.columnBegin(j); k < sparse.columnBegin(j + 1); k++) {
                double joint = w.alpha[before + sparse.columnSource(k)] * w.sharedTransposed[k];
                arcs[sparse.columnPart(k)] = sum > 0 ? joint / sum : 0;
            }
        }
        return true;
    }

    /** Also false for NaN, and for −∞, the spread of a row in which everything is forbidden. */
    static boolean fits(double spread) {
        return spread >= 0 && spread <= LARGEST_SPREAD;
    }

    static double max(double[] a, int offset, int size) {
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            max = Math.max(max, a[offset + k]);
        }
        return max;
    }

    private static double min(double[] a, int offset, int size) {
        double min = Double.POSITIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            min = Math.min(min, a[offset + k]);
        }
        return min;
    }

    static boolean forbids(double[] a, int offset, int size) {
        for (int k = 0; k < size; k++) {
            if (a[offset + k] == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    static double smallestFinite(double[] a, int offset, int size) {
        double min = Double.POSITIVE_INFINITY;
        for (int k = 0; k < size; k++) {
            double value = a[offset + k];
            min = value < min && value != Double.NEGATIVE_INFINITY ? value : min;
        }
        return min;
    }
}
