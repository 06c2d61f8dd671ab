package org.espalier.evaluate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The area under the receiver operating characteristic: how probable it is that a positive instance has a higher score than a negative
 * one, equal scores counting half.
 *
 * <pre>
 *   AUC = (Σ_{positive} rank − P(P+1)/2) / (P·N)      ranks from 1, equal scores sharing their mean rank
 * </pre>
 *
 * Exact for any ties; O(n log n). Hanley and McNeil, 1982.
 */
public final class RocCurve {
    private RocCurve() {}

    /**
     * The area, or NaN when there are only positive or only negative instances.
     *
     * @param scores // [instances]
     * @param positive // [instances]
     */
    public static double area(double[] scores, boolean[] positive) {
        if (scores.length != positive.length) {
            throw new IllegalArgumentException(scores.length + " scores for " + positive.length + " instances");
        }
        Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(n -> scores[n]));
        long positives = 0;
        long twiceRanks = 0; // a shared rank may end in one half
        for (int begin = 0; begin < order.length; ) {
            int end = begin + 1;
            // Not Double.compare: 0 and −0 are equal scores.
            while (end < order.length && scores[order[end]] == scores[order[begin]]) {
                end++;
            }
            for (int k = begin; k < end; k++) {
                if (positive[order[k]]) {
                    positives++;
                    twiceRanks += begin + 1L + end;
                }
            }
            begin = end;
        }
        long negatives = scores.length - positives;
        if (positives == 0 || negatives == 0) {
            return Double.NaN;
        }
        return (twiceRanks - positives * (positives + 1)) / (2.0 * positives * negatives);
    }
}
