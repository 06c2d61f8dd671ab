package org.espalier.train.run;

import java.util.Objects;
import org.espalier.optimize.Optimizer;
import org.espalier.train.Algorithm;

/**
 * An optimiser that is none of {@link Algorithm}, or one of them with settings of its own.
 *
 * @param name for messages, for the model's provenance, and for checkpoints, which belong to this name only. It says everything that the
 *     weights depend on
 * @param optimizer the optimiser, with its own settings: how many iterations it does and when it stops is for it to say
 */
public record CustomOptimizer(String name, Optimizer optimizer) {

    public CustomOptimizer {
        Objects.requireNonNull(optimizer, "optimizer");
        if (name.isBlank()) {
            throw new IllegalArgumentException("an optimiser without a name; expected one, which a checkpoint records");
        }
    }
}
