package org.espalier.loss.chain;

import org.espalier.inference.Inference;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.structure.chain.Trellis;

/** Makes the losses of chains: those that every structure has, and those of chains only. */
public final class ChainLosses {
    private ChainLosses() {}

    /**
     * The loss, which will ask this inference.
     *
     * @param cost what a wrong position costs in the losses that have a margin
     */
    public static Loss<Trellis> of(LossFunction function, Inference<Trellis> inference, double cost) {
        return switch (function) {
            case LOCAL -> new LocalLoss();
            case ONE_VS_REST_HINGE -> new OneVsRestLoss(OneVsRestLoss.Binary.HINGE);
            case ONE_VS_REST_SQUARED_HINGE -> new OneVsRestLoss(OneVsRestLoss.Binary.SQUARED_HINGE);
            case ONE_VS_REST_LOG -> new OneVsRestLoss(OneVsRestLoss.Binary.LOGISTIC);
            case LOG, HINGE, SQUARED_HINGE, SOFTMAX_MARGIN -> function.with(inference, cost);
        };
    }
}
