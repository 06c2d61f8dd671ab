package org.espalier.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.model.Tagger;

/**
 * Why two models label a sequence differently: y are the labels of the first model, z those of the second one.
 *
 * <pre>
 *   (score₁(y) − score₁(z)) + (score₂(z) − score₂(y)) = Σ over features of (Δ₁ − Δ₂),   Δ = (θ(attribute, yₜ) − θ(attribute, zₜ)) · value
 * </pre>
 *
 * Both brackets on the left are positive, or 0 where a model sees a tie: each model prefers its own labels. So the terms on the right say which weights
 * are behind the disagreement. Attributes are compared by name, and the weight of one that a model lacks is 0.
 *
 * @param labels y
 * @param others z
 * @param firstMargin by how much the first model prefers y
 * @param secondMargin by how much the second model prefers z
 * @param terms largest absolute difference first
 */
public record ModelDifference(
        List<String> labels, List<String> others, double firstMargin, double secondMargin, List<Term> terms) {

    /**
     * One feature.
     *
     * @param where token, attribute and labels; its amount is Δ₁
     * @param otherAmount Δ₂
     */
    public record Term(Contribution where, double otherAmount) {

        /** Δ₁ − Δ₂. */
        public double difference() {
            return where.amount() - otherAmount;
        }
    }

    public ModelDifference {
        labels = List.copyOf(labels);
        others = List.copyOf(others);
        terms = List.copyOf(terms);
    }

    /**
     * Compares two models on a sequence that they label differently.
     *
     * @throws IllegalArgumentException when both give the same labels, one has a label that the other does not know, or scores are not sums of
     *     weights, see {@link Explanation}
     */
    public static ModelDifference of(Tagger first, Tagger second, Sequence sequence) {
        List<String> labels = first.tag(sequence).labels();
        List<String> others = second.tag(sequence).labels();
        int token = 0;
        while (token < labels.size() && labels.get(token).equals(others.get(token))) {
            token++;
        }
        if (token == labels.size()) {
            throw new IllegalArgumentException(
                    "both models give the labels " + labels + "; there is nothing to explain");
        }
        Explanation one = Explanation.between(first, sequence, token, labels, others);
        Explanation two = Explanation.between(second, sequence, token, labels, others);
        Map<Contribution, Double> amounts = new LinkedHashMap<>();
        Map<Contribution, Double> otherAmounts = new LinkedHashMap<>();
        add(one, amounts, otherAmounts);
        add(two, otherAmounts, amounts);
        List<Term> terms = new ArrayList<>();
        amounts.forEach((place, amount) -> {
            Term term = new Term(at(place, amount), otherAmounts.getOrDefault(place, 0.0));
            if (term.difference() != 0) {
                terms.add(term);
            }
        });
        terms.sort(Comparator.comparingDouble((Term term) -> -Math.abs(term.difference()))
                .thenComparingInt(term -> term.where().token())
                .thenComparing(term -> term.where().attribute()));
        return new ModelDifference(labels, others, one.margin(), -two.margin(), terms);
    }

    /** The same place may have several terms, such as a column that occurs twice. */
    private static void add(Explanation explanation, Map<Contribution, Double> own, Map<Contribution, Double> other) {
        for (Contribution contribution : explanation.contributions()) {
            Contribution place = at(contribution, 0);
            own.merge(place, contribution.amount(), Double::sum);
            other.putIfAbsent(place, 0.0);
        }
    }

    private static Contribution at(Contribution place, double amount) {
        return new Contribution(
                place.token(), place.attribute(), place.isTransition(), place.label(), place.rival(), amount);
    }

    /** Σ (Δ₁ − Δ₂), which is the sum of both margins. */
    public double sum() {
        double sum = 0;
        for (Term term : terms) {
            sum += term.difference();
        }
        return sum;
    }
}
