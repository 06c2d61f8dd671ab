package org.espalier.train;

import org.espalier.feature.EncodedSequence;
import org.espalier.scoring.ParameterLayout;

/** In how many of the terms every attribute occurs, and how many have steps. */
final class AttributeShares {
    private final int[] counts; // [attributes]
    private final int[] stepCounts; // [transition attributes]
    private int present;
    private int withSteps;

    AttributeShares(Terms terms) {
        ParameterLayout layout = terms.scorer().layout();
        this.counts = new int[layout.stateFeatures().attributes()];
        this.stepCounts = new int[layout.transitionFeatures().attributes()];
        int[] last = new int[counts.length]; // the last term, from 1, that has the attribute
        int[] lastStep = new int[stepCounts.length];
        for (int term = 0; term < terms.size(); term++) {
            if (terms.isPresent(term)) {
                count(terms.instance(term).sequence(), term + 1, last, lastStep);
            }
        }
    }

    private void count(EncodedSequence sequence, int number, int[] last, int[] lastStep) {
        present++;
        withSteps += sequence.length() > 1 ? 1 : 0;
        for (int k = 0; k < sequence.begin(sequence.length()); k++) {
            int attribute = sequence.attribute(k);
            counts[attribute] += last[attribute] == number ? 0 : 1;
            last[attribute] = number;
        }
        for (int k = 0; k < sequence.transitionBegin(sequence.length()); k++) {
            int attribute = sequence.transitionAttribute(k);
            stepCounts[attribute] += lastStep[attribute] == number ? 0 : 1;
            lastStep[attribute] = number;
        }
    }

    /** 1 + (together − 1)·(ω − 1)/(N − 1) of every attribute. */
    float[] factors(int together) {
        return factors(counts, together);
    }

    /** The same of every transition attribute. */
    float[] stepFactors(int together) {
        return factors(stepCounts, together);
    }

    /** The same of the shared transitions. */
    double stepFactor(int together) {
        return factor(withSteps, together);
    }

    private float[] factors(int[] numbers, int together) {
        float[] factors = new float[numbers.length];
        for (int k = 0; k < factors.length; k++) {
            factors[k] = (float) factor(numbers[k], together);
        }
        return factors;
    }

    private double factor(int count, int together) {
        return 1 + (together - 1.0) * Math.max(0, count - 1) / Math.max(1, present - 1);
    }
}
