package org.espalier.cli;

import java.util.List;
import java.util.Locale;
import org.espalier.data.Sequence;
import org.espalier.model.Model;
import org.espalier.train.AllPairs;
import org.espalier.train.OneVersusRest;
import org.espalier.train.Trainer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How several labels are told apart when every token or instance is classified by itself. */
final class ClassificationOptions {
    @Option(
            names = "--multiclass",
            paramLabel = "way",
            description = {
                "How many labels are told apart by a model without transitions (--model maxent). Default: softmax.",
                "softmax: all at once, with weights for every label.",
                "one-vs-rest: a binary classifier per label; probabilities are normalised sigmoids.",
                "all-pairs: one per pair of labels, with coupled probabilities. all-pairs-votes: the same, by majority."
            })
    private MultiClass multiclass = MultiClass.SOFTMAX;

    @Option(
            names = "--reference-label",
            paramLabel = "name|last",
            description =
                    "Fix the weights of this label to 0, so that those of the others are log-odds against it: with two labels one"
                            + " weight per attribute. last: the last label in their order. Usual: none.")
    private @Nullable String referenceLabel;

    /** The ways of {@code --multiclass}. */
    enum MultiClass {
        SOFTMAX,
        ONE_VS_REST,
        ALL_PAIRS,
        ALL_PAIRS_VOTES;

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Nullable
    String referenceLabel() {
        return referenceLabel;
    }

    /** Whether the model is made of binary ones. */
    boolean isBinary() {
        return multiclass != MultiClass.SOFTMAX;
    }

    /** Refuses what does not go together. */
    void check(ModelKind model) {
        if (isBinary() && model.isChain()) {
            throw new IllegalArgumentException("--multiclass " + multiclass + " with --model " + model
                    + ": only a model without transitions can be made of binary classifiers; use --model maxent");
        }
    }

    Model train(Trainer trainer, List<Sequence> data) {
        return switch (multiclass) {
            case SOFTMAX -> trainer.train(data);
            case ONE_VS_REST -> new OneVersusRest(trainer).train(data);
            case ALL_PAIRS -> new AllPairs(trainer, true).train(data);
            case ALL_PAIRS_VOTES -> new AllPairs(trainer, false).train(data);
        };
    }
}
