package org.espalier.evaluate;

/**
 * How often something occurs in the gold standard, was predicted, and was predicted correctly.
 *
 * <p>precision = correct / predicted, recall = correct / gold, F1 = 2 correct / (gold + predicted); each is 0 where
 * its denominator is.
 *
 * @param gold how often it occurs in the gold standard
 * @param predicted how often it was predicted
 * @param correct how often both agree
 */
public record Counts(long gold, long predicted, long correct) {

    public Counts {
        if (gold < 0 || predicted < 0 || correct < 0) {
            throw new IllegalArgumentException("negative counts: " + gold + ", " + predicted + ", " + correct);
        }
    }

    public double precision() {
        return ratio(correct, predicted);
    }

    public double recall() {
        return ratio(correct, gold);
    }

    public double f1() {
        return ratio(2 * correct, gold + predicted);
    }

    static double ratio(long numerator, long denominator) {
        return denominator == 0 ? 0.0 : (double) numerator / denominator;
    }
}
