package org.espalier.cli.option;

import java.util.Locale;
import org.espalier.kernel.KernelSvm;
import org.espalier.train.AllPairs;
import org.espalier.train.Learner;
import org.espalier.train.OneVersusRest;
import org.espalier.train.Trainer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How several labels are separated when every token or instance is classified by itself. */
@HelpTopic(Topic.CLASSIFICATION)
public final class ClassificationOptions {
    @Option(
            names = "--multiclass",
            paramLabel = "way",
            description = {
                "How a model without transitions (--model maxent) or kernel-svm separates more than two labels. Default:"
                        + " softmax; kernel-svm: one-vs-rest.",
                "softmax: all at once, with weights for every label.",
                "one-vs-rest: a binary classifier per label; probabilities are normalised sigmoids.",
                "all-pairs: a binary classifier per pair of labels, with coupled probabilities (kernel-svm: with"
                        + " --probabilities). all-pairs-votes: the same, by majority vote."
            })
    private @Nullable MultiClass multiclass;

    @Option(
            names = "--reference-label",
            paramLabel = "name|last",
            description =
                    "Fix the weights of this label to 0, so that the others are log-odds against it; two labels then need one"
                            + " weight per attribute. last: the last of the labels. Default: none.")
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
    public String referenceLabel() {
        return referenceLabel;
    }

    /** Whether the model is made of binary ones. */
    public boolean isBinary() {
        return chosen() != MultiClass.SOFTMAX;
    }

    private MultiClass chosen() {
        return multiclass == null ? MultiClass.SOFTMAX : multiclass;
    }

    /**
     * Refuses what does not go together.
     *
     * @param probabilities whether {@code --probabilities} is given
     */
    public void check(ModelKind model, boolean probabilities) {
        if (model == ModelKind.KERNEL_SVM) {
            machines(probabilities);
        }
        if (isBinary() && model.isChain()) {
            throw new IllegalArgumentException("--multiclass " + multiclass + " with --model " + model
                    + ": only a model without transitions can be built from binary classifiers; use --model maxent");
        }
    }

    /**
     * Which machines a support vector machine with a kernel has.
     *
     * @throws IllegalArgumentException when the way needs probabilities and they are not asked for, or the other way round
     */
    public KernelSvm.Multiclass machines(boolean probabilities) {
        if (multiclass == null || multiclass == MultiClass.ONE_VS_REST) {
            return KernelSvm.Multiclass.ONE_VS_REST;
        }
        String problem = switch (multiclass) {
            case ALL_PAIRS ->
                probabilities
                        ? null
                        : "it couples probabilities of pairs; add --probabilities, or use --multiclass all-pairs-votes";
            case ALL_PAIRS_VOTES ->
                probabilities
                        ? "votes are not probabilities; use --multiclass all-pairs, or leave --probabilities out"
                        : null;
            default ->
                "kernel-svm is built from binary machines; use one-vs-rest, all-pairs or all-pairs-votes, or --model"
                        + " kernel-lr";
        };
        if (problem != null) {
            throw new IllegalArgumentException(
                    "--multiclass " + multiclass + " with --model " + ModelKind.KERNEL_SVM + ": " + problem);
        }
        return KernelSvm.Multiclass.ALL_PAIRS;
    }

    /** Learns one model, or the binary ones that it is made of. */
    public Learner learner(Trainer trainer) {
        return switch (chosen()) {
            case SOFTMAX -> trainer;
            case ONE_VS_REST -> new OneVersusRest(trainer);
            case ALL_PAIRS -> new AllPairs(trainer, true);
            case ALL_PAIRS_VOTES -> new AllPairs(trainer, false);
        };
    }
}
