package org.espalier.evaluate;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The result of evaluating a classifier; maps are in the order of Unicode code points.
 *
 * @param instances the instances whose gold label is known
 * @param correct those with the right label
 * @param labels the instances of each label that is gold or predicted somewhere
 * @param confusion gold label → predicted label → instances
 * @param probabilities what the probabilities are worth, or null when there are none
 * @param notes what a reader of the scores should know
 */
public record ClassificationScores(
        long instances,
        long correct,
        SortedMap<String, Counts> labels,
        SortedMap<String, SortedMap<String, Long>> confusion,
        @Nullable Probabilities probabilities,
        List<String> notes) {

    public ClassificationScores {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        SortedMap<String, SortedMap<String, Long>> rows = new TreeMap<>(confusion.comparator());
        confusion.forEach((gold, row) -> rows.put(gold, Collections.unmodifiableSortedMap(new TreeMap<>(row))));
        confusion = Collections.unmodifiableSortedMap(rows);
        notes = List.copyOf(notes);
    }

    /**
     * Means over labels.
     *
     * @param precision of what was predicted, the share that is right
     * @param recall of what is gold, the share that was found
     * @param f1 the mean of the labels' F1
     */
    public record Average(double precision, double recall, double f1) {}

    /**
     * What the probabilities are worth, over the instances whose gold label the model knows.
     *
     * @param instances how many these are
     * @param logLoss the mean of −ln p(gold)
     * @param brier the mean of Σ<sub>labels</sub> (p(label) − [label is gold])², from 0 to 2
     * @param auc the area under the ROC curve: of either label when there are two, otherwise the mean over the labels, each against the
     *     rest; NaN when it is not defined
     * @param areas the area of each label against the rest, for labels that are gold somewhere but not everywhere
     * @param calibrationError the mean over instances of |accuracy − mean probability| of their bin
     * @param bins the predicted label's probability in equal parts from 0 to 1
     */
    public record Probabilities(
            long instances,
            double logLoss,
            double brier,
            double auc,
            SortedMap<String, Double> areas,
            double calibrationError,
            List<Bin> bins) {

        public Probabilities {
            areas = Collections.unmodifiableSortedMap(new TreeMap<>(areas));
            bins = List.copyOf(bins);
        }
    }

    /**
     * The instances whose predicted label has a probability in (from, to].
     *
     * @param instances how many
     * @param probability the mean of their probabilities; 0 when there are none
     * @param accuracy the share whose predicted label is right; 0 when there are none
     */
    public record Bin(double from, double to, long instances, double probability, double accuracy) {}

    /** The share of instances with the right label; 0 when there are none. */
    public double accuracy() {
        return Counts.ratio(correct, instances);
    }

    /** Every label counts the same. */
    public Average macro() {
        double precision = 0;
        double recall = 0;
        double f1 = 0;
        for (Counts counts : labels.values()) {
            precision += counts.precision();
            recall += counts.recall();
            f1 += counts.f1();
        }
        int count = Math.max(1, labels.size());
        return new Average(precision / count, recall / count, f1 / count);
    }

    /** Every label counts by its gold instances. */
    public Average weighted() {
        double precision = 0;
        double recall = 0;
        double f1 = 0;
        for (Counts counts : labels.values()) {
            precision += counts.gold() * counts.precision();
            recall += counts.gold() * counts.recall();
            f1 += counts.gold() * counts.f1();
        }
        long count = Math.max(1, instances);
        return new Average(precision / count, recall / count, f1 / count);
    }

    /** Every instance counts the same: with one label per instance all three are the accuracy. */
    public Average micro() {
        return new Average(accuracy(), accuracy(), accuracy());
    }
}
