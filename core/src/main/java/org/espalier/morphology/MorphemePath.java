package org.espalier.morphology;

import java.util.List;

/**
 * A way to cut a text into morphemes.
 *
 * @param morphemes from the begin of the text
 * @param cost of all of them, and of the end of the text
 * @param probability of this path among all; NaN when it was not asked for
 */
public record MorphemePath(List<Morpheme> morphemes, long cost, double probability) {
    public MorphemePath {
        morphemes = List.copyOf(morphemes);
    }
}
