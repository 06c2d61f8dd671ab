package org.espalier.loss;

import java.util.Locale;
import org.espalier.inference.Inference;

/** What is to be small: the losses to choose from. */
public enum LossFunction {
    /** log Z(all paths) − log Z(allowed paths): maximum entropy, the conditional random field. See {@link LogLoss}. */
    LOG,
    /** −Σ<sub>t</sub> log p(y<sub>t</sub> | y<sub>t−1</sub>, x): the maximum-entropy Markov model. See {@link LocalLoss}. */
    LOCAL;

    /** The loss, which will ask this inference. */
    public Loss with(Inference inference) {
        return switch (this) {
            case LOG -> new LogLoss(inference);
            case LOCAL -> new LocalLoss();
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
