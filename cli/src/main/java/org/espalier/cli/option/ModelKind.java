package org.espalier.cli.option;

import java.util.Locale;
import org.espalier.loss.LossFunction;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/** The kinds of model that {@code --model} names: what is learnt, however it is then minimised. */
public enum ModelKind {
    /** A linear-chain conditional random field. */
    CRF,
    /** A latent-dynamic conditional random field: a chain in which every label has hidden states. */
    LDCRF,
    /** A hidden-state conditional random field: one label for a whole sequence. */
    HCRF,
    /** A semi-Markov conditional random field: segments of several tokens get one label. */
    SEMI_CRF,
    /** A continuous conditional random field: a number per token. */
    CCRF,
    /** A dependency parser: every word gets a head. */
    DEPENDENCY,
    /** A parser of constituents: phrases within phrases. */
    CONSTITUENCY,
    /** A conditional random field on graphs: variables joined by factors. */
    GRAPH,
    /** A maximum-entropy Markov model: each label predicted from the one before it. */
    MEMM,
    /** Maximum entropy, which is multinomial logistic regression: each token by itself. */
    MAXENT,
    /** A support vector machine: each token by itself, with the hinge loss of Crammer and Singer. */
    SVM,
    /** A multi-class perceptron: each token by itself, as the kinds below up to naive Bayes. */
    PERCEPTRON,
    /** Passive–aggressive steps. */
    PA,
    /** MIRA. */
    MIRA,
    /** Adaptive regularisation of weights. */
    AROW,
    /** A hidden Markov model. */
    HMM,
    /** A probabilistic context-free grammar. */
    PCFG,
    /** Naive Bayes: each token by itself. */
    NAIVE_BAYES,
    /** A support vector machine in a kernel's space. */
    KERNEL_SVM,
    /** Logistic regression in a kernel's space. */
    KERNEL_LR,
    /** A perceptron in a kernel's space. */
    KERNEL_PERCEPTRON,
    /** A linear-chain conditional random field whose labels are scored in a kernel's space. */
    KERNEL_CRF,
    /** A network of LSTMs, and of filters over letters, below a linear-chain conditional random field. */
    BILSTM_CRF;

    /** Whether it looks at a kernel. */
    public boolean hasKernel() {
        return isKernel() || this == KERNEL_CRF;
    }

    /** Whether a {@link org.espalier.kernel.KernelTrainer} learns it, from {@link KernelOptions}. */
    public boolean isKernel() {
        return this == KERNEL_SVM || this == KERNEL_LR || this == KERNEL_PERCEPTRON;
    }

    /** Whether it finds phrases within phrases. */
    public boolean hasConstituents() {
        return this == CONSTITUENCY || this == PCFG;
    }

    /** Whether it is a model of p(tokens, labels) whose probabilities are counted. */
    public boolean isGenerative() {
        return this == HMM || this == PCFG || this == NAIVE_BAYES;
    }

    /** Whether pairs of labels have weights. */
    boolean isChain() {
        return this == CRF
                || this == LDCRF
                || this == HCRF
                || this == SEMI_CRF
                || this == MEMM
                || this == KERNEL_CRF
                || this == BILSTM_CRF;
    }

    /** The usual loss of the kind. */
    public LossFunction loss() {
        return switch (this) {
            case MEMM -> LossFunction.LOCAL;
            case SVM -> LossFunction.HINGE;
            default -> LossFunction.LOG;
        };
    }

    /** The algorithm that makes the kind, or null when there are several. */
    @Nullable
    public Algorithm algorithm() {
        return switch (this) {
            case PERCEPTRON -> Algorithm.PERCEPTRON;
            case PA -> Algorithm.PA;
            case MIRA -> Algorithm.MIRA;
            case AROW -> Algorithm.AROW;
            default -> null;
        };
    }

    /** The options with the structure of the kind. */
    public TrainingOptions apply(TrainingOptions options) {
        return options.withSelection(options.selection().withTransitions(isChain()));
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
