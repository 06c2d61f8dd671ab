package org.espalier.labelling.tree;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.StepConstraint;

/**
 * What all parsers have in common: outputs are trees, told by marks, so there are no labels of tokens to decode or to constrain.
 *
 * @param <S> the structure of a sentence
 */
public interface TreeLabels<S extends Structure> extends LabelStructure<S> {

    @Override
    default boolean hasMarks() {
        return true;
    }

    /** Refuses: the output is a tree. */
    @Override
    default LabelDecoding<S> decoding(Inference<S> inference, Decoder decoder) {
        throw new IllegalArgumentException(
                "the outputs of a parser are trees, not labels of tokens; use a parser (Model.parser)");
    }

    @Override
    default Decoder usualDecoder() {
        return Decoder.VITERBI;
    }

    /** The pieces of a tree depend on each other. */
    @Override
    default boolean isTokenwise(ParameterLayout layout) {
        return false;
    }

    /** None: all families are as necessary as the others. */
    @Override
    default boolean isTransition(Family family) {
        return false;
    }

    @Override
    default LabelStructure<S> constrained(StepConstraint constraint) {
        throw new IllegalArgumentException(
                "a constraint on consecutive labels, but a parser gives trees; leave it out");
    }
}
