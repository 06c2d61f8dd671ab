package org.espalier.inference.segment;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;

/**
 * The sum algebra over segments, one row at a time, in some representation of numbers.
 *
 * <pre>
 *   enter_0(y) = 1,   enter_b(y) = Σ_i α_b(i) E(i, y)                        all segmentations of the tokens before b
 *   α_e(y) = Σ_{d ≤ D_y} enter_{e−d}(y) exp(seg(e − d, e, y)),   Z = Σ_y α_T(y)
 * </pre>
 *
 * with E = exp(transition scores). What stands here follows from the forward rows alone, by two kinds of conditional probabilities:
 *
 * <pre>
 *   p(b | e, y) = enter_b(y) exp(seg(b, e, y)) / α_e(y)      where a segment began that ends at e with label y
 *   p(i | b, y) = α_b(i) E(i, y) / enter_b(y)                which label is before one that begins at b with label y
 * </pre>
 *
 * From right to left they give p(e, y), p(b, e, y) = p(b | e, y) p(e, y), p(b, y) = Σ<sub>e</sub> p(b, e, y), p(b, i, y) =
 * p(i | b, y) p(b, y): sums of positive numbers, whatever the scores are.
 */
abstract class SumRows {
    final SegmentScratch scratch;
    final Segmentation segmentation;
    final double[] scores;
    final int labels;
    final int length;

    SumRows(Segmentation segmentation, Workspace workspace) {
        this.segmentation = segmentation;
        this.scratch = SegmentScratch.of(workspace, segmentation);
        this.scores = workspace.scores();
        this.labels = segmentation.labels();
        this.length = segmentation.length();
    }

    /** All forward rows, from left to right; false when the representation cannot hold them. */
    abstract boolean runForward();

    /** log Z, after all forward rows. */
    abstract double logSum();

    /** log enter<sub>b</sub>(y), relative to the scale of the forward rows at b. */
    abstract double logEnter(int b, int y);

    /** How much the logarithm of that scale grows from token t to the next. */
    abstract double logStep(int t);

    /** out[y] = p(the last segment has label y). */
    abstract void lastLabels(double[] out, int offset);

    /**
     * out[d−1][y] = p(b | b + d, y) for all d up to the result, 0 where no such segment is possible; no segment that begins at
     * b is longer.
     *
     * @param out // [W][L]
     */
    abstract int origins(int b, double[] out);

    /** out[i] = p(i | b, y), b ≥ 1; zeros where no segment with label y begins at b. */
    abstract void labelsBefore(int b, int y, double[] out, int offset);

    /** Adds weight · p(part) for every part. */
    void addMarginals(double weight, double[] into) {
        if (length == 0 || logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        SegmentScratch w = scratch;
        w.reserveConditionals(segmentation);
        Arrays.fill(w.ended, 0, length * labels, 0.0);
        lastLabels(w.ended, length * labels);
        for (int b = length - 1; b >= 0; b--) {
            int longest = origins(b, w.origins);
            for (int k = 0; k < longest * labels; k++) {
                w.origins[k] *= w.ended[(b + 1) * labels + k];
            }
            addSegments(b, longest, w.origins, weight, into);
            if (b > 0) {
                addSteps(b, weight, into);
            }
        }
    }

    /** Adds the steps into the segments that begin at b, and computes what ends there. */
    private void addSteps(int b, double weight, double[] into) {
        SegmentScratch w = scratch;
        for (int y = 0; y < labels; y++) {
            labelsBefore(b, y, w.row, 0);
            for (int i = 0; i < labels; i++) {
                double both = w.row[i] * w.begun[y];
                into[segmentation.transitionPart(i, y)] += weight * both;
                w.ended[b * labels + i] += both;
            }
        }
    }

    /**
     * Adds weight times the number of each segment that begins at b to its length, its own part, its states and its
     * boundaries. Afterwards {@code scratch.begun} holds the sum of the numbers over the lengths.
     *
     * @param rows the numbers // [longest][L]
     */
    final void addSegments(int b, int longest, double[] rows, double weight, double[] into) {
        double[] sum = scratch.begun; // [L]: over all that are so long or longer
        Arrays.fill(sum, 0, labels, 0.0);
        for (int d = longest; d >= 1; d--) {
            int t = b + d - 1;
            int from = (d - 1) * labels;
            int state = segmentation.stateOffset(t);
            int lengthPart = segmentation.lengthOffset(d);
            double total = 0;
            for (int y = 0; y < labels; y++) {
                double here = rows[from + y];
                sum[y] += here;
                into[lengthPart + y] += weight * here;
                into[state + y] += weight * sum[y];
                total += sum[y];
            }
            into[segmentation.boundaryOffset(t) + (d == 1 ? Segmentation.BEGINS : Segmentation.INSIDE)] +=
                    weight * total;
            int place = segmentation.place(b + d, d);
            if (place >= 0) {
                int own = segmentation.ownOffset(place);
                for (int y = 0; y < labels; y++) {
                    into[own + y] += weight * rows[from + y];
                }
            }
        }
    }

    /** Where each token stands in its segment; the same walk as {@link #addMarginals}, by conditional probabilities. */
    final TokenMarginals tokenMarginals() {
        TokenMarginals found = new TokenMarginals(length, labels);
        if (length == 0 || logSum() == Double.NEGATIVE_INFINITY) {
            return found;
        }
        SegmentScratch w = scratch;
        w.reserveConditionals(segmentation);
        Arrays.fill(w.ended, 0, length * labels, 0.0);
        lastLabels(w.ended, length * labels);
        for (int b = length - 1; b >= 0; b--) {
            int longest = origins(b, w.origins);
            for (int k = 0; k < longest * labels; k++) {
                w.origins[k] *= w.ended[(b + 1) * labels + k];
            }
            found.add(b, longest, w.origins, w.begun);
            for (int y = 0; y < labels && b > 0; y++) {
                labelsBefore(b, y, w.row, 0);
                found.addRepeat(b, y, w.row[y] * w.begun[y]);
                for (int i = 0; i < labels; i++) {
                    w.ended[b * labels + i] += w.row[i] * w.begun[y];
                }
            }
        }
        return found;
    }

    /** Draws segments, from right to left. */
    final Segments sample(RandomGenerator random) {
        int[] ends = new int[length];
        int[] chosen = new int[length];
        int at = length;
        int end = length;
        if (length > 0) {
            lastLabels(scratch.row, 0);
        }
        while (end > 0) {
            int label = draw(scratch.row, labels, random);
            ends[--at] = end;
            chosen[at] = label;
            end -= drawLength(end, label, random);
            if (end > 0) {
                labelsBefore(end, label, scratch.row, 0);
            }
        }
        return new Segments(segmentation, Arrays.copyOfRange(ends, at, length), Arrays.copyOfRange(chosen, at, length));
    }

    /** Draws d with p(e − d | e, y), in logarithms, because products over a segment may leave the range of numbers. */
    private int drawLength(int end, int y, RandomGenerator random) {
        double[] candidates = scratch.row; // [W]
        int most = Math.min(segmentation.lengths().longest(y), end);
        int count = 0;
        double inner = 0; // the score of the tokens of the segment
        double max = Double.NEGATIVE_INFINITY;
        for (int d = 1; d <= most && inner != Double.NEGATIVE_INFINITY; d++) {
            int b = end - d;
            inner += scores[segmentation.stateOffset(b) + y] - logStep(b);
            double whole = scores[segmentation.boundaryOffset(b) + Segmentation.BEGINS] + wholeScore(end, d, y);
            candidates[count++] = inner + whole + logEnter(b, y);
            max = Math.max(max, candidates[d - 1]);
            inner += scores[segmentation.boundaryOffset(b) + Segmentation.INSIDE];
        }
        for (int k = 0; k < count; k++) {
            candidates[k] = Exponential.of(candidates[k] - max);
        }
        return 1 + draw(candidates, count, random);
    }

    /** The score of length and own part of the segment with d tokens before an end. */
    final double wholeScore(int end, int d, int y) {
        double lengthScore = scores[segmentation.lengthOffset(d) + y];
        int place = segmentation.place(end, d);
        return place < 0 ? lengthScore : lengthScore + scores[segmentation.ownOffset(place) + y];
    }

    private static int draw(double[] weights, int size, RandomGenerator random) {
        double total = 0;
        for (int k = 0; k < size; k++) {
            total += weights[k];
        }
        double left = random.nextDouble() * total;
        int last = 0;
        for (int k = 0; k < size; k++) {
            if (weights[k] > 0) {
                last = k;
                left -= weights[k];
                if (left < 0) {
                    return k;
                }
            }
        }
        return last; // rounding left a crumb: the last that is possible
    }
}
