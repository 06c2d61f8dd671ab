package org.espalier.optimize.dual;

import org.espalier.optimize.SumFunction;

/**
 * Watches how much the steps of the terms of a batch add up where they meet in the same weights.
 *
 * <p>The length of a term's step rests on an estimate qₙ of ‖Aₙᵀdₙ‖² that takes every occurrence of an attribute for another
 * attribute. Mostly that is near enough, and costs nothing. Where attributes recur, such as a bias or the shape of a word, in
 * a term and in all terms of a batch, ‖Σ Aₙᵀdₙ‖² is many times Σ qₙ, steps overshoot, and dual ascent descends.
 *
 * <p>So some batches are measured. Once they overlap, by more than steps allow for, too often or too much, the run must be
 * {@linkplain #isExcessive careful}: its estimates are then bounds, which cost more per visit, or {@linkplain #ratio() larger}.
 */
final class DualOverlap {
    /** Measuring costs a third of a visit. */
    private static final int PERIOD = 32;

    /** So many batches are measured at the start. */
    private static final int FIRST = 64;

    private static final int MOST_OVERLAPS = 8;
    private static final double LARGEST_SHARE = 0.25;

    private final SumFunction function;
    private final int batch;
    private final double[] sum; // [n]: 0 between two batches
    private long batches;
    private int measured;
    private int overlaps;
    private double ratios; // the sum of all ‖Σ Aₙᵀdₙ‖² / Σ qₙ
    private int counted; // how many
    private double largest; // of them

    DualOverlap(SumFunction function, int batch) {
        this.function = function;
        this.batch = batch;
        this.sum = new double[function.dimension()];
    }

    /** Whether the next batch is to be measured. */
    boolean isDue() {
        long number = batches++;
        return number < FIRST || number % PERIOD == 0;
    }

    /**
     * Measures the steps of a batch.
     *
     * @param terms the terms of the batch are those from first on // [at least first + count]
     * @param steps the steps dₙ of their dual variables // [count][parts]
     * @param estimated Σ qₙ
     * @return whether batches overlap so much that the run must be careful from this one on
     */
    boolean isExcessive(int[] terms, int first, int count, double[][] steps, double estimated) {
        for (int k = 0; k < count; k++) {
            function.addTerm(terms[first + k], steps[k], sum, 0, 1);
        }
        double together = 0;
        for (int k = 0; k < count; k++) {
            together += takeSquares(function.ranges(terms[first + k]));
        }
        if (estimated > 0) {
            ratios += together / estimated;
            counted++;
            largest = Math.max(largest, together / estimated);
        }
        double allowed = DualStep.CAUTION * estimated;
        measured++;
        overlaps += together > allowed ? 1 : 0;
        // Terms that overlap with each other only cannot make more of it than there are terms.
        return together > 2.0 * batch * allowed || (overlaps >= MOST_OVERLAPS && overlaps >= LARGEST_SHARE * measured);
    }

    /** By how much estimates are to be multiplied: half way from the mean of the measured ratios to the largest. */
    double ratio() {
        return (ratios / counted + largest) / 2;
    }

    /** The sum of squares over the ranges, which are set to 0: one that comes again counts once. */
    private double takeSquares(int[] ranges) {
        double squares = 0;
        for (int r = 0; r < ranges.length; r += 2) {
            for (int i = ranges[r]; i < ranges[r + 1]; i++) {
                squares += sum[i] * sum[i];
                sum[i] = 0;
            }
        }
        return squares;
    }
}
