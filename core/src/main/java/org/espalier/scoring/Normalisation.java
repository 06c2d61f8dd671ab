package org.espalier.scoring;

/** What the scores of a linear model are made into probabilities by. */
public enum Normalisation {
    /** p(y | x) = exp(score(y)) / Z(x): one sum over all paths, the conditional random field. */
    GLOBAL,
    /**
     * p(y | x) = Π<sub>t</sub> p(y<sub>t</sub> | y<sub>t−1</sub>, x): a sum over the labels of each position, given the one
     * before; the maximum-entropy Markov model. See {@link LocalNormalisation}.
     */
    LOCAL,
    /**
     * p(k | x) = σ(score(k)) / Σ<sub>j</sub> σ(score(j)): one binary classifier per label, each against the rest. See {@link
     * BinaryNormalisation}.
     */
    ONE_VERSUS_REST,
    /** One binary classifier per pair of labels, each of which has a vote. See {@link BinaryNormalisation}. */
    VOTES,
    /** One binary classifier per pair of labels, their probabilities coupled. See {@link BinaryNormalisation}. */
    COUPLED;

    /** Whether the weights are those of pairs of labels. */
    public boolean isPairwise() {
        return this == VOTES || this == COUPLED;
    }
}
