package org.espalier.model;

import java.util.List;

/**
 * One possible labelling of a sequence.
 *
 * @param labels one label per token
 * @param score its score
 * @param logProbability log p(labels | tokens) = score − log Z
 */
public record Labelling(List<String> labels, double score, double logProbability) {

    public Labelling {
        labels = List.copyOf(labels);
    }

    public double probability() {
        return Math.exp(logProbability);
    }
}
