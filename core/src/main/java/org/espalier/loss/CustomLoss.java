package org.espalier.loss;

import java.util.Objects;
import org.espalier.inference.Inference;
import org.espalier.structure.Structure;

/**
 * A loss that is none of {@link LossFunction}: how it is made, and what may be claimed of it.
 *
 * <pre>{@code
 * CustomLoss tempered = new CustomLoss("tempered(0.5)", TemperedLoss::new); // class TemperedLoss<S extends Structure> implements Loss<S>
 * Model model = trainer.withLoss(tempered).train(data);
 * }</pre>
 *
 * @param name for messages, for the model's provenance, and for checkpoints, which belong to this name only. It says everything that the
 *     loss depends on
 * @param factory makes it
 * @param convex whether it is a convex function of the part scores where one output is right; otherwise nothing is called proved
 * @param smooth whether it has a gradient everywhere, or at least one that quasi-Newton steps can follow
 */
public record CustomLoss(String name, Factory factory, boolean convex, boolean smooth) {

    /** Makes the loss for the inference of any structure; a reference to a generic constructor will do. */
    @FunctionalInterface
    public interface Factory {
        <S extends Structure> Loss<S> with(Inference<S> inference);
    }

    public CustomLoss {
        Objects.requireNonNull(factory, "factory");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a loss without a name; expected one, which a checkpoint records");
        }
    }

    /** A smooth loss that is not claimed to be convex. */
    public CustomLoss(String name, Factory factory) {
        this(name, factory, false, true);
    }

    public CustomLoss withConvex(boolean value) {
        return new CustomLoss(name, factory, value, smooth);
    }

    public CustomLoss withSmooth(boolean value) {
        return new CustomLoss(name, factory, convex, value);
    }
}
