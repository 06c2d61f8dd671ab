package org.espalier.loss;

import java.util.Locale;
import org.espalier.inference.Inference;
import org.espalier.structure.Structure;

/** What is to be small: the losses to choose from. */
public enum LossFunction {
    /** log Z(all) − log Z(allowed): maximum entropy, the conditional random field. See {@link LogLoss}. */
    LOG,
    /** −Σ<sub>t</sub> log p(y<sub>t</sub> | y<sub>t−1</sub>, x): the maximum-entropy Markov model. See {@code chain.LocalLoss}. */
    LOCAL,
    /** max (score + cost) − score of the gold output: the (structured) support vector machine. See {@link HingeLoss}. */
    HINGE,
    /** The square of {@link #HINGE}. See {@link SquaredHingeLoss}. */
    SQUARED_HINGE,
    /** log Σ exp(score + cost) − score of the gold output. See {@link SoftmaxMarginLoss}. */
    SOFTMAX_MARGIN,
    /** Per label a binary hinge loss. See {@code chain.OneVsRestLoss}. */
    ONE_VS_REST_HINGE,
    /** Per label a binary squared hinge loss. See {@code chain.OneVsRestLoss}. */
    ONE_VS_REST_SQUARED_HINGE,
    /** Per label a binary logistic regression. See {@code chain.OneVsRestLoss}. */
    ONE_VS_REST_LOG;

    /**
     * The loss, which will ask this inference.
     *
     * @param cost what an error costs in the losses that have a margin
     * @throws IllegalArgumentException when the loss is a {@linkplain #isOfChains chain's own}
     */
    public <S extends Structure> Loss<S> with(Inference<S> inference, double cost) {
        return switch (this) {
            case LOG -> new LogLoss<>(inference);
            case HINGE -> new HingeLoss<>(inference, cost);
            case SQUARED_HINGE -> new SquaredHingeLoss<>(inference, cost);
            case SOFTMAX_MARGIN -> new SoftmaxMarginLoss<>(inference, cost);
            case LOCAL, ONE_VS_REST_HINGE, ONE_VS_REST_SQUARED_HINGE, ONE_VS_REST_LOG ->
                throw new IllegalArgumentException("the loss " + this
                        + " scores tokens one by one, so it needs a chain whose states are the labels; expected log, hinge,"
                        + " squared-hinge or softmax-margin");
        };
    }

    /** Whether it judges one token after the other, and so is defined for chains only. */
    public boolean isOfChains() {
        return this == LOCAL || isOneVsRest();
    }

    /** Whether the cost of an error matters. */
    public boolean hasCost() {
        return this == HINGE || this == SQUARED_HINGE || this == SOFTMAX_MARGIN;
    }

    /** Whether every position is judged by itself, so that there must be no transitions. */
    public boolean isOneVsRest() {
        return this == ONE_VS_REST_HINGE || this == ONE_VS_REST_SQUARED_HINGE || this == ONE_VS_REST_LOG;
    }

    /** Whether the loss has a gradient everywhere, or at least one that quasi-Newton steps can follow. */
    public boolean isSmooth() {
        return this != HINGE && this != ONE_VS_REST_HINGE;
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
