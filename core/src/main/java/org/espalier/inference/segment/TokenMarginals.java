package org.espalier.inference.segment;

import java.util.Arrays;

/**
 * Where each token stands in its segment: as its only token, its first, one inside, or its last, with each label.
 *
 * <pre>
 *   single(t, y) = p(t, t + 1, y)                              first(t, y) = Σ_{e &gt; t + 1} p(t, e, y)
 *   inside(t, y) = Σ_{b &lt; t, e &gt; t + 1} p(b, e, y)              last(t, y) = Σ_{b &lt; t} p(b, t + 1, y)
 * </pre>
 *
 * The four add up to the probability that token t has label y. All of them are sums of positive numbers, so small ones are right too.
 * They are zeros when every segmentation is forbidden.
 */
public final class TokenMarginals {
    private final int labels;
    private final double[] singles; // [T][L], as are those below
    private final double[] firsts;
    private final double[] insides;
    private final double[] lasts;
    private final double[] repeats;

    TokenMarginals(int length, int labels) {
        this.labels = labels;
        this.singles = new double[length * labels];
        this.firsts = new double[length * labels];
        this.insides = new double[length * labels];
        this.lasts = new double[length * labels];
        this.repeats = new double[length * labels];
    }

    /**
     * Adds the segments that begin at b.
     *
     * @param rows their probabilities // [longest][L]
     * @param begun receives their sum over the lengths // [L]
     */
    void add(int b, int longest, double[] rows, double[] begun) {
        Arrays.fill(begun, 0, labels, 0.0);
        for (int d = longest; d >= 1; d--) {
            int at = (b + d - 1) * labels;
            int from = (d - 1) * labels;
            for (int y = 0; y < labels; y++) {
                double here = rows[from + y];
                (d == 1 ? firsts : insides)[at + y] += begun[y]; // of those that are longer
                (d == 1 ? singles : lasts)[at + y] += here;
                begun[y] += here;
            }
        }
    }

    void addRepeat(int b, int y, double probability) {
        repeats[b * labels + y] += probability;
    }

    /** p(token t alone is a segment with label y). */
    public double single(int t, int y) {
        return singles[t * labels + y];
    }

    /** p(a segment of several tokens with label y begins at t). */
    public double first(int t, int y) {
        return firsts[t * labels + y];
    }

    /** p(token t is in a segment with label y, neither as its first token nor as its last). */
    public double inside(int t, int y) {
        return insides[t * labels + y];
    }

    /** p(a segment of several tokens with label y ends with t). */
    public double last(int t, int y) {
        return lasts[t * labels + y];
    }

    /** p(token t has label y). */
    public double token(int t, int y) {
        return singles[t * labels + y] + firsts[t * labels + y] + insides[t * labels + y] + lasts[t * labels + y];
    }

    /** p(a segment with label y begins at t): of any length. */
    public double begins(int t, int y) {
        return singles[t * labels + y] + firsts[t * labels + y];
    }

    /** p(a segment with label y ends with t): of any length. */
    public double ends(int t, int y) {
        return singles[t * labels + y] + lasts[t * labels + y];
    }

    /** p(a segment with label y ends before t and another with label y begins at t). */
    public double repeats(int t, int y) {
        return repeats[t * labels + y];
    }
}
