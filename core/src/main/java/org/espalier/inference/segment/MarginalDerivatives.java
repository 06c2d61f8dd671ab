package org.espalier.inference.segment;

import java.util.Arrays;
import org.espalier.structure.segment.Segmentation;

/**
 * How the marginals change when the part scores move in a direction v: the Hessian of log Z times v.
 *
 * <pre>
 *   A_b(→y) = Σ_i p(i | b, y) (A_b(i) + v(i, y))                     expected v before b, given that label y begins there
 *   A_e(y) = Σ_b p(b | e, y) (A_b(→y) + v(b, e, y))                  expected v up to e, given that label y ends there
 *   R_b(→y) = Σ_e p(e | b, y) (v(b, e, y) + R_e(y))                  expected v from b on, given that label y begins there
 *   R_b(i) = Σ_y p(y | b, i) (v(i, y) + R_b(→y))                     expected v after b, given that label i ends there
 *   dp(b, e, y) = p(b, e, y) (A_b(→y) + v(b, e, y) + R_e(y) − E v),   dp(b, i, y) = p(b, i, y) (A_b(i) + v(i, y) + R_b(→y) − E v)
 * </pre>
 *
 * that is p(part) · (E[v(segments) | part] − E[v(segments)]), the covariance of part and score; v(b, e, y) is seg(b, e, y) of the
 * direction. The parts of a segment add up over the segments that have them. All probabilities follow from the forward rows, see
 * {@link SumRows}, so scores may be of any size. Two sweeps, O(T (L² + D L)) time and O(T L + D L + L²) memory.
 */
final class MarginalDerivatives {
    private final SumRows rows;
    private final Segmentation segmentation;
    private final SegmentScratch scratch;
    private final double[] direction; // [parts]
    private final int labels;
    private final int length;
    private double mean; // E v

    MarginalDerivatives(SumRows rows, double[] direction) {
        this.rows = rows;
        this.segmentation = rows.segmentation;
        this.scratch = rows.scratch;
        this.direction = direction;
        this.labels = rows.labels;
        this.length = rows.length;
    }

    /** Adds weight · dp of every part; nothing when there is no output. */
    void add(double weight, double[] into) {
        if (length == 0 || rows.logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        scratch.reserveDerivatives(segmentation);
        walkRight();
        walkLeft(weight, into);
    }

    private void walkRight() {
        SegmentScratch w = scratch;
        Arrays.fill(w.left, 0, (length + 1) * labels, 0.0);
        for (int b = 0; b < length; b++) {
            enter(b);
            int longest = rows.origins(b, w.origins);
            Arrays.fill(w.segmentDirections, 0, labels, 0.0);
            for (int d = 1; d <= longest; d++) {
                addDirection(b, d);
                int ends = (b + d) * labels;
                for (int y = 0; y < labels; y++) {
                    w.left[ends + y] += w.origins[(d - 1) * labels + y] * (w.entered[b * labels + y] + w.whole[y]);
                }
            }
        }
    }

    /** A<sub>b</sub>(→y). */
    private void enter(int b) {
        SegmentScratch w = scratch;
        Arrays.fill(w.entered, b * labels, (b + 1) * labels, 0.0);
        if (b == 0) {
            return;
        }
        for (int y = 0; y < labels; y++) {
            rows.labelsBefore(b, y, w.row, 0);
            double sum = 0;
            for (int i = 0; i < labels; i++) {
                double step = direction[segmentation.transitionPart(i, y)];
                sum += w.row[i] * (w.left[b * labels + i] + step);
            }
            w.entered[b * labels + y] = sum;
        }
    }

    /** whole = v(b, b + d, y), from the sum over the tokens of v(b, b + d − 1, y), which stays in segmentDirections. */
    private void addDirection(int b, int d) {
        SegmentScratch w = scratch;
        int t = b + d - 1;
        double boundary =
                direction[segmentation.boundaryOffset(t) + (d == 1 ? Segmentation.BEGINS : Segmentation.INSIDE)];
        int state = segmentation.stateOffset(t);
        int lengthPart = segmentation.lengthOffset(d);
        int place = segmentation.place(b + d, d);
        for (int y = 0; y < labels; y++) {
            w.segmentDirections[y] += boundary + direction[state + y];
            double own = place < 0 ? 0 : direction[segmentation.ownOffset(place) + y];
            w.whole[y] = w.segmentDirections[y] + direction[lengthPart + y] + own;
        }
    }

    private void walkLeft(double weight, double[] into) {
        SegmentScratch w = scratch;
        int last = length * labels;
        Arrays.fill(w.ended, 0, last, 0.0);
        Arrays.fill(w.right, 0, last + labels, 0.0);
        rows.lastLabels(w.ended, last);
        mean = 0;
        for (int k = last; k < last + labels; k++) {
            mean += w.ended[k] * w.left[k];
        }
        for (int b = length - 1; b >= 0; b--) {
            Arrays.fill(w.beginning, 0, labels, 0.0);
            Arrays.fill(w.beginningRight, 0, labels, 0.0);
            int longest = rows.origins(b, w.origins);
            Arrays.fill(w.segmentDirections, 0, labels, 0.0);
            for (int d = 1; d <= longest; d++) {
                addDirection(b, d);
                covary(b, d);
            }
            rows.addSegments(b, longest, w.origins, weight, into);
            if (b > 0) {
                stepLeft(b, weight, into);
            }
        }
    }

    /** Turns p(b | e, y) into dp(b, e, y), and adds to p(b, y) and to what is expected from b on. */
    private void covary(int b, int d) {
        SegmentScratch w = scratch;
        int ends = (b + d) * labels;
        int at = (d - 1) * labels;
        for (int y = 0; y < labels; y++) {
            double p = w.origins[at + y] * w.ended[ends + y];
            double fromHere = w.whole[y] + w.right[ends + y];
            w.beginning[y] += p;
            w.beginningRight[y] += p * fromHere;
            w.origins[at + y] = p * (w.entered[b * labels + y] + fromHere - mean);
        }
    }

    private void stepLeft(int b, double weight, double[] into) {
        SegmentScratch w = scratch;
        int at = b * labels;
        for (int y = 0; y < labels; y++) {
            rows.labelsBefore(b, y, w.row, 0);
            double after = w.beginning[y] > 0 ? w.beginningRight[y] / w.beginning[y] : 0;
            for (int i = 0; i < labels; i++) {
                int part = segmentation.transitionPart(i, y);
                double p = w.row[i] * w.beginning[y];
                double fromHere = direction[part] + after;
                into[part] += weight * p * (w.left[at + i] + fromHere - mean);
                w.ended[at + i] += p;
                w.right[at + i] += p * fromHere;
            }
        }
        for (int i = 0; i < labels; i++) {
            w.right[at + i] = w.ended[at + i] > 0 ? w.right[at + i] / w.ended[at + i] : 0;
        }
    }
}
