package org.espalier.evaluate.errors;

/** Why a mistake was made. Of several causes the first one in this order is given. */
public enum Cause {
    /** The gold label is not one of the model's, so that no weights could be right. */
    UNKNOWN_LABEL("unknown label"),

    /** The model has no weight for a word of the span: training has not seen it, or found it useless. */
    UNKNOWN_WORD("unknown word"),

    /** The gold standard seldom has the label. */
    RARE_LABEL("rare label"),

    /** The features of the tokens speak for the gold labels; transitions, or what else ties labels together, speak against them. */
    TRANSITION("unusual transition"),

    /** The features of the tokens prefer the predicted labels. */
    FEATURES("features prefer"),

    /** There is no model to ask. */
    NO_MODEL("no model");

    private final String text;

    Cause(String text) {
        this.text = text;
    }

    /** As people read it. */
    @Override
    public String toString() {
        return text;
    }
}
