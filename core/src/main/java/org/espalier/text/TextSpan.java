package org.espalier.text;

import java.util.Objects;

/**
 * A typed stretch of a text: {@code text.substring(start, end)} is what it covers.
 *
 * @param start the first UTF-16 unit, counted from 0
 * @param end one past the last UTF-16 unit
 * @param type the type; empty when the labels have none
 * @param covered the covered text
 */
public record TextSpan(int start, int end, String type, String covered) {

    public TextSpan {
        Objects.requireNonNull(type, "type");
        if (start < 0 || end - start != covered.length()) {
            throw new IllegalArgumentException("span " + start + " to " + end + " covers a text of " + covered.length()
                    + "; expected 0 <= start, and a text as long as the span");
        }
    }

    /** A span of a text. */
    public static TextSpan of(String text, int start, int end, String type) {
        return new TextSpan(start, end, type, text.substring(start, end));
    }
}
