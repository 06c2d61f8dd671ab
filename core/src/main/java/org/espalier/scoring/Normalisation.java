package org.espalier.scoring;

/** What the scores of a linear model are made into probabilities by. */
public enum Normalisation {
    /** p(y | x) = exp(score(y)) / Z(x): one sum over all paths, the conditional random field. */
    GLOBAL,
    /**
     * p(y | x) = Π<sub>t</sub> p(y<sub>t</sub> | y<sub>t−1</sub>, x): a sum over the labels of each position, given the one
     * before; the maximum-entropy Markov model. See {@link LocalNormalisation}.
     */
    LOCAL
}
