package org.espalier.labelling;

import org.espalier.structure.chain.AllowedStates;

/**
 * What the gold standard says of one sequence. Immutable.
 *
 * @param labels the labels that every token may have; any label where the structure has marks instead
 * @param marks the pairs of tokens that belong together, in a structure that {@linkplain LabelStructure#hasMarks has marks}; else none
 */
public record Gold(AllowedStates labels, Marks marks) {

    /** Labels of tokens, and no marks. */
    public static Gold of(AllowedStates labels) {
        return new Gold(labels, Marks.NONE);
    }

    /** How many tokens there are. */
    public int length() {
        return labels.length();
    }
}
