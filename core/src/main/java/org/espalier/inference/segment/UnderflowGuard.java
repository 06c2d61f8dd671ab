package org.espalier.inference.segment;

import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.Segmentation;

/**
 * Watches over {@link ScaledRows}: no number may underflow that matters, and none may overflow.
 *
 * <p>It keeps two promises, and says false where it cannot:
 *
 * <ol>
 *   <li>An entry of α that is possible is at least {@value #TINY} after its row was divided by its sum. Where one is less, the parts
 *       are asked whether it is possible. So a zero in α is always forbidden or unreachable, never an underflow.
 *   <li>An entry of an open row that is possible is at least {@value #VANISHING}. A lower bound of the logarithms of each row, which
 *       costs one addition per token, mostly shows it; where it does not, the row is looked at. An entry that is less is
 *       dropped if that is known to change nothing: an open segment with the same label began later and is larger by a factor that
 *       lengths and own scores cannot make up for. From here on both are multiplied by the same numbers, and the younger
 *       one outlives the older.
 * </ol>
 *
 * Every single factor is at least exp(−{@value #LARGEST_SPREAD}) ≈ 10⁻¹⁰⁰, which is checked on the scores, and the sums that rows are
 * divided by are within 10<sup>±100</sup>; so the products of the backward sweep hold too: what underflows there was negligible in the
 * sum that it is a term of.
 */
final class UnderflowGuard {
    static final double LARGEST_SPREAD = 230;
    static final double TINY = 1e-200;
    static final double VANISHING = 1e-290;

    /** The smallest entry of α, before it is divided, that no lost product of an open row can change in the last digit. */
    private static final double SMALLEST_ENTRY = 1e-280;

    private static final double LARGEST_SUM = 1e100;
    private static final double LN_2 = 0.6931471805599453;

    /** With something added for rounding. */
    private static final double LOG_VANISHING = 1 + StrictMath.log(VANISHING);

    private static final double LOG_SMALLEST_ENTRY = 1 + StrictMath.log(SMALLEST_ENTRY);
    private static final double LOG_TINY = 1 + StrictMath.log(TINY);

    /** A term so much smaller than another changes nothing in their sum. */
    private static final double NEGLIGIBLE = 1e-30;

    private final Segmentation segmentation;
    private final SegmentScratch scratch;
    private final double[] scores;
    private final int labels;
    private final int stride; // R
    private final int window; // W
    private double droppable; // an open segment of this size makes one below VANISHING negligible
    private boolean forbids; // whether a transition, a length or an own segment is −∞
    private double logWhole; // how much a length and an own segment take away at most
    private double logPsi; // the smallest of the token, without zeros; as all below, as a logarithm
    private double logBegins; // that of scratch.begins of the token
    private double logGoesOn; // that of scratch.goesOn of the token, or less
    private double logAlpha; // the smallest of the last row, without zeros; +∞ when there is nothing else
    private boolean masked; // whether any entry of α is 0

    UnderflowGuard(Segmentation segmentation, Workspace workspace) {
        this.segmentation = segmentation;
        this.scratch = SegmentScratch.of(workspace, segmentation);
        this.scores = workspace.scores();
        this.labels = segmentation.labels();
        this.stride = Kernels.stride(labels);
        this.window = SegmentScratch.window(segmentation);
    }

    /** Before the first token: whether shared and own parts fit. */
    boolean start() {
        SharedExponentials shared = scratch.shared;
        double largest = 0; // in absolute terms
        boolean forbidsWhole = shared.forbidsLengths;
        for (int k = segmentation.ownOffset(0); k < segmentation.parts(); k++) {
            double size = Math.abs(scores[k]);
            if (scores[k] == Double.NEGATIVE_INFINITY) {
                forbidsWhole = true;
            } else {
                largest = Math.max(largest, size);
            }
        }
        // A length that is forbidden could make the smaller of two segments the only one.
        droppable = forbidsWhole
                ? Double.POSITIVE_INFINITY
                : VANISHING / NEGLIGIBLE * StrictMath.exp(shared.lengthSpread + 2 * largest);
        logAlpha = 0;
        logWhole = shared.lengthSpread + largest;
        forbids = forbidsWhole || shared.forbidsTransitions;
        masked = false;
        return fits(shared.transitionSpread)
                && fits(shared.lengthSpread)
                && fits(Math.abs(shared.transitionMax + shared.lengthMax))
                && fits(largest);
    }

    /** Whether the scores of token t fit, and those of the boundary before it. */
    boolean token(int t) {
        SegmentScratch w = scratch;
        double smallest = w.smallest[t];
        if (smallest == Double.NEGATIVE_INFINITY) {
            smallest = smallestFinite(segmentation.stateOffset(t));
        }
        logPsi = smallest - w.largest[t];
        int boundary = segmentation.boundaryOffset(t);
        double begins = scores[boundary + Segmentation.BEGINS];
        double inside = scores[boundary + Segmentation.INSIDE];
        logBegins = begins - w.boundaryMax[t] + (t == 0 ? 0 : w.shared.transitionMax + w.shared.lengthMax);
        logGoesOn = logAtMost(w.goesOn[t]);
        boolean isForced = w.goesOn[t] == 0 || begins == Double.NEGATIVE_INFINITY;
        return fits(-logPsi) && (isForced || fits(Math.abs(begins - inside)));
    }

    private double smallestFinite(int offset) {
        double min = Double.POSITIVE_INFINITY;
        for (int y = 0; y < labels; y++) {
            double value = scores[offset + y];
            min = value < min && value != Double.NEGATIVE_INFINITY ? value : min;
        }
        return min;
    }

    /** Whether the row of the segments that begin at t may be computed. */
    boolean begin(int t) {
        SegmentScratch w = scratch;
        // Without forbidden transitions every label is entered from all others, whose α sum to 1.
        double enter = t == 0 ? 0 : -w.shared.transitionSpread + (w.shared.forbidsTransitions ? logAlpha : 0);
        w.low[t % window] = enter + logPsi + Math.min(logBegins, 0);
        w.high[t % window] = logBegins;
        return w.low[t % window] >= LOG_VANISHING || beginsAtLeast(t);
    }

    private boolean beginsAtLeast(int t) {
        SegmentScratch w = scratch;
        double low = Double.POSITIVE_INFINITY;
        for (int k = t * stride; k < t * stride + labels; k++) {
            if (w.enter[k] > 0 && w.psi[k] > 0) {
                double first = w.enter[k] * w.psi[k];
                low = Math.min(low, Math.min(first, first * w.begins[t]));
            }
        }
        w.low[t % window] = logAtMost(low);
        return low >= VANISHING;
    }

    /** Whether the row of the segments that began at b may go on over token t, once small entries have been dropped. */
    boolean advance(int b, int slot, int t) {
        SegmentScratch w = scratch;
        w.low[slot] += logPsi + logGoesOn;
        w.high[slot] += logGoesOn + LN_2;
        return (w.low[slot] >= LOG_VANISHING && w.high[slot] <= -LOG_VANISHING) || advancesAtLeast(b, slot, t);
    }

    /** The logarithm of a power of two that is at most so large, and at least half of it; +∞ for +∞. */
    private static double logAtMost(double number) {
        return number == Double.POSITIVE_INFINITY ? number : Math.getExponent(number) * LN_2;
    }

    private boolean advancesAtLeast(int b, int slot, int t) {
        SegmentScratch w = scratch;
        int open = slot * stride;
        double low = Double.POSITIVE_INFINITY;
        double high = VANISHING;
        for (int y = 0; y < labels; y++) {
            double step = w.psi[t * stride + y] * w.goesOn[t];
            double next = w.open[open + y] * step;
            if (w.open[open + y] > 0 && step > 0 && next < VANISHING) {
                if (!canBeDropped(b, t, y)) {
                    return false;
                }
                w.open[open + y] = 0;
            } else if (next > 0) {
                low = Math.min(low, next);
                high = Math.max(high, next);
            }
        }
        w.low[slot] = logAtMost(low);
        w.high[slot] = logAtMost(high) + LN_2;
        return high <= 1 / VANISHING;
    }

    /** Whether a segment with label y that began after b, and has gone on over token t already, is larger by far. */
    private boolean canBeDropped(int b, int t, int y) {
        for (int younger = b + 1; younger <= t; younger++) {
            if (scratch.begins[younger] > 0 && scratch.open[younger % window * stride + y] >= droppable) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the row of the segments that end after t holds; what cannot end there becomes 0.
     *
     * @param ends holds the row before it is divided by its sum
     */
    boolean end(int t, int oldest, double[] ends, int at, double sum) {
        if (!(sum <= LARGEST_SUM)) {
            return false; // or NaN
        }
        if (everyLabelEnds(t, sum)) {
            return sum >= 1 / LARGEST_SUM;
        }
        double least = Math.max(SMALLEST_ENTRY, TINY * sum);
        double smallest = Double.POSITIVE_INFINITY;
        for (int y = 0; y < labels; y++) {
            double value = ends[at + y];
            if (value < least) {
                if (canEnd(t, oldest, y)) {
                    return false;
                }
                ends[at + y] = 0;
                masked = true;
            } else {
                smallest = value < smallest ? value : smallest;
            }
        }
        logAlpha = logAtMost(smallest / sum);
        return smallest == Double.POSITIVE_INFINITY || sum >= 1 / LARGEST_SUM;
    }

    /**
     * Whether no entry of the row can be too small, because with every label a segment may begin at t and end after it. Then no
     * entry has to be looked at.
     */
    private boolean everyLabelEnds(int t, double sum) {
        SegmentScratch w = scratch;
        if (forbids || w.begins[t] == 0 || w.smallest[t] == Double.NEGATIVE_INFINITY) {
            return false;
        }
        double entry = w.low[t % window] - logWhole;
        logAlpha = entry - logAtMost(sum) - LN_2;
        return entry >= LOG_SMALLEST_ENTRY && logAlpha >= LOG_TINY;
    }

    /** Whether the parts allow that a segment with label y ends after t. */
    private boolean canEnd(int t, int oldest, int y) {
        int first = Math.max(oldest, t + 1 - segmentation.lengths().longest(y));
        for (int b = t; b >= first; b--) {
            if (scores[segmentation.stateOffset(b) + y] == Double.NEGATIVE_INFINITY) {
                return false;
            }
            int d = t + 1 - b;
            int place = segmentation.place(t + 1, d);
            boolean whole = scores[segmentation.lengthOffset(d) + y] != Double.NEGATIVE_INFINITY
                    && (place < 0 || scores[segmentation.ownOffset(place) + y] != Double.NEGATIVE_INFINITY);
            if (whole && scratch.begins[b] > 0 && scratch.enter[b * stride + y] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether no segment can end where the last row stands. */
    boolean nothingEnds() {
        return logAlpha == Double.POSITIVE_INFINITY;
    }

    /** Whether any entry of α is 0. */
    boolean isMasked() {
        return masked;
    }

    /** Also false for NaN, and for −∞, the spread of numbers that are all forbidden. */
    private static boolean fits(double spread) {
        return spread >= 0 && spread <= LARGEST_SPREAD;
    }
}
