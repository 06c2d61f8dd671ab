package org.espalier.entropy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A distribution of highest entropy: p(y) ∝ exp(Σ<sub>k</sub> λ<sub>k</sub> f<sub>k</sub>(y)) where it is not 0.
 *
 * @param <Y> the outcomes
 */
public final class Distribution<Y> {
    private final List<Y> outcomes;
    private final double[] probabilities; // [outcomes]
    private final double[] multipliers; // [constraints]

    Distribution(List<Y> outcomes, double[] probabilities, double[] multipliers) {
        this.outcomes = outcomes;
        this.probabilities = probabilities;
        this.multipliers = multipliers;
    }

    public List<Y> outcomes() {
        return outcomes;
    }

    /** p(outcome); 0 for what is not an outcome. */
    public double probability(Y outcome) {
        int y = outcomes.indexOf(outcome);
        return y < 0 ? 0 : probabilities[y];
    }

    /** The probabilities in the order of the outcomes; a copy. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    /** The λ of every constraint in the order in which they were given; a copy. Not unique when one follows from others. */
    public double[] multipliers() {
        return multipliers.clone();
    }

    /** H(p) in nats. */
    public double entropy() {
        return Entropy.entropy(probabilities);
    }

    /** The outcomes and their probabilities, in order. */
    public Map<Y, Double> toMap() {
        Map<Y, Double> map = new LinkedHashMap<>();
        for (int y = 0; y < probabilities.length; y++) {
            map.put(outcomes.get(y), probabilities[y]);
        }
        return map;
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
