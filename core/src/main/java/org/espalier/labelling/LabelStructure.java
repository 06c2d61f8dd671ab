package org.espalier.labelling;

import java.util.List;
import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.data.Span;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.online.RivalSearch;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a model, settled on its labels: what labels mean as outputs, and outputs as labels.
 *
 * <p>Labels are the user's, one per token, by their numbers. Immutable and safe to share.
 *
 * @param <S> the structure of an instance
 */
public interface LabelStructure<S extends Structure> {

    /** The kind of structure, as model files name it. */
    String kind();

    /** What a model file keeps of it, as JSON values; {@code StructureKinds} makes the same structure of it again. */
    Map<String, Object> definition();

    /** How many labels there are. */
    int labels();

    /** The families of features, in the order of θ. */
    List<Family> families();

    /** Scores the parts with the features of a layout. */
    LinearScorer<S> scorer(ParameterLayout layout);

    /** Answers questions about scored structures. */
    Inference<S> inference(Kernels kernels);

    /** The outputs that the gold standard allows. */
    Supervision<S> supervision(Gold gold, S structure);

    /** Whether the gold standard allows a single labelling, so that nothing is unknown. */
    default boolean isComplete(Gold gold) {
        return gold.labels().isPath();
    }

    /** Whether outputs are {@link Marks} between tokens, as trees are; if not, every token has a label. */
    default boolean hasMarks() {
        return false;
    }

    /** Whether marks are spans of tokens, as constituents are; if not, they go from one token to another. */
    default boolean hasSpans() {
        return pairPlaces().kind() == PairPlaces.Kind.SPANS;
    }

    /** Whether the lowest mark over every token is its tag, so that the output has the parts of speech, too. */
    default boolean hasTags() {
        return false;
    }

    /**
     * Reads marks off scored structures.
     *
     * @throws IllegalArgumentException when outputs are labels of tokens
     */
    default MarkDecoding<S> markDecoding(Inference<S> inference, Decoder decoder) {
        throw new IllegalArgumentException("the outputs of " + kind() + " are labels of tokens, not trees");
    }

    /**
     * Reads labels off scored structures.
     *
     * @throws IllegalArgumentException when labels cannot be chosen in that way here
     */
    LabelDecoding<S> decoding(Inference<S> inference, Decoder decoder);

    /** How labels are usually chosen. */
    Decoder usualDecoder();

    /**
     * Why a structure of this shape cannot be answered about, such as a graph whose exact inference takes too much memory; null when it can.
     *
     * @param threads how many ask at the same time
     * @param workspace to work in; the same for one structure after the other
     */
    default @Nullable String refusal(S structure, int threads, Workspace workspace) {
        return null;
    }

    /** Counts the targets that the gold standard of an instance has at its places. */
    void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter);

    /**
     * Where the targets of an older structure stand in this one, whose labels begin with the older one's.
     *
     * @throws IllegalArgumentException when the two have nothing in common; the message says why
     */
    LayoutBuilder.Retargeting retargeting(LabelStructure<?> older);

    /** What people call a family: its name, or what else its weights speak of. */
    default String familyName(int family) {
        return families().get(family).name();
    }

    /** The names of a family's targets: labels, states, or what else its weights speak of. */
    List<String> targetNames(int family, Labels names);

    /**
     * The loss of one instance.
     *
     * @param cost what an error costs in the losses that have a margin
     * @throws IllegalArgumentException when the loss is of chains only, and this is none
     */
    default Loss<S> loss(LossFunction function, Inference<S> inference, double cost) {
        return function.with(inference, cost);
    }

    /**
     * A search of an online learner that knows chains only.
     *
     * @throws IllegalArgumentException when this is no chain
     */
    default RivalSearch<S> search(RivalSearch<Trellis> ofChains) {
        throw new IllegalArgumentException("the learner searches chains, and this is " + kind());
    }

    /** Whether a full labelling may stand for several outputs, as with hidden states. */
    default boolean hidesStates() {
        return false;
    }

    /** Whether the label of a token has nothing to do with those of the others, given these features. */
    boolean isTokenwise(ParameterLayout layout);

    /** Whether a family has weights when the user wants no transitions. */
    default boolean isTransition(Family family) {
        return family.isShared();
    }

    /**
     * The same structure, in which only some labels may follow others, begin and end. What is forbidden has no probability.
     *
     * @throws IllegalArgumentException when the structure has no steps from label to label
     */
    LabelStructure<S> constrained(StepConstraint constraint);

    /** The constraint on labels, or null when there is none. */
    default @Nullable StepConstraint constraint() {
        return null;
    }

    /** Whether all labels that it gives follow their tag scheme in any case, without a constraint. */
    default boolean isAlwaysValid() {
        return false;
    }

    /** Whether an output can have a span of that length and type. */
    default boolean canHave(Span span) {
        return true;
    }

    /** Which pairs of tokens can have attributes of their own. */
    default PairPlaces pairPlaces() {
        return PairPlaces.STEPS;
    }

    /** Whether sums over outputs and the best output are exact, up to rounding. */
    default boolean isExact() {
        return true;
    }

    /** Whether its log-loss is one that asks no inference, such as the pseudo-likelihood of graphs. */
    default boolean learnsWithoutInference() {
        return false;
    }

    /** Whether its scores can be made probabilities in that way. */
    default boolean isNormalisedBy(Normalisation normalisation) {
        return normalisation == Normalisation.GLOBAL || isPlainChain() && !normalisation.isPairwise();
    }

    /** Whether it is the plain chain, whose states are the labels. */
    default boolean isPlainChain() {
        return false;
    }
}
