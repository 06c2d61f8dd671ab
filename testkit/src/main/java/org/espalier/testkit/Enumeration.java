package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The first oracle: all outputs of a tiny structure, one after the other, each with its score.
 *
 * <p>It shares no code with the engine, not even the sum over an output's parts.
 */
public final class Enumeration {

    /** An output and its score, which is above −∞. */
    public record Entry(Listed listed, double score) {}

    private final int parts;
    private final List<Entry> entries; // those that are allowed, best first
    private final double logSum;

    private Enumeration(int parts, List<Entry> entries) {
        this.parts = parts;
        this.entries = entries;
        this.logSum = logSum(entries);
    }

    /**
     * Enumerates.
     *
     * @param parts how many there are
     * @param score the score of an output; −∞ when it is forbidden
     */
    static Enumeration of(int parts, List<Listed> outputs, ToDoubleFunction<Listed> score) {
        List<Entry> entries = new ArrayList<>();
        for (Listed listed : outputs) {
            double value = score.applyAsDouble(listed);
            if (value != Double.NEGATIVE_INFINITY) {
                entries.add(new Entry(listed, value));
            }
        }
        entries.sort(Comparator.comparingDouble(entry -> 0.0 - entry.score));
        return new Enumeration(parts, entries);
    }

    private static double logSum(List<Entry> best) {
        if (best.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        double max = best.get(0).score;
        double sum = 0;
        for (int k = best.size() - 1; k >= 0; k--) {
            sum += Math.exp(best.get(k).score - max);
        }
        return max + Math.log(sum);
    }

    /** Some of the outputs, with the scores that they have here. */
    Enumeration within(Predicate<Listed> allowed) {
        return new Enumeration(
                parts,
                entries.stream().filter(entry -> allowed.test(entry.listed)).toList());
    }

    /** Those that are allowed, best first; of equal ones in the order in which they were listed. */
    List<Entry> entries() {
        return entries;
    }

    /** How many outputs are allowed. */
    int count() {
        return entries.size();
    }

    /** log Z; −∞ when no output is allowed. */
    double logSum() {
        return logSum;
    }

    /** The highest score; −∞ when no output is allowed. */
    double max() {
        return entries.isEmpty() ? Double.NEGATIVE_INFINITY : entries.get(0).score;
    }

    /** How far the best output leads the second best; +∞ when there is no second. */
    double lead() {
        return entries.size() < 2 ? Double.POSITIVE_INFINITY : entries.get(0).score - entries.get(1).score;
    }

    double probability(Entry entry) {
        return Math.exp(entry.score - logSum);
    }

    /** p(part) of every part, with multiplicity; zeros when no output is allowed. */
    double[] marginals() {
        double[] marginals = new double[parts];
        for (Entry entry : entries) {
            entry.listed.addTo(marginals, probability(entry));
        }
        return marginals;
    }

    /** −Σ p log p in nats; 0 when no output is allowed. */
    double entropy() {
        double entropy = 0;
        for (Entry entry : entries) {
            double logProbability = entry.score - logSum;
            entropy -= Math.exp(logProbability) * logProbability;
        }
        return entropy;
    }

    /** The Hessian of log Z times v: Σ<sub>y</sub> p(y) · how often y has the part · (v(y) − E v). */
    double[] covariances(double[] v) {
        double mean = 0;
        for (Entry entry : entries) {
            mean += probability(entry) * entry.listed.score(v);
        }
        double[] covariances = new double[parts];
        for (Entry entry : entries) {
            entry.listed.addTo(covariances, probability(entry) * (entry.listed.score(v) - mean));
        }
        return covariances;
    }
}
