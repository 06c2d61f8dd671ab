package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;

/**
 * How often predicted labels are right where their probability is such: of all tokens with a probability near 0.8, a reliable model gets 80 % right.
 *
 * <p>Probabilities are counted in {@value #BINS} equal bins from 0 to 1, so memory does not grow with the data. Not safe for use by several threads
 * at once.
 *
 * <pre>{@code
 * Reliability reliability = new Reliability();
 * reliability.add(0.93, true);
 * double error = reliability.calibrationError();
 * }</pre>
 */
public final class Reliability {
    /** The number of bins. */
    public static final int BINS = 10;

    private final long[] counts = new long[BINS];
    private final long[] correct = new long[BINS];
    private final double[] sums = new double[BINS];
    private long total;

    /** Counts one predicted label. */
    public void add(double probability, boolean right) {
        int bin = Math.max(0, Math.min(BINS - 1, (int) Math.ceil(probability * BINS) - 1));
        counts[bin]++;
        correct[bin] += right ? 1 : 0;
        sums[bin] += probability;
        total++;
    }

    /**
     * Counts the labels of a sequence; tokens whose gold label is not known are left out.
     *
     * @param probabilities p(predicted label | tokens) of every token // [T]
     * @throws IllegalArgumentException when the three are not equally long
     */
    public void add(List<String> labels, List<String> predicted, double[] probabilities, LabelNotation notation) {
        if (labels.size() != predicted.size() || labels.size() != probabilities.length) {
            throw new IllegalArgumentException(labels.size() + " gold labels, " + predicted.size()
                    + " predicted ones and " + probabilities.length + " probabilities; expected one of each per token");
        }
        List<String> gold = notation.judged(labels, predicted);
        for (int t = 0; t < gold.size(); t++) {
            if (!notation.isUnknown(gold.get(t))) {
                add(probabilities[t], gold.get(t).equals(predicted.get(t)));
            }
        }
    }

    /**
     * p(predicted label | tokens) of every token, picked from the marginals. // [T]
     *
     * @param marginals of a tagging, columns in the order of the labels // [T][labels]
     */
    public static double[] ofPredicted(List<String> predicted, double[][] marginals, Labels labels) {
        double[] probabilities = new double[predicted.size()];
        for (int t = 0; t < probabilities.length; t++) {
            int label = labels.indexOf(predicted.get(t));
            probabilities[t] = label < 0 ? 0 : marginals[t][label];
        }
        return probabilities;
    }

    /** How many labels were counted. */
    public long instances() {
        return total;
    }

    /** The mean over all labels of |accuracy − mean probability| of their bin; 0 when there are none. */
    public double calibrationError() {
        double error = 0;
        for (ClassificationScores.Bin bin : bins()) {
            error += bin.instances() * Math.abs(bin.accuracy() - bin.probability());
        }
        return total == 0 ? 0 : error / total;
    }

    /** All bins, from 0 to 1. */
    public List<ClassificationScores.Bin> bins() {
        List<ClassificationScores.Bin> bins = new ArrayList<>();
        for (int b = 0; b < BINS; b++) {
            double mean = counts[b] == 0 ? 0 : sums[b] / counts[b];
            double accuracy = Counts.ratio(correct[b], counts[b]);
            bins.add(new ClassificationScores.Bin(
                    b / (double) BINS, (b + 1) / (double) BINS, counts[b], mean, accuracy));
        }
        return bins;
    }
}
