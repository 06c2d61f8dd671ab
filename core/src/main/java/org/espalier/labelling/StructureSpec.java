package org.espalier.labelling;

import java.util.Map;
import org.espalier.feature.encoding.PairPlaces;
import org.jspecify.annotations.Nullable;

/**
 * The structure that a user asks for, before any data are seen: a chain, a chain of higher order, segments.
 *
 * <p>Implementations are records of options with validation in the constructor. A specification is part of the training options.
 */
public interface StructureSpec {

    /** The structure for the labels of the training data. */
    LabelStructure<?> settle(LabelData data);

    /**
     * Why a part of it makes no difference with these data, such as a constraint that forbids nothing; null when all of it does.
     *
     * @param settled what {@link #settle} made of the data
     */
    default @Nullable String idle(LabelData data, LabelStructure<?> settled) {
        return null;
    }

    /** The options, for the provenance of the model; empty for the plain chain. */
    Map<String, Object> provenance();

    /** What it is called in messages, such as "a semi-Markov model". */
    String describe();

    /**
     * The same with another value of one of its numbers, for a search over them.
     *
     * @param number its name on the command line, such as "order" or "max-segment"
     * @throws IllegalArgumentException when it has no such number, or the value is out of range
     */
    default StructureSpec with(String number, int value) {
        throw new IllegalArgumentException(describe() + " has no " + number);
    }

    /** Whether outputs are {@link Marks} between tokens, as trees are; if not, every token has a label. */
    default boolean hasMarks() {
        return false;
    }

    /** Whether a label may stand for several outputs, so that the objective is not convex even where every label is known. */
    default boolean hidesStates() {
        return false;
    }

    /** Which pairs of tokens can have attributes of their own. */
    default PairPlaces pairPlaces() {
        return PairPlaces.STEPS;
    }

    /** Whether it is the plain chain, whose states are the labels: some losses and normalisations need it. */
    default boolean isPlainChain() {
        return false;
    }
}
