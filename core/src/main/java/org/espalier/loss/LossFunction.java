package org.espalier.loss;

import java.util.Locale;
import org.espalier.inference.Inference;

/** What is to be small: the losses to choose from. */
public enum LossFunction {
    /** log Z(all paths) − log Z(allowed paths): maximum entropy, the conditional random field. See {@link LogLoss}. */
    LOG,
    /** −Σ<sub>t</sub> log p(y<sub>t</sub> | y<sub>t−1</sub>, x): the maximum-entropy Markov model. See {@link LocalLoss}. */
    LOCAL,
    /** max (score + cost) − score of the gold path: the (structured) support vector machine. See {@link HingeLoss}. */
    HINGE,
    /** The square of {@link #HINGE}. See {@link SquaredHingeLoss}. */
    SQUARED_HINGE,
    /** log Σ exp(score + cost) − score of the gold path. See {@link SoftmaxMarginLoss}. */
    SOFTMAX_MARGIN,
    /** Per label a binary hinge loss. See {@link OneVsRestLoss}. */
    ONE_VS_REST_HINGE,
    /** Per label a binary squared hinge loss. See {@link OneVsRestLoss}. */
    ONE_VS_REST_SQUARED_HINGE,
    /** Per label a binary logistic regression. See {@link OneVsRestLoss}. */
    ONE_VS_REST_LOG;

    /**
     * The loss, which will ask this inference.
     *
     * @param cost what a wrong position costs in the losses that have a margin
     */
    public Loss with(Inference inference, double cost) {
        return switch (this) {
            case LOG -> new LogLoss(inference);
            case LOCAL -> new LocalLoss();
            case HINGE -> new HingeLoss(inference, cost);
            case SQUARED_HINGE -> new SquaredHingeLoss(inference, cost);
            case SOFTMAX_MARGIN -> new SoftmaxMarginLoss(inference, cost);
            case ONE_VS_REST_HINGE -> new OneVsRestLoss(OneVsRestLoss.Binary.HINGE);
            case ONE_VS_REST_SQUARED_HINGE -> new OneVsRestLoss(OneVsRestLoss.Binary.SQUARED_HINGE);
            case ONE_VS_REST_LOG -> new OneVsRestLoss(OneVsRestLoss.Binary.LOGISTIC);
        };
    }

    /** Whether the cost of a wrong position matters. */
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
