package org.espalier.data;

import java.util.Objects;

/**
 * A run of tokens with a type, such as a name or a field.
 *
 * @param start the first token, counted from 0
 * @param end one past the last token; larger than {@code start}
 * @param type the type; empty when the labels have none
 */
public record Span(int start, int end, String type) {

    public Span {
        Objects.requireNonNull(type, "type");
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("span " + start + " to " + end + "; expected 0 <= start < end");
        }
    }

    public int length() {
        return end - start;
    }
}
