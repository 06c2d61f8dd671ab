package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How much is right of what a model is surest of: coverage c is a share of the predictions, the surest ones, and accuracy(c) the share of them that is
 * right. Who accepts predictions above a threshold and has people look at the rest reads here what both cost.
 *
 * <p>Memory: 8 bytes per prediction. Not safe for use by several threads at once.
 */
public final class Coverage {
    private double[] confidences = new double[1 << 10]; // with the sign −, and −0 for 0, where the prediction is wrong
    private int size;

    /** A point of the curve: of all predictions, this share has at least this confidence, and this share of them is right. */
    public record Point(double coverage, double threshold, double accuracy) {}

    /** Counts a prediction. */
    public void add(double confidence, boolean right) {
        if (!(confidence >= 0)) {
            throw new IllegalArgumentException("a confidence of " + confidence + "; expected a number of at least 0");
        }
        if (size == confidences.length) {
            confidences = Arrays.copyOf(confidences, 2 * size);
        }
        confidences[size++] = right ? confidence + 0.0 : -confidence;
    }

    /** How many predictions were counted. */
    public int instances() {
        return size;
    }

    /**
     * Points of the curve, the most coverage first: of 1, 1 − 1/points, …, 1/points, and equal confidences always together. There are fewer points where
     * many predictions are equally sure.
     */
    public List<Point> curve(int points) {
        Double[] sorted = new Double[size];
        for (int k = 0; k < size; k++) {
            sorted[k] = confidences[k];
        }
        Arrays.sort(sorted, Comparator.comparingDouble(confidence -> -Math.abs(confidence)));
        int[] right = new int[size + 1];
        for (int k = 0; k < size; k++) {
            right[k + 1] = right[k] + (Math.copySign(1, sorted[k]) > 0 ? 1 : 0);
        }
        List<Point> curve = new ArrayList<>();
        int before = size + 1;
        for (int p = points; p > 0; p--) {
            int count = (int) Math.ceil((double) size * p / points);
            while (count > 0 && count < size && Math.abs(sorted[count]) == Math.abs(sorted[count - 1])) {
                count++;
            }
            if (count > 0 && count < before) {
                before = count;
                curve.add(new Point((double) count / size, Math.abs(sorted[count - 1]), (double) right[count] / count));
            }
        }
        return curve;
    }
}
