package org.espalier.inference.segment;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.LogSpace;
import org.espalier.structure.segment.Segmentation;

/**
 * Sums of logarithms: slower by an order of magnitude, but right for scores of any size and for any forbidden parts.
 *
 * <pre>
 *   o_{b+1}(b, y) = enter_b(y) + begins(b) + state(b, y)                     a segment that began at b and is open
 *   o_{t+1}(b, y) = o_t(b, y) + inside(t) + state(t, y)
 *   a_e(y) = log Σ_b exp(o_e(b, y) + length(e − b, y) + own(b, e, y)) − l_e,   log Σ_y exp(a_e(y)) = 0
 *   enter_e(y) = log Σ_i exp(a_e(i) + w(i, y)),   log Z = Σ_e l_e
 * </pre>
 *
 * Every row is divided by its sum, not for range but for precision: the numbers would otherwise grow with the sequence. Open
 * segments keep pace: l<sub>e</sub> is subtracted from them too. Where no segment can end, l<sub>e</sub> is 0.
 */
final class LogRows extends SumRows {
    private final int window; // W
    private double logSum;
    private int oldest; // no segment that began before can be open

    LogRows(Segmentation segmentation, Workspace workspace) {
        super(segmentation, workspace);
        this.window = SegmentScratch.window(segmentation);
        scratch.reserveLogarithms(segmentation);
    }

    @Override
    boolean runForward() {
        oldest = 0;
        logSum = 0;
        double last = 0;
        for (int t = 0; t < length; t++) {
            begin(t);
            last = end(t);
            logSum += scratch.scale[t];
        }
        logSum = last == Double.NEGATIVE_INFINITY ? last : logSum;
        return true;
    }

    /** Computes enter<sub>t</sub>, and opens segments at t and continues the others. */
    private void begin(int t) {
        SegmentScratch w = scratch;
        int at = t * labels;
        int x = segmentation.stateOffset(t);
        double begins = scores[segmentation.boundaryOffset(t) + Segmentation.BEGINS];
        double inside = scores[segmentation.boundaryOffset(t) + Segmentation.INSIDE];
        oldest = Math.max(inside == Double.NEGATIVE_INFINITY ? t : oldest, t + 1 - window);
        for (int b = oldest; b < t; b++) {
            int open = b % window * labels;
            for (int y = 0; y < labels; y++) {
                w.open[open + y] += inside + scores[x + y] - w.scale[t - 1];
            }
        }
        int open = t % window * labels;
        for (int y = 0; y < labels; y++) {
            double enter = 0;
            if (t > 0) {
                for (int i = 0; i < labels; i++) {
                    w.row[i] = w.alpha[at - labels + i] + scores[segmentation.transitionPart(i, y)];
                }
                enter = LogSpace.logSum(w.row, 0, labels);
            }
            w.enter[at + y] = enter;
            w.open[open + y] = enter + begins + scores[x + y];
        }
    }

    /** Computes the row of the segments that end after t, and returns the logarithm of its sum. */
    private double end(int t) {
        SegmentScratch w = scratch;
        int at = t * labels;
        for (int y = 0; y < labels; y++) {
            int longest = segmentation.lengths().longest(y);
            int count = 0;
            for (int b = Math.max(oldest, t + 1 - longest); b <= t; b++) {
                w.row[count++] = w.open[b % window * labels + y] + wholeScore(t + 1, t + 1 - b, y);
            }
            endAt(at + y, count);
        }
        double sum = LogSpace.logSum(w.alpha, at, labels);
        w.scale[t] = sum == Double.NEGATIVE_INFINITY ? 0 : sum;
        for (int y = 0; y < labels; y++) {
            w.alpha[at + y] -= w.scale[t];
        }
        return sum;
    }

    /** Sums over so many candidates; largest and sum are kept apart, so that each can be divided by the sum without rounding. */
    private void endAt(int at, int count) {
        SegmentScratch w = scratch;
        double max = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < count; k++) {
            max = Math.max(max, w.row[k]);
        }
        double sum = 0;
        for (int k = 0; k < count && max != Double.NEGATIVE_INFINITY; k++) {
            sum += Exponential.of(w.row[k] - max);
        }
        w.peaks[at] = max;
        w.sums[at] = sum;
        w.alpha[at] = sum == 0 ? Double.NEGATIVE_INFINITY : max + StrictMath.log(sum);
    }

    @Override
    double logSum() {
        return logSum;
    }

    @Override
    double logEnter(int b, int y) {
        return scratch.enter[b * labels + y];
    }

    @Override
    double logStep(int t) {
        return scratch.scale[t];
    }

    @Override
    void lastLabels(double[] out, int offset) {
        for (int y = 0; y < labels; y++) {
            out[offset + y] = Exponential.of(scratch.alpha[(length - 1) * labels + y]);
        }
        normalise(out, offset);
    }

    /** Divides by the sum; zeros when there is nothing to divide. */
    private void normalise(double[] out, int offset) {
        double sum = 0;
        for (int k = offset; k < offset + labels; k++) {
            sum += out[k];
        }
        for (int k = offset; k < offset + labels; k++) {
            out[k] = sum > 0 ? out[k] / sum : 0;
        }
    }

    /** The open rows anew, with the additions of {@link #begin}, so that the bits are those that were summed up. */
    @Override
    int origins(int b, double[] out) {
        SegmentScratch w = scratch;
        double begins = scores[segmentation.boundaryOffset(b) + Segmentation.BEGINS];
        int most = Math.min(window, length - b);
        for (int d = 1; d <= most; d++) {
            int t = b + d - 1;
            double boundary = d == 1 ? begins : scores[segmentation.boundaryOffset(t) + Segmentation.INSIDE];
            if (boundary == Double.NEGATIVE_INFINITY) {
                return d - 1;
            }
            int x = segmentation.stateOffset(t);
            for (int y = 0; y < labels; y++) {
                w.row[y] = d == 1
                        ? w.enter[b * labels + y] + boundary + scores[x + y]
                        : w.row[y] + (boundary + scores[x + y] - w.scale[t - 1]);
                double sum = w.sums[t * labels + y];
                boolean possible = sum > 0 && d <= segmentation.lengths().longest(y);
                out[(d - 1) * labels + y] = possible
                        ? Exponential.of(w.row[y] + wholeScore(b + d, d, y) - w.peaks[t * labels + y]) / sum
                        : 0;
            }
        }
        return most;
    }

    @Override
    void labelsBefore(int b, int y, double[] out, int offset) {
        double enter = scratch.enter[b * labels + y];
        if (enter == Double.NEGATIVE_INFINITY) {
            Arrays.fill(out, offset, offset + labels, 0.0);
            return;
        }
        for (int i = 0; i < labels; i++) {
            double before = scratch.alpha[(b - 1) * labels + i];
            out[offset + i] = Exponential.of(before + scores[segmentation.transitionPart(i, y)] - enter);
        }
        normalise(out, offset);
    }
}
