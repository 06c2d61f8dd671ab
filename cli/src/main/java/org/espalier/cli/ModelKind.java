package org.espalier.cli;

import java.util.Locale;
import org.espalier.loss.LossFunction;
import org.espalier.train.TrainingOptions;

/** The kinds of model that {@code --model} names: what is learnt, however it is then minimised. */
enum ModelKind {
    /** A linear-chain conditional random field. */
    CRF,
    /** A maximum-entropy Markov model: each label predicted from the one before it. */
    MEMM,
    /** Maximum entropy, which is multinomial logistic regression: each token by itself. */
    MAXENT,
    /** A hidden Markov model. */
    HMM,
    /** Naive Bayes: each token by itself. */
    NAIVE_BAYES;

    /** Whether it is a model of p(tokens, labels) whose probabilities are counted. */
    boolean isGenerative() {
        return this == HMM || this == NAIVE_BAYES;
    }

    /** Whether pairs of labels have weights. */
    boolean isChain() {
        return this == CRF || this == MEMM;
    }

    /** The options with what makes the kind. */
    TrainingOptions apply(TrainingOptions options) {
        TrainingOptions shaped = options.withSelection(options.selection().withTransitions(isChain()));
        return this == MEMM ? shaped.withLoss(LossFunction.LOCAL) : shaped;
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
