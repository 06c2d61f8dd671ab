package org.espalier.structure;

/**
 * Numbers the smallest scored pieces, the parts, of every possible output.
 *
 * <p>An {@link Output} is a set of parts, and its score is the sum of theirs. Scores, gradients and marginals are flat
 * {@code double[]} over part numbers. A part that scores −∞ is forbidden: no output with it has any probability.
 *
 * <p>The first {@link #sharedParts()} parts have the same numbers in every structure of a model. One buffer of scores then
 * serves instances of every size, and the gradient of the shared parts adds up over instances in place.
 *
 * <p>Structures hold no scores and are immutable.
 */
public interface Structure {

    /** How many parts there are; they are numbered from 0. */
    int parts();

    /** How many parts are shared by all structures of a model; they come first. */
    int sharedParts();

    /**
     * How many places of a kind there are. A place is one occurrence of what features can look at, such as a position, a step
     * or a segment. Kinds are numbered from 0 by the structure; the first has a place for every token.
     */
    int places(int kind);

    /** The first part of a place; the others of the place follow it. */
    int offset(int kind, int place);

    /** The number within a place of the first part that an output can have; no score or gradient of those before matters. */
    default int firstPart(int kind, int place) {
        return 0;
    }

    /** One more than the number within a place of the last part that an output can have, where a place has {@code width} parts. */
    default int endPart(int kind, int place, int width) {
        return width;
    }

    /** Which list of attributes the instance has for a place, see {@link Sites}. */
    int site(int kind, int place);

    /** Whether some output has a shared part; if not, their scores do not matter and their gradient is 0. */
    default boolean usesSharedParts() {
        return true;
    }

    /** How many tokens the structure spans. Work is dealt out by it, and errors are counted per token. */
    int length();
}
