package org.espalier.inference.segment;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Kernels;
import org.espalier.math.Logarithm;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;

/**
 * Sums in probability space, every row divided by its sum: the fast path.
 *
 * <pre>
 *   ψ_t(y) = exp(x_t(y) − max x_t),   E = exp(w − max w),   Λ_d(y) = exp(length(d, y) − max length) for d ≤ D_y, else 0
 *   B_t, I_t = exp(begins(t) − m_t), exp(inside(t) − m_t),   m_t the larger of the two,   F = exp(max w + max length)
 *   enter_b = α_b E                                                     α_b: the segments that end at b
 *   o_{b+1}(b) = B_b F ψ_b ∘ enter_b,   o_{t+1}(b) = I_t / c_{t−1} ψ_t ∘ o_t(b)      those that began at b and are open
 *   α_{t+1} = Σ_b Λ_{t+1−b} ∘ own(b, t + 1) ∘ o_{t+1}(b) / c_t
 *   log Z = max length + Σ_t (log c_t + max x_t + m_t)
 * </pre>
 *
 * (At b = 0 there is no step: enter is 1 and so is F.) A token costs L exponentials, the product of a row with a matrix and D
 * products of rows. Backward, by starts b from right to left, the same open rows are computed anew:
 *
 * <pre>
 *   p(b, e) = o_e(b) ∘ Λ_{e−b} ∘ own(b, e) ∘ β_e / c_{e−1},   β_T = 1,   p(b) = Σ_e p(b, e)
 *   g_b = p(b) / enter_b,   β_b = E g_b,   Σ_b p(b, i, y) = E ∘ Σ_b α_b ⊗ g_b
 * </pre>
 *
 * All that is added up backward are probabilities, so nothing can overflow there. {@link UnderflowGuard} watches that no number vanishes
 * that matters; before one does, this gives up and {@link LogRows} takes over.
 */
final class ScaledRows extends SumRows {
    /** How many rows are multiplied at a time: what the first-level cache holds. */
    private static final int BLOCK = 64;

    /** The product of the c<sub>t</sub> leaves this range after many tokens; only then a logarithm is taken. */
    private static final double SMALLEST_PRODUCT = 1e-100;

    private final Kernels kernels;
    private final SharedExponentials shared;
    private final UnderflowGuard guard;
    private final SegmentLengths lengths;
    private final int stride; // R
    private final int window; // W
    private double logSum;
    private double product; // of the c since the last logarithm
    private int oldest; // no segment that began before can be open
    private double begunSum; // of the segments that begin and end at the token

    ScaledRows(Segmentation segmentation, Workspace workspace, Kernels kernels) {
        super(segmentation, workspace);
        this.kernels = kernels;
        this.shared = scratch.shared;
        this.guard = new UnderflowGuard(segmentation, workspace);
        this.lengths = segmentation.lengths();
        this.stride = Kernels.stride(labels);
        this.window = SegmentScratch.window(segmentation);
        shared.update(segmentation, workspace, kernels);
    }

    @Override
    boolean runForward() {
        if (!guard.start()) {
            return false;
        }
        logSum = length == 0 ? 0 : shared.lengthMax;
        product = 1;
        oldest = 0;
        SegmentScratch w = scratch;
        kernels.expRows(scores, segmentation.stateOffset(0), length, labels, w.psi, 0, w.largest, w.smallest);
        prepareOwn();
        for (int t = 0; t < length; t++) {
            if (!forward(t)) {
                return false;
            }
        }
        return !guard.nothingEnds();
    }

    /** The exponentials of own segments times those of their lengths. */
    private void prepareOwn() {
        double[] own = scratch.ownExp;
        for (int c = 0; c < segmentation.places(); c++) {
            int at = c * stride;
            kernels.exp(scores, segmentation.ownOffset(c), 0, own, at, labels);
            Arrays.fill(own, at + labels, at + stride, 0.0);
            kernels.multiply(own, at, shared.lengths, (segmentation.placeLength(c) - 1) * stride, 1, own, at, stride);
        }
    }

    /** Opens segments at token t, continues those that are open, and computes the row of those that end after it. */
    private boolean forward(int t) {
        SegmentScratch w = scratch;
        prepareBoundary(t);
        if (!guard.token(t)) {
            return false;
        }
        oldest = Math.max(w.goesOn[t] == 0 ? t : oldest, t + 1 - window);
        int at = t * stride;
        if (w.begins[t] == 0) {
            Arrays.fill(w.enter, at, at + stride, 0.0);
            Arrays.fill(w.alpha, at, at + stride, 0.0);
            begunSum = 0;
        } else if (!begin(t)) {
            return false;
        }
        // From the youngest to the oldest, so that a row can be compared with younger ones.
        int slot = t % window;
        for (int b = t - 1; b >= oldest; b--) {
            slot = slot == 0 ? window - 1 : slot - 1; // b % window
            if (w.begins[b] > 0 && !advance(b, slot, t)) {
                return false;
            }
        }
        double sum = oldest == t ? begunSum : sum(w.alpha, at, stride);
        if (!guard.end(t, oldest, w.alpha, at, sum)) {
            return false;
        }
        w.scale[t] = guard.nothingEnds() ? 1 : sum;
        kernels.scale(w.alpha, at, 1 / w.scale[t], stride);
        addLog(w.largest[t] + w.boundaryMax[t], w.scale[t]);
        return true;
    }

    /** The factors B<sub>t</sub> F and I<sub>t</sub> / c<sub>t−1</sub>; 0 where there is nothing that could begin, or go on. */
    private void prepareBoundary(int t) {
        SegmentScratch w = scratch;
        int boundary = segmentation.boundaryOffset(t);
        double begins = scores[boundary + Segmentation.BEGINS];
        double inside = t == 0 ? Double.NEGATIVE_INFINITY : scores[boundary + Segmentation.INSIDE];
        double max = Math.max(begins, inside);
        boolean canBegin = begins != Double.NEGATIVE_INFINITY && (t == 0 || !guard.nothingEnds());
        boolean canGoOn = inside != Double.NEGATIVE_INFINITY && window > 1;
        double step = t == 0 ? 1 : shared.step;
        w.begins[t] = canBegin ? step * (begins == max ? 1 : Exponential.of(begins - max)) : 0;
        w.goesOn[t] = canGoOn ? (inside == max ? 1 : Exponential.of(inside - max)) / w.scale[t - 1] : 0;
        w.boundaryMax[t] = max == Double.NEGATIVE_INFINITY ? 0 : max;
    }

    private boolean begin(int t) {
        SegmentScratch w = scratch;
        int at = t * stride;
        if (t == 0) {
            Arrays.fill(w.enter, 0, labels, 1.0);
            Arrays.fill(w.enter, labels, stride, 0.0);
        } else {
            kernels.rowTimesMatrix(w.alpha, at - stride, shared.transitions, 0, stride, w.enter, at);
        }
        if (!guard.begin(t)) {
            return false;
        }
        int open = t % window * stride;
        int place = segmentation.place(t + 1, 1);
        double[] weights = place < 0 ? shared.lengths : w.ownExp;
        kernels.multiply(w.enter, at, w.psi, at, w.begins[t], w.open, open, stride);
        begunSum = kernels.multiply(w.open, open, weights, place < 0 ? 0 : place * stride, w.alpha, at, stride);
        return true;
    }

    private boolean advance(int b, int slot, int t) {
        SegmentScratch w = scratch;
        int d = t + 1 - b;
        int open = slot * stride;
        forgetTooLong(d, w.open, open);
        if (!guard.advance(b, slot, t)) {
            return false;
        }
        int place = segmentation.place(t + 1, d);
        double[] weights = place < 0 ? shared.lengths : w.ownExp;
        int weightsAt = (place < 0 ? d - 1 : place) * stride;
        int at = t * stride;
        kernels.multiplyAndAdd(w.open, open, w.psi, at, w.goesOn[t], weights, weightsAt, w.alpha, at, stride);
        return true;
    }

    /** Zeros for the labels whose segments have less than d tokens: left alone they could grow and overflow. */
    private void forgetTooLong(int d, double[] open, int at) {
        for (int k = lengths.orderBegin(d - 1); k < lengths.orderBegin(d); k++) {
            open[at + lengths.ordered(k)] = 0;
        }
    }

    private void addLog(double max, double sum) {
        logSum += max;
        product *= sum;
        if (product < SMALLEST_PRODUCT || product > 1 / SMALLEST_PRODUCT) {
            logSum += StrictMath.log(product);
            product = 1;
        }
    }

    private static double sum(double[] row, int at, int stride) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int k = at; k < at + stride; k += Kernels.WIDTH) {
            s0 += row[k];
            s1 += row[k + 1];
            s2 += row[k + 2];
            s3 += row[k + 3];
        }
        return (s0 + s1) + (s2 + s3);
    }

    @Override
    double logSum() {
        return logSum + StrictMath.log(product);
    }

    @Override
    void addMarginals(double weight, double[] into) {
        if (length == 0) {
            return;
        }
        SegmentScratch w = scratch;
        w.reserveMarginals(segmentation);
        if (window > 1) {
            Arrays.fill(w.covered, 0, length * stride, 0.0);
        }
        Arrays.fill(w.lengthSums, 0, window * stride, 0.0);
        Arrays.fill(w.beta, (length - 1) * stride, length * stride, 1 / w.scale[length - 1]);
        for (int b = length - 1; b >= 0; b--) {
            if (w.begins[b] > 0) {
                expectSegments(b, weight, into);
            }
            if (b > 0) {
                backward(b);
            }
        }
        addCovered(weight, into);
        addTransitions(weight, into);
        for (int d = 1; d <= window; d++) {
            addRow(weight, w.lengthSums, (d - 1) * stride, into, segmentation.lengthOffset(d));
        }
    }

    /** p(b, e) for all e: adds what they contribute, and turns enter<sub>b</sub> into g<sub>b</sub>. */
    private void expectSegments(int b, double weight, double[] into) {
        SegmentScratch w = scratch;
        int at = b * stride;
        System.arraycopy(w.enter, at, w.begun, 0, stride);
        int most = Math.min(window, length - b);
        int d = 1;
        for (; d <= most && (d == 1 || w.goesOn[b + d - 1] != 0); d++) {
            int t = b + d - 1;
            double factor = d == 1 ? w.begins[b] : w.goesOn[t];
            forgetTooLong(d, w.begun, 0);
            int place = segmentation.place(t + 1, d);
            double[] weights = place < 0 ? shared.lengths : w.ownExp;
            int weightsAt = (place < 0 ? d - 1 : place) * stride;
            int end = t * stride;
            int to = (d - 1) * stride;
            kernels.multiplyAndWrite(
                    w.begun, 0, w.psi, end, factor, weights, weightsAt, w.beta, end, w.expected, to, stride);
            if (place >= 0) {
                addRow(weight, w.expected, to, into, segmentation.ownOffset(place));
            }
        }
        Arrays.fill(w.row, 0, stride, 0.0);
        for (d--; d > 1; d--) {
            int to = (d - 1) * stride;
            kernels.addRunning(w.expected, to, w.row, 0, w.lengthSums, to, w.covered, at + to, stride);
        }
        int state = segmentation.stateOffset(b);
        double begins = 0;
        for (int y = 0; y < labels; y++) {
            double total = w.row[y] + w.expected[y];
            begins += total;
            w.lengthSums[y] += w.expected[y];
            into[state + y] += weight * total;
            w.enter[at + y] = total / Math.max(w.enter[at + y], Double.MIN_NORMAL); // 0 / 0 is 0 here
        }
        into[segmentation.boundaryOffset(b) + Segmentation.BEGINS] += weight * begins;
    }

    /** into += weight · row; returns Σ row. */
    private double addRow(double weight, double[] row, int at, double[] into, int to) {
        double sum = 0;
        for (int y = 0; y < labels; y++) {
            sum += row[at + y];
            into[to + y] += weight * row[at + y];
        }
        return sum;
    }

    /** β<sub>b</sub> = E g<sub>b</sub>, divided by c<sub>b−1</sub>. */
    private void backward(int b) {
        SegmentScratch w = scratch;
        int at = (b - 1) * stride;
        kernels.rowTimesMatrix(w.enter, b * stride, shared.transposed, 0, stride, w.beta, at);
        kernels.scale(w.beta, at, 1 / w.scale[b - 1], stride);
        if (guard.isMasked()) {
            // What no segment reaches from the left has no marginal; left alone its β could overflow and poison the
            // rest.
            for (int k = at; k < at + labels; k++) {
                w.beta[k] = w.alpha[k] == 0 ? 0 : w.beta[k];
            }
        }
    }

    private void addCovered(double weight, double[] into) {
        for (int t = 1; t < length && window > 1; t++) {
            double inside = addRow(weight, scratch.covered, t * stride, into, segmentation.stateOffset(t));
            into[segmentation.boundaryOffset(t) + Segmentation.INSIDE] += weight * inside;
        }
    }

    private void addTransitions(double weight, double[] into) {
        SegmentScratch w = scratch;
        int steps = length - 1;
        Arrays.fill(w.outer, 0, stride * stride, 0.0);
        for (int t = 0; t < steps; t += BLOCK) {
            int rows = Math.min(BLOCK, steps - t);
            kernels.addOuterProducts(w.alpha, t * stride, w.enter, (t + 1) * stride, rows, stride, w.outer, 0);
        }
        for (int i = 0; i < labels; i++) {
            kernels.addProducts(weight, w.outer, i * stride, shared.transitions, i * stride, into, i * labels, labels);
        }
    }

    @Override
    double logEnter(int b, int y) {
        return b == 0 ? -shared.lengthMax : Logarithm.of(scratch.enter[b * stride + y]) + shared.transitionMax;
    }

    @Override
    double logStep(int t) {
        return Logarithm.of(scratch.scale[t]) + scratch.largest[t] + scratch.boundaryMax[t];
    }

    @Override
    void lastLabels(double[] out, int offset) {
        System.arraycopy(scratch.alpha, (length - 1) * stride, out, offset, labels);
    }

    @Override
    int origins(int b, double[] out) {
        SegmentScratch w = scratch;
        if (w.begins[b] == 0) {
            return 0;
        }
        System.arraycopy(w.enter, b * stride, w.begun, 0, stride);
        int most = Math.min(window, length - b);
        for (int d = 1; d <= most; d++) {
            int t = b + d - 1;
            if (d > 1 && w.goesOn[t] == 0) {
                return d - 1;
            }
            double factor = d == 1 ? w.begins[b] : w.goesOn[t];
            forgetTooLong(d, w.begun, 0);
            int place = segmentation.place(t + 1, d);
            double[] weights = place < 0 ? shared.lengths : w.ownExp;
            int weightsAt = (place < 0 ? d - 1 : place) * stride;
            for (int y = 0; y < labels; y++) {
                w.begun[y] *= w.psi[t * stride + y] * factor;
                double ends = w.alpha[t * stride + y] * w.scale[t];
                out[(d - 1) * labels + y] = ends > 0 ? w.begun[y] * weights[weightsAt + y] / ends : 0;
            }
        }
        return most;
    }

    @Override
    void labelsBefore(int b, int y, double[] out, int offset) {
        double enter = scratch.enter[b * stride + y];
        for (int i = 0; i < labels; i++) {
            double both = scratch.alpha[(b - 1) * stride + i] * shared.transposed[y * stride + i];
            out[offset + i] = enter > 0 ? both / enter : 0;
        }
    }
}
