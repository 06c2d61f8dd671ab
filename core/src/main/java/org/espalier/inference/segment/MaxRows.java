package org.espalier.inference.segment;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;

/**
 * The max algebra over segments, one row at a time (Viterbi).
 *
 * <pre>
 *   o_{b+1}(b, y) = max_i (δ_b(i) + w(i, y)) + (begins(b) + x_b(y))          the best prefix whose last segment began at b and is open
 *   o_{t+1}(b, y) = o_t(b, y) + (inside(t) + x_t(y))
 *   δ_e(y) = max_{b ≥ e − D_y} (o_e(b, y) + (length(e − b, y) + own(b, e, y)))
 * </pre>
 *
 * The additions are those of {@link Segments#score}, in the same order. Of several equal candidates the label with the smallest
 * number wins, then the shortest segment; first at the end, then leftward.
 *
 * <p>No back-pointers are kept: the best length and the best label before it are found again, bit for bit, along the best
 * segments only, which costs O(d² + L) for a segment of d tokens.
 */
final class MaxRows {
    final Segmentation segmentation;
    final double[] scores;
    private final SegmentScratch scratch;
    private final Kernels kernels;
    private final SegmentLengths lengths;
    private final int labels;
    private final int length;
    private final int window; // W
    private final double[] delta; // [T][L], of end e at e − 1
    private final double[] begun; // [T][L]: o_{b+1}(b)

    MaxRows(Segmentation segmentation, Workspace workspace, Kernels kernels) {
        this.segmentation = segmentation;
        this.scratch = SegmentScratch.of(workspace, segmentation);
        this.kernels = kernels;
        this.scores = workspace.scores();
        this.lengths = segmentation.lengths();
        this.labels = segmentation.labels();
        this.length = segmentation.length();
        this.window = SegmentScratch.window(segmentation);
        this.delta = scratch.alpha;
        this.begun = scratch.enter;
    }

    void runForward() {
        int oldest = 0;
        for (int t = 0; t < length; t++) {
            double inside = scores[segmentation.boundaryOffset(t) + Segmentation.INSIDE];
            oldest = Math.max(inside == Double.NEGATIVE_INFINITY ? t : oldest, t + 1 - window);
            begin(t);
            if (oldest < t) {
                addToStates(t, inside);
            }
            int slot = t % window;
            for (int b = t - 1; b >= oldest; b--) {
                slot = slot == 0 ? window - 1 : slot - 1; // b % window
                advance(b, slot * labels, t);
            }
        }
    }

    /** scratch.row = boundary + x<sub>t</sub>. */
    private void addToStates(int t, double boundary) {
        int x = segmentation.stateOffset(t);
        for (int y = 0; y < labels; y++) {
            scratch.row[y] = boundary + scores[x + y];
        }
    }

    private void begin(int t) {
        int at = t * labels;
        addToStates(t, scores[segmentation.boundaryOffset(t) + Segmentation.BEGINS]);
        if (t == 0) {
            for (int y = 0; y < labels; y++) {
                begun[y] = 0.0 + scratch.row[y];
            }
        } else {
            kernels.maxPlus(delta, at - labels, scores, 0, labels, scratch.row, 0, begun, at);
        }
        System.arraycopy(begun, at, scratch.open, t % window * labels, labels);
        double[] whole = wholes(t, t);
        int from = whole == scores ? segmentation.lengthOffset(1) : 0;
        for (int y = 0; y < labels; y++) {
            delta[at + y] = begun[at + y] + whole[from + y];
        }
    }

    private void advance(int b, int at, int t) {
        int d = t + 1 - b;
        for (int k = lengths.orderBegin(d - 1); k < lengths.orderBegin(d); k++) {
            scratch.open[at + lengths.ordered(k)] = Double.NEGATIVE_INFINITY; // its segments are not so long
        }
        double[] whole = wholes(b, t);
        int from = whole == scores ? segmentation.lengthOffset(d) : 0;
        kernels.addAndMax(scratch.open, at, scratch.row, 0, whole, from, delta, t * labels, labels);
    }

    /** The scores of length and own part of the segments from b to t: those of the lengths, or their sums in a row of the scratch. */
    private double[] wholes(int b, int t) {
        int d = t + 1 - b;
        int place = segmentation.place(t + 1, d);
        if (place < 0) {
            return scores;
        }
        int whole = segmentation.lengthOffset(d);
        int own = segmentation.ownOffset(place);
        for (int y = 0; y < labels; y++) {
            scratch.begun[y] = scores[whole + y] + scores[own + y];
        }
        return scratch.begun;
    }

    /** The score of the best segments; −∞ when all are forbidden. */
    double best() {
        return length == 0 ? 0 : delta[(length - 1) * labels + bestLabel(length, -1)];
    }

    /** The best segments. */
    Segments trace() {
        int[] ends = new int[length];
        int[] chosen = new int[length];
        int at = length;
        int end = length;
        int next = -1;
        while (end > 0) {
            next = bestLabel(end, next);
            ends[--at] = end;
            chosen[at] = next;
            end -= bestLength(end, next);
        }
        return new Segments(segmentation, Arrays.copyOfRange(ends, at, length), Arrays.copyOfRange(chosen, at, length));
    }

    /** δ<sub>e</sub>(y) + w(y, next); without the step when next is negative. */
    double prefix(int end, int y, int next) {
        double score = delta[(end - 1) * labels + y];
        return next < 0 ? score : score + scores[segmentation.transitionPart(y, next)];
    }

    private int bestLabel(int end, int next) {
        int best = 0;
        double max = Double.NEGATIVE_INFINITY;
        for (int y = 0; y < labels; y++) {
            double candidate = prefix(end, y, next);
            if (candidate > max) {
                max = candidate;
                best = y;
            }
        }
        return best;
    }

    /** The score of the best prefix whose last segment has d tokens with label y and ends at e; the same bits as in the row. */
    double prefixWith(int end, int y, int d) {
        int b = end - d;
        double score = begun[b * labels + y];
        for (int t = b + 1; t < end; t++) {
            score += scores[segmentation.boundaryOffset(t) + Segmentation.INSIDE]
                    + scores[segmentation.stateOffset(t) + y];
        }
        double whole = scores[segmentation.lengthOffset(d) + y];
        int place = segmentation.place(end, d);
        return score + (place < 0 ? whole : whole + scores[segmentation.ownOffset(place) + y]);
    }

    /** The shortest length that attains δ<sub>e</sub>(y). */
    private int bestLength(int end, int y) {
        int most = Math.min(lengths.longest(y), end);
        double max = delta[(end - 1) * labels + y];
        int d = 1;
        while (d < most && prefixWith(end, y, d) != max) {
            d++;
        }
        return d;
    }
}
