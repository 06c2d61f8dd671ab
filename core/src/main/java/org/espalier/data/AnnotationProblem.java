package org.espalier.data;

import java.util.Objects;

/**
 * An annotation that was changed or left out, because labels of tokens cannot express it, or a text that was.
 *
 * @param location the annotation's file and line
 * @param kind what is wrong
 * @param message the annotation with its covered text, what is wrong with it, and what became of it
 */
public record AnnotationProblem(Location location, Kind kind, String message) {

    /** What can be wrong. */
    public enum Kind {
        /** It begins or ends within a token. */
        BORDERS("annotations that begin or end within a token"),
        /** It has several fragments with something else between them. */
        GAP("annotations with a gap"),
        /** It shares tokens with an earlier one. */
        OVERLAP("annotations that share tokens with an earlier one"),
        /** It lies within another one. */
        NESTED("annotations inside another one"),
        /** It covers no token. */
        EMPTY("annotations that cover no token"),
        /** The text was annotated by several people, or several times. */
        SEVERAL("texts annotated more than once"),
        /** The text is not annotated, or somebody has rejected its annotations. */
        MISSING("texts without accepted annotations");

        private final String name;

        Kind(String name) {
            this.name = name;
        }

        /** Annotations or texts of this kind; a report puts their number behind it. */
        @Override
        public String toString() {
            return name;
        }
    }

    public AnnotationProblem {
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }

    @Override
    public String toString() {
        return location + ": " + message;
    }
}
